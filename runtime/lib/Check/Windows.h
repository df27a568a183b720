// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bytes of an array the iterations of a pass may read and write, for the comparison with their accesses.
#ifndef HETRT_CHECK_WINDOWS_H
#define HETRT_CHECK_WINDOWS_H

#include "Memory/Array.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hetrt::check {

/// A window: one array of a pass, and the boxes of elements that the current iterations may read and write. An array
/// may consist of rows that lie apart, as with `double **a` where each a[i] was allocated on its own.
class ArrayWindow {
public:
  explicit ArrayWindow(const Array &Of);

  const Array &array() const { return What; }
  bool contains(std::uintptr_t Address) const {
    return Address >= Low && Address < End && (Rows.empty() || isInRow(Address));
  }

  /// For rows that lie apart: whether the address would be an element of a row if that row were twice as long.
  bool isBehindRow(std::uintptr_t Address) const;

  /// The first byte of the array, and the end of its last byte. If the rows lie apart, other memory may lie between.
  std::uintptr_t begin() const { return Low; }
  std::uintptr_t end() const { return End; }

  /// Sets the memory in which the array lies. If the clauses name more elements, the window is cut to this memory. Not
  /// for rows that lie apart.
  void place(std::uintptr_t First, std::uintptr_t Last) {
    IsPlaced = true;
    IsCut = First > Low || Last < End;
    Low = std::max(Low, First);
    End = std::min(End, Last);
  }
  void placeAnywhere() { IsPlaced = true; }
  bool isPlaced() const { return IsPlaced; }
  bool isCut() const { return IsCut; }

  /// Whether the array has no elements, or its pointer is null. contains() is still true for the place where its first
  /// element would be, so that an access there is found.
  bool isNothing() const { return IsNothing; }
  void placeNothingAt(std::uintptr_t Address);

  /// From now on allows() answers for iterations [Now.First, Now.Last).
  void moveTo(Iterations Now) {
    if (!(Now == At))
      formParts(Now);
  }

  /// Prepares for the single iterations of `Piece`, which are then set by shiftTo(). shiftTo() returns false if the
  /// boxes do not move by a constant number of bytes from each iteration to the next; the caller then uses moveTo().
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

  /// Whether allows() answers for iterations that begin with this one.
  bool isAt(std::uint64_t First) const { return At.First == First; }

  /// Whether the current iterations may read, or write, these bytes of the array.
  bool allows(std::uintptr_t Address, std::size_t Bytes, bool Writes) const {
    return allowsAtOnce(Address, Bytes, Writes) || allowsParts(Address, Bytes, Writes);
  }

  /// A faster allows(): true if a single box without gaps contains all the bytes. False says nothing.
  bool allowsAtOnce(std::uintptr_t Address, std::size_t Bytes, bool Writes) const {
    for (const Part &Each : Parts)
      if ((Each.Flags & (Writes ? BoxWrites : BoxReads)) && Each.Filled && Address >= Each.First &&
          Address + Bytes <= Each.Last)
        return true;
    return false;
  }

  /// The bytes that belong to the array by its declaration, which may be more or fewer than the clause says; empty if
  /// no declaration says how many there are.
  std::pair<std::uintptr_t, std::uintptr_t> declared() const {
    const auto First = reinterpret_cast<std::uintptr_t>(What.pointer());
    return {First, First + What.Info->declared};
  }

  /// Whether any iteration may read values from before the pass.
  bool readsAny() const { return Reads; }

  /// The element at the address as the program writes it, as in "x[3][4]"; an address outside of the array gets an
  /// index outside of it.
  std::string element(std::uintptr_t Address) const;

  /// All indices of the array, as in "[0, 100)".
  std::string whole() const;

  /// The indices that the current iterations may read, or write, as in "[3, 5)"; "nothing" if there are none.
  std::string text(bool Writes);

private:
  /// A box at the current iterations, and the bytes from its first to its last element. If the rows lie apart,
  /// addresses are as if the rows followed each other from Begin on.
  struct Part {
    unsigned Flags = 0;
    bool Filled = true; ///< The box contains all bytes between First and Last.
    std::uintptr_t First = 0, Last = 0;
    std::uint64_t Step = 0; ///< Distance in bytes from one iteration's box to the next one's, modulo 2^64.
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
  std::uintptr_t Begin = 0; ///< Address of the element with index 0, also if it lies outside of the allocated memory.
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
