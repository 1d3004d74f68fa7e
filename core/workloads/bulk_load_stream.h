// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/file_rows.h"
#include "workloads/workload.h"

namespace drivetrain::bulk_load {

/// What stands in the lstat columns.
enum class Encoding {
    Base64,     ///< one text, numbers in base 64
    Wide,       ///< one text, numbers in decimals
    Texts,      ///< sixteen texts in decimals
    Integers,   ///< sixteen integers
};

/// CREATE TABLE file (...).
[[nodiscard]] std::vector<std::string> createFileTable(Encoding encoding, const Dialect &dialect);

/// A row's values in the order of the table's columns. Reuses its memory.
class FileValues
{
public:
    explicit FileValues(Encoding encoding) : m_encoding(encoding) {}
    [[nodiscard]] const std::vector<Value> &of(const FileRow &row);

private:
    void decimals(const FileRow &row);
    Encoding m_encoding;
    std::string m_text;
    std::vector<Value> m_values;
};

/// INSERT INTO file VALUES (...) a row, in one transaction or in ones of `transaction` rows.
class FileStream final : public StatementStream
{
public:
    FileStream(std::unique_ptr<FileRowSource> source, Encoding encoding, const Dialect &dialect,
               bool bound, std::int64_t transaction);
    bool next(Request &request) override;
    const std::vector<std::string> &shapes() const override { return m_shapes; }
    RowSink *sink() override { return nullptr; }
    QString where(std::size_t behind) const override;
    std::optional<Error> failure() const override;

private:
    void literal(std::string &sql);
    std::unique_ptr<FileRowSource> m_source;
    FileValues m_values;
    const Dialect m_dialect;
    std::vector<std::string> m_shapes;
    FileRow m_row;
    bool m_bound, m_open = false, m_held = false, m_over = false;
    std::int64_t m_transaction, m_inTransaction = 0;
};

} // namespace drivetrain::bulk_load
