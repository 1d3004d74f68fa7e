// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace drivetrain {

using namespace Qt::StringLiterals;

class FirstCell final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override
    {
        if (text.isEmpty())
            text = QString::fromUtf8(cells[0].text.data(), qsizetype(cells[0].text.size()));
    }
    QString text;
};

inline QStringList filesIn(const QString &folder) { return QDir(folder).entryList(QDir::Files); }

/// Fresh folders for each test of SQLite's targets, and one installation in the first of them.
class SqliteTest : public QObject
{
    Q_OBJECT
protected:
    std::optional<QTemporaryDir> m_folder, m_elsewhere;
    std::unique_ptr<Installation> m_installation;

    static const Engine &engine() { return *EngineRegistry::standard().find(u"sqlite"_s); }
    Place place() const
    {
        Place place;
        place.folder = m_folder->path();
        return place;
    }
    static Expected<std::unique_ptr<Installation>> opened(const QString &target, const Place &place,
                                                          const std::stop_token &stop = {})
    {
        return engine().open(*parseTarget(target), place, stop);
    }
    void open(const QString &target, const Place &place)
    {
        auto made = opened(target, place);
        QVERIFY2(made.has_value(), made ? "" : qPrintable(made.error().words));
        m_installation = std::move(*made);
    }
    QString setting(QLatin1StringView name) const
    {
        for (const Setting &each : m_installation->facts().settings) {
            if (each.name == name)
                return each.value;
        }
        return u"missing"_s;
    }
    QString answer(const std::string &sql, int database = 0) const
    {
        auto session = m_installation->connectTo(database, {});
        FirstCell first;
        const auto done = session ? (*session)->execute(sql, &first)
                                  : tl::unexpected(session.error());
        return done ? first.text : done.error().words;
    }

private Q_SLOTS:
    void init()
    {
        m_folder.emplace(u"/var/tmp/tst_sqlite-XXXXXX"_s);
        m_elsewhere.emplace(u"/var/tmp/tst_sqlite-XXXXXX"_s);
        QVERIFY(m_folder->isValid() && m_elsewhere->isValid());
    }
    void cleanup()
    {
        m_installation.reset();
        const QStringList left = filesIn(m_folder->path());
        QVERIFY2(left.isEmpty(), qPrintable(left.join(u' ')));
    }
};

} // namespace drivetrain
