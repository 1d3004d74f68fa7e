// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/target.h"
#include <QUrl>
#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

using Options = std::vector<std::pair<QString, QString>>;

QString canonicalEngine(const QString &name)
{
    const QString lower = name.toLower();
    if (lower == "mysql"_L1)
        return u"mariadb"_s;
    if (lower == "postgresql"_L1)
        return u"postgres"_s;
    return lower;
}

bool isName(QStringView text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || c == u'_' || c == u'-' || c == u'.';
    });
}

/// A comma in a value is written %2C, a per cent sign %25.
QString encodeValue(QString value)
{
    return value.replace(u'%', "%25"_L1).replace(u',', "%2C"_L1);
}

Expected<void> addOption(Options &options, const QString &key, const QString &value,
                         const QString &subject)
{
    if (!isName(key))
        return failure(ErrorKind::InvalidInput, u"'%1' is not the name of an option"_s.arg(key),
                       subject);
    if (key == "password"_L1 || key == "passwd"_L1 || key == "pwd"_L1)
        return failure(ErrorKind::InvalidInput, u"a password is never part of a target"_s, {},
                       u"password"_s);
    for (const auto &[known, ignored] : options) {
        if (known == key)
            return failure(ErrorKind::InvalidInput, u"the option '%1' stands twice"_s.arg(key),
                           subject);
    }
    options.emplace_back(key, value);
    return {};
}

Expected<TargetSpec> parseAddress(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    TargetSpec spec;
    spec.engine = canonicalEngine(url.scheme());
    if (!url.password().isEmpty())
        return failure(ErrorKind::InvalidInput, u"a password is never part of a target"_s, {},
                       u"password"_s);
    if (!url.isValid())
        return failure(ErrorKind::InvalidInput, url.errorString(), text);
    ServerAddress address;
    address.host = url.host(QUrl::FullyDecoded);
    address.port = url.port(0);
    address.user = url.userName(QUrl::FullyDecoded);
    address.database = url.path(QUrl::FullyDecoded).mid(1);
    const QUrlQuery query(url);
    for (const auto &[key, value] : query.queryItems(QUrl::FullyDecoded)) {
        if (key.toLower() == "host"_L1) {   // a socket's folder, as libpq writes it
            address.host = value;
            continue;
        }
        if (const auto added = addOption(spec.options, key.toLower(), value, text); !added)
            return tl::unexpected(added.error());
    }
    if (address.host.isEmpty())
        return failure(ErrorKind::InvalidInput, u"the address has no host"_s, text);
    spec.address = address;
    return spec;
}

/// "qt:DRIVER?key=value&key=value"
Expected<TargetSpec> parseQt(const QString &text, const QString &rest)
{
    TargetSpec spec;
    spec.engine = u"qt"_s;
    spec.subject = rest.section(u'?', 0, 0).trimmed().toUpper();
    if (!isName(spec.subject))
        return failure(ErrorKind::InvalidInput, u"'qt:' is followed by the name of a Qt driver"_s,
                       text);
    const QUrlQuery query(rest.section(u'?', 1));
    for (const auto &[key, value] : query.queryItems(QUrl::FullyDecoded)) {
        if (const auto added = addOption(spec.options, key.toLower(), value, text); !added)
            return tl::unexpected(added.error());
    }
    const auto host = spec.option(u"host"), dsn = spec.option(u"dsn");
    const auto database = spec.option(u"database");
    if (host || dsn || database)
        spec.address = ServerAddress{host.value_or(dsn.value_or(QString())),
                                     spec.option(u"port").value_or(QString()).toInt(),
                                     spec.option(u"user").value_or(QString()),
                                     database.value_or(QString())};
    return spec;
}

Expected<TargetSpec> parseCommand(const QString &text, const QString &rest)
{
    TargetSpec spec;
    spec.engine = u"command"_s;
    spec.subject = rest.trimmed();
    if (spec.subject.isEmpty())
        return failure(ErrorKind::InvalidInput, u"'command:' is followed by a program"_s, text);
    return spec;
}

/// QUrl refuses "%2Frun%2Fpostgresql" as a host, libpq takes it: handed on as host=.
QString withSocketAsQuery(const QString &text)
{
    const qsizetype hostAt = text.indexOf("//"_L1) + 2;
    const qsizetype end = [&] {
        const qsizetype slash = text.indexOf(u'/', hostAt), query = text.indexOf(u'?', hostAt);
        return slash >= 0 ? slash : query >= 0 ? query : text.size();
    }();
    const qsizetype at = text.lastIndexOf(u'@', end - 1);
    const qsizetype from = at >= hostAt ? at + 1 : hostAt;
    const QString host = text.mid(from, end - from);
    if (!host.startsWith("%2F"_L1, Qt::CaseInsensitive))
        return text;
    const QString rest = text.mid(end);
    return text.left(from) + u"localhost"_s + rest + (rest.contains(u'?') ? u'&' : u'?')
           + "host="_L1 + host;
}

} // namespace

std::optional<QString> TargetSpec::option(QStringView key) const
{
    for (const auto &[name, value] : options) {
        if (name == key)
            return value;
    }
    return std::nullopt;
}

QString TargetSpec::text() const
{
    if (engine == "command"_L1)
        return u"command:"_s + subject;
    if (engine == "qt"_L1) {
        QStringList query;
        for (const auto &[key, value] : options)
            query << key + u'=' + QString::fromLatin1(QUrl::toPercentEncoding(value, "/"));
        const QString text = u"qt:"_s + subject;
        return query.isEmpty() ? text : text + u'?' + query.join(u'&');
    }
    if (!address) {
        QStringList parts;
        for (const auto &[key, value] : options)
            parts << key + u'=' + encodeValue(value);
        return parts.isEmpty() ? engine : engine + u':' + parts.join(u',');
    }
    const bool socket = address->host.startsWith(u'/');
    QString text = engine == "mariadb"_L1 ? u"mysql://"_s : engine + "://"_L1;
    if (!address->user.isEmpty())
        text += QString::fromLatin1(QUrl::toPercentEncoding(address->user)) + u'@';
    text += socket ? QString::fromLatin1(QUrl::toPercentEncoding(address->host))
        : address->host.contains(u':') ? u'[' + address->host + u']' : address->host;
    if (address->port)
        text += u':' + QString::number(address->port);
    if (!address->database.isEmpty())
        text += u'/' + QString::fromLatin1(QUrl::toPercentEncoding(address->database));
    QStringList query;
    for (const auto &[key, value] : options)
        query << key + u'=' + QString::fromLatin1(QUrl::toPercentEncoding(value, "/"));
    return query.isEmpty() ? text : text + u'?' + query.join(u'&');
}

Expected<TargetSpec> parseTarget(const QString &text)
{
    const QString trimmed = text.trimmed();
    const QString scheme = trimmed.section(u':', 0, 0).toLower();
    if (scheme == "command"_L1)
        return parseCommand(trimmed, trimmed.section(u':', 1));
    if (scheme == "qt"_L1)
        return parseQt(trimmed, trimmed.section(u':', 1));
    if (trimmed.contains("://"_L1))
        return parseAddress(withSocketAsQuery(trimmed));
    const qsizetype colon = trimmed.indexOf(u':');
    TargetSpec spec;
    spec.engine = canonicalEngine(colon < 0 ? trimmed : trimmed.left(colon));
    if (!isName(spec.engine))
        return failure(ErrorKind::InvalidInput, u"a target begins with the name of an engine"_s,
                       trimmed);
    if (colon < 0)
        return spec;
    for (const QString &part : trimmed.mid(colon + 1).split(u',')) {
        const qsizetype equals = part.indexOf(u'=');
        if (equals < 0)
            return failure(ErrorKind::InvalidInput,
                           u"'%1' is not of the form key=value"_s.arg(part), trimmed);
        const QString value = QUrl::fromPercentEncoding(part.mid(equals + 1).trimmed().toUtf8());
        const auto added =
            addOption(spec.options, part.left(equals).trimmed().toLower(), value, trimmed);
        if (!added)
            return tl::unexpected(added.error());
    }
    return spec;
}

} // namespace drivetrain
