// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/records.h"
#include <QDataStream>
#include <QIODevice>
#include <QtEndian>

namespace drivetrain {
namespace {

// Before compression: version (8 bits), number of samples (32), then each with its fixed part, a
// bit for each optional value that is there (16 bits; version 1: 8), and those values.
// Little-endian.
constexpr quint8 blockVersion = 2, shortVersion = 1;
constexpr std::uint32_t blockMax_bytes = 1U << 30;   // 20 weeks of a sample every 100 ms

static_assert(sampleFields.size() <= 16);

void prepare(QDataStream &stream)
{
    stream.setVersion(QDataStream::Qt_6_0);
    stream.setByteOrder(QDataStream::LittleEndian);
    stream.setFloatingPointPrecision(QDataStream::DoublePrecision);
}

} // namespace

QByteArray samplesToBlock(const std::vector<Sample> &samples)
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    prepare(stream);
    stream << blockVersion << static_cast<quint32>(samples.size());
    for (const Sample &sample : samples) {
        quint16 present = 0;
        for (std::size_t i = 0; i < sampleFields.size(); ++i)
            present =
                static_cast<quint16>(present | ((sample.*sampleFields[i].value ? 1 : 0) << i));
        stream << sample.t_s << sample.interval_s << static_cast<qint32>(sample.step_number)
               << static_cast<quint64>(sample.operations) << static_cast<quint64>(sample.rows)
               << present;
        for (const SampleField &field : sampleFields) {
            if (sample.*field.value)
                stream << *(sample.*field.value);
        }
    }
    return qCompress(bytes);
}

std::optional<std::vector<Sample>> samplesFromBlock(const QByteArray &block)
{
    // qUncompress believes the size that stands in front: a damaged one must not take all memory.
    if (block.size() < 4 || qFromBigEndian<std::uint32_t>(block.constData()) > blockMax_bytes)
        return std::nullopt;
    const QByteArray bytes = qUncompress(block);
    QDataStream stream(bytes);
    prepare(stream);
    quint8 version = 0;
    quint32 count = 0;
    stream >> version >> count;
    if (stream.status() != QDataStream::Ok || version < shortVersion
        || version > blockVersion)
        return std::nullopt;
    std::vector<Sample> samples;
    for (quint32 n = 0; n < count && stream.status() == QDataStream::Ok; ++n) {
        Sample sample;
        qint32 step = 0;
        quint64 operations = 0, rows = 0;
        quint16 present = 0;
        stream >> sample.t_s >> sample.interval_s >> step >> operations >> rows;
        if (version == shortVersion) {
            quint8 few = 0;
            stream >> few;
            present = few;
        } else {
            stream >> present;
        }
        for (std::size_t i = 0; i < sampleFields.size(); ++i) {
            double value = 0;
            if ((present >> i) & 1) {
                stream >> value;
                sample.*sampleFields[i].value = value;
            }
        }
        sample.step_number = step;
        sample.operations = operations;
        sample.rows = rows;
        samples.push_back(sample);
    }
    if (stream.status() != QDataStream::Ok || !stream.atEnd())
        return std::nullopt;
    return samples;
}

} // namespace drivetrain
