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

class PathField;

/// The settings of a plan that are not cards: repetitions, size, durability, statements; folded
/// away, seed, transaction, places apart. Each has room below it for what is wrong with it.
class SettingsStrip : public QWidget
{
    Q_OBJECT
public:
    explicit SettingsStrip(QWidget *parent = nullptr);
    void setPlan(const Plan &plan); ///< emits nothing
    void writeTo(Plan &plan) const;
    /// Shows the field for the user's own file.
    void setTakesInput(bool takes);
    void clearFaults();
    /// Shows `text` below the field of a plan's key ("scale"); false: no such field here.
    bool showFault(const QString &key, const QString &text);

Q_SIGNALS:
    void edited();

private:
    void add(QHBoxLayout *row, const QString &key, const QString &title, QWidget *field,
             const QString &hint);
    void addFolded(QHBoxLayout *row);
    void connectFields();
    QSpinBox *m_laps;
    QDoubleSpinBox *m_scale;
    QComboBox *m_durability, *m_transport;
    QLineEdit *m_seed;
    QSpinBox *m_transaction;
    PathField *m_input, *m_temp, *m_log;
    QWidget *m_folded;
    QHash<QString, QLabel *> m_faults; ///< by key
    QHash<QString, QWidget *> m_columns; ///< by key: title, field, fault
};

} // namespace drivetrain
