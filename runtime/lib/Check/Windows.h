// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bytes of an array the iterations of a pass may read and write, by the clauses. The checker compares accesses
// with these bytes.
#ifndef HETRT_CHECK_WINDOWS_H
#define HETRT_CHECK_WINDOWS_H

#include "Memory/Array.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hetrt::check {

/// A window: one array of a pass, and the boxes of elements that the current iterations may read and write. An array
/// may consist of rows that lie apart in memory, as `double **a` where each a[i] was allocated separately.
class ArrayWindow {
public:
  explicit ArrayWindow(const Array &Of);

  const Array &array() const { return What; }
  bool contains(std::uintptr_t Address) const {
    return Address >= Low && Address < End && (Rows.empty() || isInRow(Address));
  }

  /// For rows that lie apart: whether the address would be an element of a row if that row were twice as long.
  bool isBehindRow(std::uintptr_t Address) const;

  /// The address of the first byte of the array, and of the first byte behind it. If the rows lie apart, there may be
  /// other memory in between.
  std::uintptr_t begin() const { return Low; }
  std::uintptr_t end() const { return End; }

  /// Sets the block of memory in which the array lies, [First, Last). If by the clauses the array is larger, the window
  /// is cut to this memory. Not called for rows that lie apart.
  void place(std::uintptr_t First, std::uintptr_t Last) {
    IsPlaced = true;
    IsCut = First > Low || Last < End;
    Low = std::max(Low, First);
    End = std::min(End, Last);
  }
  void placeAnywhere() { IsPlaced = true; }
  bool isPlaced() const { return IsPlaced; }
  bool isCut() const { return IsCut; }

  /// Whether the array has no elements, or its pointer is null. contains() is still true for the address of its first
  /// element, so that an access to this element is found.
  bool isNothing() const { return IsNothing; }
  void placeNothingAt(std::uintptr_t Address);

  /// From now on allows() answers for iterations [Now.First, Now.Last).
  void moveTo(Iterations Now) {
    if (!(Now == At))
      formParts(Now);
  }

  /// Prepares calls of shiftTo() for the iterations of `Piece`. shiftTo() does the same as moveTo() for a single
  /// iteration, but faster. It returns false, without effect, if the boxes do not move by a constant number of bytes
  /// from each iteration to the next; the caller then uses moveTo().
  void enter(Iterations Piece);
  bool shiftTo(std::uint64_t Iteration) {
    if (!MovesEvenly)
      return false;
    for (Part &Each : Parts) {
      const std::uint64_t Way = Each.Step * (Iteration - At.First);
      Each.First += Way;
      Each.Last += Way;
    }
    At = {Iteration, Iteration + 1};
    return true;
  }

  /// Whether First is the first of the iterations for which allows() answers now.
  bool isAt(std::uint64_t First) const { return At.First == First; }

  /// Whether the current iterations may read, or write, these bytes of the array.
  bool allows(std::uintptr_t Address, std::size_t Bytes, bool Writes) const {
    return allowsAtOnce(Address, Bytes, Writes) || allowsParts(Address, Bytes, Writes);
  }

  /// A faster test than allows(): if it returns true, a single box without gaps contains all the bytes, so they are
  /// allowed. If it returns false, they may still be allowed.
  bool allowsAtOnce(std::uintptr_t Address, std::size_t Bytes, bool Writes) const {
    for (const Part &Each : Parts)
      if ((Each.Flags & (Writes ? BoxWrites : BoxReads)) && Each.Filled && Address >= Each.First &&
          Address + Bytes <= Each.Last)
        return true;
    return false;
  }

  /// The bytes of the array by its declaration; the clause may name more or fewer elements. Empty if no declaration
  /// states the array's size.
  std::pair<std::uintptr_t, std::uintptr_t> declared() const {
    const auto First = reinterpret_cast<std::uintptr_t>(What.pointer());
    return {First, First + What.Info->declared};
  }

  /// Whether some iteration may read values that were written before the pass.
  bool readsAny() const { return Reads; }

  /// The element at the address, in the form "x[3][4]". For an address outside of the array, an index is outside of its
  /// extents.
  std::string element(std::uintptr_t Address) const;

  /// All indices of the array, as in "[0, 100)".
  std::string whole() const;

  /// The indices that the current iterations may read, or write, as in "[3, 5)"; "nothing" if there are none.
  std::string text(bool Writes);

private:
  /// A box of elements for the current iterations, and the bytes from its first to its last element. If the rows lie
  /// apart, addresses are computed as if the rows followed each other from Begin on.
  struct Part {
    unsigned Flags = 0;
    bool Filled = true; ///< The box contains all bytes between First and Last.
    std::uintptr_t First = 0, Last = 0;
    std::uint64_t Step = 0; ///< How many bytes the box moves from one iteration to the next, modulo 2^64.
    Box Indices{};          ///< Not valid after shiftTo().
  };
  unsigned flagsOf(const MovingBox &Of) const;
  void formParts(Iterations Now);
  void formPartsOf(Iterations Now);
  bool allowsParts(std::uintptr_t Address, std::size_t Bytes, bool Writes) const;
  void add(const Box &Indices, unsigned Flags);
  bool has(const Part &In, std::uintptr_t Address) const;
  void findRows();
  std::uint64_t endOf(std::size_t Row) const;
  bool isInRow(std::uintptr_t Address) const;
  template <typename Function> bool anyPlace(std::uintptr_t Address, Function Is) const;
  std::array<std::int64_t, MaxRank> indicesOf(std::uintptr_t Address) const;

  const Array &What;
  std::uintptr_t Begin = 0; ///< The address of the element with index 0, even if the array's memory begins behind it.
  std::uintptr_t Low = 0, End = 0; ///< The array's memory, [Low, End).
  /// Address and number of each row, sorted; empty unless the rows lie apart.
  std::vector<std::pair<std::uintptr_t, std::size_t>> Rows;
  unsigned Dimensions = MaxRank; ///< The number of dimensions, without those of extent 1 at the end.
  std::array<std::uint64_t, MaxRank> Stride{};
  bool Reads = false, IsNothing = false, IsPlaced = false, IsCut = false;
  Iterations At{UINT64_MAX, UINT64_MAX};
  bool MovesEvenly = false;
  std::vector<Part> Parts;
};

} // namespace hetrt::check

#endif
