// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the counters of all launches of a process. When the process ends, they are written as a table with a row for
// each kernel, or as JSON with an object for each launch.
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
  std::uint64_t Number = 0; // the launch's number among those of its context
  Dimensions Grid, Threads;
  std::uint64_t DynamicShared = 0;
  Counts Of;
};

/// Whether Target is "table" or "json:FILE".
bool isCounterTarget(const std::string &Target);

/// Several threads may use an object at the same time.
class CounterReport {
public:
  void add(CountedLaunch Made);
  /// Writes the table to standard error, or the JSON to the file. Returns why that failed; empty on success.
  std::string write(const std::string &Target) const;

  std::string table() const;
  std::string json() const;

private:
  mutable std::mutex Lock;
  std::vector<CountedLaunch> Launches;
};

} // namespace emulator

#endif
