// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of a launch, as a vendor's tool makes them: reads of what was never written, races, barriers that not all
// threads reach, shuffles from threads that take no part. What is out of bounds is a fault without any checks.
//
// A race is two accesses of a byte in a launch, one of them a store, by threads that no barrier orders, unless both are
// atomic or volatile. Threads of different blocks are never ordered. Checked launches run on one worker and one after
// the other, so that a seed finds the same again.
#ifndef EMULATOR_OBSERVE_CHECKS_H
#define EMULATOR_OBSERVE_CHECKS_H

#include "Observe/Shadow.h"

#include <functional>
#include <mutex>
#include <set>

namespace emulator {

/// What is found, each thing once for an instruction. Any thread may call.
class Findings {
public:
  explicit Findings(std::function<void(const std::string &)> Report) : Report(std::move(Report)) {}
  /// Kind tells findings at one line of one kernel apart.
  void add(const std::string &Kernel, unsigned Line, const char *Kind, const std::function<std::string()> &Text);
  std::size_t count() const;

private:
  static constexpr std::size_t MostReported = 100;
  std::function<void(const std::string &)> Report;
  mutable std::mutex Lock;
  std::set<std::tuple<std::string, unsigned, std::string>> Known;
};

/// What is remembered from launch to launch of all devices.
struct CheckedMemory {
  Shadow Global;
  std::uint32_t Launches = 0;
  std::mutex OneLaunch; // held by the one that runs
};

/// Checks of one launch, which must have one worker. Holds `Memory` while it lives.
class Checks : public Observation {
public:
  Checks(Findings &Into, CheckedMemory &Memory);
  std::unique_ptr<Observer> observe(const Block &Of) override;

private:
  Findings &Into;
  CheckedMemory &Memory;
  std::lock_guard<std::mutex> Running;
};

} // namespace emulator

#endif
