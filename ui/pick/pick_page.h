// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "run/workbench.h"
#include "services.h"
#include <QWidget>

class QLabel;
class QPushButton;
class QTimer;

namespace drivetrain {

class Card;
class CardColumn;
class SettingsStrip;

/// Databases, drives and workloads to tick, what will happen in words, and Start. Whatever looks at
/// drives or servers happens off the window's thread.
class PickPage : public QWidget
{
    Q_OBJECT
public:
    explicit PickPage(const Services &services, QWidget *parent = nullptr);
    void setPlan(const Plan &plan); ///< ticks what the plan names; adds cards where needed
    [[nodiscard]] Plan plan() const;
    /// What there is to tick. `planned` are the plan's own drives: where one is the user's home and
    /// the same device is offered at a better place, that one is ticked.
    void setOffers(const std::vector<TargetOffer> &targets, const std::vector<Drive> &drives,
                   const std::vector<Drive> &planned);
    [[nodiscard]] QStringList plannedDrives() const { return m_plan.drives; }
    void setCheck(const PlanCheck &check); ///< forecast and faults of plan()
    void setMessage(const QString &message); ///< a failure to start
    [[nodiscard]] bool canStart() const;

Q_SIGNALS:
    void startRequested(const drivetrain::Plan &plan);

protected:
    void changeEvent(QEvent *event) override;

private:
    void colourStart();
    QWidget *bottom();
    void addTargetCard(const TargetOffer &offer);
    Card *addDriveCard(const Drive &drive);
    void addWorkloads();
    bool showAtCard(const Fault &fault, const Plan &plan);
    Card *addServerCard(const TargetSpec &spec);
    void addRememberedServers();
    void connectToServer();
    void askForServer(const std::optional<TargetSpec> &known);
    void chooseFolder();
    void edited();
    void checkNow();
    void orderTabs();

    Services m_services;
    CardColumn *m_targets, *m_drives, *m_workloads;
    SettingsStrip *m_settings = nullptr;
    QLabel *m_sentence = nullptr, *m_faults = nullptr;
    QPushButton *m_start = nullptr;
    QTimer *m_soon = nullptr;
    Plan m_plan; ///< what no widget shows: parameters, input, ...
    int m_asked = 0; ///< checks under way: only the newest counts
    bool m_valid = false, m_loading = false;
};

} // namespace drivetrain
