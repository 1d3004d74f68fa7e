// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace {

struct Message
{
    QString context, source;
    QStringList translations;
    bool finished = true;
};

QList<Message> messagesOf(const QString &path)
{
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QStringView type = xml.attributes().value("type"_L1);
        if (xml.name() == "name"_L1)
            context = xml.readElementText();
        else if (xml.name() == "message"_L1)
            messages << Message{context, {}, {}, true};
        else if (xml.name() == "source"_L1)
            messages.last().source = xml.readElementText();
        else if (xml.name() == "translation"_L1) {
            messages.last().finished = type.isEmpty();
            messages.last().translations =
                xml.readElementText(QXmlStreamReader::IncludeChildElements)
                    .split(u'\n', Qt::SkipEmptyParts);
        }
    }
    return messages;
}

QStringList placeholders(const QString &text)
{
    static const QRegularExpression pattern(u"%[0-9n]"_s);
    QStringList found;
    for (auto it = pattern.globalMatch(text); it.hasNext();)
        found << it.next().captured();
    found.sort();
    found.removeDuplicates();
    return found;
}

const QString root = QStringLiteral(DRIVETRAIN_SOURCE);

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void germanIsComplete()
    {
        const QList<Message> messages = messagesOf(root + u"/translations/drivetrain_de.ts"_s);
        QVERIFY(messages.size() > 100);
        for (const Message &message : messages) {
            QVERIFY2(message.finished, qPrintable(message.context + u": "_s + message.source));
            const QString all = message.translations.join(u' ').trimmed();
            QVERIFY2(!all.isEmpty(), qPrintable(message.source));
            QCOMPARE(placeholders(all), placeholders(message.source));
        }
    }

    /// Reads the sources as lupdate does: a text that nobody handed to the translator is found
    /// here.
    void noTextOfTheSourcesIsMissing()
    {
        QString lupdate = QStandardPaths::findExecutable(u"lupdate"_s, {u"/usr/lib/qt6/bin"_s});
        if (lupdate.isEmpty())
            lupdate = QStandardPaths::findExecutable(u"lupdate"_s);
        if (lupdate.isEmpty())
            QSKIP("lupdate is not installed");
        QTemporaryDir folder;
        const QString copy = folder.filePath(u"de.ts"_s);
        QVERIFY(QFile::copy(root + u"/translations/drivetrain_de.ts"_s, copy));
        QProcess process;
        process.start(lupdate,
                      {root + u"/ui"_s, root + u"/app"_s, u"-I"_s, root + u"/ui"_s, u"-I"_s,
                       root + u"/core"_s, u"-locations"_s, u"none"_s, u"-ts"_s, copy});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 0);
        for (const Message &message : messagesOf(copy))
            QVERIFY2(message.finished, qPrintable(message.context + u": "_s + message.source));
    }

    void englishHasItsPlurals()
    {
        const QList<Message> messages = messagesOf(root + u"/translations/drivetrain_en.ts"_s);
        for (const Message &german : messagesOf(root + u"/translations/drivetrain_de.ts"_s)) {
            if (!german.source.contains("%n"_L1))
                continue;
            const bool there =
                std::any_of(messages.begin(), messages.end(), [&](const Message &english) {
                    return english.source == german.source && english.context == german.context
                           && english.finished;
                });
            QVERIFY2(there, qPrintable(german.source));
        }
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
