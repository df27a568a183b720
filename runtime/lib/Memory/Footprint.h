// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which elements of one array the iterations of a loop read and write: a list of boxes whose ends move with the
// iteration (docs/design/footprint.md, section 1).
//
//   formulas of the iterator's value --FootprintBuilder, once per call--> Footprint --(range of iterations)--> boxes
//
// At iteration k of its domain a box is, in each dimension, from the greatest of its lower terms to the least of its
// upper ones. Terms are monotone in k, so what a range needs follows from its first and its last iteration: its hull.
// What a range writes is no hull: gaps between iterations belong to others.
//
// Pure values: no device, no clock, no state. All of it may be used by several threads at once. Nothing here fails:
// what cannot be computed in 64 bits is the whole array (`Unknown`), and the caller decides what that means.
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

/// Integers of the program's in the host's memory, which need not be aligned. Those that ends of boxes go through do
/// not fall: the users of a footprint with tables have checked that.
struct IntegerTable {
  const std::byte *Base = nullptr;
  std::uint64_t Size = 8; ///< Bytes of one: 1, 2, 4 or 8.
  bool HasSign = true;
  std::uint64_t Count = 0;

  explicit operator bool() const { return Base != nullptr; }

  /// `Index` is less than Count. What is beyond the largest index counts as the largest.
  std::int64_t at(std::int64_t Index) const;
};

/// A number of a formula that could not be formed, as HETRT_UNKNOWN of the interface's next version.
inline constexpr std::int64_t UnknownNumber = INT64_MIN;

/// An index that moves with x, an iterator's value in formulas and an iteration in footprints:
///
///     floor((Slope * x + Offset) / Divisor)       or, of that as `index` of a table,     Scale * table[index] + Add
struct Term {
  std::int64_t Slope = 0, Offset = 0;
  std::int64_t Divisor = 1;        ///< At least 1.
  std::uint32_t Table = 0;         ///< 0: none; else 1 + its number in the footprint.
  std::int64_t Scale = 1, Add = 0; ///< Scale is at least 1.
  /// As hetrt_term has them. There are none in footprints: see levelEnds().
  std::uint32_t Reading = 0;
  std::int64_t Within = 0;

  bool affine() const { return Divisor == 1 && !Table; }
  bool moves() const { return Slope != 0; }
};

/// What a box stands for.
enum BoxFlag : unsigned {
  BoxReads = 1u,    ///< What an iteration has not written itself.
  BoxWrites = 2u,   ///< Without BoxSurely: perhaps.
  BoxSurely = 4u,   ///< Each element is written in its iteration, before it is read there.
  BoxAttained = 8u, ///< Every iteration of the domain touches the first and the last index of each dimension.
  BoxOwn = 16u,     ///< What belongs to the iteration: a clause's window without halo.
};

/// A box as the compiler or a clause states it.
struct BoxFormula {
  /// Of one dimension. No terms: the end of the indices that exist.
  struct Ends {
    std::span<const Term> Lower, Upper;
  };

  /// The iterator's values for which a box holds, both included; UnknownNumber: could not be formed.
  struct Guard {
    std::int64_t Least, Greatest;
  };

  std::array<Ends, MaxRank> Along{};
  std::optional<Guard> Only{}; ///< Else all.
  unsigned Flags = 0; ///< BoxFlag. Without BoxReads and BoxWrites: a device needs room for it, and others fill it.
};

namespace footprint {
/// Ends of boxes before they are cut to what exists.
inline constexpr std::int64_t NoLower = INT64_MIN, NoUpper = INT64_MAX;
} // namespace footprint

/// One end of one dimension, folded: the greatest (of upper ends the least) of a limit and of terms that move.
struct BoxEnd {
  std::int64_t Limit;
  std::uint32_t First = 0, Count = 0; ///< Of the footprint's terms.
};

/// A box as a footprint has it, of iterations instead of values.
struct MovingBox {
  std::array<BoxEnd, MaxRank> Lower{}, Upper{};
  Iterations Domain;    ///< Outside of these iterations the box is empty; inside it is not, if all ends are affine.
  unsigned Flags = 0;   ///< BoxFlag.
  unsigned Moves = 0;   ///< A bit for each dimension with ends that follow the iterator, whatever the trip count.
  bool Guarded = false; ///< It does not hold for all values of the iterator.
  bool Unknown =
      false; ///< Its formula left 64 bits, or had unknown numbers: the whole array, neither surely nor attained.
  bool FillsHull = false; ///< What iterations of any range have together is the range's hull.

  bool moves(unsigned Dimension) const { return Moves >> Dimension & 1; }
};

/// Boxes of equal size at a fixed stride along one dimension.
struct BoxRun {
  Box First; ///< With the lowest indices.
  unsigned Along = 0;
  std::uint64_t Count = 1;
  std::int64_t Stride = 0; ///< Positive where there are several.
  friend bool operator==(const BoxRun &, const BoxRun &) = default;
};

/// How the boxes of ranges grow with their length, in indices of one dimension: a range of n iterations takes at most
/// n * PerIteration + PerRange.
struct Growth {
  double PerIteration = 0, PerRange = 0;
};

class Footprint {
public:
  Footprint() = default;

  /// An array of which one box belongs to every range.
  static Footprint fixed(const Extents &Extent, const Box &Part, unsigned Flags);

  /// The footprint of the loop over these iterations alone, for an array that has these indices of dimension 0 alone;
  /// both are counted from their first one. Only for arrays that go through no tables. What boxes touch counts as read,
  /// since loops before this one have set it. With `Writes`, iterations use only what belongs to them, and may write
  /// it.
  Footprint ofShare(Iterations Share, Interval Held, bool Writes) const;

  /// The indices that exist.
  const Box &indices() const { return Indices; }
  std::uint64_t tripCount() const { return TripCount; }
  const std::vector<MovingBox> &boxes() const { return Boxes; }
  const std::vector<IntegerTable> &tables() const { return Tables; }

  /// Whether some box reads, or keeps old values where it does not surely write; and whether some box writes.
  bool reads() const { return Reads; }
  bool writes() const { return Writes; }

  /// Whether some box may write, but does not surely write all of its elements.
  bool writesPerhaps() const;

  /// Whether some formula could not be evaluated; and whether that was one of a box that is written.
  bool unknown() const { return Unknown; }
  bool writesAnywhere() const { return Unknown && UnknownWrites; }

  /// The one dimension in which what belongs to iterations moves, or is written; empty if there is none, or several.
  std::optional<unsigned> follows() const { return Follows; }

  /// All boxes move along follows() and nowhere else, so that a range needs a part of the array.
  bool divides() const { return Divides; }

  /// What a range writes leaves gaps in its hull.
  bool leavesGaps() const { return Gaps; }

  /// Iterations differ in how many indices of follows() they need.
  bool uneven() const { return Uneven; }

  /// \name Of a range of iterations
  /// Boxes that do not move and have no guard belong to empty ranges too: to each device that takes part.
  /// @{

  /// The smallest box around what is touched, and around what is written; and what belongs to the iterations.
  Box held(Iterations Of) const { return around(Of, ~0u); }
  Box writtenHull(Iterations Of) const { return around(Of, BoxWrites); }
  Box own(Iterations Of) const { return around(Of, BoxOwn); }

  /// What has to be on a device before it computes, as disjoint boxes: what is read, and with movedIn() also what is
  /// perhaps written. Hulls: they contain all that is needed. And likewise all that is touched.
  std::vector<Box> read(Iterations Of) const;
  std::vector<Box> movedIn(Iterations Of) const;
  std::vector<Box> touched(Iterations Of) const;

  /// What is written, exactly: gaps and neighbours' elements are not in it. Runs of different boxes may overlap.
  std::vector<BoxRun> written(Iterations Of) const;

  /// One box's hull.
  Box hull(const MovingBox &What, Iterations Of) const;
  /// @}

  /// One box at one iteration of its domain.
  Box at(const MovingBox &What, std::uint64_t Iteration) const;

  /// Whether hulls of a box are the smallest boxes that contain it.
  bool hullIsSmallest(const MovingBox &What) const;

  /// Whether what one iteration writes is disjoint from what any other writes. Else two boxes, perhaps the same, for
  /// which that could not be shown.
  std::optional<std::pair<unsigned, unsigned>> meetingWrites() const;

  /// Whether boxes A at one iteration and B at another one are surely disjoint, in either order.
  bool separated(unsigned A, unsigned B) const;

  /// The same elements with one index, counted as they lie in memory from the first of `Elements` on, which are those
  /// that exist; without it, from the first element of the first row, and all rows exist. Boxes of several rows that do
  /// not fill them are not surely written any more.
  Footprint linearised(const std::optional<Interval> &Elements = {}) const;

  /// How what a device holds grows along follows(), where iterations do not differ.
  Growth growth() const { return Grows; }

  /// The most indices of follows() that one iteration needs. Looks at all of them.
  std::uint64_t largest() const;

  /// The elements of a table, by its number, that the loop's boxes go through.
  Interval positions(unsigned Table) const;

private:
  friend class FootprintBuilder;
  friend class FootprintFields;
  class Flattening;

  /// The terms of an end, and first of all its limit as one that does not move.
  template <typename Visitor> void forEachTerm(const BoxEnd &Of, Visitor Visit) const;
  std::span<const Term> termsOf(const BoxEnd &Of) const { return {Terms.data() + Of.First, Of.Count}; }
  std::int64_t value(const Term &Of, std::uint64_t K) const;

  /// Which term is the end of a box in iteration K, and until which iteration it stays so.
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
  std::vector<Term> Terms; ///< Of iterations. They move or go through a table, and stay far from the ends of 64 bits.
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

/// Makes footprints: folds formulas of the iterator's value with a call's iterations, in 128 bits.
class FootprintBuilder {
public:
  /// Of an array with these extents, whose lowest index of dimension 0 is `FirstIndex`. A flat array's subscripts are
  /// one index in the program: its inner dimensions are kept if all boxes stay in their rows, else it is linearised.
  /// So it is where its `Elements` are said, counted from the first one of row 0: they need not be whole rows.
  FootprintBuilder(const IterationSpace &Of, const Extents &Extent, std::int64_t FirstIndex = 0, bool Flat = false,
                   const std::optional<Interval> &Elements = {});

  /// The number that terms know the table by.
  std::uint32_t addTable(const IntegerTable &What);

  void add(const BoxFormula &What);

  /// Whether what was added is linearised: the inner dimensions of the program's subscripts are no dimensions.
  bool isLinear() const;

  Footprint take();

private:
  enum class Fit { Folded, NoLimit, Empty, Unknown };
  Fit fold(const Term &Formula, bool IsLower, Term &Into) const;
  Fit addEnd(std::span<const Term> Formulas, bool IsLower, BoxEnd &Into);
  Iterations iterationsOf(const BoxFormula::Guard &Values) const;

  IterationSpace Space;
  std::int64_t LastValue = 0;
  bool ValuesFit = true; ///< The iterator stays in 64 bits.
  bool Flat;
  std::optional<Interval> Elements;
  Footprint Made;
};

} // namespace hetrt

#endif
