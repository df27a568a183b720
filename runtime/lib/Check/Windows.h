// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What iterations may touch of the arrays of a call, byte by byte.
#ifndef HETRT_CHECK_WINDOWS_H
#define HETRT_CHECK_WINDOWS_H

#include "Memory/Window.h"

#include <string>
#include <vector>

namespace hetrt::check {

/// The boxes of one array for some iterations.
class ArrayWindow {
public:
  explicit ArrayWindow(const Array &Of);

  const Array &array() const { return What; }
  bool contains(std::uintptr_t Address) const { return Address >= Begin && Address < End; }
  std::uintptr_t begin() const { return Begin; }
  std::uintptr_t end() const { return End; }

  /// What iterations [First, Last) may touch counts from now on.
  void moveTo(Iterations Now) {
    if (!(Now == At))
      formParts(Now);
  }

  /// Whether these bytes of the array may be read, or written.
  bool allows(std::uintptr_t Address, std::size_t Bytes, bool Writes) const {
    for (const Part &Each : Parts)
      if ((Each.Flags & (Writes ? BoxWrites : BoxReads)) && Each.Filled && Address >= Each.First &&
          Address + Bytes <= Each.Last)
        return true;
    return allowsParts(Address, Bytes, Writes);
  }

  /// Some iteration may read old values.
  bool readsAny() const { return Reads; }

  /// "x[3][4]", with the program's indices.
  std::string element(std::uintptr_t Address) const;

  /// What may be read or written now, as "[3, 5)", or "nothing".
  std::string text(bool Writes) const;

private:
  /// A box, and the bytes between its first and its last element.
  struct Part {
    unsigned Flags = 0;
    bool Filled = true; ///< All bytes between are its own.
    std::uintptr_t First = 0, Last = 0;
    Box Indices{};
  };
  void formParts(Iterations Now);
  bool allowsParts(std::uintptr_t Address, std::size_t Bytes, bool Writes) const;
  void add(const Box &Indices, unsigned Flags);
  bool has(const Part &In, std::uintptr_t Address) const;
  std::array<std::int64_t, MaxRank> indicesOf(std::uintptr_t Address) const;

  const Array &What;
  std::uintptr_t Begin = 0, End = 0;
  unsigned Dimensions = MaxRank; ///< With more than one index.
  std::array<std::uint64_t, MaxRank> Stride{};
  bool Reads = false;
  Iterations At{UINT64_MAX, UINT64_MAX};
  std::vector<Part> Parts;
};

} // namespace hetrt::check

#endif
