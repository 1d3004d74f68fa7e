// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "commands.h"
#include "engines/engine.h"
#include "passwords.h"
#include "run/workbench.h"
#include "signals.h"
#include "store/store.h"
#include "terminal.h"
#include "window.h"
#include "workloads/workload.h"
#include <QApplication>
#include <clocale>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

int dispatch(const CommandLine &line, Workbench &workbench, Passwords &passwords,
             const Signals &signals)
{
    switch (line.verb) {
    case Verb::Run: return runCommand(line, workbench, signals);
    case Verb::List: return listCommand(line, workbench);
    case Verb::Show: return showCommand(line, workbench);
    case Verb::Compare: return compareCommand(line, workbench);
    case Verb::Export: return exportCommand(line, workbench);
    case Verb::Clean: return cleanCommand(line, workbench);
    default: return showWindow(workbench, passwords, signals);
    }
}

/// Pictures need a QApplication, but no display: without one the offscreen platform draws them.
void choosePlatform(Verb verb)
{
    const bool display = !qEnvironmentVariableIsEmpty("DISPLAY")
        || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && (verb != Verb::Window || !display))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

int main(int argc, char **argv)
{
    const Signals signals;
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const CommandLine line = readCommandLine(arguments);
    choosePlatform(line.verb);
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");   // the engines' texts are read with C's decimal point
    QCoreApplication::setApplicationName(u"drivetrain"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(DRIVETRAIN_VERSION));
    if (line.verb == Verb::Help || line.verb == Verb::Version) {
        printOut(line.verb == Verb::Help
                     ? line.help
                     : u"drivetrain "_s + QCoreApplication::applicationVersion() + u'\n');
        return exits::good;
    }
    installTranslations();
    if (!line.faults.empty()
        && line.verb != Verb::Run) // a plan's faults are told together with these
        return refuse(line.faults);
    Passwords passwords(line.verb != Verb::Window);
    passwords.askFor(line.plan);
    Workbench workbench(EngineRegistry::standard(), WorkloadRegistry::standard(),
                        {Store::defaultPath(), passwords.source()});
    return dispatch(line, workbench, passwords, signals);
}

} // namespace
} // namespace drivetrain

int main(int argc, char **argv)
{
    return drivetrain::main(argc, argv);
}
