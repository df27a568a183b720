// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The units that a scheduler hands out in place of iterations: grains of iterations, or elements.
//
// Under HETRT_DETERMINISTIC, a unit is a grain. With a `balance` clause, units are the elements of the iterations'
// segments (as `row[i + 1] - row[i]` elements of iteration i), and one more for each iteration, so that empty segments
// count too. A unit belongs to the grain in which it lies. A range of units stands for the grains whose first unit is
// in the range. So every iteration belongs to exactly one range, however units are divided, and a range may have no
// iteration.
#ifndef HETRT_PLAN_DIVISION_H
#define HETRT_PLAN_DIVISION_H

#include "Memory/Array.h"
#include "Schedule/Scheduler.h"

#include <cstdint>

namespace hetrt {

/// How many iterations a grain has in a loop whose partials have `Bytes` bytes.
std::uint64_t grainOf(std::uint64_t TripCount, std::uint64_t Bytes);

/// A division of iterations into grains.
struct Grains {
  std::uint64_t Size = 1; ///< Iterations in each grain but the last.
  std::uint64_t TripCount = 0;
  std::uint64_t Begin = 0; ///< The first iteration; not 0 if the pass has only a part of a loop.

  std::uint64_t count() const { return unit(TripCount); }
  Range iterations(Range Units) const { return {first(Units.First), first(Units.Last)}; }

  /// The grains of some iterations, which begin and end where grains do.
  Range units(Range Iterations) const { return {unit(Iterations.First - Begin), unit(Iterations.Last - Begin)}; }

  /// The first iteration of a grain; for the number after the last grain, the end of the iterations.
  std::uint64_t first(std::uint64_t Unit) const {
    return Begin + (Size > 1 && Unit >= count() ? TripCount : Unit * Size);
  }

  /// The number of the grain that begins with this iteration.
  std::uint64_t number(std::uint64_t First) const { return (First - Begin) / Size; }

private:
  std::uint64_t unit(std::uint64_t First) const { return Size > 1 ? First / Size + (First % Size != 0) : First; }
};

/// How many elements the iterations of a loop with a `balance` clause have.
struct ElementCount {
  HostIntegers Begins; ///< Where segments begin: integers that never decrease and are not negative.
  IterationSpace Iterations;

  explicit operator bool() const { return bool(Begins); }

  /// The number of units of the first `Iteration` iterations: their elements, plus one for each iteration. If the loop
  /// has a step, the elements that the step skips count for the iteration before them.
  std::uint64_t before(std::uint64_t Iteration) const;
};

/// The division of a pass into units.
class Division {
public:
  Division() = default;
  explicit Division(const Grains &Of) : Of(Of) {}

  /// Makes elements the units from now on. There is at least one iteration.
  void balance(const ElementCount &By) { Elements = By; }
  bool balanced() const { return bool(Elements); }

  const Grains &grains() const { return Of; }

  std::uint64_t count() const { return balanced() ? Elements.before(Of.TripCount) : Of.count(); }

  Range iterations(Range Units) const {
    return balanced() ? Range{begin(Units.First), begin(Units.Last)} : Of.iterations(Units);
  }

  /// Converts iterations to units: the units of `Iterations`, which begin and end where grains do, as a part of the
  /// units `Within`. `Within` is a range whose iterations contain `Iterations`. If all iterations of `Within` are
  /// converted in several calls, the results together are all of `Within`.
  Range units(Range Iterations, Range Within) const;

  /// Converts the time that the iterations of a range of units took to a time for the units, in proportion to their
  /// numbers, since the iterations may have more or fewer units than the range. 0 if there are no iterations.
  double secondsOf(Range Units, Range Iterations, double Seconds) const;

  /// The mean number of units in an iteration.
  double unitsPerIteration() const { return Of.TripCount ? double(count()) / double(Of.TripCount) : 1; }

private:
  std::uint64_t begin(std::uint64_t Unit) const;

  Grains Of;
  ElementCount Elements;
};

} // namespace hetrt

#endif
