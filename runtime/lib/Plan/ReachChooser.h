// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a device that reaches the host's memory works on arrays in place, or on copies in its own memory. In place,
// nothing moves; but access to the host's memory may be so slow that copies are faster for arrays that are used often.
// This is not known beforehand, so each way is tried for some passes, and the faster one is used. Pure.
#ifndef HETRT_PLAN_REACHCHOOSER_H
#define HETRT_PLAN_REACHCHOOSER_H

#include <array>
#include <cstdint>

namespace hetrt {

/// Chooses between working in place and on copies, for one region on one accelerator.
class ReachChooser {
public:
  /// Whether the next pass works in place.
  bool inPlace() const { return !Copies; }

  /// Whether the next pass tries copies, which may turn out to be slow.
  bool isTrial() const { return Copies && Trials[1].Times < Enough; }

  /// The time that schedulers are told for a range that took `Seconds`. In a trial, it is the time that the range would
  /// have taken in place, so that the scheduler does not give up the device because of a pass that will not be
  /// repeated.
  double secondsToReport(double Seconds, std::uint64_t Iterations) const {
    return isTrial() ? Trials[0].SecondsPerIteration * double(Iterations) : Seconds;
  }

  /// Notes that the device computed `Iterations` iterations of a pass, in the way that inPlace() said.
  void note(std::uint64_t Iterations, double Seconds);

private:
  /// The number of passes of a trial. The first one does not count, since pages and copies had to be made in it.
  static constexpr unsigned Enough = 3;
  /// The way that is not in use becomes the one in use if its time is less than this fraction of the time of the other.
  static constexpr double Better = 0.9;

  struct Trial {
    unsigned Times = 0;
    double SecondsPerIteration = 0; ///< A running average.
  };

  bool Copies = false;
  std::array<Trial, 2> Trials; ///< The trials of working in place, and of working on copies.
};

} // namespace hetrt

#endif
