// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "services.h"
#include "model/plan.h"
#include <QMainWindow>

class QActionGroup;
class QStackedWidget;
class QToolBar;

namespace drivetrain {

class HistoryPage;
class LivePage;
class PickPage;
class ResultsPage;
struct Look;

/// Pick, Live, Results and History side by side; any can be opened at any time, there is no wizard.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    enum class Page { Pick, Live, Results, History };
    enum class Theme { System, Light, Dark };
    explicit MainWindow(const Services &services, QWidget *parent = nullptr);
    ~MainWindow() override;
    void setPlan(const Plan &plan);
    /// looks at databases, drives and earlier runs, in the background
    void load();
    void showPage(Page page);
    void setTheme(Theme theme);
    [[nodiscard]] PickPage *pickPage() const { return m_pick; }
    [[nodiscard]] LivePage *livePage() const { return m_live; }
    [[nodiscard]] ResultsPage *resultsPage() const { return m_results; }

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void makeBar();
    void makeMenus();
    void start(const Plan &plan);
    void openRun(qint64 run);
    void refreshHistory();
    void say(const QString &message);
    void styleBar(const Look &look);
    Services m_services;
    QStackedWidget *m_stack;
    QActionGroup *m_pages;
    PickPage *m_pick;
    LivePage *m_live;
    ResultsPage *m_results;
    HistoryPage *m_history;
    QToolBar *m_bar = nullptr;
    QPalette m_systemPalette;
    bool m_closing = false;
};

} // namespace drivetrain
