// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The happens-before order of accesses by the threads of a block, computed by vector clocks of warps, which barriers
// synchronise.
//
// A warp's clock advances at each of its barriers. Warp A has, for each other warp B, the time up to which all accesses
// of B happen before A's next access (Seen). A barrier of the block passes these times from the warps that arrive to
// the warps that wait. Two threads of one warp are as independent as threads of two warps: only barriers of the warp
// and of the block order them. If only some threads of a warp reach a barrier of the block, its other threads are
// treated as if they had reached it too. So a race may be missed, but ordered accesses are never reported as a race.
#ifndef EMULATOR_OBSERVE_CLOCKS_H
#define EMULATOR_OBSERVE_CLOCKS_H

#include "Execute/Block.h"

namespace emulator {

/// The thread and the time of an access. `Is`: there was an access; a stamp of 0 means none.
struct Stamp {
  std::uint64_t Block : 30, Thread : 10, Clock : 22, IsStrong : 1, Is : 1;
};
inline bool isOfOneThread(const Stamp &A, const Stamp &B) { return A.Block == B.Block && A.Thread == B.Thread; }

class Clocks {
public:
  /// Called when a block begins; drops the clocks of the block before.
  void restart(const Block &Of);

  Stamp now(const Warp &W, unsigned Lane, bool IsStrong) const;
  bool isOfThisBlock(const Stamp &Of) const { return Of.Block == (BlockNumber & ((1u << 30) - 1)); }
  /// Whether a barrier orders the earlier access Before and the present access Now.
  bool isOrdered(const Stamp &Before, const Stamp &Now) const;

  void meet(const Warp &W, Lanes Together);
  void arrive(const Warp &W, unsigned Barrier);
  void release(const Block &Of, unsigned Barrier);

private:
  using Times = std::vector<std::uint32_t>;
  struct OfWarp {
    std::uint32_t Now = 1;
    Times Seen;               // for each other warp: the time up to which its accesses happen before this warp's next
                              // access
    std::uint32_t AllMet = 0; // accesses of the warp's own threads before this time are ordered by barriers that all
                              // its threads have reached
    Times Met;                // for each pair of threads of the warp: accesses of the first thread before this time
                              // happen before the next access of the second; empty: all threads have reached all
                              // barriers of the warp
  };
  static void join(Times &Into, const Times &From);
  /// The largest value of a clock. When it is reached, all later accesses count as ordered.
  static constexpr std::uint32_t Last = (1u << 22) - 1;
  static void goOn(OfWarp &Of) { Of.Now += Of.Now < Last; }

  std::uint64_t BlockNumber = 0;
  std::vector<OfWarp> Warps;
  std::array<Times, 16> Joined; // for each barrier: the maximum of the times Seen of all warps that have arrived
};

} // namespace emulator

#endif
