// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/settings_strip.h"
#include "charts/look.h"
#include "pick/path_field.h"
#include "words/words.h"
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace drivetrain {

SettingsStrip::SettingsStrip(QWidget *parent)
    : QWidget(parent), m_laps(new QSpinBox), m_scale(new QDoubleSpinBox),
      m_durability(new QComboBox), m_transport(new QComboBox), m_seed(new QLineEdit),
      m_transaction(new QSpinBox),
      m_input(new PathField(PathField::Kind::File, tr("made from the seed"))),
      m_temp(new PathField(PathField::Kind::Folder, tr("as usual"))),
      m_log(new PathField(PathField::Kind::Folder, tr("with the data"))), m_folded(new QWidget)
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    auto *row = new QHBoxLayout;
    row->setSpacing(fontMetrics().height());
    rows->addLayout(row);
    m_laps->setRange(1, limits::lapsMax);
    m_laps->setSuffix(tr(" times"));
    add(row, u"laps"_s, tr("&Repeat"), m_laps,
        tr("How often each test is repeated. A verdict needs at least four."));
    m_scale->setDecimals(3);
    m_scale->setRange(limits::scaleMin, limits::scaleMax);
    m_scale->setSuffix(tr(" x as published"));
    add(row, u"scale"_s, tr("Si&ze of the data"), m_scale,
        tr("1 is the size of the published tests; more takes longer."));
    for (const Durability each : {Durability::Durable, Durability::Relaxed, Durability::Unsafe}) {
        m_durability->addItem(words::durability(each), static_cast<int>(each));
        m_durability->setItemData(m_durability->count() - 1, words::durabilityMeaning(each),
                                  Qt::ToolTipRole);
    }
    add(row, u"durability"_s, tr("&Durability"), m_durability,
        tr("What a power cut may cost. Databases that name their own keep it."));
    for (const Transport each : {Transport::Literal, Transport::Prepared, Transport::Pipelined,
                                 Transport::Bulk}) {
        m_transport->addItem(words::transport(each), static_cast<int>(each));
        m_transport->setItemData(m_transport->count() - 1, words::transportMeaning(each),
                                 Qt::ToolTipRole);
    }
    add(row, u"transport"_s, tr("S&tatements"), m_transport,
        tr("How statements reach the database."));
    add(row, u"input"_s, tr("Your &file"), m_input,
        tr("For workloads that take one: SQL to replay, INSERTs to load, records to catalogue."));
    setTakesInput(false);
    auto *more = new QToolButton;
    more->setText(tr("More..."));
    more->setCheckable(true);
    more->setAccessibleName(tr("Show more settings"));
    auto *moreColumn = new QVBoxLayout; // level with the fields, whatever stands below them
    moreColumn->setSpacing(fontMetrics().height() / 5);
    moreColumn->addWidget(new QLabel(u" "_s));
    moreColumn->addWidget(more);
    moreColumn->addStretch(1);
    row->addLayout(moreColumn);
    row->addStretch(1);
    auto *second = new QHBoxLayout(m_folded);
    second->setContentsMargins(0, 0, 0, 0);
    second->setSpacing(fontMetrics().height());
    addFolded(second);
    rows->addWidget(m_folded);
    m_folded->hide();
    connect(more, &QToolButton::toggled, m_folded, &QWidget::setVisible);
    setFocusProxy(m_laps); // where Tab enters
    connectFields();
}

void SettingsStrip::addFolded(QHBoxLayout *row)
{
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(u"[0-9]{1,20}"_s), m_seed));
    constexpr int seedDigits = 20, transactionMax = 1'000'000'000;
    m_seed->setMaximumWidth(fontMetrics().averageCharWidth() * (seedDigits + 2));
    add(row, u"seed"_s, tr("S&eed"), m_seed, tr("The same seed makes the same data."));
    m_transaction->setRange(0, transactionMax);
    m_transaction->setSpecialValueText(tr("as the workload has it"));
    add(row, u"transaction"_s, tr("Statements a t&ransaction"), m_transaction,
        tr("How many are committed together, where the workload lets you choose."));
    add(row, u"temp_drive"_s, tr("Te&mporary files on"), m_temp,
        tr("A folder on a drive of their own."));
    add(row, u"log_drive"_s, tr("&Write-ahead log on"), m_log,
        tr("A folder on a drive of its own, for servers that can."));
    row->addStretch(1);
}

void SettingsStrip::connectFields()
{
    connect(m_laps, &QSpinBox::valueChanged, this, &SettingsStrip::edited);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &SettingsStrip::edited);
    connect(m_durability, &QComboBox::currentIndexChanged, this, &SettingsStrip::edited);
    connect(m_transport, &QComboBox::currentIndexChanged, this, &SettingsStrip::edited);
    connect(m_seed, &QLineEdit::textChanged, this, &SettingsStrip::edited);
    connect(m_transaction, &QSpinBox::valueChanged, this, &SettingsStrip::edited);
    for (PathField *field : {m_input, m_temp, m_log})
        connect(field, &PathField::edited, this, &SettingsStrip::edited);
}

void SettingsStrip::setTakesInput(bool takes)
{
    m_columns.value(u"input"_s)->setVisible(takes || !m_input->path().isEmpty());
}

void SettingsStrip::add(QHBoxLayout *row, const QString &key, const QString &title,
                        QWidget *field, const QString &hint)
{
    auto *column = new QWidget;
    auto *layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(fontMetrics().height() / 5);
    auto *label = new QLabel(title);
    label->setBuddy(field);
    field->setToolTip(hint);
    field->setAccessibleName(QString(title).remove(u'&'));
    field->setAccessibleDescription(hint);
    auto *fault = new QLabel;
    fault->setWordWrap(true);
    fault->hide();
    layout->addWidget(label);
    layout->addWidget(field);
    layout->addWidget(fault);
    layout->addStretch(1);
    row->addWidget(column);
    m_faults.insert(key, fault);
    m_columns.insert(key, column);
}

void SettingsStrip::setPlan(const Plan &plan)
{
    const QSignalBlocker quiet(this);
    m_laps->setValue(plan.laps);
    m_scale->setValue(plan.scale);
    m_durability->setCurrentIndex(
        std::max(0, m_durability->findData(static_cast<int>(plan.durability))));
    m_transport->setCurrentIndex(
        std::max(0, m_transport->findData(static_cast<int>(plan.transport))));
    m_seed->setText(QString::number(plan.seed));
    m_transaction->setValue(plan.transaction);
    m_input->setPath(plan.input);
    m_temp->setPath(plan.temp_drive);
    m_log->setPath(plan.log_drive);
}

void SettingsStrip::writeTo(Plan &plan) const
{
    plan.laps = m_laps->value();
    plan.scale = m_scale->value();
    plan.durability = static_cast<Durability>(m_durability->currentData().toInt());
    plan.transport = static_cast<Transport>(m_transport->currentData().toInt());
    plan.seed = m_seed->text().toULongLong();
    plan.transaction = m_transaction->value();
    plan.input = m_input->path();
    plan.temp_drive = m_temp->path();
    plan.log_drive = m_log->path();
}

void SettingsStrip::clearFaults()
{
    for (QLabel *fault : std::as_const(m_faults))
        fault->hide();
}

bool SettingsStrip::showFault(const QString &key, const QString &text)
{
    QLabel *fault = m_faults.value(key);
    if (!fault)
        return false;
    QWidget *column = m_columns.value(key);
    if (column->parentWidget() == m_folded)
        m_folded->show();
    column->show();
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, Look::of(palette()).bad);
    fault->setPalette(colours);
    fault->setText(text);
    fault->show();
    return true;
}

} // namespace drivetrain
