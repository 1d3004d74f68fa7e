// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/pick_page.h"
#include "background.h"
#include "charts/panel.h"
#include "pick/card_column.h"
#include "pick/settings_strip.h"
#include "words/words.h"
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTimer>
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

QString symbolOf(DriveKind kind)
{
    switch (kind) {
    case DriveKind::Nvme:
        return u"nvme"_s;
    case DriveKind::SolidState:
        return u"ssd"_s;
    case DriveKind::HardDisk:
        return u"hdd"_s;
    case DriveKind::Memory:
        return u"memory"_s;
    case DriveKind::Network:
        return u"network"_s;
    case DriveKind::Unknown:
        break;
    }
    return u"drive"_s;
}

} // namespace

PickPage::PickPage(const Services &services, QWidget *parent)
    : QWidget(parent), m_services(services),
      m_targets(new CardColumn(tr("1  Databases"), tr("Which ones shall race?"),
                               tr("Connect to a server..."))),
      m_drives(
          new CardColumn(tr("2  Drives"), tr("Where shall their data be?"), tr("Any folder..."))),
      m_workloads(new CardColumn(tr("3  Workloads"), tr("What shall they do?"), {}))
{
    auto *columns = new QHBoxLayout;
    columns->setSpacing(fontMetrics().height());
    for (CardColumn *column : {m_targets, m_drives, m_workloads}) {
        columns->addWidget(column, 1);
        connect(column, &CardColumn::edited, this, &PickPage::edited);
    }
    connect(m_targets, &CardColumn::moreWanted, this, &PickPage::connectToServer);
    connect(m_drives, &CardColumn::moreWanted, this, &PickPage::chooseFolder);

    m_settings = new SettingsStrip;
    auto *layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height();
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin * 3 / 4);
    layout->addLayout(columns, 1);
    layout->addWidget(m_settings);
    layout->addWidget(bottom());

    m_soon = new QTimer(this);
    m_soon->setSingleShot(true);
    m_soon->setInterval(checkAfter_ms);
    connect(m_soon, &QTimer::timeout, this, &PickPage::checkNow);
    connect(m_settings, &SettingsStrip::edited, this, &PickPage::edited);
    connect(m_start, &QPushButton::clicked, this, [this] { Q_EMIT startRequested(plan()); });
    colourStart();
    addWorkloads();
}

/// What will happen, in words, and the button that makes it happen.
QWidget *PickPage::bottom()
{
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
    words->addStretch(1);
    words->addWidget(m_sentence);
    words->addWidget(m_faults);
    words->addStretch(1);
    auto *panel = new Panel;
    auto *layout = new QHBoxLayout(panel);
    const int pad = fontMetrics().height() * 3 / 4;
    layout->setContentsMargins(pad, pad, pad, pad);
    layout->setSpacing(pad * 2);
    layout->addLayout(words, 1);
    layout->addWidget(m_start, 0, Qt::AlignVCenter);
    return panel;
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
    Card *card = m_targets->add(offer.target, title, line);
    card->setLine(line); // a plan may have brought the card before
    card->setSymbol(offer.is_server ? u"server"_s : u"file"_s);
    if (const auto named = spec->option(u"durability"))
        card->setBadge(durabilityFromName(*named).value_or(Durability::Unsafe));
    else if (offer.durabilities.size() == 1)
        card->setBadge(*offer.durabilities.begin());
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
    facts.removeDuplicates(); // "tmpfs" is a device and a file system
    facts.removeAll(QString());
    const QString line =
        facts.join(u", "_s) + u'\n'
        + tr("%1 free of %2").arg(words::bytes(drive.free_bytes), words::bytes(drive.total_bytes));
    Card *card = m_drives->add(drive.folder, title, line);
    card->setText(title); // a plan may have brought the card before
    card->setLine(line);
    card->setSymbol(symbolOf(drive.kind));
    if (!drive.isUsable())
        card->setObstacle(tr("%1: %2").arg(drive.device, words::obstacle(drive)));
    return card;
}

void PickPage::addWorkloads()
{
    for (const WorkloadOffer &offer : m_services.workbench.workloads())
        m_workloads
            ->add(offer.name, words::workloadTitle(offer.name, offer.title),
                  words::workloadDescription(offer.name, offer.description))
            ->setSymbol(u"workload"_s);
}

void PickPage::setOffers(const std::vector<TargetOffer> &targets, const std::vector<Drive> &drives,
                         const std::vector<Drive> &planned)
{
    for (const TargetOffer &offer : targets)
        addTargetCard(offer);
    addRememberedServers();
    for (const Drive &drive : drives)
        addDriveCard(drive);
    for (const Drive &drive : planned) {
        const auto same =
            std::find_if(drives.begin(), drives.end(), [&drive](const Drive &offered) {
                return offered.isUsable() && offered.device_id == drive.device_id
                       && offered.is_home;
            });
        const bool home = drive.folder == QDir::homePath() && same != drives.end();
        if (home && same->folder != drive.folder)
            m_drives->drop(drive.folder);
        addDriveCard(home ? *same : drive)->setChecked(drive.isUsable());
    }
    orderTabs();
    edited();
}

void PickPage::setPlan(const Plan &plan)
{
    m_loading = true;
    m_plan = plan;
    QStringList targets;
    for (const TargetSpec &spec : plan.targets) {
        targets << spec.text();
        if (spec.isSomebodysServer())
            addServerCard(spec);
        else
            m_targets->add(spec.text(),
                           words::targetName(std::vector<RunTarget>{{spec, {}, {}}}, 0, false),
                           spec.text());
    }
    for (const QString &folder : plan.drives)
        m_drives->add(folder, folder, {})->setSymbol(u"drive"_s);
    m_targets->tick(targets);
    m_drives->tick(plan.drives);
    m_workloads->tick(plan.workloads);
    m_settings->setPlan(plan);
    m_loading = false;
    edited();
}

/// Cards come when they are found; Tab goes through them as they stand.
void PickPage::orderTabs()
{
    QWidget *last = nullptr;
    for (CardColumn *column : {m_targets, m_drives, m_workloads})
        last = column->orderTabs(last);
    if (last)
        setTabOrder(last, m_settings);
}

Plan PickPage::plan() const
{
    Plan plan = m_plan;
    plan.targets.clear();
    for (const QString &text : m_targets->ticked()) {
        if (const auto spec = parseTarget(text))
            plan.targets.push_back(*spec);
    }
    plan.drives = m_drives->ticked();
    plan.workloads = m_workloads->ticked();
    m_settings->writeTo(plan);
    return plan;
}

void PickPage::edited()
{
    if (m_loading)
        return;
    bool takesInput = false;
    for (const WorkloadOffer &offer : m_services.workbench.workloads())
        takesInput = takesInput || (offer.takes_input && m_workloads->ticked().contains(offer.name));
    m_settings->setTakesInput(takesInput);
    ++m_asked; // what is under way asks about the plan of before
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

/// Whether the fault's field is a card, which then shows it.
bool PickPage::showAtCard(const Fault &fault, const Plan &plan)
{
    static const QRegularExpression indexed(u"^(targets|drives|workloads)\\[(\\d+)\\]"_s);
    const auto match = indexed.match(fault.field);
    if (!match.hasMatch())
        return false;
    const QString list = match.captured(1);
    const qsizetype index = match.captured(2).toLongLong();
    QString key = list == "drives"_L1 ? plan.drives.value(index) : plan.workloads.value(index);
    if (list == "targets"_L1)
        key = index < static_cast<qsizetype>(plan.targets.size())
                  ? plan.targets[static_cast<std::size_t>(index)].text()
                  : QString();
    const CardColumn *column = list == "targets"_L1  ? m_targets
                               : list == "drives"_L1 ? m_drives
                                                     : m_workloads;
    Card *card = column->card(key);
    if (!card)
        return false;
    const QString text = words::faultAtItsPlace(fault);
    card->setFault(card->fault().isEmpty() ? text : card->fault() + u'\n' + text);
    return true;
}

void PickPage::setCheck(const PlanCheck &check)
{
    const Plan current = plan();
    QStringList elsewhere;
    for (CardColumn *column : {m_targets, m_drives, m_workloads})
        column->clearFaults();
    m_settings->clearFaults();
    for (const Fault &fault : check.faults) {
        if (showAtCard(fault, current)
            || m_settings->showFault(fault.field, words::faultAtItsPlace(fault)))
            continue;
        if (fault.code == FaultCode::NothingChosen)
            elsewhere << (fault.field == "targets"_L1  ? tr("Choose at least one database.")
                          : fault.field == "drives"_L1 ? tr("Choose at least one drive.")
                                                       : tr("Choose at least one workload."));
        else
            elsewhere << words::fault(fault);
    }
    m_valid = check.faults.empty();
    m_start->setEnabled(m_valid);
    m_sentence->setText(m_valid ? words::forecast(current, check.forecast)
                        : elsewhere.size() == static_cast<qsizetype>(check.faults.size())
                            ? tr("This cannot start yet:")
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

/// The one button that matters stands out, whatever the theme is.
void PickPage::colourStart()
{
    QPalette colours = palette();
    const QColor blue = Look::of(false).accent.darker(115); // Fusion lightens it
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive}) {
        colours.setColor(group, QPalette::Button, blue);
        colours.setColor(group, QPalette::ButtonText, Qt::white);
    }
    m_start->setPalette(colours);
}

void PickPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        colourStart();
    QWidget::changeEvent(event);
}

bool PickPage::canStart() const
{
    return m_valid;
}

void PickPage::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("A folder on the drive"));
    if (folder.isEmpty())
        return;
    inBackground(
        this, [bench = &m_services.workbench, folder] { return bench->driveOf(folder); },
        [this](const Drive &drive) {
            addDriveCard(drive)->setChecked(drive.isUsable());
            orderTabs();
        });
}

} // namespace drivetrain
