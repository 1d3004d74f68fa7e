// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/dialects.h"

namespace drivetrain {

Dialect sqliteDialect()
{
    Dialect dialect;
    dialect.key_type = "INTEGER";   // the row's own number
    dialect.upkeep.compact = "VACUUM";
    dialect.upkeep.check = "PRAGMA integrity_check({table})";
    dialect.upkeep.check_good = "ok";
    dialect.upkeep.free_space = "PRAGMA freelist_count";
    dialect.upkeep.free_unit = "pages on the free list";
    return dialect;
}

Dialect postgresDialect()
{
    Dialect dialect;
    dialect.numbered_placeholders = true;
    dialect.script = ScriptStyle::Postgres;
    dialect.writers_at_once = true;
    dialect.upkeep.plain = "VACUUM {table}";
    dialect.upkeep.compact = "VACUUM FULL {table}";
    dialect.upkeep.reindex = "REINDEX TABLE {table}";
    dialect.upkeep.check =
        "SELECT count(bt_index_check(indexrelid, true)) FROM pg_index WHERE indrelid='{table}'"
        "::regclass";
    dialect.upkeep.check_needs = "CREATE EXTENSION IF NOT EXISTS amcheck";
    dialect.upkeep.keep_garbage = " WITH (autovacuum_enabled=false)";
    dialect.upkeep.free_space =
        "SELECT sum(pg_relation_size(oid)) FROM pg_class WHERE relname IN ('vactest','vaccopy')";
    dialect.upkeep.free_unit = "bytes of the tables";
    return dialect;
}

Dialect mysqlDialect(const std::string &tableSuffix)
{
    Dialect dialect;
    dialect.table_suffix = tableSuffix;
    dialect.ddl_commits = true;
    dialect.script = ScriptStyle::Mysql;
    dialect.writers_at_once = true;
    dialect.backslash_escapes = true;
    dialect.index_prefix = "(100)";
    dialect.doubled_quote_names = false;
    dialect.upkeep.compact = "OPTIMIZE TABLE {table}";
    dialect.upkeep.check = "CHECK TABLE {table} EXTENDED";
    dialect.upkeep.check_good = "OK";
    dialect.upkeep.free_space = "SELECT sum(data_free) FROM information_schema.tables "
                                "WHERE table_schema=database()";
    dialect.upkeep.free_unit = "bytes free in the tables";
    return dialect;
}

Dialect plainDialect()
{
    return {};
}

} // namespace drivetrain
