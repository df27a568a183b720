// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What iterations may touch of the arrays of a call, byte by byte.
#ifndef HETRT_CHECK_WINDOWS_H
#define HETRT_CHECK_WINDOWS_H

#include "Memory/Window.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hetrt::check {

/// The boxes of one array for some iterations.
class ArrayWindow {
public:
  explicit ArrayWindow(const Array &Of);

  const Array &array() const { return What; }
  bool contains(std::uintptr_t Address) const {
    return Address >= Low && Address < End && (Rows.empty() || isInRow(Address));
  }

  /// Of rows that lie apart: whether an element of one could be there, if that were up to twice as long.
  bool isBehindRow(std::uintptr_t Address) const;

  /// The first byte of the array, and the one behind its last. Between rows that lie apart there may be other memory.
  std::uintptr_t begin() const { return Low; }
  std::uintptr_t end() const { return End; }

  /// It lies in this memory, of which there may be less than the array is said to have; not of rows that lie apart.
  void place(std::uintptr_t First, std::uintptr_t Last) {
    IsPlaced = true;
    IsCut = First > Low || Last < End;
    Low = std::max(Low, First);
    End = std::min(End, Last);
  }
  void placeAnywhere() { IsPlaced = true; }
  bool isPlaced() const { return IsPlaced; }
  bool isCut() const { return IsCut; }

  /// There are no elements, or no array at all. The place where it would begin counts as its own nevertheless.
  bool isNothing() const { return IsNothing; }
  void placeNothingAt(std::uintptr_t Address);

  /// What iterations [First, Last) may touch counts from now on.
  void moveTo(Iterations Now) {
    if (!(Now == At))
      formParts(Now);
  }

  /// Single iterations from now on are of these. Where the boxes move evenly through all of them, shiftTo() is enough
  /// to say which.
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

  /// Whether that was said of these iterations.
  bool isAt(std::uint64_t First) const { return At.First == First; }

  /// Whether these bytes of the array may be read, or written.
  bool allows(std::uintptr_t Address, std::size_t Bytes, bool Writes) const {
    return allowsAtOnce(Address, Bytes, Writes) || allowsParts(Address, Bytes, Writes);
  }

  /// The same where one box has all of them, and all that lies between its ends; else false.
  bool allowsAtOnce(std::uintptr_t Address, std::size_t Bytes, bool Writes) const {
    for (const Part &Each : Parts)
      if ((Each.Flags & (Writes ? BoxWrites : BoxReads)) && Each.Filled && Address >= Each.First &&
          Address + Bytes <= Each.Last)
        return true;
    return false;
  }

  /// Some iteration may read old values.
  bool readsAny() const { return Reads; }

  /// "x[3][4]", with the program's indices, also of what lies before or behind the array.
  std::string element(std::uintptr_t Address) const;

  /// All that there is of the array, as "[0, 100)".
  std::string whole() const;

  /// What may be read or written now, as "[3, 5)", or "nothing".
  std::string text(bool Writes);

private:
  /// A box, and the bytes between its first and its last element.
  /// Addresses are those of the array as one; of rows that lie apart, where they would be in one that begins at Begin.
  struct Part {
    unsigned Flags = 0;
    bool Filled = true; ///< All bytes between are its own.
    std::uintptr_t First = 0, Last = 0;
    std::uint64_t Step = 0; ///< Bytes from one iteration to the next, modulo 2^64.
    Box Indices{};          ///< Where nothing was shifted.
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
  std::uintptr_t Begin = 0;                                 ///< Of its first element, which may be none of the memory.
  std::uintptr_t Low = 0, End = 0;                          ///< Of the memory.
  std::vector<std::pair<std::uintptr_t, std::size_t>> Rows; ///< Where they begin, in order, and their numbers.
  unsigned Dimensions = MaxRank;                            ///< With more than one index.
  std::array<std::uint64_t, MaxRank> Stride{};
  bool Reads = false, IsNothing = false, IsPlaced = false, IsCut = false;
  Iterations At{UINT64_MAX, UINT64_MAX};
  bool MovesEvenly = false;
  std::vector<Part> Parts;
};

} // namespace hetrt::check

#endif
