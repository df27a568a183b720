// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts the range of a core that also drives accelerators into pieces. Between two pieces, the core takes steps of the
// accelerators. Pure: no clock.
#ifndef HETRT_PASS_RANGECUTTER_H
#define HETRT_PASS_RANGECUTTER_H

#include "Schedule/Scheduler.h"

#include <algorithm>
#include <cstdint>

namespace hetrt {

/// Chooses the size so that a piece takes about 50 us, however long an iteration takes. To look at a GPU costs about 1
/// us, so looks must not be more frequent; and the GPU may be idle until the next look, so they must not be much rarer.
/// Nothing is known of the loop at first, so the first piece is small, and each next one at most twice as large as the
/// last.
class RangeCutter {
public:
  /// Begins a range.
  void begin(Range Whole, std::int64_t Nanoseconds) {
    Rest = Whole;
    Size = std::max<std::uint64_t>(1, Whole.size() / FirstParts);
    Paused = Nanoseconds;
    Between = 0;
  }

  bool empty() const { return Rest.empty(); }

  /// Returns the next piece, which the member begins now.
  Range next(std::int64_t Nanoseconds) {
    Between += Nanoseconds - Paused;
    Begun = Nanoseconds;
    return take(std::min(Size, Rest.size()));
  }

  /// The rest of the range, for a thread that has no accelerator to look after any more.
  Range all() { return take(Rest.size()); }

  /// Called when the member has computed the piece.
  void ended(std::int64_t Nanoseconds) {
    Paused = Nanoseconds;
    const std::int64_t Took = std::max<std::int64_t>(1, Nanoseconds - Begun);
    const double Fitting = double(Size) * double(Aim) / double(Took);
    Size = Fitting >= double(2 * Size) ? 2 * Size : std::max<std::uint64_t>(1, std::uint64_t(Fitting));
  }

  /// The seconds before and between the pieces of the range, which the core spent on accelerators.
  double driving() const { return double(Between) * 1e-9; }

private:
  static constexpr std::uint64_t FirstParts = 1024;
  static constexpr std::int64_t Aim = 50000; ///< Nanoseconds of a piece.

  Range take(std::uint64_t Count) {
    const Range Piece{Rest.First, Rest.First + Count};
    Rest.First = Piece.Last;
    return Piece;
  }

  Range Rest;
  std::uint64_t Size = 1;
  std::int64_t Begun = 0, Paused = 0, Between = 0;
};

} // namespace hetrt

#endif
