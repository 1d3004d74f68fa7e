// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/connection_dialog.h"
#include "background.h"
#include "charts/look.h"
#include "run/workbench.h"
#include "pick/connections.h"
#include "words/words.h"
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace drivetrain {

ConnectionDialog::ConnectionDialog(const Services &services, QWidget *parent)
    : QDialog(parent), m_services(services), m_engine(new QComboBox), m_tls(new QComboBox),
      m_host(new QLineEdit), m_user(new QLineEdit), m_database(new QLineEdit),
      m_password(new QLineEdit), m_port(new QSpinBox),
      m_keychain(new QCheckBox(tr("Keep it in the keychain"))), m_outcome(new QLabel),
      m_test(new QPushButton(tr("Test")))
{
    setWindowTitle(tr("Connect to a server"));
    m_engine->addItem(u"PostgreSQL"_s, u"postgres"_s);
    m_engine->addItem(u"MariaDB / MySQL"_s, u"mariadb"_s);
    m_tls->addItem(tr("Verified, but for this machine"), QString());
    m_tls->addItem(tr("Always verified"), u"verify"_s);
    m_tls->addItem(tr("Not encrypted"), u"off"_s);
    m_host->setPlaceholderText(tr("name, address or folder of the socket"));
    m_port->setRange(0, 65535);
    m_port->setSpecialValueText(tr("usual"));
    m_password->setEchoMode(QLineEdit::Password);
    m_outcome->setWordWrap(true);
    m_outcome->setMinimumWidth(fontMetrics().averageCharWidth() * 60);

    auto *explanation = new QLabel(
        tr("Drivetrain makes one database or schema of its own there and removes it at the "
           "end. It touches nothing else, and cannot choose the server's drive."));
    explanation->setWordWrap(true);
    auto *form = new QFormLayout;
    form->addRow(tr("&Engine"), m_engine);
    form->addRow(tr("&Host"), m_host);
    form->addRow(tr("&Port"), m_port);
    form->addRow(tr("&User"), m_user);
    form->addRow(tr("&Database"), m_database);
    form->addRow(tr("&Encryption"), m_tls);
    form->addRow(tr("Pass&word"), m_password);
    form->addRow(QString(), m_keychain);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setText(tr("Use this server"));
    m_ok->setEnabled(false);
    buttons->addButton(m_test, QDialogButtonBox::ActionRole);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(explanation);
    layout->addLayout(form);
    layout->addWidget(m_outcome);
    layout->addWidget(buttons);

    const auto changed = [this] { m_ok->setEnabled(!m_host->text().isEmpty()); };
    connect(m_host, &QLineEdit::textChanged, this, changed);
    connect(m_test, &QPushButton::clicked, this, &ConnectionDialog::test);
    connect(buttons, &QDialogButtonBox::accepted, this, &ConnectionDialog::keep);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

TargetSpec ConnectionDialog::spec() const
{
    TargetSpec spec;
    spec.engine = m_engine->currentData().toString();
    spec.address = ServerAddress{m_host->text().trimmed(), m_port->value(), m_user->text(),
                                 m_database->text()};
    const QString tls = m_tls->currentData().toString();
    if (!tls.isEmpty() && spec.engine == "postgres"_L1)
        spec.options.emplace_back(u"sslmode"_s,
                                  tls == "verify"_L1 ? u"verify-full"_s : u"disable"_s);
    else if (!tls.isEmpty())
        spec.options.emplace_back(u"ssl"_s, tls);
    return spec;
}

QString ConnectionDialog::target() const
{
    return spec().text();
}

void ConnectionDialog::setTarget(const TargetSpec &spec)
{
    m_engine->setCurrentIndex(std::max(0, m_engine->findData(spec.engine)));
    const ServerAddress address = spec.address.value_or(ServerAddress{});
    m_host->setText(address.host);
    m_port->setValue(address.port);
    m_user->setText(address.user);
    m_database->setText(address.database);
}

void ConnectionDialog::test()
{
    m_test->setEnabled(false);
    m_outcome->setText(tr("Connecting..."));
    const std::optional<QString> password =
        m_password->text().isEmpty() ? std::nullopt : std::optional(m_password->text());
    inBackground(
        this,
        [bench = &m_services.workbench, text = target(), password] {
            return bench->testTarget(text, password);
        },
        [this](const Faults &faults) {
            m_test->setEnabled(true);
            QStringList lines;
            for (const Fault &fault : faults) {
                Fault bare = fault;
                bare.field.clear();
                lines << words::fault(bare);
            }
            QPalette colours = palette();
            colours.setColor(QPalette::WindowText,
                             faults.empty() ? Look::of(palette()).good : Look::of(palette()).bad);
            m_outcome->setPalette(colours);
            m_outcome->setText(faults.empty() ? tr("The server answers, and lets Drivetrain work.")
                                              : lines.join(u'\n'));
        });
}

void ConnectionDialog::keep()
{
    const TargetSpec chosen = spec();
    if (!m_password->text().isEmpty()) {
        m_services.rememberPassword(chosen, m_password->text());
        if (m_keychain->isChecked())
            connections::writePassword(chosen, m_password->text());
    }
    accept();
}

} // namespace drivetrain
