// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/workload.h"

namespace drivetrain {

/// Takes what came of a worker's statements.
class StatementTally
{
public:
    virtual ~StatementTally() = default;
    /// `service_ns`: nothing where it cannot be told apart for one statement (bulk rows).
    virtual void done(const Outcome &outcome, std::optional<std::int64_t> service_ns) = 0;
};

/// How a worker's requests reach its session: one a call, many in flight, or rows in bulk. Used by
/// the worker's thread, in the measured path.
class Carrier
{
public:
    virtual ~Carrier() = default;
    /// Hands a request over; what comes of it goes to the tally, now or later.
    [[nodiscard]] virtual Expected<void> carry(const Request &request, RowSink *sink,
                                               std::int64_t begin_ns) = 0;
    [[nodiscard]] virtual Expected<void> end() = 0;   ///< until nothing is left under way
    /// Of an error that carry() or end() just gave: how many statements before the latest it is.
    [[nodiscard]] virtual std::size_t behind() const { return 0; }
};

/// `shapes` are the stream's, which may grow; session and tally outlive the carrier.
[[nodiscard]] std::unique_ptr<Carrier> makeCarrier(Transport transport, Session &session,
                                                   const std::vector<std::string> &shapes,
                                                   StatementTally &tally);

} // namespace drivetrain
