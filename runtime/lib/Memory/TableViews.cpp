// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the views of a region from its tables, with the numbers of a call.
#include "Memory/TableViews.h"

#include "Memory/CallTables.h"
#include "Memory/Integers.h"

#include <utility>

namespace hetrt {

using footprint::Wide;

unsigned ViewBox::moves() const {
  unsigned Moves = 0;
  for (unsigned D = 0; D < MaxRank; ++D)
    for (const auto *End : {&Lower[D], &Upper[D]})
      if (std::ranges::any_of(*End, [](const Term &Each) { return Each.moves(); }))
        Moves |= 1u << D;
  return Moves;
}

bool ViewBox::isUnknown() const {
  bool Unknown = Only && (Only->Least == UnknownNumber || Only->Greatest == UnknownNumber);
  forEachTerm([&](const Term &Each) {
    for (const std::int64_t Number : {Each.Slope, Each.Offset, Each.Divisor, Each.Scale, Each.Add, Each.Within})
      Unknown |= Number == UnknownNumber;
  });
  return Unknown;
}

bool ViewBox::usesTables() const {
  bool Uses = false;
  forEachTerm([&](const Term &Each) { Uses |= Each.Table != 0; });
  return Uses;
}

ValueRange valuesOf(const IterationSpace &Space) {
  const footprint::Wide First = Space.Lower, Last = First + footprint::Wide(Space.TripCount - 1) * Space.Step;
  return {std::min(First, Last), std::max(First, Last)};
}

ValueRange valuesOf(const IterationSpace &Space, const ViewBox &What) {
  const ValueRange All = valuesOf(Space);
  return What.Only ? ValueRange{std::max<footprint::Wide>(All.Lowest, What.Only->Least),
                                std::min<footprint::Wide>(All.Highest, What.Only->Greatest)}
                   : All;
}

BoxFormula ViewBox::formula() const {
  BoxFormula Made{.Only = Only, .Flags = Flags};
  for (unsigned D = 0; D < MaxRank; ++D)
    Made.Along[D] = {Lower[D], Upper[D]};
  return Made;
}

bool View::isWritten() const { return std::ranges::any_of(Boxes, &ViewBox::writes); }

bool View::isSegmented() const { return std::ranges::any_of(Boxes, &ViewBox::usesTables); }

std::uint64_t View::rowBytes() const {
  std::uint64_t Bytes = ElementSize;
  for (unsigned D = 1; D < MaxRank; ++D)
    Bytes *= static_cast<std::uint64_t>(Extent[D]);
  return Bytes;
}

void countFrom(View &What, std::int64_t First) {
  What.FirstIndex = First;
  for (ViewBox &Each : What.Boxes)
    for (auto *Side : {&Each.Lower, &Each.Upper})
      for (Term &End : (*Side)[0]) {
        std::int64_t &Constant = End.Table ? End.Add : End.Offset;
        Constant = hetrt_plus(Constant, hetrt_negated(End.Table ? First : hetrt_times(First, End.Divisor)));
      }
}

IntegerTable integersOf(const View &What) {
  return {What.Base, What.ElementSize, !What.has(HETRT_UNSIGNED),
          static_cast<std::uint64_t>(std::max<std::int64_t>(What.FirstIndex + What.Extent[0], 0))};
}

namespace {

constexpr unsigned MostConversions = 2;

std::uint64_t bytesOf(std::uint32_t Size) { return std::uint64_t(1) << (Size & 3); }

} // namespace

bool readsMembers(const Term &Of) { return Of.Reading & HETRT_READING_MEMBER; }

IntegerReader::IntegerReader(const Term &Of, const View &Through)
    : Base(Through.Base), Distance(Through.ElementSize), Within(Of.Within) {
  if (!Of.Reading) {
    Bytes = Through.ElementSize;
    HasSign = !Through.has(HETRT_UNSIGNED);
    Fits = Through.hasIntegers();
    return;
  }
  const std::uint64_t Place = readsMembers(Of) ? Of.Reading >> HETRT_READING_PLACE_AT : 0;
  Bytes = bytesOf(Of.Reading >> HETRT_READING_SIZE_AT);
  HasSign = !(Of.Reading & HETRT_READING_UNSIGNED);
  Conversions = Of.Reading >> HETRT_CONVERSIONS_AT;
  Fits = readsMembers(Of) ? Place + Bytes <= Through.ElementSize : Bytes == Through.ElementSize;
  Base = Base ? Base + Place : nullptr;
}

Wide IntegerReader::unconverted(std::int64_t Index) const {
  const std::byte *const From = Base + Index * static_cast<std::int64_t>(Distance);
  return withInteger(Bytes, HasSign, [&](auto Zero) { return Wide(loadInteger<decltype(Zero)>(From, 0)); }) + Within;
}

Wide IntegerReader::converted(Wide Value) const {
  for (unsigned C = 0; C < MostConversions; ++C) {
    const std::uint32_t Each = Conversions >> C * HETRT_CONVERSION_BITS;
    if (!(Each & HETRT_CONVERSION))
      break;
    const Wide Count = Wide(1) << 8 * bytesOf(Each);
    Value &= Count - 1;
    if (!(Each & HETRT_CONVERSION_UNSIGNED) && Value >= Count / 2)
      Value -= Count;
  }
  return Value;
}

namespace {

/// Reads the tables with the numbers of a call.
class ViewReader {
public:
  explicit ViewReader(const CallTables &Of) : Of(Of) {}

  View read(unsigned Number) const {
    const hetrt_array_info &Info = Of.Region.arrays[Number];
    View Made{.Info = &Info, .Number = Number, .Base = Of.base(Number)};
    const std::int64_t Size = Of.number(Info.element_size);
    Made.ElementSize = Size > 0 ? static_cast<std::uint64_t>(Size) : 0;
    Made.FirstIndex = Of.number(Info.first);
    for (unsigned D = 0; D < Info.rank && D < MaxRank; ++D)
      Made.Extent[D] = Of.number(Info.extent[D]);
    Made.IsIndices = isIndices(Of.Region, Number);
    for (const hetrt_box_info &Each : boxesOf(Of.Region))
      if (Each.array == Number)
        add(box(Each, Info), Made);
    return Made;
  }

private:
  /// Adds a box to a view. A guard that always holds is left out, and a box whose guard never holds is not added.
  static void add(ViewBox What, View &To) {
    if (What.Only && What.Only->Least == -INT64_MAX && What.Only->Greatest == INT64_MAX)
      What.Only.reset();
    const bool Known = What.Only && What.Only->Least != UnknownNumber && What.Only->Greatest != UnknownNumber;
    if (!Known || What.Only->Least <= What.Only->Greatest)
      To.Boxes.push_back(std::move(What));
  }

  std::int64_t atLeastOne(const hetrt_number &Number) const {
    return Number.slot || Number.constant ? Of.number(Number) : 1;
  }

  Term term(const hetrt_term &From) const {
    return {.Slope = Of.number(From.slope),
            .Offset = Of.number(From.offset),
            .Divisor = atLeastOne(From.divisor),
            .Table = From.table,
            .Scale = atLeastOne(From.scale),
            .Add = Of.number(From.add),
            .Reading = From.reading,
            .Within = Of.number(From.within)};
  }

  std::vector<Term> terms(unsigned First, unsigned Count) const {
    std::vector<Term> Made;
    for (unsigned T = 0; T < Count; ++T)
      Made.push_back(term(Of.Region.terms[First + T]));
    return Made;
  }

  ViewBox box(const hetrt_box_info &From, const hetrt_array_info &Array) const {
    ViewBox Made{.Info = &From};
    const std::int64_t Surely = Of.number(From.surely);
    const auto Add = [&](bool Has, BoxFlag Flag) { Made.Flags |= Has ? unsigned(Flag) : 0; };
    Add(From.flags & HETRT_READ, BoxReads);
    Add(From.flags & HETRT_WRITE, BoxWrites);
    Add(From.flags & HETRT_ATTAINED, BoxAttained);
    Add(From.flags & HETRT_OWN, BoxOwn);
    Add((From.flags & HETRT_WRITE) && Surely != 0 && Surely != UnknownNumber, BoxSurely);
    if (From.flags & HETRT_GUARDED)
      Made.Only = {Of.number(From.from), Of.number(From.to)};
    for (unsigned D = 0; D < Array.rank && D < MaxRank; ++D) {
      const hetrt_ends &Ends = Of.Region.ends[From.first_end + D];
      Made.Lower[D] = terms(Ends.lower, Ends.lower_count);
      Made.Upper[D] = terms(Ends.upper, Ends.upper_count);
    }
    return Made;
  }

  const CallTables &Of;
};

} // namespace

View readView(const CallTables &Of, unsigned Number) { return ViewReader(Of).read(Number); }

} // namespace hetrt
