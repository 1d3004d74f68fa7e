// SPDX-License-Identifier: GPL-3.0-or-later
// The page's cards of somebody's servers.
#include "pick/card_column.h"
#include "pick/connection_dialog.h"
#include "pick/connections.h"
#include "pick/pick_page.h"
#include "words/words.h"
#include <QAction>

using namespace Qt::StringLiterals;

namespace drivetrain {

/// A card with what can be done about the connection in its context menu; its password, where the
/// keychain has one, is fetched meanwhile.
Card *PickPage::addServerCard(const TargetSpec &spec)
{
    const QString key = spec.text();
    const bool isNew = !m_targets->card(key);
    Card *card =
        m_targets->add(key, words::targetName(std::vector<RunTarget>{{spec, {}, {}}}, 0, false),
                       tr("Somebody's server; its drive cannot be chosen here."));
    card->setSymbol(u"remote"_s);
    if (!isNew)
        return card;
    card->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *change = new QAction(tr("Connection..."), card);
    connect(change, &QAction::triggered, this, [this, spec] { askForServer(spec); });
    auto *forget = new QAction(tr("Forget this server"), card);
    connect(forget, &QAction::triggered, this, [this, spec, key] {
        connections::forget(spec);
        m_targets->drop(key);
        orderTabs();
        edited();
    });
    card->addActions({change, forget});
    connections::readPassword(spec, card, [this, spec](const QString &password) {
        m_services.rememberPassword(spec, password);
        edited();   // what was refused without it may work now
    });
    return card;
}

void PickPage::addRememberedServers()
{
    for (const QString &text : connections::remembered()) {
        if (const auto spec = parseTarget(text); spec && spec->isSomebodysServer())
            addServerCard(*spec);
    }
}

void PickPage::connectToServer()
{
    askForServer(std::nullopt);
}

/// `known`: what the dialog shows first, and what it replaces.
void PickPage::askForServer(const std::optional<TargetSpec> &known)
{
    ConnectionDialog dialog(m_services, this);
    if (known)
        dialog.setTarget(*known);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto spec = parseTarget(dialog.target());
    if (!spec)
        return setMessage(words::error(spec.error()));
    if (known && known->text() != spec->text()) {
        connections::forget(*known);
        m_targets->drop(known->text());
    }
    connections::remember(*spec);
    addServerCard(*spec)->setChecked(true);
    orderTabs();
    edited();
}

} // namespace drivetrain
