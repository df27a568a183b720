// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shape of kernel launches on devices that group threads in blocks (GPUs): how many threads a block has, and how
// many threads (lanes) share one iteration. The shape is computed, measured, or set by the user.
#ifndef HETRT_DEVICE_LAUNCHSHAPING_H
#define HETRT_DEVICE_LAUNCHSHAPING_H

#include <compare>
#include <string>
#include <vector>

namespace hetrt {

/// Threads per block, and lanes that share each iteration; 0: not decided. There may be more lanes than threads in a
/// block if the lanes never wait for each other.
struct LaunchShape {
  unsigned Threads = 0, Lanes = 0;
  auto operator<=>(const LaunchShape &) const = default;
};

/// A class of launches for which one shape serves: one kernel on one model of device, with about as many iterations,
/// and about as many turns (iterations of the inner loops that lanes share). Iterations and Turns are the widths of
/// these numbers in bits; Turns is 0 if not known.
struct LaunchClass {
  std::string Region; ///< "file:line" of the directive.
  std::string Device; ///< Capabilities::identity().
  unsigned Iterations = 0, Turns = 0;
  auto operator<=>(const LaunchClass &) const = default;
};

/// The shapes that the user has set, and those that earlier runs have measured. The object outlives the devices that
/// use it. Any thread may call.
class LaunchShaping {
public:
  /// `Fixed`: the shape that the user has set. Devices compute its fields that are 0; if any field is set, nothing is
  /// tuned. `Remembers`: results of tuning are stored for later runs.
  LaunchShaping(bool Tunes, LaunchShape Fixed, bool Remembers = false)
      : Tunes(Tunes), Remembers(Remembers), Fixed(Fixed) {}
  virtual ~LaunchShaping() = default;
  LaunchShaping(const LaunchShaping &) = delete;
  LaunchShaping &operator=(const LaunchShaping &) = delete;

  /// Whether devices should try other shapes than the computed one, to find a faster one.
  bool tunes() const { return Tunes; }
  bool remembers() const { return Remembers; }
  LaunchShape fixed() const { return Fixed; }

  /// The shapes that earlier runs have tried for these launches, the fastest first.
  virtual std::vector<LaunchShape> earlier(const LaunchClass &) const { return {}; }

  /// Called by a device that has tried a shape for these launches, with the seconds that an iteration took.
  virtual void found(const LaunchClass &, LaunchShape, double /*SecondsPerIteration*/) {}

private:
  const bool Tunes, Remembers;
  const LaunchShape Fixed;
};

} // namespace hetrt

#endif
