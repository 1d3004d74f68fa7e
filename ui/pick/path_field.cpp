// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/path_field.h"
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace drivetrain {

PathField::PathField(Kind kind, const QString &placeholder, QWidget *parent)
    : QWidget(parent), m_kind(kind), m_text(new QLineEdit)
{
    constexpr int shownCharacters = 24;
    m_text->setPlaceholderText(placeholder);
    m_text->setClearButtonEnabled(true);
    m_text->setMinimumWidth(fontMetrics().averageCharWidth() * shownCharacters);
    auto *button = new QToolButton;
    button->setText(tr("..."));
    button->setAccessibleName(kind == Kind::File ? tr("Choose a file") : tr("Choose a folder"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addWidget(button);
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &PathField::edited);
    connect(button, &QToolButton::clicked, this, &PathField::choose);
}

QString PathField::path() const
{
    const QString text = m_text->text().trimmed();
    return text.isEmpty() ? QString() : QFileInfo(text).absoluteFilePath();
}

void PathField::setPath(const QString &path)
{
    m_text->setText(path);
}

void PathField::choose()
{
    const QString from = path().isEmpty() ? QDir::homePath() : path();
    const QString chosen = m_kind == Kind::File
        ? QFileDialog::getOpenFileName(this, tr("Choose a file"), from)
        : QFileDialog::getExistingDirectory(this, tr("Choose a folder"), from);
    if (!chosen.isEmpty())
        setPath(chosen);
}

} // namespace drivetrain
