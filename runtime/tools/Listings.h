// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sections that hetinfo prints. Each writes to standard output.
#ifndef HETINFO_LISTINGS_H
#define HETINFO_LISTINGS_H

namespace hetinfo {

/// Devices that a program started here and now would use, by kind, and why there are none. Returns false if the
/// settings are wrong.
bool listDevices();

/// Every scheduler with one line of help, and what solves the balance model under limits.
void listSchedulers();

/// Every setting: name, type, default, present value, help.
void listSettings();

/// What earlier runs measured. Returns false if it cannot be read.
bool listHistory();

/// Removes the history. Returns false if that fails.
bool clearHistory();

/// Packages, cores, memory and accelerators of the machine.
void listMachine();

} // namespace hetinfo

#endif
