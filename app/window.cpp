// SPDX-License-Identifier: GPL-3.0-or-later
#include "window.h"
#include "main_window.h"
#include "passwords.h"
#include "run/workbench.h"
#include "signals.h"
#include <QApplication>
#include <QDir>
#include <QLocale>
#include <QSocketNotifier>
#include <QTranslator>

using namespace Qt::StringLiterals;

namespace drivetrain {

void installTranslations()
{
    auto *translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(QLocale(), u"drivetrain"_s, u"_"_s, u":/i18n"_s)
        || translator->load(u":/i18n/drivetrain_en"_s))   // English has plurals too
        QCoreApplication::installTranslator(translator);
}

int showWindow(Workbench &workbench, Passwords &passwords, const Signals &signals)
{
    MainWindow window({workbench, [&passwords](const TargetSpec &target, const QString &password) {
                           passwords.remember(target, password);
                       }});
    window.setPlan(demoPlan(QDir::homePath()));
    window.show();
    window.load();
    QSocketNotifier notifier(signals.descriptor(), QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, &window, [&workbench] {
        workbench.stop();
        workbench.wait();
        QCoreApplication::quit();
    });
    return QApplication::exec();
}

} // namespace drivetrain
