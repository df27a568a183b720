// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduction values of a pass under HETRT_DETERMINISTIC: one partial for each grain of the iterations, combined in
// order.
//
// A grain is a run of iterations; how iterations are divided into grains depends only on their number and on the size
// of a partial. Schedulers hand out whole grains, and the thread or device that gets a grain computes it from first to
// last. So the result does not depend on which device or thread computes a grain, nor on whether the grain is computed
// again after a fault.
#ifndef HETRT_PASS_ORDEREDPARTIALS_H
#define HETRT_PASS_ORDEREDPARTIALS_H

#include "Plan/Division.h"
#include "hetrt/hetrt.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hetrt {

/// The partials of all grains of a pass. Members may call at the same time, each for its own number.
class OrderedPartials {
public:
  OrderedPartials(const Grains &Of, std::uint64_t Bytes, std::uint32_t Threads);

  /// The partial of the grain that begins with iteration `First`; the partials of the next grains follow.
  std::byte *at(std::uint64_t First) { return Slots.get() + Of.number(First) * Bytes; }

  /// The partial after `Previous` (null: the first one); null after the last.
  const void *next(const void *Previous) const;

  /// Memory for one partial of a member.
  std::byte *initialValues(std::uint32_t Member) { return Initial.get() + Member * Bytes; }

  // ---- How a member goes through its range, grain by grain.

  /// Notes the range `Whole` that the member was given, and returns the first grain of it.
  Range enter(std::uint32_t Member, Range Whole);
  /// The next grain of the range of enter(); empty after the last.
  Range advance(std::uint32_t Member);
  /// The partial of the grain that enter() or advance() returned last.
  std::byte *current(std::uint32_t Member) { return at(Rests[Member].Grain.First); }

private:
  struct Rest {
    Range Grain;
    std::uint64_t Last = 0; ///< The end of the range.
  };

  const Grains Of;
  const std::uint64_t Bytes;
  std::unique_ptr<std::byte[]> Slots, Initial;
  std::vector<Rest> Rests; ///< One for each member.
};

/// How a pass combines its reductions.
struct Reductions {
  std::uint64_t Bytes = 0;                  ///< The bytes of a partial; 0: there are no reductions.
  bool InOrder = false;                     ///< Whether partials are combined in the order of grains.
  hetrt::Division Division;                 ///< The division into grains, which have one iteration each unless InOrder.
  std::unique_ptr<OrderedPartials> Ordered; ///< Made together with the team, if InOrder.

  /// The reductions of a call; `Deterministic` is HETRT_DETERMINISTIC.
  static Reductions of(const hetrt_call &Call, bool Deterministic);
};

} // namespace hetrt

#endif
