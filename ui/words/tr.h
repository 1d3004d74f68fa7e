// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QCoreApplication>

namespace drivetrain::words {

/// The translation context of all texts of this folder.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)
};

} // namespace drivetrain::words
