// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <tl/expected.hpp>

namespace drivetrain {

/// What went wrong, as facts: ui/words puts them into a person's language.
enum class ErrorKind {
    InvalidInput,      ///< a plan, an argument, a file that is not what it should be
    NotFound,          ///< a path, a run, a target that is not there
    NotAvailable,      ///< a package, a feature, a right of the machine that is missing
    Permission,        ///< the account may not do this
    ReadOnly,          ///< the file system takes no writes
    DiskFull,          ///< no space left on `subject`
    Exists,            ///< something is there already and is not overwritten
    Connection,        ///< cannot be reached, or the connection was lost
    Authentication,    ///< wrong password, or none
    Timeout,           ///< no answer within the deadline
    Cancelled,         ///< somebody pressed Stop
    Engine,            ///< the engine refused a statement, with its own code and words
    WrongAnswer,       ///< the engine answered, and the answer is not the right one
    Io,                ///< read, write or sync failed
    Damaged,           ///< a file of ours that cannot be read any more
    Busy,              ///< somebody else holds it (a second instance measures)
    Internal,          ///< a defect of ours
};

/// One failure with all that a person needs: what, where, in whose words, and what mends it.
///
/// `words` are the engine's or system's own and never translated. `subject` is the path, host, key
/// or statement concerned. `remedy` is a command or a value that mends it ("apt-get install
/// postgresql"), or empty. None of them ever holds a password.
struct Error
{
    ErrorKind kind = ErrorKind::Internal;
    QString code;       ///< SQLSTATE, SQLite's or MySQL's code name, errno's name; may be empty
    QString words;
    QString subject;
    QString remedy;

    friend bool operator==(const Error &, const Error &) = default;
};

template <typename T>
using Expected = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(ErrorKind kind, QString words = {},
                                                   QString subject = {}, QString code = {},
                                                   QString remedy = {})
{
    return tl::unexpected<Error>(Error{kind, std::move(code), std::move(words), std::move(subject),
                                       std::move(remedy)});
}

} // namespace drivetrain
