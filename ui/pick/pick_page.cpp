// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/pick_page.h"
#include "background.h"
#include "pick/connection_dialog.h"
#include "words/words.h"
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScrollArea>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int checkAfter_ms = 250;

QFont scaled(QFont font, double factor, bool bold)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setBold(bold);
    return font;
}

} // namespace

PickPage::PickPage(const Services &services, QWidget *parent)
    : QWidget(parent), m_services(services)
{
    auto *columns = new QHBoxLayout;
    columns->setSpacing(fontMetrics().height());
    columns->addWidget(column(tr("1  Databases"), tr("Which ones shall race?"), m_targetLayout,
                              tr("Connect to a server..."), &PickPage::connectToServer), 1);
    columns->addWidget(column(tr("2  Drives"), tr("Where shall their data be?"), m_driveLayout,
                              tr("Any folder..."), &PickPage::chooseFolder), 1);
    columns->addWidget(
        column(tr("3  Workloads"), tr("What shall they do?"), m_workloadLayout, {}, nullptr), 1);

    m_sentence = new QLabel(tr("Looking at databases and drives..."));
    m_sentence->setWordWrap(true);
    m_sentence->setFont(scaled(font(), 1.1, false));
    m_faults = new QLabel;
    m_faults->setWordWrap(true);
    m_faults->hide();
    m_start = new QPushButton(tr("&Start"));
    m_start->setFont(scaled(font(), 1.3, true));
    m_start->setMinimumSize(m_start->sizeHint().width() * 2, m_start->sizeHint().height() * 3 / 2);
    m_start->setDefault(true);
    m_start->setEnabled(false);
    auto *words = new QVBoxLayout;
    words->addWidget(m_sentence);
    words->addWidget(m_faults);
    auto *bottom = new QHBoxLayout;
    bottom->addLayout(words, 1);
    bottom->addWidget(m_start, 0, Qt::AlignVCenter);

    auto *layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height();
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin * 3 / 4);
    layout->addLayout(columns, 1);
    layout->addWidget(settings());
    layout->addLayout(bottom);

    m_soon = new QTimer(this);
    m_soon->setSingleShot(true);
    m_soon->setInterval(checkAfter_ms);
    connect(m_soon, &QTimer::timeout, this, &PickPage::checkNow);
    connect(m_start, &QPushButton::clicked, this, [this] { Q_EMIT startRequested(plan()); });
    addWorkloads();
}

QWidget *PickPage::column(const QString &title, const QString &line, QVBoxLayout *&cards,
                          const QString &more, void (PickPage::*onMore)())
{
    auto *frame = new QWidget;
    auto *layout = new QVBoxLayout(frame);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *heading = new QLabel(title);
    heading->setFont(scaled(font(), 1.25, true));
    layout->addWidget(heading);
    layout->addWidget(new QLabel(line));
    auto *inside = new QWidget;
    cards = new QVBoxLayout(inside);
    cards->setContentsMargins(0, 0, fontMetrics().height() / 3, 0);
    cards->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(inside);
    layout->addWidget(scroll, 1);
    if (onMore) {
        auto *button = new QPushButton(more);
        connect(button, &QPushButton::clicked, this, onMore);
        layout->addWidget(button, 0, Qt::AlignLeft);
    }
    return frame;
}

QWidget *PickPage::settings()
{
    auto *strip = new QWidget;
    auto *layout = new QHBoxLayout(strip);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(fontMetrics().height() / 2);
    const auto add = [layout](const QString &text, QWidget *field) {
        auto *label = new QLabel(text);
        label->setBuddy(field);
        layout->addWidget(label);
        layout->addWidget(field);
        layout->addSpacing(field->fontMetrics().height() / 2);
    };
    m_laps = new QSpinBox;
    m_laps->setRange(1, limits::lapsMax);
    m_laps->setToolTip(tr("How often each test is repeated. A verdict needs at least four."));
    add(tr("&Repeat"), m_laps);
    m_scale = new QDoubleSpinBox;
    m_scale->setDecimals(3);
    m_scale->setRange(limits::scaleMin, limits::scaleMax);
    m_scale->setToolTip(tr("Size of the data; 1 is as published."));
    add(tr("Si&ze"), m_scale);
    m_durability = new QComboBox;
    for (const Durability each : {Durability::Durable, Durability::Relaxed, Durability::Unsafe}) {
        m_durability->addItem(words::durability(each), static_cast<int>(each));
        m_durability->setItemData(m_durability->count() - 1, words::durabilityMeaning(each),
                                  Qt::ToolTipRole);
    }
    m_durability->setToolTip(
        tr("What a power cut may cost. Databases that name their own keep it."));
    add(tr("&Durability"), m_durability);
    m_transport = new QComboBox;
    for (const Transport each : {Transport::Literal, Transport::Prepared}) {
        m_transport->addItem(words::transport(each), static_cast<int>(each));
        m_transport->setItemData(m_transport->count() - 1, words::transportMeaning(each),
                                 Qt::ToolTipRole);
    }
    add(tr("S&tatements"), m_transport);
    auto *more = new QToolButton;
    more->setText(tr("More"));
    more->setCheckable(true);
    layout->addWidget(more);
    auto *seedLabel = new QLabel(tr("S&eed"));
    m_seed = new QLineEdit(u"1"_s);
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(u"[0-9]{1,19}"_s), m_seed));
    m_seed->setToolTip(tr("The same seed makes the same data."));
    m_seed->setMaximumWidth(fontMetrics().averageCharWidth() * 24);
    seedLabel->setBuddy(m_seed);
    for (QWidget *hidden : {static_cast<QWidget *>(seedLabel), static_cast<QWidget *>(m_seed)}) {
        hidden->hide();
        layout->addWidget(hidden);
        connect(more, &QToolButton::toggled, hidden, &QWidget::setVisible);
    }
    layout->addStretch(1);
    connect(m_laps, &QSpinBox::valueChanged, this, &PickPage::edited);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &PickPage::edited);
    connect(m_durability, &QComboBox::currentIndexChanged, this, &PickPage::edited);
    connect(m_transport, &QComboBox::currentIndexChanged, this, &PickPage::edited);
    connect(m_seed, &QLineEdit::textChanged, this, &PickPage::edited);
    return strip;
}

Card *PickPage::addCard(QList<Card *> &list, QVBoxLayout *layout, const QString &key,
                        const QString &title, const QString &line)
{
    for (Card *card : std::as_const(list)) {
        if (card->key() == key)
            return card;
    }
    auto *card = new Card(key, title, line);
    layout->insertWidget(layout->count() - 1, card);   // before the stretch
    connect(card, &Card::toggled, this, &PickPage::edited);
    list << card;
    return card;
}

void PickPage::addTargetCard(const TargetOffer &offer)
{
    const auto spec = parseTarget(offer.target);
    if (!spec)
        return;
    const QString title = words::targetName(std::vector<RunTarget>{{*spec, {}, {}}}, 0, false);
    QString line = words::targetMeaning(offer.engine, offer.target);
    if (!offer.version.isEmpty())
        line += u' ' + tr("Version %1.").arg(offer.version);
    Card *card = addCard(m_targets, m_targetLayout, offer.target, title, line);
    card->setLine(line);   // a plan may have brought the card before
    const Look &look = Look::of(palette());
    if (const auto named = spec->option(u"durability")) {
        const Durability durability = durabilityFromName(*named).value_or(Durability::Unsafe);
        card->setBadge(words::durability(durability), look.durability(durability));
    } else if (offer.durabilities.size() == 1) {
        card->setBadge(words::durability(*offer.durabilities.begin()),
                       look.durability(*offer.durabilities.begin()));
    }
    if (!offer.available)
        card->setObstacle(
            tr("Not available: %1. To install it: %2").arg(offer.reason, offer.remedy));
}

Card *PickPage::addDriveCard(const Drive &drive)
{
    const QString title = drive.is_home ? tr("Home drive (%1)").arg(drive.folder) : drive.folder;
    QStringList facts{words::driveKind(drive.kind)};
    if (!drive.model.isEmpty())
        facts << drive.model;
    facts << drive.file_system << drive.device;
    const QString line = facts.join(u", "_s) + u'\n'
        + tr("%1 free of %2").arg(words::bytes(drive.free_bytes), words::bytes(drive.total_bytes));
    Card *card = addCard(m_drives, m_driveLayout, drive.folder, title, line);
    if (!drive.isUsable())
        card->setObstacle(tr("%1: %2").arg(drive.device, words::obstacle(drive)));
    return card;
}

void PickPage::addWorkloads()
{
    for (const WorkloadOffer &offer : m_services.workbench.workloads())
        addCard(m_workloads, m_workloadLayout, offer.name,
                words::workloadTitle(offer.name, offer.title),
                words::workloadDescription(offer.name, offer.description));
}

void PickPage::setOffers(const std::vector<TargetOffer> &targets, const std::vector<Drive> &drives,
                         const std::vector<Drive> &planned)
{
    for (const TargetOffer &offer : targets)
        addTargetCard(offer);
    for (const Drive &drive : drives)
        addDriveCard(drive);
    for (const Drive &drive : planned) {
        const auto same =
            std::find_if(drives.begin(), drives.end(), [&drive](const Drive &offered) {
                return offered.isUsable() && offered.device_id == drive.device_id
                       && offered.is_home;
            });
        const bool home = drive.folder == QDir::homePath() && same != drives.end();
        addDriveCard(home ? *same : drive)->setChecked(drive.isUsable());
    }
    edited();
}

void PickPage::setPlan(const Plan &plan)
{
    m_loading = true;
    m_plan = plan;
    const auto tick = [](const QList<Card *> &cards, const QStringList &keys) {
        for (Card *card : cards)
            card->setChecked(keys.contains(card->key()));
    };
    QStringList targets;
    for (const TargetSpec &spec : plan.targets) {
        targets << spec.text();
        addCard(m_targets, m_targetLayout, spec.text(),
                words::targetName(std::vector<RunTarget>{{spec, {}, {}}}, 0, false), spec.text());
    }
    tick(m_targets, targets);
    tick(m_drives, plan.drives);
    tick(m_workloads, plan.workloads);
    m_scale->setValue(plan.scale);
    m_laps->setValue(plan.laps);
    m_durability->setCurrentIndex(
        std::max(0, m_durability->findData(static_cast<int>(plan.durability))));
    m_transport->setCurrentIndex(
        std::max(0, m_transport->findData(static_cast<int>(plan.transport))));
    m_seed->setText(QString::number(plan.seed));
    m_loading = false;
    edited();
}

QStringList PickPage::ticked(const QList<Card *> &cards)
{
    QStringList keys;
    for (const Card *card : cards) {
        if (card->isChecked() && card->isEnabled())
            keys << card->key();
    }
    return keys;
}

Plan PickPage::plan() const
{
    Plan plan = m_plan;
    plan.targets.clear();
    for (const QString &text : ticked(m_targets)) {
        if (const auto spec = parseTarget(text))
            plan.targets.push_back(*spec);
    }
    plan.drives = ticked(m_drives);
    plan.workloads = ticked(m_workloads);
    plan.scale = m_scale->value();
    plan.laps = m_laps->value();
    plan.durability = static_cast<Durability>(m_durability->currentData().toInt());
    plan.transport = static_cast<Transport>(m_transport->currentData().toInt());
    plan.seed = m_seed->text().toULongLong();
    return plan;
}

void PickPage::edited()
{
    if (m_loading)
        return;
    m_valid = false;
    m_start->setEnabled(false);
    m_soon->start();
}

void PickPage::checkNow()
{
    const int asked = ++m_asked;
    inBackground(
        this, [bench = &m_services.workbench, plan = plan()] { return bench->check(plan); },
        [this, asked](const PlanCheck &check) {
            if (asked == m_asked)
                setCheck(check);
        });
}

void PickPage::setCheck(const PlanCheck &check)
{
    const Plan current = plan();
    QStringList elsewhere;
    for (Card *card : m_targets + m_drives + m_workloads)
        card->setFault({});
    const auto showAt = [](const QList<Card *> &cards, const QString &key, const QString &text) {
        for (Card *card : cards) {
            if (card->key() == key)
                card->setFault(card->fault().isEmpty() ? text : card->fault() + u'\n' + text);
        }
    };
    for (const Fault &fault : check.faults) {
        Fault bare = fault;
        bare.field.clear();
        const QString name = fault.field.section(u'[', 0, 0);
        const qsizetype index = fault.field.section(u'[', 1).section(u']', 0, 0).toLongLong();
        const bool indexed = fault.field.contains(u'[');
        if (indexed && name == "targets"_L1
            && index < static_cast<qsizetype>(current.targets.size()))
            showAt(m_targets, current.targets[static_cast<std::size_t>(index)].text(),
                   words::fault(bare));
        else if (indexed && name == "drives"_L1 && index < current.drives.size())
            showAt(m_drives, current.drives[index], words::fault(bare));
        else if (indexed && name == "workloads"_L1 && index < current.workloads.size())
            showAt(m_workloads, current.workloads[index], words::fault(bare));
        else if (fault.code == FaultCode::NothingChosen)
            elsewhere << (name == "targets"_L1 ? tr("Choose at least one database.")
                          : name == "drives"_L1 ? tr("Choose at least one drive.")
                                                : tr("Choose at least one workload."));
        else
            elsewhere << words::fault(fault);
    }
    m_valid = check.faults.empty();
    m_start->setEnabled(m_valid);
    m_sentence->setText(m_valid ? words::forecast(current, check.forecast)
                                : tr("This cannot start yet: see what is marked."));
    setMessage(elsewhere.join(u'\n'));
}

void PickPage::setMessage(const QString &message)
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, Look::of(palette()).bad);
    m_faults->setPalette(colours);
    m_faults->setText(message);
    m_faults->setVisible(!message.isEmpty());
}

bool PickPage::canStart() const { return m_valid; }

void PickPage::connectToServer()
{
    ConnectionDialog dialog(m_services, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto spec = parseTarget(dialog.target());
    if (!spec)
        return setMessage(words::error(spec.error()));
    Card *card = addCard(m_targets, m_targetLayout, spec->text(),
                         words::targetName(std::vector<RunTarget>{{*spec, {}, {}}}, 0),
                         tr("Somebody's server; its drive cannot be chosen here."));
    card->setChecked(true);
}

void PickPage::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("A folder on the drive"));
    if (folder.isEmpty())
        return;
    inBackground(
        this, [bench = &m_services.workbench, folder] { return bench->driveOf(folder); },
        [this](const Drive &drive) { addDriveCard(drive)->setChecked(drive.isUsable()); });
}

} // namespace drivetrain
