// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a device that reaches the host's memory works on arrays where they are, or on copies in its own. In place
// nothing moves; but the way to the host's memory may be so slow that an array which is used often is worth a copy.
// That is not known beforehand, so each way is tried for some passes, and the faster one is used. Pure.
#ifndef HETRT_PLAN_REACHCHOOSER_H
#define HETRT_PLAN_REACHCHOOSER_H

#include <array>
#include <cstdint>

namespace hetrt {

/// For one region on one accelerator.
class ReachChooser {
public:
  /// For the next pass.
  bool inPlace() const { return !Copies; }

  /// The next pass tries copies, which may turn out to be slow.
  bool isTrial() const { return Copies && Trials[1].Times < Enough; }

  /// What schedulers are told of a range that took so long: of a trial, what it would have taken in place, so that they
  /// do not give up a device for a pass that will not come again.
  double told(double Seconds, std::uint64_t Iterations) const {
    return isTrial() ? Trials[0].SecondsPerIteration * double(Iterations) : Seconds;
  }

  /// The device had so many iterations of a pass, as inPlace() said.
  void note(std::uint64_t Iterations, double Seconds);

private:
  static constexpr unsigned Enough = 3; ///< Passes, of which the first does not count: pages and copies were cold.
  static constexpr double Better = 0.9; ///< Of the other way's time, before that is left.

  struct Trial {
    unsigned Times = 0;
    double SecondsPerIteration = 0; ///< A running average.
  };

  bool Copies = false;
  std::array<Trial, 2> Trials; ///< In place, on copies.
};

} // namespace hetrt

#endif
