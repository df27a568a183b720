// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encodes and decodes calls. One list of fields (FootprintFields) serves both directions. Also checks decoded calls.
#include "Memory/CallShape.h"

#include "Device/RegionTables.h"
#include "Node/Bytes.h"

#include <algorithm>
#include <utility>

namespace hetrt {

using node::each;

/// Visits the fields of a footprint one by one. Structs are not visited as a whole, since their padding bytes may
/// differ between equal structs, and equal calls must have equal encodings.
class FootprintFields {
public:
  template <typename D, typename T> static void visit(D &Into, T &What) {
    each(Into, What.Indices, What.TripCount);
    list(Into, What.Boxes, [&](auto &Box) {
      std::uint32_t Marks = Box.Guarded | Box.Unknown << 1 | Box.FillsHull << 2;
      each(Into, Box.Lower, Box.Upper, Box.Domain, Box.Flags, Box.Moves, Marks);
      set(Box.Guarded, Marks & 1);
      set(Box.Unknown, Marks & 2);
      set(Box.FillsHull, Marks & 4);
    });
    list(Into, What.Terms, [&](auto &Of) { each(Into, Of.Slope, Of.Offset, Of.Divisor, Of.Table, Of.Scale, Of.Add); });
    std::uint32_t Follows = What.Follows.value_or(MaxRank);
    each(Into, Follows, What.Grows);
    if constexpr (!std::is_const_v<T>)
      What.Follows = Follows < MaxRank ? std::optional<unsigned>(Follows) : std::nullopt;
    flags(Into, What.Divides, What.Gaps, What.Uneven, What.Reads, What.Writes, What.Unknown, What.UnknownWrites);
  }

  /// Whether a decoded footprint can be used, whatever bytes it was decoded from: boxes refer to existing terms only,
  /// terms use no tables, and no divisor is 0.
  static bool isSound(const Footprint &Of) {
    const auto HasTerms = [&](const BoxEnd &End) {
      return End.First <= Of.Terms.size() && End.Count <= Of.Terms.size() - End.First;
    };
    return std::ranges::all_of(Of.Boxes,
                               [&](const MovingBox &Each) {
                                 return std::ranges::all_of(Each.Lower, HasTerms) &&
                                        std::ranges::all_of(Each.Upper, HasTerms);
                               }) &&
           std::ranges::all_of(Of.Terms,
                               [](const Term &Each) { return !Each.Table && Each.Divisor >= 1 && Each.Scale >= 1; });
  }

  template <typename D, typename... Bools> static void flags(D &Into, Bools &...All) {
    std::uint32_t Bits = 0, Next = 0;
    ((Bits |= std::uint32_t(All) << Next++), ...);
    each(Into, Bits);
    Next = 0;
    (set(All, Bits >> Next++ & 1), ...);
  }

private:
  static void set(const bool &, std::uint32_t) {}
  static void set(bool &To, std::uint32_t Value) { To = Value != 0; }

  template <typename D, typename T, typename Function>
  static void list(D &Into, const std::vector<T> &All, Function Visit) {
    std::uint64_t Count = All.size();
    each(Into, Count);
    std::ranges::for_each(All, Visit);
  }
  template <typename D, typename T, typename Function> static void list(D &From, std::vector<T> &All, Function Visit) {
    std::uint64_t Count = 0;
    for (each(From, Count); From.fine() && All.size() < Count;)
      Visit(All.emplace_back());
  }
};

namespace {

template <typename D, typename T> void fields(D &Into, T &What, bool Stays = false) {
  Extents Strides = What.Subscripts.Strides.value_or(OneElement);
  bool HasStrides = What.Subscripts.Strides.has_value(), IsThere = What.Host.Base != nullptr;
  std::uint32_t Stored = static_cast<std::uint32_t>(What.Stored);
  each(Into, What.ElementSize, What.Rank, What.Extent, What.FirstIndex, Strides, What.Largest, What.RowPadding, Stored);
  FootprintFields::flags(Into, HasStrides, IsThere, What.Subscripts.TakeStrides, Stays);
  FootprintFields::visit(Into, What.Uses);
  if constexpr (!std::is_const_v<T>) {
    What.Subscripts.Strides = HasStrides ? std::optional(Strides) : std::nullopt;
    static std::byte Somewhere; // its address is used for the array until placeWindows() sets the array's address
    What.Host.Base = IsThere ? &Somewhere : nullptr;
    What.Persist = Stays;
    What.Stored = StoredBytes(Stored);
  }
}

bool isSound(const Array &Of) {
  const auto IsCount = [](std::int64_t Value) { return Value >= 0; };
  return Of.ElementSize && Of.Rank >= 1 && Of.Rank <= MaxRank && std::ranges::all_of(Of.Extent, IsCount) &&
         Of.Stored <= StoredBytes::ChangedAnywhere && FootprintFields::isSound(Of.Uses);
}

/// The address range from the first to the last element of a box in the host's memory; false if its length does not fit
/// in 64 bits.
bool bytesOf(const Array &What, const Box &Part, std::uint64_t &Begin, std::uint64_t &Bytes) {
  Begin = reinterpret_cast<std::uintptr_t>(What.Host.Base);
  Bytes = What.ElementSize;
  for (unsigned D = 0; D < MaxRank; ++D) {
    std::uint64_t Reach = 0;
    Begin += static_cast<std::uint64_t>(Part[D].Lower) * What.hostStride(D);
    if (__builtin_mul_overflow(Part[D].size() - 1, What.hostStride(D), &Reach) ||
        __builtin_add_overflow(Bytes, Reach, &Bytes))
      return false;
  }
  return true;
}

/// Whether the array has the strides of a whole array in the host's memory.
bool isDense(const Array &What) {
  for (unsigned D = 0; D < What.Rank; ++D)
    if (What.hostStride(D) != What.strideBytes(D))
      return false;
  return true;
}

/// Whether all elements of the box `Part` of an array lie in the memory `Window`.
bool isInside(const Array &What, const Box &Part, const DeviceRange &Window) {
  std::uint64_t Begin = 0, Bytes = 0;
  if (isEmpty(Part) || !What.Host.Base)
    return true;
  return bytesOf(What, Part, Begin, Bytes) && Begin >= Window.Begin && Begin - Window.Begin <= Window.Bytes &&
         Bytes <= Window.Bytes - (Begin - Window.Begin);
}

} // namespace

std::string whyNotDivided(const PassArrays &Arrays, std::span<const ArrayKind> Kinds) {
  if (Arrays.Variant)
    return "the region has a variant, whose arguments do not travel";
  for (std::size_t I = 0; I < Arrays.Call.Arrays.size(); ++I) {
    const Array &What = Arrays.Call.Arrays[I];
    if (!What.Uses.tables().empty() && What.Uses.writes())
      return clauseOf(*What.Info) + ": its segments are written, and go through an array of which a node has a part";
    if (What.isUnbounded() || Kinds[I] == ArrayKind::InPlace)
      return clauseOf(*What.Info) + ": how far it reaches is not known";
  }
  return "";
}

bool dependsOnIntegerArrays(const Array &What) { return What.gathered() || !What.Uses.tables().empty(); }

/// A copy of the description `What`, cut to the indices `Held` of dimension 0, and without references to the integer
/// arrays that choose the array's elements.
static Array cutTo(const Array &What, Interval Held) {
  Array Made = What;
  Made.Extent[0] = static_cast<std::int64_t>(Held.size());
  Made.FirstIndex += Held.Lower;
  Made.Indirect = {};
  Made.Largest = 0;
  return Made;
}

Array heldWhole(const Array &What, const Box &Held, Iterations Of) {
  Array Made = cutTo(What, Held[0]);
  // A device has all gathered elements of `Held`, since these are packed. Of a kept copy, only the elements that the
  // iterations use may be valid, so the box is cut to them.
  Box Part = What.Indirect.IndexedBy >= 0 ? Held : What.Uses.held(Of);
  Part[0] = {Part[0].Lower - Held[0].Lower, Part[0].Upper - Held[0].Lower};
  Made.Uses = Footprint::fixed(Made.Extent, Part, BoxReads);
  return Made;
}

Array heldShare(const Array &What, const Box &Held, Iterations Share, bool Writes) {
  Array Made = cutTo(What, Held[0]);
  Made.Uses = What.Uses.ofShare(Share, Held[0], Writes);
  return Made;
}

std::vector<std::byte> encodeCall(const ResolvedCall &Call, std::span<const ArrayKind> Kinds) {
  node::Writer Into;
  each(Into, Call.Space.TripCount, Call.Space.Lower, Call.Space.Step, Call.ArrayOf);
  for (std::size_t I = 0; I < Call.Arrays.size(); ++I)
    fields(Into, Call.Arrays[I], Kinds[I] == ArrayKind::KeptCopy);
  return std::move(Into.Bytes);
}

std::string decodeCall(std::span<const std::byte> Bytes, const hetrt_region &Region, ResolvedCall &Into) {
  const std::string Wrong = "tables of a call that do not fit its region";
  node::Reader From(Bytes);
  each(From, Into.Space.TripCount, Into.Space.Lower, Into.Space.Step, Into.ArrayOf);
  if (!From.fine() || Into.ArrayOf.size() != Region.array_count)
    return Wrong;
  for (std::size_t Number = 0; Number < Into.ArrayOf.size(); ++Number) {
    const unsigned Of = Into.ArrayOf[Number];
    if (Of > Into.Arrays.size()) // arrays are numbered in the order in which the region first names them, so a larger
                                 // number is an error
      return Wrong;
    if (Of < Into.Arrays.size())
      continue;
    Array &Made = Into.Arrays.emplace_back();
    fields(From, Made);
    if (!From.fine() || !isSound(Made))
      return Wrong;
    Made.Info = &Region.arrays[Number];
  }
  return From.rest().empty() ? "" : Wrong;
}

std::string placeWindows(ResolvedCall &Call, std::span<const WindowPlace> Places, std::span<const DeviceRange> Windows,
                         Iterations Of) {
  if (Places.size() != Call.ArrayOf.size() || Windows.size() != Places.size() || Of.Last > Call.Space.TripCount)
    return "a launch that does not fit its call";
  for (std::size_t Number = 0; Number < Places.size(); ++Number) {
    Array &What = Call.Arrays[Call.ArrayOf[Number]];
    if (!What.Host.Base)
      continue;
    What.Host.Base = reinterpret_cast<std::byte *>(Places[Number].First);
    What.Host.Stride = Places[Number].Stride;
    // This process's devices may keep a copy of the array only if its rows are not padded (as in an array of the
    // program), and if it begins where its memory range begins. In this case, NodeFleet::freed() finds the copy by the
    // address when that range is freed.
    if (What.Persist && isDense(What) && Places[Number].First == Windows[Number].Begin) {
      What.Host.Stride.reset();
    } else {
      What.Persist = false;
    }
    // An array that is compared with a snapshot is on the device as a whole, so its window has to contain the whole
    // array.
    const bool IsWhole = kindOf(What, CopyLife::Pass) == ArrayKind::ComparedCopy;
    if (!isInside(What, What.Uses.held(IsWhole ? Call.all() : Of), Windows[Number]))
      return clauseOf(*What.Info) + ": iterations would leave their window";
  }
  return "";
}

} // namespace hetrt
