// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every command that the README shows, in order, in an empty folder; "drivetrain" is the built
// program.
#include "program.h"
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

class TestReadme : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyCommand()
    {
        QFile readme(QStringLiteral(DRIVETRAIN_SOURCE "/README.md"));
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const Program program;
        QDir(program.folder()).mkdir(u"bin"_s);
        QVERIFY(QFile::link(QStringLiteral(DRIVETRAIN_PROGRAM), program.path(u"bin/drivetrain"_s)));
        QVERIFY(QFile::link(QStringLiteral(DRIVETRAIN_SOURCE "/app"), program.path(u"app"_s)));
        QVERIFY(QFile::link(QStringLiteral(DRIVETRAIN_SOURCE "/resources"),
                            program.path(u"resources"_s)));
        bool inside = false;
        int commands = 0;
        for (const QString &line : QString::fromUtf8(readme.readAll()).split(u'\n')) {
            if (line.startsWith("```"_L1)) {
                inside = line == "```sh"_L1;
                continue;
            }
            // The tests cannot start themselves, nor a window that waits for a person.
            if (!inside || line.isEmpty() || line.startsWith("./tests/run"_L1)
                || line.startsWith("./app/start"_L1) || line == "drivetrain"_L1
                || line.startsWith("./build/"_L1))
                continue;
            QProcess process;
            program.prepare(process);
            QProcessEnvironment environment = process.processEnvironment();
            environment.insert(u"PATH"_s, program.path(u"bin:"_s) + environment.value(u"PATH"_s));
            process.setProcessEnvironment(environment);
            process.start(u"bash"_s, {u"-c"_s, line});
            QVERIFY2(process.waitForFinished(240'000), qPrintable(line));
            QVERIFY2(
                process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
                qPrintable(line + u": "_s + QString::fromUtf8(process.readAllStandardError())));
            ++commands;
        }
        QVERIFY2(commands >= 8, qPrintable(QString::number(commands)));
        QCOMPARE(program.leftovers(), QStringList());
    }

    /// The first command itself: no display, so the demo plan runs, twice into folders of its own.
    void startWithoutADisplay()
    {
        if (!QStringLiteral(DRIVETRAIN_PROGRAM)
                 .startsWith(QStringLiteral(DRIVETRAIN_SOURCE "/build/release/")))
            QSKIP("another build than the one that app/start makes");
        const Program program;
        QProcess process;
        program.prepare(process);
        QProcessEnvironment environment = process.processEnvironment();
        for (const auto &name : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s, u"QT_QPA_PLATFORM"_s})
            environment.remove(name);
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(DRIVETRAIN_SOURCE "/app/start"), QStringList());
        QVERIFY(process.waitForFinished(300'000));
        const QString words = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(process.exitCode() == 0, qPrintable(words));
        QVERIFY2(!words.contains("Building"_L1) && !words.contains("Installing"_L1),
                 qPrintable(words));
        QVERIFY(process.readAllStandardOutput().contains("DROP TABLE"));
        QFile csv(program.path(u"drivetrain-results/steps.csv"_s));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count(",yes,"), 2 * 16 * 5);   // targets, verified steps, laps
        for (const auto &name :
             {u"run.json"_s, u"report.html"_s, u"charts/speed-comparison-steps.png"_s})
            QVERIFY(QFile::exists(program.path(u"drivetrain-results/"_s + name)));
    }

    void windowOpens()
    {
        QProcess server;
        server.start(u"Xvfb"_s, {u":77"_s, u"-screen"_s, u"0"_s, u"1280x800x24"_s});
        if (!server.waitForStarted())
            QSKIP("no Xvfb");
        const Program program;
        QProcess process;
        program.prepare(process);
        QProcessEnvironment environment = process.processEnvironment();
        environment.remove(u"QT_QPA_PLATFORM"_s);
        environment.insert(u"DISPLAY"_s, u":77"_s);
        process.setProcessEnvironment(environment);
        process.start();
        const auto shown = [] {
            QProcess info;
            info.start(u"xwininfo"_s, {u"-display"_s, u":77"_s, u"-root"_s, u"-tree"_s});
            info.waitForFinished();
            return info.readAllStandardOutput().contains("\"Drivetrain\"");
        };
        const bool opened = QTest::qWaitFor(shown, 30'000);
        process.terminate();
        const bool ended = process.waitForFinished(10'000);
        server.terminate();
        server.waitForFinished();
        QVERIFY2(opened, process.readAllStandardError().constData());
        QVERIFY(ended);
        QCOMPARE(process.exitCode(), 0);
    }

    void picturesAreThere()
    {
        QFile readme(QStringLiteral(DRIVETRAIN_SOURCE "/README.md"));
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const QRegularExpression picture(u"!\\[[^\\]]*\\]\\(([^)]+)\\)"_s);
        auto found = picture.globalMatch(QString::fromUtf8(readme.readAll()));
        QVERIFY(found.hasNext());
        while (found.hasNext()) {
            const QString path = QStringLiteral(DRIVETRAIN_SOURCE "/") + found.next().captured(1);
            QVERIFY2(QFile::exists(path), qPrintable(path));
        }
    }
};

QTEST_GUILESS_MAIN(TestReadme)
#include "tst_readme.moc"
