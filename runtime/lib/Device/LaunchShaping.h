// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How kernels are to be launched on devices that group threads in blocks: as computed, as measured, or as the user
// says.
#ifndef HETRT_DEVICE_LAUNCHSHAPING_H
#define HETRT_DEVICE_LAUNCHSHAPING_H

#include <compare>
#include <string>
#include <vector>

namespace hetrt {

/// Threads of a block, and how many lanes share each iteration; 0: not said. Lanes that never wait for each other may
/// be more than a block has threads.
struct LaunchShape {
  unsigned Threads = 0, Lanes = 0;
  auto operator<=>(const LaunchShape &) const = default;
};

/// Launches that are so much alike that one shape serves them all: of one kernel on one model of device, with about as
/// many iterations and turns of the loops that lanes share (the widths of these numbers in bits; 0 turns: not known).
struct LaunchClass {
  std::string Region; ///< "file:line" of the directive.
  std::string Device; ///< Capabilities::identity().
  unsigned Iterations = 0, Turns = 0;
  auto operator<=>(const LaunchClass &) const = default;
};

/// What the user and earlier runs say. Outlives the devices that follow it; any thread may call.
class LaunchShaping {
public:
  /// `Fixed` is the user's; what it does not say is computed, and nothing is tuned. `Remembers`: what devices find is
  /// for later runs too.
  LaunchShaping(bool Tunes, LaunchShape Fixed, bool Remembers = false)
      : Tunes(Tunes), Remembers(Remembers), Fixed(Fixed) {}
  virtual ~LaunchShaping() = default;
  LaunchShaping(const LaunchShaping &) = delete;
  LaunchShaping &operator=(const LaunchShaping &) = delete;

  /// Whether devices are to look for faster shapes than the computed ones.
  bool tunes() const { return Tunes; }
  bool remembers() const { return Remembers; }
  LaunchShape fixed() const { return Fixed; }

  /// Shapes that earlier runs have tried, the fastest first.
  virtual std::vector<LaunchShape> earlier(const LaunchClass &) const { return {}; }

  /// A device has tried a shape for these launches: so many seconds an iteration took.
  virtual void found(const LaunchClass &, LaunchShape, double /*SecondsPerIteration*/) {}

private:
  const bool Tunes, Remembers;
  const LaunchShape Fixed;
};

} // namespace hetrt

#endif
