// SPDX-License-Identifier: GPL-3.0-or-later
// A library that says it is SQLite of FAKE_VERSION, and can do nothing.

extern "C" [[gnu::visibility("default")]] int sqlite3_libversion_number()
{
    return FAKE_VERSION;
}
