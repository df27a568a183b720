// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether copies of a host array go through pinned buffers or straight, with its memory pinned in place.
#ifndef HETRT_DEVICE_CUDA_PINNING_H
#define HETRT_DEVICE_CUDA_PINNING_H

#include "Device/Cuda/Transfer.h"

#include <array>
#include <map>
#include <utility>

namespace hetrt::cuda {

/// The ways that bytes take between host and device.
enum class Route : unsigned {
  Staged,   ///< The host packs rows into pinned buffers, or unpacks them (Staging.h).
  Straight, ///< The device reads and writes the array itself, which is pinned.
};
inline constexpr unsigned RouteCount = 2;

/// A class of copies that cost alike per byte: one direction, and rows of about one length, counted in powers of two.
struct CopyClass {
  Activity Direction = Activity::CopyIn;
  unsigned RowLength = 0;

  static CopyClass of(Activity Direction, const CopyShape &Shape);
  bool operator==(const CopyClass &) const = default;
  auto operator<=>(const CopyClass &) const = default;
};

/// Pins arrays and chooses routes, by what copies were measured to take.
///
/// Pinning an array costs about as much as copying it, so it has to be earned: an array is pinned once its staged
/// copies took as long as pinning would (what that takes is measured too), which at worst doubles the cost of what
/// could not be foreseen. Then each class of copies goes straight once, and from then on takes the route that took less
/// per byte; the other one is tried again now and then.
///
/// Only arrays whose memory the program has promised to keep can be pinned: the driver would go on using the pages of a
/// freed one. All functions want the device's context to be current.
class Pinning {
public:
  explicit Pinning(const Driver &Cuda, std::uint64_t MaxPitch) : Cuda(Cuda), MaxPitch(MaxPitch) {}
  Pinning(const Pinning &) = delete;
  Pinning &operator=(const Pinning &) = delete;

  /// The route of the next copy of a part of this array; empty: of memory that may be freed any time.
  Route choose(Activity Direction, const CopyShape &Shape, const HostArray &Of);

  /// What copies took.
  void note(const CopyClass &Which, Route Taken, std::uint64_t Bytes, double Seconds);

  /// Seconds of pinning since the last call.
  double takeSeconds() { return std::exchange(Seconds, 0); }

  /// The array's memory may be freed from now on. No copy of it is under way.
  void forget(const void *Begin);

  /// Unpins all.
  void close();

private:
  /// Seconds per byte, in the mean of the latest bytes.
  struct Rate {
    double Seconds = 0, Bytes = 0;
    bool known() const { return Bytes > 0; }
    double perByte() const { return Seconds / Bytes; }
    void add(double MoreSeconds, double MoreBytes);
  };

  struct Pinned {
    double Staged = 0;                                 ///< Estimated seconds of its staged copies.
    enum { Not, Ours, Elsewhere, Refused } Held = Not; ///< Elsewhere: by other code of the program.
  };

  struct Routes {
    std::array<Rate, RouteCount> Of;
    unsigned Choices = 0;
  };

  bool isPinned(const HostArray &Of, double PerByte, std::uint64_t Bytes);
  void pin(const HostArray &Of, Pinned &Entry);

  const Driver &Cuda;
  const std::uint64_t MaxPitch;
  std::map<const void *, Pinned> Arrays;
  std::map<CopyClass, Routes> Known;
  Rate PinningCost;
  double Seconds = 0;
};

} // namespace hetrt::cuda

#endif
