// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/look.h"
#include <array>

namespace drivetrain {

const Look &Look::of(bool dark)
{
    static const Look light{false,
                            QColor(0xf6f7f9),
                            QColor(0xffffff),
                            QColor(0x1f2733),
                            QColor(0x5b6675),
                            QColor(0xdfe3e8),
                            QColor(0x0b6bcb),
                            QColor(0x1a7f4b),
                            QColor(0x9a6700),
                            QColor(0xb3261e)};
    static const Look night{true,
                            QColor(0x16191e),
                            QColor(0x20252c),
                            QColor(0xe8ebef),
                            QColor(0xa3adba),
                            QColor(0x38404a),
                            QColor(0x5aa9f8),
                            QColor(0x5cc98a),
                            QColor(0xe3b341),
                            QColor(0xff8a80)};
    return dark ? night : light;
}

const Look &Look::of(const QPalette &palette)
{
    return of(palette.color(QPalette::Window).lightness()
              < palette.color(QPalette::WindowText).lightness());
}

QColor Look::series(int index) const
{
    static constexpr std::array<QRgb, 8> colours{0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7,
                                                 0x56b4e9, 0xd55e00, 0xb8a800, 0x7f7f7f};
    const QColor colour(colours[static_cast<std::size_t>(index) % colours.size()]);
    return dark ? colour.lighter(118) : colour;
}

QColor Look::phase(Phase phase) const
{
    static constexpr std::array<QRgb, phaseCount> colours{
        0x56b4e9, 0xcc79a7, 0x009e73, 0xb8a800, 0xe69f00, 0xd55e00, 0x8f3f97, 0x0072b2, 0x9aa3ad};
    return QColor(colours[static_cast<std::size_t>(phase)]);
}

QColor Look::durability(Durability durability) const
{
    return durability == Durability::Durable   ? good
           : durability == Durability::Relaxed ? warning
                                               : bad;
}

QPalette Look::palette() const
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const QColor &colour) {
        palette.setColor(role, colour);
    };
    set(QPalette::Window, background);
    set(QPalette::WindowText, text);
    set(QPalette::Base, card);
    set(QPalette::AlternateBase, dark ? card.lighter(112) : QColor(0xf1f3f6));
    set(QPalette::Text, text);
    set(QPalette::Button, dark ? QColor(0x2a3038) : QColor(0xeef0f3));
    set(QPalette::ButtonText, text);
    set(QPalette::BrightText, bad);
    set(QPalette::ToolTipBase, card);
    set(QPalette::ToolTipText, text);
    set(QPalette::Highlight, accent);
    set(QPalette::HighlightedText, dark ? QColor(Qt::black) : QColor(Qt::white));
    set(QPalette::Link, accent);
    set(QPalette::PlaceholderText, faint);
    set(QPalette::Mid, grid);
    for (const QPalette::ColorRole role :
         {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    return palette;
}

} // namespace drivetrain
