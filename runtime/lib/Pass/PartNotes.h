// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a part of a block (Partition.h) notes while its loops run: how long they took, and which arrays they have
// written.
#ifndef HETRT_PASS_PARTNOTES_H
#define HETRT_PASS_PARTNOTES_H

#include "Device/Status.h"
#include "Memory/CallTables.h"
#include "Memory/Replicas.h"
#include "Team/Clock.h"

#include <cstdint>
#include <map>

namespace hetrt {

/// The time that the scheduler is told for a part. If the block has a loop that is bound to the partition
/// (HETRT_BOUND), only the time of such loops counts (`OnlyBound`); otherwise that of all loops and copies.
class PartTime {
public:
  explicit PartTime(bool OnlyBound) : OnlyBound(OnlyBound) {}

  void count(double Took, bool IsBound) {
    if (counts(IsBound))
      Seconds += Took;
  }

  /// The part's thread begins the block, or a loop that it runs itself.
  void begin(bool IsBound) {
    Bound = IsBound;
    Since = nanoseconds();
  }
  /// The loop of begin() has ended.
  void ended() { count(secondsSince(Since), Bound); }

  /// A region has run on the part's place.
  void regionRan(double Took, bool IsBound) {
    count(Took, IsBound);
    IsTimed |= counts(IsBound);
  }
  /// The part on a place leaves the block. If no region inside of the block has reported its time, the time of the
  /// whole block counts.
  void leavePlace() {
    if (!IsTimed)
      Seconds = secondsSince(Since);
  }

  double seconds() const { return Seconds; }

private:
  bool counts(bool IsBound) const { return IsBound || !OnlyBound; }

  const bool OnlyBound;
  bool Bound = false;   ///< The loop of begin() is bound to the partition.
  bool IsTimed = false; ///< A region inside the block has reported the time of the share.
  std::int64_t Since = 0;
  double Seconds = 0;
};

/// The arrays that loops have written since the last update of indexed elements. Arrays are known by their addresses in
/// the program; `Copies` are those that the part works on, or null.
class WrittenArrays {
public:
  /// Checks the accesses to arrays that a loop reads by indices, as x in `x[col[k]]`. An accelerator has copies of the
  /// elements that its indices name, while a core uses the array itself. So the loop itself may not change the array,
  /// and after another loop has changed it, the copies must be updated first. If all threads work in place
  /// (`AnyCopies` is false), a barrier is enough, and only the loop itself is looked at.
  Status check(const CallTables &Loop, bool AnyCopies, const Replicas *Copies) const;

  void note(const CallTables &Loop, const Replicas *Copies);

  /// The elements of the array have been updated in all copies.
  void updated(const void *Base) { Names.erase(Base); }

private:
  std::map<const void *, const char *> Names; ///< The names under which loops have written the arrays, by address.
};

} // namespace hetrt

#endif
