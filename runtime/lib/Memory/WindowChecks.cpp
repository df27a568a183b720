// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of the windows of a call. They run before every pass, so they allocate nothing until something is wrong.
#include "Memory/WindowUse.h"

#include <fmt/format.h>
#include <optional>

namespace hetrt {

static bool isIndices(const hetrt_region &Region, unsigned Number);

namespace {

/// The clause as the user can find it: "part_copyin(x), line 12".
std::string clauseOf(const hetrt_window_info &Info) {
  return fmt::format("{}({}), line {}", Info.clause, Info.name, Info.line);
}

Status wrongArgument(const hetrt_window_info &Info, const std::string &What) {
  return Status::programFault(HETRT_ERROR_ARGUMENT, clauseOf(Info) + ": " + What);
}

std::string dimensionName(const hetrt_window_info &Info, unsigned Dimension) {
  return Info.rank == 1 ? std::string() : fmt::format(" of dimension {}", Dimension);
}

std::string extentsOf(const hetrt_window_info &Info, const hetrt_window &Window) {
  std::string Text;
  for (unsigned D = 0; D < Info.rank; ++D)
    Text += fmt::format("[{}]", Window.extent[D]);
  return Text;
}

/// Bytes of the array, or nothing if they do not fit into the address space.
std::optional<std::uint64_t> sizeOf(const hetrt_window_info &Info, const hetrt_window &Window) {
  std::uint64_t Bytes = Window.element_size;
  for (unsigned D = 0; D < Info.rank; ++D)
    if (__builtin_mul_overflow(Bytes, static_cast<std::uint64_t>(Window.extent[D]), &Bytes))
      return std::nullopt;
  if (Bytes > static_cast<std::uint64_t>(INT64_MAX) ||
      reinterpret_cast<std::uintptr_t>(Window.base) > UINTPTR_MAX - Bytes)
    return std::nullopt;
  return Bytes;
}

/// The first and last iterator value, lowest first, without the wrap-around of 64 bits.
struct ValueRange {
  __int128 Lowest, Highest;
};

ValueRange valuesOf(const hetrt_call &Call) {
  const __int128 First = Call.lower;
  const __int128 Last = First + __int128(Call.trip_count - 1) * Call.step;
  return First < Last ? ValueRange{First, Last} : ValueRange{Last, First};
}

long long clampedToLong(__int128 Value) {
  return static_cast<long long>(std::min<__int128>(std::max<__int128>(Value, INT64_MIN), INT64_MAX));
}

Status checkDimension(const hetrt_window_info &Info, const hetrt_window &Window, unsigned Dimension,
                      const ValueRange &Values) {
  const std::int64_t Extent = Window.extent[Dimension];
  const std::int64_t Halo = std::min(Window.halo_before[Dimension], Window.halo_after[Dimension]);
  if (Extent < 0)
    return wrongArgument(Info, fmt::format("the extent{} is negative: wanted at least 0, found {}",
                                           dimensionName(Info, Dimension), Extent));
  if (Extent == 0 && !((Info.flags & ThroughOther) && Dimension == 0)) // all segments may be empty
    return wrongArgument(Info, fmt::format("the extent{} is 0 with iterations to run: wanted at least 1",
                                           dimensionName(Info, Dimension)));
  if (Halo < 0)
    return wrongArgument(
        Info, fmt::format("the halo{} is negative: wanted at least 0, found {}", dimensionName(Info, Dimension), Halo));
  if (isTied(Info, Window, Dimension) && !isSegmented(Info, Dimension) &&
      (Values.Lowest < 0 || Values.Highest >= Extent))
    return wrongArgument(Info,
                         fmt::format("the loop runs over {} to {}, but the extent{} is {}: wanted indices 0 to {}",
                                     clampedToLong(Values.Lowest), clampedToLong(Values.Highest),
                                     dimensionName(Info, Dimension), Extent, Extent - 1));
  return Status::success();
}

Status checkSection(const hetrt_window_info &Info, const hetrt_window &Window, unsigned Dimension) {
  if (!(Info.flags & HETRT_SECTION) || isTied(Info, Window, Dimension))
    return Status::success();
  const std::int64_t First = Window.first[Dimension], Count = Window.count[Dimension],
                     Extent = Window.extent[Dimension];
  if (First >= 0 && Count >= 0 && First <= Extent && Count <= Extent - First)
    return Status::success();
  return wrongArgument(Info, fmt::format("the section{} is {}:{}: wanted a part of indices 0 to {}",
                                         dimensionName(Info, Dimension), First, Count, Extent - 1));
}

/// Of an array that is not there.
Status checkAbsent(const hetrt_window_info &Info, const hetrt_window &Window) {
  if (Info.rank < 1 || Info.rank > MaxRank)
    return wrongArgument(Info, fmt::format("wanted a rank of 1 to {}, found {}", MaxRank, Info.rank));
  for (unsigned D = 0; D < Info.rank; ++D)
    if (Window.extent[D] < 0)
      return wrongArgument(Info, fmt::format("the extent{} is negative: wanted at least 0, found {}",
                                             dimensionName(Info, D), Window.extent[D]));
  if (Window.element_size == 0)
    return wrongArgument(Info, "the element size is 0: wanted at least 1");
  return Status::success();
}

Status checkWindow(const hetrt_window_info &Info, const hetrt_window &Window, const ValueRange &Values) {
  if (Info.rank < 1 || Info.rank > MaxRank)
    return wrongArgument(Info, fmt::format("wanted a rank of 1 to {}, found {}", MaxRank, Info.rank));
  unsigned Tied = 0;
  for (unsigned D = 0; D < Info.rank; ++D) {
    if (Status Result = checkDimension(Info, Window, D, Values); !Result.ok())
      return Result;
    if (Status Result = checkSection(Info, Window, D); !Result.ok())
      return Result;
    Tied += isTied(Info, Window, D);
  }
  if (Window.element_size == 0)
    return wrongArgument(Info, "the element size is 0: wanted at least 1");
  if (!Window.base && Window.extent[0] > 0)
    return wrongArgument(Info, "wanted the address of an array, found a null pointer");
  if (!sizeOf(Info, Window))
    return wrongArgument(Info, fmt::format("the array is larger than the address space: wanted an end before 2^64, "
                                           "found {} of {} bytes at address {}",
                                           extentsOf(Info, Window), Window.element_size, Window.base));
  // What the iterations of two devices write must be disjoint; they are along one dimension only.
  if ((Info.flags & HETRT_OUT) && !(Info.flags & HETRT_DIFFERENCE) && Tied != 1)
    return wrongArgument(Info, fmt::format("an array that is written follows the loop in 1 dimension, found {}", Tied));
  return Status::success();
}

/// Of segments, where they begin and end: a number for each iteration, and one more. Of indices, any array whose shares
/// are one behind the other.
Status checkThrough(const hetrt_region &Region, const hetrt_call &Call, unsigned Number, const ValueRange &Values) {
  const hetrt_window_info &Info = Region.windows[Number];
  if (!(Info.flags & ThroughOther))
    return Status::success();
  if (Info.through >= Region.window_count || Info.through == Number)
    return wrongArgument(Info, fmt::format("wanted the number of another window, found {}", Info.through));
  const hetrt_window_info &Through = Region.windows[Info.through];
  const hetrt_window &Begins = Call.windows[Info.through];
  const bool Segmented = Info.flags & HETRT_SEGMENTED;
  bool Inside = false;
  for (unsigned D = 1; D < MaxRank; ++D)
    Inside |= isTied(Through, Begins, D);
  if ((Segmented && (Through.rank != 1 || (Through.flags & HETRT_SEGMENTED))) || Inside ||
      (Through.flags & HETRT_INDEXED))
    return wrongArgument(Info, fmt::format("wanted '{}' to be an array of which each index of the first dimension "
                                           "belongs to iterations",
                                           Through.name));
  if (const std::uint64_t Size = Begins.element_size; Size != 1 && Size != 2 && Size != 4 && Size != 8)
    return wrongArgument(Info, fmt::format("wanted elements of '{}' of 1, 2, 4 or 8 bytes, found {}", Through.name,
                                           Begins.element_size));
  if (Segmented && (Values.Lowest < 0 || Values.Highest + 2 > Begins.extent[0]))
    return wrongArgument(Info, fmt::format("the loop runs over {} to {}, which takes elements {} to {} of '{}': found "
                                           "an extent of {}",
                                           clampedToLong(Values.Lowest), clampedToLong(Values.Highest),
                                           clampedToLong(Values.Lowest), clampedToLong(Values.Highest + 1),
                                           Through.name, Begins.extent[0]));
  return Status::success();
}

/// Which dimensions follow the loop, as a clause has them: "[0:8][1:100]".
std::string tiesOf(const hetrt_window_info &Info, const hetrt_window &Window) {
  std::string Text;
  for (unsigned D = 0; D < Info.rank; ++D)
    Text += fmt::format("[{}:{}]",
                        isSegmented(Info, D)                     ? "segmented"
                        : (Info.flags & HETRT_INDEXED) && D == 0 ? "indexed"
                        : isTied(Info, Window, D)                ? "1"
                                                                 : "0",
                        Window.extent[D]);
  return Text;
}

std::uint64_t bytesOf(const Use &Of) { return *sizeOf(Of.info(), Of.window()); }
std::string clauseOf(const Use &Of) { return clauseOf(Of.info()); }
std::string tiesOf(const Use &Of) { return tiesOf(Of.info(), Of.window()); }

bool sameShape(const Use &A, const Use &B) {
  if (A.info().rank != B.info().rank || A.window().element_size != B.window().element_size)
    return false;
  for (unsigned D = 0; D < A.info().rank; ++D)
    if (A.window().extent[D] != B.window().extent[D])
      return false;
  return true;
}

/// Two clauses of one shape use the same of the dimensions that neither has following the loop.
bool sameSections(const Use &A, const Use &B) {
  for (unsigned D = 0; D < A.info().rank; ++D)
    if (!A.isTied(D) && !B.isTied(D) && A.used(D) != B.used(D))
      return false;
  return true;
}

/// Two clauses of which both name the dimension that follows the loop agree on it.
bool tiesAgree(const Use &A, const Use &B) {
  bool TiedA = false, TiedB = false, Same = true;
  for (unsigned D = 0; D < A.info().rank; ++D) {
    TiedA |= A.isTied(D);
    TiedB |= B.isTied(D);
    Same &= A.isTied(D) == B.isTied(D);
  }
  return Same || !TiedA || !TiedB;
}

/// Two clauses mean the same elements with an iteration, and these are on a device what they are here.
bool sameAssociation(const Use &A, const Use &B) {
  if (((A.info().flags ^ B.info().flags) & ThroughOther) ||
      isIndices(A.Region, A.Number) != isIndices(B.Region, B.Number))
    return false;
  return !A.has(ThroughOther) || A.info().through == B.info().through;
}

} // namespace

bool isAbsent(const Use &What) {
  if (What.has(HETRT_INFERRED)) // nobody said that there is one: checkInferred() leaves the devices out
    return false;
  bool Empty = !What.base();
  for (unsigned D = 0; D < What.info().rank && D < MaxRank; ++D)
    Empty |= What.window().extent[D] == 0;
  for (unsigned W = 0; W < What.Region.window_count && Empty; ++W) {
    const hetrt_window_info &Other = What.Region.windows[W];
    Empty = !((Other.flags & ThroughOther) && (Other.through == What.Number || W == What.Number));
  }
  return Empty;
}

bool merges(const Use &A, const Use &B) {
  return A.base() == B.base() && sameShape(A, B) && sameSections(A, B) && tiesAgree(A, B) && sameAssociation(A, B);
}

namespace {

bool hasHalo(const Use &Of) {
  for (unsigned D = 0; D < Of.info().rank; ++D)
    if (Of.isTied(D) && (Of.window().halo_before[D] > 0 || Of.window().halo_after[D] > 0))
      return true;
  return false;
}

/// A block may change, in one of its loops, an array of which another one has elements that are indexed: a directive
/// brings them up to date, from whoever has them as iterations.
bool isIndexedElsewhere(const Use &A, const Use &B) {
  const Use &Other = A.has(HETRT_INDEXED) ? B : A;
  return (A.Region.flags & HETRT_PARTITION) && A.has(HETRT_INDEXED) != B.has(HETRT_INDEXED) && Other.isTied(0) &&
         !Other.has(HETRT_SEGMENTED) && A.base() == B.base() && sameShape(A, B);
}

Status overlap(const std::string &Text) { return Status::programFault(HETRT_ERROR_OVERLAP, Text); }

/// Two clauses for one array that do not mean the same.
Status differ(const Use &A, const Use &B) {
  if (isIndices(A.Region, A.Number) || isIndices(B.Region, B.Number))
    return overlap(
        fmt::format("{} and {} are the same array, and others are indexed by it: wanted indices that stay what "
                    "they are, found that one of the clauses has them written",
                    clauseOf(A), clauseOf(B)));
  const bool Same = sameShape(A, B);
  if (Same && !sameSections(A, B))
    return overlap(fmt::format("{} and {} use different sections of the same array, and one of them is written: wanted "
                               "the same section in both clauses",
                               clauseOf(A), clauseOf(B)));
  return overlap(fmt::format(
      "{} and {} describe the same array with different {}, and one of them is written: wanted the same {} in both "
      "clauses, found {} of {} bytes and {} of {} bytes",
      clauseOf(A), clauseOf(B), Same ? "ties" : "shapes", Same ? "dimension tied to the loop" : "extents", tiesOf(A),
      A.window().element_size, tiesOf(B), B.window().element_size));
}

Status checkPair(const Use &A, const Use &B) {
  if ((!A.has(HETRT_OUT) && !B.has(HETRT_OUT)) || isIndexedElsewhere(A, B))
    return Status::success();
  if (merges(A, B)) {
    if ((!hasHalo(A) && !hasHalo(B)) || A.has(HETRT_DIFFERENCE) || B.has(HETRT_DIFFERENCE))
      return Status::success();
    return overlap(
        fmt::format("{} and {} are the same array, one reads a halo of it and one writes it: wanted two arrays",
                    clauseOf(A), clauseOf(B)));
  }
  const auto BeginA = reinterpret_cast<std::uintptr_t>(A.base()), BeginB = reinterpret_cast<std::uintptr_t>(B.base());
  if (BeginA + bytesOf(A) <= BeginB || BeginB + bytesOf(B) <= BeginA)
    return Status::success();
  if (A.base() == B.base())
    return differ(A, B);
  return overlap(
      fmt::format("{} and {} overlap in memory, and one of them is written: wanted disjoint arrays or the same array, "
                  "found {} bytes at {} and {} bytes at {}",
                  clauseOf(A), clauseOf(B), bytesOf(A), A.base(), bytesOf(B), B.base()));
}

} // namespace

static bool isIndices(const hetrt_region &Region, unsigned Number) {
  for (unsigned W = 0; W < Region.window_count; ++W)
    if ((Region.windows[W].flags & HETRT_INDEXED) && Region.windows[W].through == Number)
      return true;
  return false;
}

static bool isInferred(const hetrt_region &Region, unsigned Number) {
  return Region.windows[Number].flags & HETRT_INFERRED;
}

/// Checks the windows that clauses name, or those that have to do with one that the compiler has found.
static Status checkWindows(const hetrt_region &Region, const hetrt_call &Call, bool Inferred) {
  if (Call.trip_count == 0)
    return Status::success();
  const ValueRange Values = valuesOf(Call);
  for (unsigned W = 0; W < Region.window_count; ++W)
    if (isInferred(Region, W) == Inferred)
      if (Status Result = isAbsent({Region, Call, W}) ? checkAbsent(Region.windows[W], Call.windows[W])
                                                      : checkWindow(Region.windows[W], Call.windows[W], Values);
          !Result.ok())
        return Result;
  for (unsigned W = 0; W < Region.window_count; ++W)
    if (isInferred(Region, W) == Inferred)
      if (Status Result = checkThrough(Region, Call, W, Values); !Result.ok())
        return Result;
  for (unsigned W = 1; W < Region.window_count; ++W)
    for (unsigned V = 0; V < W; ++V)
      if ((isInferred(Region, V) || isInferred(Region, W)) == Inferred && !isAbsent({Region, Call, V}) &&
          !isAbsent({Region, Call, W}))
        if (Status Result = checkPair({Region, Call, V}, {Region, Call, W}); !Result.ok())
          return Result;
  return Status::success();
}

Status checkCall(const hetrt_region &Region, const hetrt_call &Call) { return checkWindows(Region, Call, false); }

Status checkInferred(const hetrt_region &Region, const hetrt_call &Call) { return checkWindows(Region, Call, true); }

} // namespace hetrt
