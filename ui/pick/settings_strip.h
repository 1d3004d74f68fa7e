// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/plan.h"
#include <QHash>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace drivetrain {

/// The settings of a plan that are not cards: repetitions, size, durability, statements, seed. Each
/// has room below it for what is wrong with it.
class SettingsStrip : public QWidget
{
    Q_OBJECT
public:
    explicit SettingsStrip(QWidget *parent = nullptr);
    void setPlan(const Plan &plan); ///< emits nothing
    void writeTo(Plan &plan) const;
    void clearFaults();
    /// Shows `text` below the field of a plan's key ("scale"); false: no such field here.
    bool showFault(const QString &key, const QString &text);

Q_SIGNALS:
    void edited();

private:
    void add(const QString &key, const QString &title, QWidget *field, const QString &hint);
    QHBoxLayout *m_layout;
    QSpinBox *m_laps;
    QDoubleSpinBox *m_scale;
    QComboBox *m_durability, *m_transport;
    QLineEdit *m_seed;
    QHash<QString, QLabel *> m_faults; ///< by key
    QHash<QString, QWidget *> m_columns; ///< by key: title, field, fault
};

} // namespace drivetrain
