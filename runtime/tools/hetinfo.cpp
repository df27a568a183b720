// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetinfo: prints the devices, schedulers and settings that the runtime finds on this machine.
#include "Listings.h"

#include "Device/Node/Start.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <system_error>

namespace {

bool failToWrite(int Why) {
  std::fprintf(stderr, "hetinfo: error: cannot write to standard output: %s\n", std::strerror(Why));
  return false;
}

/// Whether all output was written; false if, for example, the disk is full.
bool isWritten() {
  const bool Written = std::cout.flush() && std::fflush(stdout) == 0 && !std::ferror(stdout);
  return Written || failToWrite(errno);
}

} // namespace

int main(int Count, char **Arguments) {
  hetrt_main_begins(); // in the ranks of an MPI job other than rank 0, this call does not return
  CLI::App App{
      "Shows the devices, schedulers and settings of the hetcc runtime. Without options: devices and machine."};
  bool Devices = false, Settings = false, Schedulers = false, Machine = false, History = false, ClearHistory = false;
  App.add_flag("--devices", Devices, "Devices that a program started here would use");
  App.add_flag("--machine", Machine, "Packages, cores, memory and accelerators of the machine");
  App.add_flag("--schedulers", Schedulers, "Names for the scheduler argument of a clause, and for HETRT_SCHEDULE");
  App.add_flag("--settings", Settings, "Environment settings: type, default, present value, meaning");
  App.add_flag("--history", History, "What runs under HETRT_HISTORY=on have measured, and where it lies");
  App.add_flag("--clear-history", ClearHistory, "Forgets that");
  App.set_version_flag("--version", "hetinfo (hetcc) " HETCC_VERSION);
  try {
    App.parse(Count, Arguments);
  } catch (const CLI::ParseError &Error) {
    const bool Asked = App.exit(Error) == 0; // --help and --version end without an error
    return !Asked ? 2 : isWritten() ? 0 : 1;
  }

  if (!Devices && !Settings && !Schedulers && !Machine && !History && !ClearHistory)
    Devices = Machine = true;
  bool Fine = true;
  try {
    if (ClearHistory)
      Fine = hetinfo::clearHistory();
    if (History)
      Fine &= hetinfo::listHistory();
    if (Devices)
      Fine &= hetinfo::listDevices();
    if (Machine)
      hetinfo::listMachine();
    if (Schedulers)
      hetinfo::listSchedulers();
    if (Settings)
      hetinfo::listSettings();
    return Fine && isWritten() ? 0 : 1;
  } catch (const std::system_error &Error) { // fmt::print throws if it cannot write
    if (!std::ferror(stdout))
      throw;
    failToWrite(Error.code().value());
    return 1;
  }
}
