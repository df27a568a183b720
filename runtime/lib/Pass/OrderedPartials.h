// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduction values of a pass under HETRT_DETERMINISTIC: one partial for each grain of the iterations, combined in
// order.
//
// Grains are a division of the iterations that nothing but their number and the size of a partial decides. Schedulers
// share out whole grains, and the thread or device that gets one computes it from first to last, so that which device,
// thread or attempt did it leaves no trace in the result.
#ifndef HETRT_PASS_ORDEREDPARTIALS_H
#define HETRT_PASS_ORDEREDPARTIALS_H

#include "Plan/Division.h"
#include "hetrt/hetrt.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hetrt {

class OrderedPartials {
public:
  OrderedPartials(const Grains &Of, std::uint64_t Bytes, std::uint32_t Threads);

  /// The partial of the grain that iteration `First` begins; those of the next grains follow.
  std::byte *at(std::uint64_t First) { return Slots.get() + Of.number(First) * Bytes; }

  /// The partial after `Previous` (null: the first), null after the last.
  const void *next(const void *Previous) const;

  /// Room for one partial of a member's.
  std::byte *initialValues(std::uint32_t Member) { return Initial.get() + Member * Bytes; }

  // ---- Grain by grain through a member's range.

  /// Cuts the first grain off a range that the member was given.
  Range enter(std::uint32_t Member, Range Whole);
  /// The next grain of that range; empty after the last.
  Range advance(std::uint32_t Member);
  /// The partial of the grain that came last.
  std::byte *current(std::uint32_t Member) { return at(Rests[Member].Grain.First); }

private:
  struct Rest {
    Range Grain;
    std::uint64_t Last = 0; ///< Where the range ends.
  };

  const Grains Of;
  const std::uint64_t Bytes;
  std::unique_ptr<std::byte[]> Slots, Initial;
  std::vector<Rest> Rests; ///< By member.
};

/// What a pass does about its reductions.
struct Reductions {
  std::uint64_t Bytes = 0;                  ///< Of one partial; 0: there are none.
  bool InOrder = false;                     ///< Whether the values are combined in the order of grains.
  hetrt::Division Division;                 ///< Into grains of one iteration unless in order.
  std::unique_ptr<OrderedPartials> Ordered; ///< Made with the team, if in order.

  /// Those of a call.
  static Reductions of(const hetrt_call &Call, bool Deterministic);
};

} // namespace hetrt

#endif
