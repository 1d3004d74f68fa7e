// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_panel.h"
#include "charts/legend.h"
#include <QChart>
#include <QChartView>
#include <QHBoxLayout>
#include <QLabel>

namespace drivetrain {

ChartPanel::ChartPanel(const QString &title, QWidget *parent)
    : Panel(parent), m_head(new QHBoxLayout), m_title(new QLabel(title)), m_legend(new QLabel),
      m_view(new QChartView)
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setVisible(!title.isEmpty());
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setWordWrap(true);
    m_legend->hide();
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // not what it holds now
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setBackgroundRole(QPalette::Base); // as the panel around it
    m_view->setAccessibleName(title);
    m_legend->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_head->setSpacing(fontMetrics().height());
    m_head->addWidget(m_title, 0, Qt::AlignTop);
    m_head->addWidget(m_legend, 1);
    auto *layout = new QVBoxLayout(this);
    const int pad = fontMetrics().height() / 2;
    layout->setContentsMargins(pad, pad, pad, pad / 2);
    layout->setSpacing(pad / 2);
    layout->addLayout(m_head);
    layout->addWidget(m_view, 1);
    setAccessibleName(title);
    constexpr int leastLines = 6; // an axis and a little above it
    m_view->setMinimumHeight(fontMetrics().height() * leastLines);
}

void ChartPanel::setChart(std::unique_ptr<QChart> chart)
{
    QChart *old = m_view->chart();
    m_view->setChart(chart.release());
    delete old;
    updateLegend();
}

QChart *ChartPanel::chart() const
{
    return m_view->chart();
}

void ChartPanel::setSmooth(bool smooth)
{
    m_view->setRenderHint(QPainter::Antialiasing, smooth);
}

void ChartPanel::addTitleWidget(QWidget *widget)
{
    m_head->removeWidget(m_legend); // no room left beside it
    m_head->insertWidget(0, widget);
    m_head->addStretch(1);
    static_cast<QVBoxLayout *>(layout())->insertWidget(1, m_legend);
}

void ChartPanel::updateLegend()
{
    const QString text = legendText(*chart());
    m_legend->setText(text);
    m_legend->setVisible(!text.isEmpty());
}

} // namespace drivetrain
