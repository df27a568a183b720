// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides whether copies of a host array go through pinned buffers or directly, with the array's memory pinned in
// place.
#ifndef HETRT_DEVICE_CUDA_PINNING_H
#define HETRT_DEVICE_CUDA_PINNING_H

#include "Device/Cuda/Transfer.h"

#include <array>
#include <map>
#include <utility>

namespace hetrt::cuda {

/// The routes of a copy between host and device.
enum class Route : unsigned {
  Staged,   ///< The host packs rows into pinned buffers, or unpacks them from there (Staging.h).
  Straight, ///< The device accesses the array itself, which is pinned.
};
inline constexpr unsigned RouteCount = 2;

/// Copies with about the same cost per byte: one direction, and rows of about one length.
struct CopyClass {
  Activity Direction = Activity::CopyIn;
  /// The width of the row length in bits, so that lengths between two powers of two are one class; 0: contiguous.
  unsigned RowLength = 0;

  static CopyClass of(Activity Direction, const CopyShape &Shape);
  bool operator==(const CopyClass &) const = default;
  auto operator<=>(const CopyClass &) const = default;
};

/// Pins arrays and chooses routes, by measured times of copies.
///
/// Pinning an array costs about as much as copying it. An array is pinned once its staged copies have taken as long as
/// pinning would. So the cost is at most twice that of the best choice. The time that pinning takes is measured, too.
/// Then each class of copies takes the straight route once, and from then on the route with less time per byte. The
/// other route is tried again now and then.
///
/// An array can be pinned only if forget() is called before the program frees the array, since the driver would go on
/// using the pages of freed memory. All functions require that the device's context is current.
class Pinning {
public:
  explicit Pinning(const Driver &Cuda, std::uint64_t MaxPitch) : Cuda(Cuda), MaxPitch(MaxPitch) {}
  Pinning(const Pinning &) = delete;
  Pinning &operator=(const Pinning &) = delete;

  /// The route of the next copy of a part of the array `Of`. Of.Begin is null for memory that may be freed at any time.
  Route choose(Activity Direction, const CopyShape &Shape, const HostArray &Of);

  /// Reports the time that copies of a class took on a route.
  void note(const CopyClass &Which, Route Taken, std::uint64_t Bytes, double Seconds);

  /// The seconds spent on pinning since the last call.
  double takeSeconds() { return std::exchange(Seconds, 0); }

  /// Unpins the array, so that its memory may be freed after this call. No copy of the array is under way.
  void forget(const void *Begin);

  /// Unpins all arrays.
  void close();

private:
  /// Seconds per byte, a mean over the latest copies.
  struct Rate {
    double Seconds = 0, Bytes = 0;
    bool known() const { return Bytes > 0; }
    double perByte() const { return Seconds / Bytes; }
    void add(double MoreSeconds, double MoreBytes);
  };

  struct Pinned {
    double Staged = 0; ///< Estimated time of the array's staged copies, in seconds.
    /// Elsewhere: other code of the program has pinned the array. Refused: the driver cannot pin it.
    enum { Not, Ours, Elsewhere, Refused } Held = Not;
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
