// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QWidget>

class QLineEdit;

namespace drivetrain {

/// A path to type, or to choose with a button.
class PathField : public QWidget
{
    Q_OBJECT
public:
    enum class Kind { File, Folder };
    /// `placeholder`: what an empty field means.
    PathField(Kind kind, const QString &placeholder, QWidget *parent = nullptr);
    [[nodiscard]] QString path() const;   ///< absolute, or empty
    void setPath(const QString &path);

Q_SIGNALS:
    void edited();

private:
    void choose();
    Kind m_kind;
    QLineEdit *m_text;
};

} // namespace drivetrain
