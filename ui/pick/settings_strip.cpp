// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/settings_strip.h"
#include "charts/look.h"
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
    : QWidget(parent), m_layout(new QHBoxLayout(this)), m_laps(new QSpinBox),
      m_scale(new QDoubleSpinBox), m_durability(new QComboBox), m_transport(new QComboBox),
      m_seed(new QLineEdit)
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(fontMetrics().height());
    m_laps->setRange(1, limits::lapsMax);
    m_laps->setSuffix(tr(" times"));
    add(u"laps"_s, tr("&Repeat"), m_laps,
        tr("How often each test is repeated. A verdict needs at least four."));
    m_scale->setDecimals(3);
    m_scale->setRange(limits::scaleMin, limits::scaleMax);
    m_scale->setSuffix(tr(" x as published"));
    add(u"scale"_s, tr("Si&ze of the data"), m_scale,
        tr("1 is the size of the published tests; more takes longer."));
    for (const Durability each : {Durability::Durable, Durability::Relaxed, Durability::Unsafe}) {
        m_durability->addItem(words::durability(each), static_cast<int>(each));
        m_durability->setItemData(m_durability->count() - 1, words::durabilityMeaning(each),
                                  Qt::ToolTipRole);
    }
    add(u"durability"_s, tr("&Durability"), m_durability,
        tr("What a power cut may cost. Databases that name their own keep it."));
    for (const Transport each : {Transport::Literal, Transport::Prepared}) {
        m_transport->addItem(words::transport(each), static_cast<int>(each));
        m_transport->setItemData(m_transport->count() - 1, words::transportMeaning(each),
                                 Qt::ToolTipRole);
    }
    add(u"transport"_s, tr("S&tatements"), m_transport, tr("How statements reach the database."));
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(u"[0-9]{1,20}"_s), m_seed));
    constexpr int seedDigits = 20;
    m_seed->setMaximumWidth(fontMetrics().averageCharWidth() * (seedDigits + 2));
    auto *more = new QToolButton;
    more->setText(tr("More..."));
    more->setCheckable(true);
    more->setAccessibleName(tr("Show more settings"));
    auto *moreColumn = new QVBoxLayout; // level with the fields, whatever stands below them
    moreColumn->setSpacing(fontMetrics().height() / 5);
    moreColumn->addWidget(new QLabel(u" "_s));
    moreColumn->addWidget(more);
    moreColumn->addStretch(1);
    m_layout->addLayout(moreColumn);
    add(u"seed"_s, tr("S&eed"), m_seed, tr("The same seed makes the same data."));
    QWidget *seed = m_columns.value(u"seed"_s);
    seed->hide();
    connect(more, &QToolButton::toggled, seed, &QWidget::setVisible);
    m_layout->addStretch(1);
    setFocusProxy(m_laps); // where Tab enters
    connect(m_laps, &QSpinBox::valueChanged, this, &SettingsStrip::edited);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &SettingsStrip::edited);
    connect(m_durability, &QComboBox::currentIndexChanged, this, &SettingsStrip::edited);
    connect(m_transport, &QComboBox::currentIndexChanged, this, &SettingsStrip::edited);
    connect(m_seed, &QLineEdit::textChanged, this, &SettingsStrip::edited);
}

void SettingsStrip::add(const QString &key, const QString &title, QWidget *field,
                        const QString &hint)
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
    m_layout->addWidget(column);
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
}

void SettingsStrip::writeTo(Plan &plan) const
{
    plan.laps = m_laps->value();
    plan.scale = m_scale->value();
    plan.durability = static_cast<Durability>(m_durability->currentData().toInt());
    plan.transport = static_cast<Transport>(m_transport->currentData().toInt());
    plan.seed = m_seed->text().toULongLong();
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
    m_columns.value(key)->show(); // the seed may be folded away
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, Look::of(palette()).bad);
    fault->setPalette(colours);
    fault->setText(text);
    fault->show();
    return true;
}

} // namespace drivetrain
