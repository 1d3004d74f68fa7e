// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every command that the README shows, in order, in an empty folder; "drivetrain" is the built program.
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
        bool inside = false;
        int commands = 0;
        for (const QString &line : QString::fromUtf8(readme.readAll()).split(u'\n')) {
            if (line.startsWith("```"_L1)) {
                inside = line == "```sh"_L1;
                continue;
            }
            // The tests cannot start themselves, nor a window that waits for a person.
            if (!inside || line.isEmpty() || line.startsWith("./tests/run"_L1) || line.startsWith("./app/start"_L1)
                || line == "drivetrain"_L1 || line.startsWith("./build/"_L1))
                continue;
            QProcess process;
            program.prepare(process);
            QProcessEnvironment environment = process.processEnvironment();
            environment.insert(u"PATH"_s, program.path(u"bin:"_s) + environment.value(u"PATH"_s));
            process.setProcessEnvironment(environment);
            process.start(u"bash"_s, {u"-c"_s, line});
            QVERIFY2(process.waitForFinished(240'000), qPrintable(line));
            QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
                     qPrintable(line + u": "_s + QString::fromUtf8(process.readAllStandardError())));
            ++commands;
        }
        QVERIFY2(commands >= 8, qPrintable(QString::number(commands)));
        QCOMPARE(program.leftovers(), QStringList());
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
