// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a scheduler shares out in place of iterations: grains of them, or elements.
//
// Under HETRT_DETERMINISTIC a unit is a grain. Where a `balance` clause stands, units are the elements of the segments
// that iterations have, and one for each iteration, so that an empty one counts too. A unit belongs to the grain
// in which it lies, and a range of units is the grains of which it has the first unit: whichever way the units are
// divided, every iteration is in one range, and a range may have none.
#ifndef HETRT_PLAN_DIVISION_H
#define HETRT_PLAN_DIVISION_H

#include "Memory/Window.h"
#include "Schedule/Scheduler.h"

#include <cstdint>

namespace hetrt {

/// Iterations in a grain of a loop whose partials have `Bytes` bytes.
std::uint64_t grainOf(std::uint64_t TripCount, std::uint64_t Bytes);

/// Grains of iterations.
struct Grains {
  std::uint64_t Size = 1; ///< Iterations in each but the last.
  std::uint64_t TripCount = 0;
  std::uint64_t Begin = 0; ///< The first iteration: not 0 where the pass has a part of a loop.

  std::uint64_t count() const { return unit(TripCount); }
  Range iterations(Range Units) const { return {first(Units.First), first(Units.Last)}; }

  /// Of iterations that begin and end where grains do.
  Range units(Range Iterations) const { return {unit(Iterations.First - Begin), unit(Iterations.Last - Begin)}; }

  /// The first iteration of a grain; of the one after the last, the end of the iterations.
  std::uint64_t first(std::uint64_t Unit) const {
    return Begin + (Size > 1 && Unit >= count() ? TripCount : Unit * Size);
  }

  /// Which grain begins with this iteration.
  std::uint64_t number(std::uint64_t First) const { return (First - Begin) / Size; }

private:
  std::uint64_t unit(std::uint64_t First) const { return Size > 1 ? First / Size + (First % Size != 0) : First; }
};

/// How many elements iterations have.
struct ElementCount {
  HostIntegers Begins; ///< Of segments; they do not fall, and none is negative.
  IterationSpace Iterations;

  explicit operator bool() const { return bool(Begins); }

  /// Elements of the first so many iterations, and one for each. What lies in the gaps of a step counts as that of the
  /// iteration before it.
  std::uint64_t before(std::uint64_t Iteration) const;
};

class Division {
public:
  Division() = default;
  explicit Division(const Grains &Of) : Of(Of) {}

  /// Units are elements from now on. At least one iteration.
  void balance(const ElementCount &By) { Elements = By; }
  bool balanced() const { return bool(Elements); }

  const Grains &grains() const { return Of; }

  std::uint64_t count() const { return balanced() ? Elements.before(Of.TripCount) : Of.count(); }

  Range iterations(Range Units) const {
    return balanced() ? Range{begin(Units.First), begin(Units.Last)} : Of.iterations(Units);
  }

  /// The units of some iterations, which begin and end where grains do, and lie in the range `Within` of units. If the
  /// iterations of `Within` come in parts, the units of the parts together are all of `Within`.
  Range units(Range Iterations, Range Within) const;

  /// The time for a range of units, of which the iterations took so many seconds: they may have more elements than the
  /// range has units, or less. 0 where it has no iteration.
  double secondsOf(Range Units, Range Iterations, double Seconds) const;

  /// Units of an iteration, on average.
  double unitsPerIteration() const { return Of.TripCount ? double(count()) / double(Of.TripCount) : 1; }

private:
  std::uint64_t begin(std::uint64_t Unit) const;

  Grains Of;
  ElementCount Elements;
};

} // namespace hetrt

#endif
