// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A machine in virtual time: drives a scheduler as the region does, with a model of every device in place of a clock.
// It checks the contract as it goes: every iteration exactly once, one contiguous share, no device left waiting.
#ifndef HETCC_TEST_VIRTUAL_MACHINE_H
#define HETCC_TEST_VIRTUAL_MACHINE_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hetrt::test {

/// How one device behaves.
struct VirtualDevice {
  DeviceModel Model;
  /// Seconds that it needs for a range in a pass (counted from 0).
  std::function<double(Range, unsigned Pass)> Seconds;
  /// What it reports to have needed; as Seconds when empty.
  std::function<double(double Seconds)> Reported;
  /// Whether it fails on a range.
  std::function<bool(Range, unsigned Pass)> Fails;
  /// Never asks for work again after a failure.
  bool VanishesOnFailure = false;

  static VirtualDevice core(double SecondsPerIteration);
  static VirtualDevice accelerator(double SecondsPerIteration, double SimdWidth = 1, double FixedSeconds = 0);
};

struct PassResult {
  double Seconds = 0;                     ///< from the pass's start until the last range was finished
  std::vector<uint64_t> Iterations;       ///< per device
  std::vector<std::vector<Range>> Ranges; ///< per device, in the order in which they were finished
  uint64_t Unfinished = 0;
  std::string Violation; ///< the first breach of the contract, or empty
};

/// A factor of 1 on average and with about the given relative deviation, the same for the same range, pass and seed.
double noiseFactor(double Deviation, Range R, unsigned Pass, uint64_t Seed);

class VirtualMachine {
public:
  std::vector<VirtualDevice> Devices;
  /// Called between events with a number below its argument: in which order devices that could act next do so.
  std::function<unsigned(unsigned)> Tie;
  /// Cores read shares() instead of calling next().
  bool UseShares = false;

  /// Runs one pass. Its number is what Seconds and Fails see.
  PassResult run(Scheduler &S, uint64_t Iterations);

private:
  unsigned Pass = 0;
};

} // namespace hetrt::test

#endif
