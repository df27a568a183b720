// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms the boxes of elements that iterations may access, and compares addresses with them.
#include "Check/Windows.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt::check {

ArrayWindow::ArrayWindow(const Array &Of) : What(Of) {
  Begin = reinterpret_cast<std::uintptr_t>(Of.Host.Base);
  End = Begin + (Of.Host.Base ? Of.bytes() : 0);
  if (IsNothing = End == Begin; IsNothing)
    placeNothingAt(Begin);
  for (unsigned D = 0; D < MaxRank; ++D)
    Stride[D] = Of.strideBytes(D);
  while (Dimensions > 1 && Of.Extent[Dimensions - 1] == 1)
    --Dimensions;
  for (const MovingBox &Each : Of.Uses.boxes())
    Reads |= (flagsOf(Each) & BoxReads) != 0;
  if (Of.Host.RowsAt)
    findRows();
  Low = Begin;
}

/// Called for the window of a null pointer, or of an array without elements. A null pointer's window then contains the
/// first page of memory; that of an empty array, the bytes of one element. No other array has these bytes, so an access
/// to them is meant for this array.
void ArrayWindow::placeNothingAt(std::uintptr_t Address) {
  constexpr std::uintptr_t FirstPage = 4096;
  Begin = Low = Address;
  End = Address ? Address + std::max<std::uint64_t>(What.ElementSize, 1) : FirstPage;
}

void ArrayWindow::findRows() {
  for (std::size_t Row = 0; Row < What.Host.RowsAt->size(); ++Row)
    if (const std::byte *At = (*What.Host.RowsAt)[Row].Begin)
      Rows.emplace_back(reinterpret_cast<std::uintptr_t>(At), Row);
  std::ranges::sort(Rows);
  Begin = End = Rows.front().first;
  for (const auto &[At, Row] : Rows)
    End = std::max(End, At + endOf(Row));
}

/// The distance from the beginning of a row to the end of the elements in it that the program uses, in bytes.
std::uint64_t ArrayWindow::endOf(std::size_t Row) const {
  return static_cast<std::uint64_t>((*What.Host.RowsAt)[Row].There.Upper) * What.ElementSize;
}

/// Calls `Is` with each place in the array that this address stands for, and returns whether one call returned true.
/// There may be several places, since rows that are only read may share memory.
template <typename Function> bool ArrayWindow::anyPlace(std::uintptr_t Address, Function Is) const {
  if (Rows.empty())
    return Is(Address);
  const std::uint64_t Length = What.strideBytes(What.Rank - 2);
  auto Behind = std::ranges::upper_bound(Rows, Address, {}, &std::pair<std::uintptr_t, std::size_t>::first);
  while (Behind != Rows.begin() && Address - std::prev(Behind)->first < Length) {
    --Behind;
    const std::uint64_t Distance = Address - Behind->first;
    if (Distance < endOf(Behind->second) && Is(Begin + Behind->second * Length + Distance))
      return true;
  }
  return false;
}

bool ArrayWindow::isBehindRow(std::uintptr_t Address) const {
  const auto Behind = std::ranges::upper_bound(Rows, Address, {}, &std::pair<std::uintptr_t, std::size_t>::first);
  if (Behind == Rows.begin())
    return false;
  const std::uint64_t Distance = Address - std::prev(Behind)->first;
  return Distance < 2 * What.strideBytes(What.Rank - 2) && Distance % What.ElementSize == 0;
}

bool ArrayWindow::isInRow(std::uintptr_t Address) const {
  return anyPlace(Address, [](std::uintptr_t) { return true; });
}

void ArrayWindow::add(const Box &Indices, unsigned Flags) {
  if (isEmpty(Indices))
    return;
  Part &Made = Parts.emplace_back();
  Made.Flags = Flags;
  Made.Filled = Rows.empty();
  Made.Indices = Indices;
  Made.First = Made.Last = Begin;
  bool Several = false; // the box has several indices in a dimension before this one
  for (unsigned D = 0; D < Dimensions; ++D) {
    Made.First += static_cast<std::uint64_t>(Indices[D].Lower) * Stride[D];
    Made.Last += static_cast<std::uint64_t>(Indices[D].Upper - 1) * Stride[D];
    Made.Filled &= !Several || (Indices[D].Lower == 0 && Indices[D].Upper == What.Extent[D]);
    Several |= Indices[D].size() > 1;
  }
  Made.Last += What.ElementSize;
}

/// Finds out whether the boxes move by a constant number of bytes per iteration. The ends of a box are the greatest or
/// the least of several affine terms, so they are convex or concave functions of the iteration. So if the values at the
/// first two iterations and at the last iteration lie on a line, the values at all iterations do.
void ArrayWindow::enter(Iterations Piece) {
  MovesEvenly = false;
  if (Piece.size() < 4)
    return;
  for (const MovingBox &Each : What.Uses.boxes()) {
    const Iterations In = Piece.clipped(Each.Domain);
    if (!(In.empty() || In == Piece) || !What.Uses.hullIsSmallest(Each))
      return;
  }
  const auto At = [&](std::uint64_t Iteration) {
    formParts({Iteration, Iteration + 1});
    return Parts;
  };
  const std::vector<Part> Second = At(Piece.First + 1), Last = At(Piece.Last - 1), First = At(Piece.First);
  bool Even = Second.size() == First.size() && Last.size() == First.size();
  for (std::size_t I = 0; Even && I < First.size(); ++I) {
    const std::uint64_t Step = Parts[I].Step = Second[I].First - First[I].First;
    const std::uint64_t Way = Step * (Piece.size() - 1);
    Even = First[I].Filled && Second[I].Filled && Last[I].Filled && Second[I].Last - First[I].Last == Step &&
           Last[I].First - First[I].First == Way && Last[I].Last - First[I].Last == Way;
  }
  MovesEvenly = Even;
}

void ArrayWindow::formParts(Iterations Now) {
  MovesEvenly = false;
  formPartsOf(Now);
}

/// Whether iterations may read and write a box (BoxReads, BoxWrites). With `out` in the clause they may not read it,
/// even if Of.Flags has BoxReads.
unsigned ArrayWindow::flagsOf(const MovingBox &Of) const {
  return What.Info->flags & HETRT_OUT_ONLY ? Of.Flags & ~unsigned(BoxReads) : Of.Flags;
}

void ArrayWindow::formPartsOf(Iterations Now) {
  At = Now;
  Parts.clear();
  if (IsNothing)
    return;
  const Footprint &Uses = What.Uses;
  for (const MovingBox &Each : Uses.boxes()) {
    const Iterations In = Now.clipped(Each.Domain);
    if (In.empty() || !(Each.Flags & (BoxReads | BoxWrites)))
      continue;
    add(Now.size() == 1 ? Uses.at(Each, Now.First) : Uses.hull(Each, Now), flagsOf(Each));
  }
}

std::array<std::int64_t, MaxRank> ArrayWindow::indicesOf(std::uintptr_t Address) const {
  std::array<std::int64_t, MaxRank> Found{};
  // The division rounds down, so that an address before the array has a negative index in dimension 0 only.
  auto Rest = static_cast<std::int64_t>(Address - Begin);
  for (unsigned D = 0; D < MaxRank; ++D) {
    const auto Step = static_cast<std::int64_t>(Stride[D]);
    Found[D] = Step ? (Rest - (Rest % Step + Step) % Step) / Step : 0;
    Rest -= Found[D] * Step;
  }
  return Found;
}

bool ArrayWindow::has(const Part &In, std::uintptr_t Address) const {
  if (Address < In.First || Address >= In.Last)
    return false;
  if (In.Filled)
    return true;
  const auto Index = indicesOf(Address);
  for (unsigned D = 0; D < MaxRank; ++D)
    if (Index[D] < In.Indices[D].Lower || Index[D] >= In.Indices[D].Upper)
      return false;
  return true;
}

bool ArrayWindow::allowsParts(std::uintptr_t Address, std::size_t Bytes, bool Writes) const {
  const unsigned Wanted = Writes ? BoxWrites : BoxReads;
  const auto IsIn = [&](std::uintptr_t Byte) {
    return anyPlace(Byte, [&](std::uintptr_t Place) {
      return std::ranges::any_of(Parts, [&](const Part &Each) { return (Each.Flags & Wanted) && has(Each, Place); });
    });
  };
  for (std::size_t Offset = 0; Offset < Bytes; Offset += What.ElementSize)
    if (!IsIn(Address + Offset))
      return false;
  return IsIn(Address + Bytes - 1);
}

std::string ArrayWindow::element(std::uintptr_t Address) const {
  auto Index = indicesOf(Address);
  if (!Rows.empty()) { // the last row that begins before the address, even if the address is behind the row's end
    auto Row = std::ranges::upper_bound(Rows, Address, {}, &std::pair<std::uintptr_t, std::size_t>::first);
    Row = Row == Rows.begin() ? Row : std::prev(Row);
    Index = indicesOf(Begin + Row->second * What.strideBytes(What.Rank - 2));
    const auto Distance = static_cast<std::int64_t>(Address - Row->first), Size = std::int64_t(What.ElementSize);
    Index[What.Rank - 1] = (Distance - (Distance % Size + Size) % Size) / Size;
  }
  std::string Text = What.Info->name;
  const unsigned Rank = What.Info->flags & HETRT_FLAT ? 1 : std::max(What.Rank, 1u);
  if (Rank == 1 && What.Rank > 1)
    return fmt::format("{}[{}]", Text,
                       static_cast<std::int64_t>(Address - Begin) / static_cast<std::int64_t>(What.ElementSize) +
                           What.FirstIndex * static_cast<std::int64_t>(What.perIndex()));
  for (unsigned D = 0; D < Rank; ++D)
    Text += fmt::format("[{}]", Index[D] + (D ? 0 : What.FirstIndex));
  return Text;
}

std::string ArrayWindow::whole() const {
  std::string Text;
  for (unsigned D = 0; D < std::max(What.Rank, 1u); ++D)
    Text +=
        fmt::format("{}[{}, {})", D ? " x " : "", D ? 0 : What.FirstIndex, What.Extent[D] + (D ? 0 : What.FirstIndex));
  return Text;
}

std::string ArrayWindow::text(bool Writes) {
  formParts(At); // the parts have no valid indices after shiftTo()
  std::erase_if(Parts, [&](const Part &Each) { return !(Each.Flags & (Writes ? BoxWrites : BoxReads)); });
  const auto IsIn = [](const Part &Inner, const Part &Outer) {
    for (unsigned D = 0; D < MaxRank; ++D)
      if (Inner.Indices[D].Lower < Outer.Indices[D].Lower || Inner.Indices[D].Upper > Outer.Indices[D].Upper)
        return false;
    return true;
  };
  std::string Text;
  for (const Part &Each : Parts) {
    // Skip boxes that lie in another box: mostly, the box of an iteration's own elements lies in the box with the halo.
    const auto Has = [&](const Part &Other) { return IsIn(Each, Other) && (!IsIn(Other, Each) || &Other < &Each); };
    if (std::ranges::any_of(Parts, Has))
      continue;
    Text += Text.empty() ? "" : " and ";
    for (unsigned D = 0; D < std::max(What.Rank, 1u); ++D) {
      const std::int64_t First = D ? 0 : What.FirstIndex;
      Text += fmt::format("{}[{}, {})", D ? " x " : "", Each.Indices[D].Lower + First, Each.Indices[D].Upper + First);
    }
  }
  At = {UINT64_MAX, UINT64_MAX}; // some parts were erased above, so the next use has to form them again
  return !Text.empty() ? Text : Begin ? "nothing" : "nothing: the pointer is null";
}

} // namespace hetrt::check
