// SPDX-License-Identifier: GPL-3.0-or-later
#include "signals.h"
#include <csignal>
#include <initializer_list>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace drivetrain {

Signals::Signals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);   // a server that goes away is an error to report
    m_descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

Signals::~Signals() { close(m_descriptor); }

bool Signals::wait(int timeout_ms) const
{
    pollfd entry{m_descriptor, POLLIN, 0};
    if (poll(&entry, 1, timeout_ms) <= 0)
        return false;
    signalfd_siginfo info;
    return read(m_descriptor, &info, sizeof info) == sizeof info;
}

} // namespace drivetrain
