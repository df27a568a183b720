// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A machine in virtual time: drives a scheduler as a region does, with a model of every device in place of a clock.
//
//   Scheduler::next -> range -> phases of the device -> events in order of time -> Scheduler::finished -> ...
//
// It checks the scheduler's contract as it goes: every iteration exactly once, no empty range, no device left waiting.
#ifndef HETRT_SIMULATION_VIRTUAL_MACHINE_H
#define HETRT_SIMULATION_VIRTUAL_MACHINE_H

#include "Schedule/Scheduler.h"
#include "Simulation/Phase.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hetrt {

/// From a moment on, counted from the beginning of the first pass, a device works at Speed times its own speed.
/// Speed 0 means that it stops: an accelerator fails and gives back what it holds, a core stands still.
struct SpeedStep {
  double AtSeconds = 0;
  double Speed = 1;
};

/// How one device behaves.
struct VirtualDevice {
  DeviceModel Model;
  /// What a range costs it in a pass (counted from 0).
  std::function<Cost(Range, unsigned Pass)> Seconds;
  /// What it reports to have needed; the truth when empty.
  std::function<double(double Seconds)> Reported;
  /// Whether it fails at the end of a range.
  std::function<bool(Range, unsigned Pass)> Fails;
  /// Never asks for work again in this pass after a failure.
  bool VanishesOnFailure = false;
  /// Changes of speed, in order of time.
  std::vector<SpeedStep> Steps;

  static VirtualDevice core(double SecondsPerIteration);
  static VirtualDevice accelerator(double SecondsPerIteration, double SimdWidth = 1, double FixedSeconds = 0);
};

/// What happened in a pass.
struct PassResult {
  double Seconds = 0;                     ///< from the pass's start until the last range was finished
  std::vector<uint64_t> Iterations;       ///< per device
  std::vector<double> Busy;               ///< per device: seconds spent on ranges that it finished
  std::vector<std::vector<Range>> Ranges; ///< per device, in the order in which they were finished
  uint64_t Unfinished = 0;
  std::string Violation; ///< the first breach of the contract, or empty
};

/// What is around a virtual machine: ranges may have to wait for data, and devices may compute where the machine does
/// not see them. Moments are counted from the start of the pass.
class Surroundings {
public:
  virtual ~Surroundings() = default;

  /// The scheduler's pass has begun; Shares are its shares().
  virtual void passBegins(std::span<const Range> Shares) = 0;
  /// Device has been given Part. True: it does not begin by itself, an event tells when.
  virtual bool begins(unsigned Device, Range Part, double Now) = 0;

  struct Event {
    unsigned Device = 0;
    bool Ended = false; ///< it has computed its range, elsewhere; if not, it begins now
    double Seconds = 0; ///< that it reports, if it has ended
  };
  /// When something happens next; infinity: nothing will.
  virtual double next() const = 0;
  /// Takes what happens next. Nothing where that is of no device's concern.
  virtual std::optional<Event> advance() = 0;
};

class VirtualMachine {
public:
  std::vector<VirtualDevice> Devices;
  /// What the shared memory gives to all devices together. When the phases in progress ask for more, all of them go
  /// slower by the same factor.
  double MemoryBytesPerSecond = std::numeric_limits<double>::infinity();
  /// Called between events with a number below its argument: in which order devices that could act next do so. Empty:
  /// in the order of the list.
  std::function<unsigned(unsigned)> Tie;
  /// Cores read shares() instead of calling next().
  bool UseShares = false;
  Surroundings *Around = nullptr;

  /// Runs one pass. Its number is what Seconds and Fails see.
  PassResult run(Scheduler &S, uint64_t Iterations);

  /// Virtual time at which the next pass begins.
  double now() const { return Now; }
  /// Lets time go by between two passes.
  void rest(double Seconds) { Now += Seconds; }

private:
  unsigned Pass = 0;
  double Now = 0;
};

/// Complains unless All, in any order, are exactly the iterations 0 to Iterations - 1, each once.
std::string checkCover(std::vector<Range> All, uint64_t Iterations);

} // namespace hetrt

#endif
