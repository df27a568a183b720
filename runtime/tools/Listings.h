// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that print the sections of hetinfo to standard output.
#ifndef HETINFO_LISTINGS_H
#define HETINFO_LISTINGS_H

namespace hetinfo {

/// Prints the devices that a program with these environment variables would use and, for each kind of device of which
/// there is none, the reason. Returns false if the settings are wrong.
bool listDevices();

/// Prints every scheduler with one line of help, and which solver computes splits under memory limits.
void listSchedulers();

/// Prints every setting with its type, default, present value and help text.
void listSettings();

/// Prints what earlier runs have measured. Returns false if the file cannot be read.
bool listHistory();

/// Removes the history. Returns false if that fails.
bool clearHistory();

/// Prints the packages, cores, memory and accelerators of the machine.
void listMachine();

} // namespace hetinfo

#endif
