// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A footprint says which elements of one array the iterations of a loop read and write: it is a list of boxes whose
// ends move with the iteration (docs/design/footprint.md).
//
//   formulas of the iterator's value --FootprintBuilder, once per call--> Footprint --(range of iterations)--> boxes
//
// At iteration k of its domain, a box reaches in each dimension from the greatest of its lower terms to the least of
// its upper terms. Terms are monotone in k, so the *hull* of a range of iterations, a box around all elements that the
// range needs, follows from the first and the last iteration of the range. The hull may contain elements that the range
// does not write: elements in gaps between the range's iterations are written by other code, or not at all.
//
// Pure values: no device, no clock, no state. Several threads may use them at once. Nothing here fails: a box that
// cannot be computed in 64 bits becomes the whole array (`Unknown`), and the caller decides what follows from that.
#ifndef HETRT_MEMORY_FOOTPRINT_H
#define HETRT_MEMORY_FOOTPRINT_H

#include "Memory/BoxSet.h"
#include "Memory/Iterations.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hetrt {

/// An array of the program's integers in the host's memory, which need not be aligned. In tables that ends of boxes go
/// through, integers never decrease from one to the next, which was checked when the footprint was made.
struct IntegerTable {
  const std::byte *Base = nullptr;
  std::uint64_t Size = 8; ///< Bytes of an integer: 1, 2, 4 or 8.
  bool HasSign = true;
  std::uint64_t Count = 0;

  explicit operator bool() const { return Base != nullptr; }

  /// The integer with this index, which is less than Count; INT64_MAX if the integer is larger than that.
  std::int64_t at(std::int64_t Index) const;
};

/// The value of a number in a formula that could not be computed; equals HETRT_UNKNOWN of the interface.
inline constexpr std::int64_t UnknownNumber = INT64_MIN;

/// An index that moves with x, which is the iterator's value in formulas, and the iteration's number in footprints:
///
///     floor((Slope * x + Offset) / Divisor)    or, with this value as `index`,    Scale * table[index] + Add
///
/// A term of the second form *goes through* the table, an array of integers of the program.
struct Term {
  std::int64_t Slope = 0, Offset = 0;
  std::int64_t Divisor = 1;        ///< At least 1.
  std::uint32_t Table = 0;         ///< 0: none; else 1 + the table's number in the footprint.
  std::int64_t Scale = 1, Add = 0; ///< Scale is at least 1.
  /// How the table's integer is read and converted, as in hetrt_term. Both are 0 in footprints; see levelEnds().
  std::uint32_t Reading = 0;
  std::int64_t Within = 0;

  bool affine() const { return Divisor == 1 && !Table; }
  bool moves() const { return Slope != 0; }
};

/// How iterations use a box.
enum BoxFlag : unsigned {
  BoxReads = 1u,    ///< Iterations read elements that they have not written themselves.
  BoxWrites = 2u,   ///< Iterations write elements or, without BoxSurely, may write them.
  BoxSurely = 4u,   ///< Each element is written in its iteration, before that iteration reads it.
  BoxAttained = 8u, ///< Every iteration of the domain touches the first and the last index of each dimension.
  BoxOwn = 16u,     ///< The elements belong to the iteration: a clause's window without halo.
};

/// A box as the compiler or a clause states it.
struct BoxFormula {
  /// The ends of one dimension. Without terms, a box ends where the array ends.
  struct Ends {
    std::span<const Term> Lower, Upper;
  };

  /// The values of the iterator for which a box holds, both included; UnknownNumber: a value could not be computed.
  struct Guard {
    std::int64_t Least, Greatest;
  };

  std::array<Ends, MaxRank> Along{};
  std::optional<Guard> Only{}; ///< The guard; without one, the box holds for all values.
  /// BoxFlag. Without BoxReads and BoxWrites, the box is memory that a device needs for padding, and that copies fill.
  unsigned Flags = 0;
};

namespace footprint {
/// The limits of ends that no limit was set for; boxes are later cut to the indices that exist.
inline constexpr std::int64_t NoLower = INT64_MIN, NoUpper = INT64_MAX;
} // namespace footprint

/// One end of a box in one dimension, given by a constant limit and by terms that change with the iteration. A lower
/// end is the greatest of all of these values, an upper end the least.
struct BoxEnd {
  std::int64_t Limit;
  std::uint32_t First = 0, Count = 0; ///< The end's terms: `Count` terms of the footprint, from number `First` on.
};

/// A box in a footprint, whose ends depend on the iteration's number instead of the iterator's value.
struct MovingBox {
  std::array<BoxEnd, MaxRank> Lower{}, Upper{};
  Iterations Domain;    ///< Outside of these iterations, the box is empty. Within, it is not if all ends are affine.
  unsigned Flags = 0;   ///< BoxFlag.
  unsigned Moves = 0;   ///< A bit for each dimension with ends that follow the iterator, whatever the trip count.
  bool Guarded = false; ///< The box does not hold for all values of the iterator.
  /// The formula did not fit in 64 bits, or had unknown numbers: the box is the whole array, without the flags
  /// BoxSurely and BoxAttained.
  bool Unknown = false;
  bool FillsHull = false; ///< For any range, the boxes of its iterations together are the hull, without gaps.

  bool moves(unsigned Dimension) const { return Moves >> Dimension & 1; }
};

/// Boxes of equal size, at a fixed stride along one dimension.
struct BoxRun {
  Box First; ///< The box with the lowest indices.
  unsigned Along = 0;
  std::uint64_t Count = 1;
  std::int64_t Stride = 0; ///< Positive if there are several boxes.
  friend bool operator==(const BoxRun &, const BoxRun &) = default;
};

/// How the boxes of ranges grow with their length, in indices of one dimension: a range of n iterations takes at most
/// n * PerIteration + PerRange.
struct Growth {
  double PerIteration = 0, PerRange = 0;
};

/// Which elements of one array the iterations of a loop read and write. Made by FootprintBuilder.
class Footprint {
public:
  Footprint() = default;

  /// A footprint of one box that belongs to every range.
  static Footprint fixed(const Extents &Extent, const Box &Part, unsigned Flags);

  /// The footprint of the same loop over the iterations `Share` alone, for an array that has only the indices `Held` of
  /// dimension 0; iterations and indices count from the first of these. To be called only for footprints without
  /// tables. All boxes count as read, since loops that ran on the share before may have set the elements. With
  /// `Writes`, iterations use only elements that belong to them, and may write these.
  Footprint ofShare(Iterations Share, Interval Held, bool Writes) const;

  /// The indices that exist.
  const Box &indices() const { return Indices; }
  std::uint64_t tripCount() const { return TripCount; }
  const std::vector<MovingBox> &boxes() const { return Boxes; }
  const std::vector<IntegerTable> &tables() const { return Tables; }

  /// reads(): whether some box reads, or may keep old values since it does not surely write. writes(): whether some box
  /// writes.
  bool reads() const { return Reads; }
  bool writes() const { return Writes; }

  /// Whether some box may write, but does not surely write all of its elements.
  bool mayWrite() const;

  /// unknown(): whether the formula of some box could not be evaluated. writesAnywhere(): whether the formula of a box
  /// with BoxWrites could not be evaluated.
  bool unknown() const { return Unknown; }
  bool writesAnywhere() const { return Unknown && UnknownWrites; }

  /// The dimension that follows the loop, as dimension 0 of `a[i][j]` in a loop over i: the only dimension in which the
  /// boxes move that belong to iterations or are written. Empty if they move in no dimension, or in more than one.
  std::optional<unsigned> follows() const { return Follows; }

  /// Whether all boxes move along follows() and nowhere else, so that a range needs only a part of the array.
  bool divides() const { return Divides; }

  /// Whether, between the elements that a range of iterations writes, there may be elements in their hull that the
  /// range does not write.
  bool leavesGaps() const { return Gaps; }

  /// Whether iterations differ in how many indices of follows() they need.
  bool uneven() const { return Uneven; }

  /// \name Of a range of iterations
  /// Boxes that do not move and have no guard belong to empty ranges, too, so that each device that takes part has
  /// them.
  /// @{

  /// The smallest box around elements of the range. held(): around all that it touches; writtenHull(): around those
  /// that it writes; own(): around those that belong to it (BoxOwn).
  Box held(Iterations Of) const { return around(Of, ~0u); }
  Box writtenHull(Iterations Of) const { return around(Of, BoxWrites); }
  Box own(Iterations Of) const { return around(Of, BoxOwn); }

  /// Elements of the range, as disjoint boxes. read(): those that are read; movedIn(): those that have to be on a
  /// device before it computes, since they are read or perhaps written; touched(): all that are read or written. The
  /// boxes are hulls: they contain all of these elements, and perhaps more.
  std::vector<Box> read(Iterations Of) const;
  std::vector<Box> movedIn(Iterations Of) const;
  std::vector<Box> touched(Iterations Of) const;

  /// Exactly the elements that the range writes, without the gaps in its hull. Runs of different boxes may overlap.
  std::vector<BoxRun> written(Iterations Of) const;

  /// The hull of one box.
  Box hull(const MovingBox &What, Iterations Of) const;
  /// @}

  /// The box that `What` is at one iteration of its domain.
  Box at(const MovingBox &What, std::uint64_t Iteration) const;

  /// Whether hull() returns, for each range, the smallest box around the boxes of its iterations, not a larger one.
  bool hullIsSmallest(const MovingBox &What) const;

  /// Returns nothing if it can be proved that different iterations write different elements. Else returns the numbers
  /// of two boxes (perhaps the same number twice) that may have a written element in common.
  std::optional<std::pair<unsigned, unsigned>> meetingWrites() const;

  /// Whether it is proved that box A at any iteration and box B at any other iteration have no element in common.
  bool separated(unsigned A, unsigned B) const;

  /// The same elements as a footprint of one dimension, whose index counts elements as they lie in memory. `Elements`
  /// are those that exist, and the first of them gets index 0; without `Elements`, all rows exist, and index 0 is the
  /// first element of row 0. A box that has only a part of each of several rows becomes an interval that contains
  /// elements between these parts, so it loses BoxSurely.
  Footprint linearised(const std::optional<Interval> &Elements = {}) const;

  /// How the number of indices of follows() that a device holds grows with the range, if not uneven().
  Growth growth() const { return Grows; }

  /// The most indices of follows() that one iteration needs. Looks at each iteration.
  std::uint64_t largest() const;

  /// The indices of the elements of table number `Table` that the ends of the loop's boxes read.
  Interval positions(unsigned Table) const;

private:
  friend class FootprintBuilder;
  friend class FootprintFields;
  class Flattening;

  /// Calls Visit for the limit of an end, as a term that does not move, and for each of its terms.
  template <typename Visitor> void forEachTerm(const BoxEnd &Of, Visitor Visit) const;
  std::span<const Term> termsOf(const BoxEnd &Of) const { return {Terms.data() + Of.First, Of.Count}; }
  std::int64_t value(const Term &Of, std::uint64_t K) const;

  /// The term that is the end of a box in iteration K, and the iteration until which it stays the end.
  struct Active {
    std::int64_t Value, Slope;
    std::uint64_t Until;
  };
  Active activeAt(const BoxEnd &End, bool IsLower, std::uint64_t K, std::uint64_t Last) const;

  Interval along(const MovingBox &What, unsigned Dimension, std::uint64_t First, std::uint64_t Last) const;
  Box around(Iterations Of, unsigned Flags) const;
  template <typename Chooser> std::vector<Box> disjointHulls(Iterations Of, Chooser Takes) const;
  BoxRun runFrom(const MovingBox &What, std::uint64_t First, std::uint64_t Last, std::uint64_t &Until) const;

  bool ordered(const MovingBox &Earlier, const MovingBox &Later) const;
  bool meetsNext(const MovingBox &What, unsigned Dimension) const;
  bool fillsHull(const MovingBox &What) const;
  bool staysInRows() const;
  bool isOneIndex(const MovingBox &What, unsigned Dimension) const;
  std::optional<Growth> growthOf(unsigned Dimension) const;

  void cutDomain(MovingBox &What) const;
  void settle();
  void makeUnknown(MovingBox &What) const;

  Box Indices{};
  std::uint64_t TripCount = 0;
  std::vector<MovingBox> Boxes;
  /// The terms of all ends, as functions of the iteration's number. Each term moves or goes through a table. All values
  /// of terms are so small that sums and differences of them fit in 64 bits.
  std::vector<Term> Terms;
  std::vector<IntegerTable> Tables;
  std::optional<unsigned> Follows;
  Growth Grows;
  bool Divides = false, Gaps = false, Uneven = false, Reads = false, Writes = false, Unknown = false,
       UnknownWrites = false;
};

template <typename Visitor> void Footprint::forEachTerm(const BoxEnd &Of, Visitor Visit) const {
  if (Of.Limit != footprint::NoLower && Of.Limit != footprint::NoUpper)
    Visit(Term{.Offset = Of.Limit});
  for (const Term &Each : termsOf(Of))
    Visit(Each);
}

/// Makes a footprint from formulas of the iterator's value, by folding these with the call's iterations in 128 bits.
class FootprintBuilder {
public:
  /// Makes the footprint of an array with these extents, whose lowest index of dimension 0 is `FirstIndex`. `Flat`: the
  /// program has one subscript, as in `x[i * m + j]`, which the formulas split into dimensions. The footprint keeps
  /// these dimensions if all boxes stay in their rows, else it is linearised. It is also linearised if `Elements` are
  /// given: the elements that exist, counted from the first one of row 0, which need not be whole rows.
  FootprintBuilder(const IterationSpace &Of, const Extents &Extent, std::int64_t FirstIndex = 0, bool Flat = false,
                   const std::optional<Interval> &Elements = {});

  /// Adds a table, and returns the number by which terms refer to it.
  std::uint32_t addTable(const IntegerTable &What);

  void add(const BoxFormula &What);

  /// Whether the boxes added so far make the footprint linearised: it then has one dimension, whatever the number of
  /// dimensions of the formulas.
  bool isLinear() const;

  Footprint take();

private:
  enum class Fit { Folded, NoLimit, Empty, Unknown };
  Fit fold(const Term &Formula, bool IsLower, Term &Into) const;
  Fit addEnd(std::span<const Term> Formulas, bool IsLower, BoxEnd &Into);
  Iterations iterationsOf(const BoxFormula::Guard &Values) const;

  IterationSpace Space;
  std::int64_t LastValue = 0;
  bool ValuesFit = true; ///< All values of the iterator fit in 64 bits.
  bool Flat;
  std::optional<Interval> Elements;
  Footprint Made;
};

} // namespace hetrt

#endif
