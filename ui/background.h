// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <utility>

namespace drivetrain {

/// Runs `work` off the window's thread and hands its result to `done` in it, unless `context` is
/// gone by then. For calls that look at drives or servers; whoever owns what `work` uses waits for
/// the pool.
template <typename Work, typename Done>
void inBackground(QObject *context, Work work, Done done)
{
    const QPointer<QObject> guard(context);
    QThreadPool::globalInstance()->start([guard, work = std::move(work), done = std::move(done)] {
        auto result = work();
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [guard, done, result = std::move(result)] {
                if (guard)
                    done(result);
            },
            Qt::QueuedConnection);
    });
}

} // namespace drivetrain
