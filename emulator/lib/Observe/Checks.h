// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks a launch, as NVIDIA's compute-sanitizer does. Finds reads of bytes that were never written, races, barriers
// that not all threads reach, and shuffles that take a value from a lane that does not take part. Accesses out of
// bounds are faults even without these checks.
//
// A race is two accesses of a byte in a launch by different threads, at least one of them a store, that no barrier
// orders, unless both are atomic or volatile. Accesses of different blocks are never ordered. A checked launch runs on
// one worker thread, and launches run one after the other, so that the same seed gives the same findings.
#ifndef EMULATOR_OBSERVE_CHECKS_H
#define EMULATOR_OBSERVE_CHECKS_H

#include "Observe/Shadow.h"

#include <functional>
#include <mutex>
#include <set>

namespace emulator {

/// Collects findings, and reports each kind of finding once for an instruction. May be called by any thread.
class Findings {
public:
  explicit Findings(std::function<void(const std::string &)> Report) : Report(std::move(Report)) {}
  /// Adds a finding. Kind distinguishes findings at one line of one kernel; Text makes the message and is called only
  /// if the finding is reported.
  void add(const std::string &Kernel, unsigned Line, const char *Kind, const std::function<std::string()> &Text);
  std::size_t count() const;

private:
  static constexpr std::size_t MostReported = 100;
  std::function<void(const std::string &)> Report;
  mutable std::mutex Lock;
  std::set<std::tuple<std::string, unsigned, std::string>> Known;
};

/// The state of the checks that is kept from launch to launch, one for all devices.
struct CheckedMemory {
  Shadow Global;
  std::uint32_t Launches = 0;
  std::mutex OneLaunch; // held by the launch that runs now
};

/// The checks of one launch, which must run on one worker thread. While an object of this class lives, no other launch
/// can use `Memory`.
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
