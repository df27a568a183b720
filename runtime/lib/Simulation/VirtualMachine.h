// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A machine in virtual time: it calls a scheduler as a region does, but the times of ranges come from a model of every
// device, not from a clock.
//
//   Scheduler::next -> range -> phases of the device -> events in order of time -> Scheduler::finished -> ...
//
// It checks the scheduler's contract: every iteration is handed out exactly once, no range is empty, and no device
// waits for ever.
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

/// From the moment AtSeconds (since the beginning of the first pass) on, a device works at Speed times its own speed.
/// With speed 0, an accelerator fails and returns its range, and a core makes no progress.
struct SpeedStep {
  double AtSeconds = 0;
  double Speed = 1;
};

/// The behaviour of one device.
struct VirtualDevice {
  DeviceModel Model;
  /// The cost of a range on the device in the given pass (counted from 0).
  std::function<Cost(Range, unsigned Pass)> Seconds;
  /// The seconds that the device reports to the scheduler if a range took Seconds; if empty, it reports Seconds.
  std::function<double(double Seconds)> Reported;
  /// Whether the device fails at the end of a range.
  std::function<bool(Range, unsigned Pass)> Fails;
  /// After a failure the device does not call next() again in this pass.
  bool VanishesOnFailure = false;
  /// Changes of speed, in order of time.
  std::vector<SpeedStep> Steps;

  static VirtualDevice core(double SecondsPerIteration);
  static VirtualDevice accelerator(double SecondsPerIteration, double SimdWidth = 1, double FixedSeconds = 0);
};

/// The result of a pass.
struct PassResult {
  double Seconds = 0;                     ///< the time from the start of the pass until the last range was finished
  std::vector<uint64_t> Iterations;       ///< for each device, the iterations that it finished
  std::vector<double> Busy;               ///< for each device: seconds spent on ranges that it finished
  std::vector<std::vector<Range>> Ranges; ///< for each device, the ranges in the order in which it finished them
  uint64_t Unfinished = 0;
  std::string Violation; ///< describes the first point in which the scheduler broke its contract; empty: none
};

/// An interface to what is outside of a virtual machine: the other nodes (ClusterRun). A range may have to wait for
/// data from other nodes, or another node may compute it. Moments are seconds since the start of the pass.
class Surroundings {
public:
  virtual ~Surroundings() = default;

  /// Called when the scheduler's pass has begun. Shares are the scheduler's shares().
  virtual void passBegins(std::span<const Range> Shares) = 0;
  /// Called when the scheduler has given Device the range Part at the moment Now. If it returns true, the device does
  /// not begin now, and an event (advance()) will tell when it begins or has ended.
  virtual bool begins(unsigned Device, Range Part, double Now) = 0;

  struct Event {
    unsigned Device = 0;
    bool Ended = false; ///< true: the range has been computed outside of this machine; false: the device begins the
                        ///< range now
    double Seconds = 0; ///< if Ended: the seconds that are reported to the scheduler
  };
  /// The moment of the next event; infinity: there is none.
  virtual double next() const = 0;
  /// Advances to the moment next(). Returns nothing if no device begins or ends a range at that moment.
  virtual std::optional<Event> advance() = 0;
};

class VirtualMachine {
public:
  std::vector<VirtualDevice> Devices;
  /// Bytes per second of the memory that all devices share. If the phases in progress need more, all of them slow down
  /// by the same factor.
  double MemoryBytesPerSecond = std::numeric_limits<double>::infinity();
  /// If n devices could act at the same moment: called with n, returns which of them acts first, a number below n.
  /// Empty: devices act in the order of the list.
  std::function<unsigned(unsigned)> Tie;
  /// True: cores read shares() instead of calling next().
  bool UseShares = false;
  Surroundings *Around = nullptr;

  /// Runs one pass. Its number is passed to the functions VirtualDevice::Seconds and VirtualDevice::Fails.
  PassResult run(Scheduler &S, uint64_t Iterations);

  /// The virtual time at which the next pass begins.
  double now() const { return Now; }
  /// Advances the time between two passes.
  void advance(double Seconds) { Now += Seconds; }

private:
  unsigned Pass = 0;
  double Now = 0;
};

/// Returns an empty string if the ranges All, in any order, contain each of the iterations 0 to Iterations - 1 exactly
/// once; else an error message.
std::string checkCover(std::vector<Range> All, uint64_t Iterations);

} // namespace hetrt

#endif
