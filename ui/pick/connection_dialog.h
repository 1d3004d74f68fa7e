// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "services.h"
#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace drivetrain {

/// Asks for somebody's server. The password goes to the keychain where wished, else it stays in
/// memory; it is never part of the target.
class ConnectionDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ConnectionDialog(const Services &services, QWidget *parent = nullptr);
    [[nodiscard]] QString target() const;        ///< canonical text, without a password
    void setTarget(const TargetSpec &spec);

private:
    void test();
    void keep();
    [[nodiscard]] TargetSpec spec() const;
    Services m_services;
    QComboBox *m_engine, *m_tls;
    QLineEdit *m_host, *m_user, *m_database, *m_password;
    QSpinBox *m_port;
    QCheckBox *m_keychain;
    QLabel *m_outcome;
    QPushButton *m_test, *m_ok;
};

} // namespace drivetrain
