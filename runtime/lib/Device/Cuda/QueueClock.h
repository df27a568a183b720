// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures how long the streams of a GPU work, by CUDA events.
#ifndef HETRT_DEVICE_CUDA_QUEUECLOCK_H
#define HETRT_DEVICE_CUDA_QUEUECLOCK_H

#include "Device/Cuda/Pinning.h"

#include <vector>

namespace hetrt::cuda {

/// A kind of work that a stream does.
struct Work {
  Activity What = Activity::Compute;
  Route Taken = Route::Staged; ///< The route of copies; not used for kernels.
  unsigned RowLength = 0;      ///< CopyClass::RowLength of copies; not used for kernels.
  std::uint64_t Launch = 0;    ///< The number of a kernel launch that is measured alone; 0: none.

  bool operator==(const Work &) const = default;
};

/// Measures spans of time (stretches) in which one stream does operations of one kind that were enqueued one after
/// another. A stretch ends when the stream is waited for, is ordered after another one, or gets another kind of work,
/// so waiting is not measured.
///
/// All functions require that the device's context is current, and return the driver's error code.
class QueueClock {
public:
  /// A measured span of time; Begin and End are seconds of the host's steady clock.
  struct Stretch {
    Work Done;
    std::uint64_t Bytes;
    double Begin, End;
  };

  explicit QueueClock(const Driver &Cuda) : Cuda(Cuda) {}
  QueueClock(const QueueClock &) = delete;
  QueueClock &operator=(const QueueClock &) = delete;

  /// Called before an operation is enqueued. `Bytes`: the size of a copy.
  Result enter(const Work &What, std::uint64_t Bytes, Stream On);

  /// Ends the stream's current stretch, if there is one.
  Result leave(Stream On);

  /// Appends the stretches of a stream to `Ended`, and forgets them. Before, the caller has called leave() for the
  /// stream, and has waited for the stream's operations.
  Result collect(Stream On, std::vector<Stretch> &Ended);

  /// Forgets all stretches. Called when their operations have ended.
  void drop();

  /// Destroys all events.
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
  Event Zero = nullptr; ///< The event that times are measured from, since the driver gives times in single precision.
  double ZeroSeconds = Never; ///< The time of event Zero by the host's clock.
};

} // namespace hetrt::cuda

#endif
