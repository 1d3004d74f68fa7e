// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/phase.h"
#include "model/target.h"
#include <QColor>
#include <QPalette>

namespace drivetrain {

/// The colours of all charts and pages, light or dark.
struct Look
{
    bool dark = false;
    QColor background, card, text, faint, grid, accent, good, warning, bad;
    [[nodiscard]] static const Look &of(bool dark);
    /// Qt 6.4 tells only by its lightness
    [[nodiscard]] static const Look &of(const QPalette &palette);
    /// Colours that colour-blind people tell apart (Okabe and Ito 2008), by the target's place in
    /// the run.
    [[nodiscard]] QColor series(int index) const;
    [[nodiscard]] QColor phase(Phase phase) const;
    [[nodiscard]] QColor durability(Durability durability) const;
    [[nodiscard]] QPalette palette() const;
};

} // namespace drivetrain
