// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counters of all launches of a process: a table of kernels, or JSON of launches, written when the process ends.
#ifndef EMULATOR_DRIVER_COUNTERREPORT_H
#define EMULATOR_DRIVER_COUNTERREPORT_H

#include "Observe/Counters.h"

#include <mutex>
#include <string>
#include <vector>

namespace emulator {

struct CountedLaunch {
  std::string Kernel;
  int Device = 0;
  std::uint64_t Number = 0; // number of the launch in its context
  Dimensions Grid, Threads;
  std::uint64_t DynamicShared = 0;
  Counts Of;
};

/// Whether Target is "table" or "json:FILE".
bool isCounterTarget(const std::string &Target);

/// May be used by any threads.
class CounterReport {
public:
  void add(CountedLaunch Made);
  /// Writes to standard error or to the file. Returns why that failed; empty on success.
  std::string write(const std::string &Target) const;

  std::string table() const;
  std::string json() const;

private:
  mutable std::mutex Lock;
  std::vector<CountedLaunch> Launches;
};

} // namespace emulator

#endif
