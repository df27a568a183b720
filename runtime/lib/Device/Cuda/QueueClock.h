// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the streams of a GPU take, measured by events between which they work.
#ifndef HETRT_DEVICE_CUDA_QUEUECLOCK_H
#define HETRT_DEVICE_CUDA_QUEUECLOCK_H

#include "Device/Cuda/Pinning.h"

#include <vector>

namespace hetrt::cuda {

/// What a stream does for a while.
struct Work {
  Activity What = Activity::Compute;
  Route Taken = Route::Staged; ///< Of copies only.
  unsigned RowLength = 0;      ///< Of copies only.
  std::uint64_t Launch = 0;    ///< Number of a kernel launch that is measured alone; 0: none.

  bool operator==(const Work &) const = default;
};

/// Measures by stretches: operations of one kind that are enqueued one after another on one stream. A stretch ends
/// where the stream is waited for, ordered after another, or gets work of another kind, so that waiting is no part of
/// it.
///
/// All functions want the device's context to be current, and return the driver's code.
class QueueClock {
public:
  /// From one time to another, in seconds.
  struct Stretch {
    Work Done;
    std::uint64_t Bytes;
    double Begin, End;
  };

  explicit QueueClock(const Driver &Cuda) : Cuda(Cuda) {}
  QueueClock(const QueueClock &) = delete;
  QueueClock &operator=(const QueueClock &) = delete;

  /// Before an operation is enqueued; of so many bytes, if it is a copy.
  Result enter(const Work &What, std::uint64_t Bytes, Stream On);

  /// Ends the stream's stretch, if it is in one.
  Result leave(Stream On);

  /// Adds the stretches of a stream that was left and waited for to `Ended`.
  Result collect(Stream On, std::vector<Stretch> &Ended);

  /// Forgets what is under way, which has ended.
  void drop();

  /// Destroys the events.
  void close();

private:
  struct Measured {
    Work What;
    std::uint64_t Bytes;
    Stream On;
    Event Begin, End; ///< End is null while the stretch goes on.
  };

  static constexpr double Never = -1e300;

  Result mark(Stream On, Event &Made);
  Result setZero(Stream On);
  Result secondsSinceZero(Event Of, double &Seconds) const;

  const Driver &Cuda;
  std::vector<Measured> Stretches;
  std::vector<Event> Spare;
  Event Zero = nullptr;       ///< Times count from here, since the driver gives them in single precision.
  double ZeroSeconds = Never; ///< When that was, by the host's clock.
};

} // namespace hetrt::cuda

#endif
