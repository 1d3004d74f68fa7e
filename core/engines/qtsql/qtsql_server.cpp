// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/qtsql/qtsql_installation.h"
#include "engines/qtsql/qtsql_session.h"
#include "engines/server_address.h"

using namespace Qt::StringLiterals;

namespace drivetrain::qtsql {
namespace {

/// A value of libpq's connection string.
QString quoted(QString value)
{
    return u'\'' + value.replace(u'\\', "\\\\"_L1).replace(u'\'', "\\'"_L1) + u'\'';
}

Parameters postgresParameters(const ServerAddress &address, const TargetSpec &target)
{
    Parameters parameters;
    parameters.driver = target.subject;
    parameters.host = address.host;
    parameters.port = address.port;
    parameters.user = address.user;
    parameters.database = address.database;
    QStringList options{u"application_name=drivetrain"_s,
                        u"connect_timeout=%1"_s.arg(connectWithin_s)};
    if (const auto mode = target.option(u"sslmode"))
        options << u"sslmode="_s + *mode;
    else if (!isThisMachine(address.host))
        options << u"sslmode=verify-full"_s;
    if (const auto root = target.option(u"sslrootcert"))
        options << u"sslrootcert="_s + quoted(*root);
    parameters.options = options.join(u';');
    return parameters;
}

Parameters mysqlParameters(const ServerAddress &address, const TargetSpec &target)
{
    Parameters parameters;
    parameters.driver = target.subject;
    parameters.port = address.port;
    parameters.user = address.user;
    parameters.database = address.database;
    QStringList options{u"CLIENT_FOUND_ROWS=1"_s,
                        u"MYSQL_OPT_CONNECT_TIMEOUT=%1"_s.arg(connectWithin_s)};
    if (address.host.startsWith(u'/')) {
        const bool isSocket = address.host.endsWith(".sock"_L1);
        options << u"UNIX_SOCKET="_s + address.host + (isSocket ? u""_s : u"/mysql.sock"_s);
        parameters.host = u"localhost"_s;
    } else {
        parameters.host = address.host;
    }
    parameters.options = options.join(u';');
    return parameters;
}

/// All but the connections is the native installation's.
class ServerInstallation final : public Installation
{
public:
    ServerInstallation(std::unique_ptr<Installation> native, Parameters parameters)
        : m_native(std::move(native)), m_parameters(std::move(parameters)),
          m_dialect(m_native->dialect())
    {
        m_dialect.numbered_placeholders = false;   // Qt writes the driver's own
    }
    EngineFacts facts() const override
    {
        EngineFacts facts = m_native->facts();
        facts.client_library = clientLibrary(m_parameters.driver);
        return facts;
    }
    const Dialect &dialect() const override { return m_dialect; }
    Expected<std::unique_ptr<Session>> connect(std::stop_token stop) override
    {
        auto connection = Connection::open(m_parameters, stop);
        if (!connection)
            return tl::unexpected(connection.error());
        return std::make_unique<QtSession>(std::move(*connection),
                                           QtSession::FileCalls::NotCounted);
    }
    std::optional<ServerAddress> address() const override { return m_native->address(); }
    std::vector<pid_t> processes() const override { return m_native->processes(); }
    QString dataFolder() const override { return m_native->dataFolder(); }
    std::optional<std::int64_t> size_bytes() override { return m_native->size_bytes(); }
    IoTotals io() const override { return m_native->io(); }
    Expected<void> drop() override { return m_native->drop(); }

private:
    std::unique_ptr<Installation> m_native;
    Parameters m_parameters;
    Dialect m_dialect;
};

} // namespace

Expected<std::unique_ptr<Installation>> openServer(const Engine &native, const TargetSpec &target,
                                                   const Place &place, std::stop_token stop)
{
    const TargetSpec inner = nativeTarget(target);
    Place innerPlace = place;
    innerPlace.password = passwordOf(target, place.password);
    auto installation = native.open(inner, innerPlace, stop);
    if (!installation)
        return installation;
    const std::optional<ServerAddress> address =
        inner.address ? inner.address : (*installation)->address();
    if (!address)
        return failure(ErrorKind::Internal, u"the server has no address"_s, target.text());
    const bool isPostgres = kindOf(target) == Kind::Postgres;
    Parameters parameters = isPostgres ? postgresParameters(*address, target)
                                       : mysqlParameters(*address, target);
    if (inner.address) {
        if (const auto secret = innerPlace.password ? innerPlace.password(inner) : std::nullopt)
            parameters.password = *secret;
        else if (!isPostgres)
            parameters.password = qEnvironmentVariable("MYSQL_PWD");
        if (isPostgres)
            parameters.first = {u"SET search_path="_s + place.tag,
                                u"SET synchronous_commit="_s
                                    + (place.durability == Durability::Durable ? u"on"_s
                                                                               : u"off"_s)};
        else
            parameters.database = place.tag;
    }
    return std::make_unique<ServerInstallation>(std::move(*installation), std::move(parameters));
}

} // namespace drivetrain::qtsql
