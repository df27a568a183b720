// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the arrays of a call: each by itself, and pairs of them. Errors name the clause, the array, the line, what was
// wanted and what was found.
#include "Memory/FootprintArithmetic.h"
#include "Memory/TableViews.h"

#include <fmt/format.h>

namespace hetrt {

using namespace footprint;

namespace {

Status wrongArgument(const View &What, const std::string &Text) {
  return Status::programFault(HETRT_ERROR_ARGUMENT, What.clause() + ": " + Text);
}

std::string dimensionName(const View &What, unsigned Dimension) {
  return What.Info->rank == 1 ? std::string() : fmt::format(" of dimension {}", Dimension);
}

std::string extentsOf(const View &What) {
  std::string Text;
  for (unsigned D = 0; D < What.Info->rank; ++D)
    Text += fmt::format("[{}]", What.Extent[D]);
  return Text;
}

long long shown(Wide Value) { return static_cast<long long>(std::clamp<Wide>(Value, INT64_MIN, INT64_MAX)); }

/// The end of a dimension at one value of the iterator: the greatest of lower terms, the least of upper terms;
/// `Without` if there are no terms.
Wide endAt(std::span<const Term> Terms, Wide Value, Wide Without, bool IsLower) {
  if (Terms.empty())
    return Without;
  Wide End = valueOf(Terms.front(), Value);
  for (const Term &Each : Terms.subspan(1))
    End = IsLower ? std::max(End, valueOf(Each, Value)) : std::min(End, valueOf(Each, Value));
  return End;
}

bool hasTables(std::span<const Term> Terms) {
  return std::ranges::any_of(Terms, [](const Term &Each) { return Each.Table != 0; });
}

bool moves(const ViewBox &What, unsigned Dimension) { return What.moves() >> Dimension & 1; }

//===-- A view by itself -----------------------------------------------------------------------------------------===//

/// Whether the array fits into the address space.
bool fitsMemory(const View &What) {
  std::uint64_t Bytes = What.ElementSize;
  for (unsigned D = 0; D < What.Info->rank; ++D)
    if (__builtin_mul_overflow(Bytes, static_cast<std::uint64_t>(What.Extent[D]), &Bytes))
      return false;
  return Bytes <= static_cast<std::uint64_t>(INT64_MAX) &&
         reinterpret_cast<std::uintptr_t>(What.Base) <= UINTPTR_MAX - Bytes;
}

Status checkShape(const View &What) {
  if (What.Info->rank < 1 || What.Info->rank > MaxRank)
    return wrongArgument(What, fmt::format("wanted a rank of 1 to {}, found {}", MaxRank, What.Info->rank));
  if (What.FirstIndex == UnknownNumber)
    return wrongArgument(What, "wanted a first index that is known, found none");
  for (unsigned D = 0; D < What.Info->rank; ++D) {
    if (What.Extent[D] == UnknownNumber)
      return wrongArgument(What, fmt::format("the extent{} cannot be computed: wanted a number of at most 64 bits, "
                                             "and no overflow in its expression",
                                             dimensionName(What, D)));
    if (What.Extent[D] < 0)
      return wrongArgument(What, fmt::format("the extent{} is negative: wanted at least 0, found {}",
                                             dimensionName(What, D), What.Extent[D]));
  }
  if (What.ElementSize == 0)
    return wrongArgument(What, "the element size is 0: wanted at least 1");
  if (What.IsAbsent)
    return Status::success();
  if (!What.Base && What.Extent[0] > 0)
    return wrongArgument(What, "wanted the address of an array, found a null pointer");
  if (!fitsMemory(What))
    return wrongArgument(What, fmt::format("the array is larger than the address space: wanted an end before 2^64, "
                                           "found {} of {} bytes at address {}",
                                           extentsOf(What), What.ElementSize, fmt::ptr(What.Base)));
  return Status::success();
}

/// Checks a section, as 2:5 in `a[:][2:5]`: a constant interval of a dimension that does not follow the loop.
Status checkSection(const View &What, const ViewBox &Of, unsigned D) {
  if (Of.Lower[D].size() != 1 || Of.Upper[D].size() != 1)
    return Status::success();
  const Wide Lower = valueOf(Of.Lower[D].front(), 0), Upper = valueOf(Of.Upper[D].front(), 0);
  if (Lower >= 0 && Lower <= Upper && Upper <= What.Extent[D])
    return Status::success();
  const Wide First = D == 0 ? What.FirstIndex : 0;
  return wrongArgument(What, fmt::format("the section{} is {}:{}: wanted a part of indices {} to {}",
                                         dimensionName(What, D), shown(Lower + First), shown(Upper - Lower),
                                         shown(First), shown(First + What.Extent[D] - 1)));
}

/// Checks that the elements that belong to iterations lie in the array. Ends of boxes are monotone in the iteration, so
/// looking at the first and the last iteration is enough.
Status checkOwn(const View &What, const ViewBox &Of, unsigned D, const ValueRange &Values) {
  const Wide Extent = What.Extent[D], First = D == 0 ? What.FirstIndex : 0;
  Wide From = Extent, To = 0;
  for (const Wide Value : {Values.Lowest, Values.Highest}) {
    const Wide Lower = endAt(Of.Lower[D], Value, 0, true), Upper = endAt(Of.Upper[D], Value, Extent, false);
    if (Lower < Upper) {
      From = std::min(From, Lower);
      To = std::max(To, Upper);
    }
  }
  if (From >= 0 && To <= Extent)
    return Status::success();
  const bool IsValue = From + First == Values.Lowest && To - 1 + First == Values.Highest;
  return wrongArgument(
      What,
      fmt::format("the loop runs over {} to {}{}, but the extent{} is {}: there are only indices {} to {}",
                  shown(Values.Lowest), shown(Values.Highest),
                  IsValue ? "" : fmt::format(" and needs indices {} to {}", shown(From + First), shown(To - 1 + First)),
                  dimensionName(What, D), shown(Extent), shown(First), shown(First + Extent - 1)));
}

/// Checks that the halo is not negative. `Own` is the box of the elements that belong to an iteration, and `Around` the
/// box with halo. Both move by the same terms, so the halo is the difference of their constant parts.
Status checkHalo(const View &What, const ViewBox &Own, const ViewBox &Around, unsigned D) {
  const auto Distance = [&](const std::vector<Term> &Inner, const std::vector<Term> &Outer, Wide Sign) {
    if (Inner.empty() || Outer.empty() || Inner.front().Slope != Outer.front().Slope ||
        Inner.front().Table != Outer.front().Table)
      return Wide(0);
    const Term &In = Inner.front(), &Out = Outer.front();
    return Sign * (In.Table ? Wide(Out.Add) - In.Add : Wide(Out.Offset) - In.Offset);
  };
  const Wide Halo = std::min(Distance(Own.Lower[D], Around.Lower[D], -1), Distance(Own.Upper[D], Around.Upper[D], 1));
  return Halo >= 0 ? Status::success()
                   : wrongArgument(What, fmt::format("the halo{} is negative: wanted at least 0, found {}",
                                                     dimensionName(What, D), shown(Halo)));
}

Status notInOrder(const View &What, const View &Through) {
  return wrongArgument(What,
                       fmt::format("wanted '{}' to be an array of which each index of the first dimension belongs "
                                   "to iterations",
                                   Through.Info->name));
}

/// Checks that the elements of `Through`, which are indices of `What` or ends of its boxes, are integers.
Status checkIntegers(const View &What, const View &Through) {
  return Through.hasIntegers()
             ? Status::success()
             : wrongArgument(What, fmt::format("wanted elements of '{}' of 1, 2, 4 or 8 bytes, found {}",
                                               Through.Info->name, Through.ElementSize));
}

/// Checks the tables that a box's ends go through.
Status checkTables(const View &What, const ViewBox &Of, std::span<const View> All, const ValueRange &Values) {
  Status Result = Status::success();
  Of.forEachTerm([&](const Term &End) {
    if (!End.Table || !Result.ok())
      return;
    if (End.Table > All.size() || End.Table == What.Number + 1) {
      Result = wrongArgument(What, fmt::format("wanted the number of another array, found {}", End.Table - 1));
      return;
    }
    const View &Through = All[End.Table - 1];
    Result = Through.isInOrder() ? checkIntegers(What, Through) : notInOrder(What, Through);
    if (!Result.ok())
      return;
    Wide Lowest = Values.Highest, Highest = Values.Lowest;
    for (const auto *Side : {&Of.Lower[0], &Of.Upper[0]})
      for (const Term &Each : *Side)
        for (const Wide Value : {Values.Lowest, Values.Highest})
          if (Each.Table == End.Table) {
            Lowest = std::min(Lowest, valueOf(Each, Value));
            Highest = std::max(Highest, valueOf(Each, Value));
          }
    if (Lowest < Through.FirstIndex || Highest >= Wide(Through.FirstIndex) + Through.Extent[0])
      Result = wrongArgument(What, fmt::format("the loop runs over {} to {}, which takes elements {} to {} of '{}': "
                                               "found an extent of {}",
                                               shown(Values.Lowest), shown(Values.Highest), shown(Lowest),
                                               shown(Highest), Through.Info->name, Through.Extent[0]));
  });
  return Result;
}

/// Checks a gathered array. Its indices may be the elements of any other array that is divided so that the shares lie
/// one after the other in memory.
Status checkGathered(const View &What, std::span<const View> All) {
  if (What.Info->through >= All.size() || What.Info->through == What.Number)
    return wrongArgument(What, fmt::format("wanted the number of another array, found {}", What.Info->through));
  const View &Through = All[What.Info->through];
  const bool Inside = std::ranges::any_of(Through.Boxes, [](const ViewBox &Each) { return (Each.moves() & ~1u) != 0; });
  return Inside || Through.has(HETRT_GATHER) ? notInOrder(What, Through) : checkIntegers(What, Through);
}

/// Checks a box that the compiler has found. The box may be larger than what iterations touch, so indices outside of
/// the array are no error and are cut off, and a box that cannot be computed counts as the whole array. But if
/// iterations certainly touch the ends of the box (BoxAttained), these indices must exist; otherwise the extent is
/// wrong.
Status checkFound(const View &What, const ViewBox &Of, std::span<const View> All, const ValueRange &Values) {
  if (Of.isUnknown() || Values.empty())
    return Status::success();
  Status Result = checkTables(What, Of, All, Values);
  for (unsigned D = 0; D < What.Info->rank && Result.ok() && (Of.Flags & (BoxOwn | BoxAttained)); ++D)
    if (moves(Of, D) && !hasTables(Of.Lower[D]) && !hasTables(Of.Upper[D]) && !What.Elements &&
        !(What.has(HETRT_FLAT) && D > 0))
      Result = checkOwn(What, Of, D, Values);
  return Result;
}

Status checkBox(const View &What, const ViewBox &Of, std::span<const View> All, const IterationSpace &Space) {
  const ValueRange Values = valuesOf(Space, Of);
  if (!Of.isDeclared())
    return checkFound(What, Of, All, Values);
  if (Of.isUnknown())
    return wrongArgument(What, fmt::format("'{}': a number cannot be computed: wanted one of at most 64 bits, and no "
                                           "overflow in its expression",
                                           Of.Info->access ? Of.Info->access : What.Info->name));
  if (Values.empty())
    return Status::success();
  if (Status Result = checkTables(What, Of, All, Values); !Result.ok())
    return Result;
  const bool IsOwn = Of.Flags & BoxOwn, IsWhole = Of.moves() == 0;
  const auto Own = std::ranges::find_if(What.Boxes, [&](const ViewBox &Each) {
    return &Each != &Of && (Each.Flags & BoxOwn) && Each.moves() == Of.moves();
  });
  for (unsigned D = 0; D < What.Info->rank; ++D) {
    Status Result = Status::success();
    if (hasTables(Of.Lower[D]) || hasTables(Of.Upper[D]))
      ;
    else if (!moves(Of, D) && (IsOwn || IsWhole))
      Result = checkSection(What, Of, D);
    else if (IsOwn)
      Result = checkOwn(What, Of, D, Values);
    if (Result.ok() && !IsOwn && moves(Of, D) && Own != What.Boxes.end())
      Result = checkHalo(What, *Own, Of, D);
    if (!Result.ok())
      return Result;
  }
  return Status::success();
}

} // namespace

Status checkView(const View &What, std::span<const View> All, const IterationSpace &Space) {
  if (Status Result = checkShape(What); !Result.ok() || What.IsAbsent)
    return Result;
  if (What.has(HETRT_GATHER))
    if (Status Result = checkGathered(What, All); !Result.ok())
      return Result;
  for (const ViewBox &Each : What.Boxes)
    if (Status Result = checkBox(What, Each, All, Space); !Result.ok())
      return Result;
  return Status::success();
}

/// Whether the array is certainly a variable and iterations leave it. Only an array whose name is one word, as `x`, is
/// certainly a variable: `s->x`, for example, may be an array at the end of a struct, for which the program has
/// allocated more elements than the declaration says.
bool leavesVariable(const View &What, const IterationSpace &Space) {
  if (What.Info->rank != 1 || What.isDeclared() || What.IsAbsent || What.Elements || What.has(HETRT_FIND_EXTENT) ||
      std::string_view(What.Info->name).find_first_of(".>[(*") != std::string_view::npos)
    return false;
  return std::ranges::any_of(What.Boxes, [&](const ViewBox &Each) {
    const ValueRange Values = valuesOf(Space, Each);
    return (Each.Flags & BoxAttained) && !Each.isUnknown() && !Values.empty() && !hasTables(Each.Lower[0]) &&
           !hasTables(Each.Upper[0]) && moves(Each, 0) && !checkOwn(What, Each, 0, Values).ok();
  });
}

//===-- Two views ------------------------------------------------------------------------------------------------===//

namespace {

bool sameShape(const View &A, const View &B) {
  return A.Info->rank == B.Info->rank && A.ElementSize == B.ElementSize && A.Extent == B.Extent &&
         A.FirstIndex == B.FirstIndex && A.Elements == B.Elements && A.KernelStrides == B.KernelStrides;
}

/// A bit for each dimension in which, according to a clause, each iteration has indices of its own.
unsigned ownMoves(const View &What) {
  unsigned Moves = 0;
  for (const ViewBox &Each : What.Boxes)
    if (Each.isDeclared() && (Each.Flags & BoxOwn))
      Moves |= Each.moves();
  return Moves;
}

/// 1 + the number of the array whose elements are the beginnings of segments, as in Term::Table; 0 if there is none.
std::uint32_t tableNumber(const View &What) {
  std::uint32_t Table = 0;
  for (const ViewBox &Each : What.Boxes)
    Each.forEachTerm([&](const Term &End) { Table = std::max(Table, End.Table); });
  return Table;
}

/// Whether both views give an iteration the same elements, in the same form on a device.
bool sameAssociation(const View &A, const View &B) {
  if (A.has(HETRT_GATHER) != B.has(HETRT_GATHER) || A.IsIndices != B.IsIndices ||
      (A.isDeclared() && B.isDeclared() && tableNumber(A) != tableNumber(B)))
    return false;
  return !A.has(HETRT_GATHER) || A.Info->through == B.Info->through;
}

/// Whether two clauses that both name a dimension that follows the loop name the same one.
bool tiesAgree(const View &A, const View &B) {
  const unsigned OfA = ownMoves(A), OfB = ownMoves(B);
  return !A.isDeclared() || !B.isDeclared() || OfA == OfB || !OfA || !OfB;
}

/// Brackets for messages: for each dimension, 1 if it follows the loop, else 0, and the extent: "[0:8][1:100]".
std::string tiesOf(const View &What) {
  std::string Text;
  for (unsigned D = 0; D < What.Info->rank; ++D)
    Text += fmt::format("[{}:{}]",
                        D == 0 && What.isSegmented()       ? "segmented"
                        : D == 0 && What.has(HETRT_GATHER) ? "indexed"
                        : ownMoves(What) >> D & 1          ? "1"
                                                           : "0",
                        What.Extent[D]);
  return Text;
}

/// Whether, according to a clause, iterations read more elements than those that belong to them.
bool hasHalo(const View &Of) {
  return std::ranges::any_of(Of.Boxes, [](const ViewBox &Each) {
    return Each.isDeclared() && !(Each.Flags & BoxOwn) && Each.moves() != 0 &&
           !(Each.Only && Each.Only->Least > Each.Only->Greatest);
  });
}

/// Whether one of two views of one array is gathered (as x in `x[col[k]]`), and the other is not. In a `partition`
/// block both may occur: a loop changes the array so that each iteration writes its own elements, and a directive then
/// updates the gathered copies on the other devices.
bool isIndexedElsewhere(const View &A, const View &B) {
  const View &Other = A.has(HETRT_GATHER) ? B : A;
  return A.has(HETRT_GATHER) != B.has(HETRT_GATHER) && (ownMoves(Other) & 1) && !Other.isSegmented() &&
         A.Base == B.Base && sameShape(A, B);
}

std::uint64_t bytesOf(const View &What) { return What.rowBytes() * static_cast<std::uint64_t>(What.Extent[0]); }

Status overlap(const std::string &Text) { return Status::programFault(HETRT_ERROR_OVERLAP, Text); }

/// The error for two clauses that describe one array in different ways.
Status differ(const View &A, const View &B) {
  if (A.IsIndices || B.IsIndices)
    return overlap(fmt::format("{} and {} are the same array, and others are indexed by it: wanted indices that stay "
                               "what they are, found that one of the clauses has them written",
                               A.clause(), B.clause()));
  const bool Same = sameShape(A, B);
  return overlap(fmt::format(
      "{} and {} describe the same array with different {}, and one of them is written: wanted the same {} in both "
      "clauses, found {} of {} bytes and {} of {} bytes",
      A.clause(), B.clause(), Same ? "ties" : "shapes", Same ? "dimension tied to the loop" : "extents", tiesOf(A),
      A.ElementSize, tiesOf(B), B.ElementSize));
}

} // namespace

bool areOneArray(const View &A, const View &B) {
  const bool SameRows = A.RowsAt == B.RowsAt || (A.RowsAt && B.RowsAt && *A.RowsAt == *B.RowsAt);
  return A.Base == B.Base && SameRows && sameShape(A, B) && tiesAgree(A, B) && sameAssociation(A, B);
}

Status checkViews(const View &A, const View &B, bool IsBlock, bool Meet) {
  if (IsBlock && isIndexedElsewhere(A, B))
    return Status::success();
  if (areOneArray(A, B)) {
    const bool Anywhere = A.has(HETRT_WRITES_ANYWHERE) || B.has(HETRT_WRITES_ANYWHERE);
    if (Anywhere || !A.isDeclared() || !B.isDeclared() || (!hasHalo(A) && !hasHalo(B)))
      return Status::success();
    return overlap(
        fmt::format("{} and {} are the same array, one reads a halo of it and one writes it: wanted two arrays",
                    A.clause(), B.clause()));
  }
  if (!Meet)
    return Status::success();
  if (A.Base == B.Base)
    return differ(A, B);
  return overlap(
      fmt::format("{} and {} overlap in memory, and one of them is written: wanted disjoint arrays or the same array, "
                  "found {} bytes at {} and {} bytes at {}",
                  A.clause(), B.clause(), bytesOf(A), fmt::ptr(A.first()), bytesOf(B), fmt::ptr(B.first())));
}

} // namespace hetrt
