// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses for tests: a clause's array, flags and dimensions in a short notation.
#ifndef HETRT_TEST_TESTCLAUSE_H
#define HETRT_TEST_TESTCLAUSE_H

#include "Memory/ClauseTables.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

namespace hetrt::test {

/// Flags of a test clause, in addition to hetrt_array_flag.
inline constexpr unsigned MovesIn = 1u << 24, MovesOut = 1u << 25;
inline constexpr unsigned WholeCopy = 1u << 26; ///< No dimension is tied.
inline constexpr unsigned Segmented = 1u << 27; ///< Dimension 0 is cut at the elements of the array `Through`.
inline constexpr unsigned Sections = 1u << 28;  ///< `Used` gives the indices of dimensions that are not tied.

struct TestClause : Clause {
  const void *Base = nullptr; ///< The program's array.

  TestClause(const char *Of, const void *Base, std::uint64_t Size, unsigned Said) : Base(Base) {
    Name = Of;
    ElementSize = Size;
    say(Said);
  }

  /// Sets the flags. Dimensions that are tied stay tied, except under `WholeCopy`.
  void say(unsigned Said) {
    constexpr unsigned Own = MovesIn | MovesOut | WholeCopy | Segmented | test::Sections;
    In = Said & MovesIn;
    Out = Said & MovesOut;
    this->Sections = Said & test::Sections;
    IsSegmented = Said & test::Segmented;
    Flags = Said & ~Own;
    Word = Out ? (In ? "part_copy" : "part_copyout") : "part_copyin";
    if (Said & WholeCopy)
      for (Dimension &Each : Dimensions)
        Each.Tied = false;
  }

  /// Whether both clauses have the same tables, apart from their numbers.
  bool hasTablesOf(const TestClause &Other) const {
    const auto Shape = [](const TestClause &C) {
      return std::tuple(C.Name, C.Word, C.Line, C.Flags, C.PointerOffset, C.In, C.Out, C.Sections, C.IsSegmented,
                        C.Through, C.Dimensions.size());
    };
    return Shape(*this) == Shape(Other);
  }
};

inline std::vector<Clause> clausesOf(std::span<const TestClause> From) { return {From.begin(), From.end()}; }

/// The values struct of a call: `Captured`, with the addresses of the arrays at their offsets.
inline std::vector<std::byte> valuesOf(std::span<const TestClause> Of, std::span<const std::byte> Captured = {}) {
  std::size_t Bytes = Captured.size();
  for (const TestClause &Each : Of)
    Bytes = std::max(Bytes, Each.PointerOffset + sizeof(void *));
  std::vector<std::byte> Values(Bytes);
  std::copy(Captured.begin(), Captured.end(), Values.begin());
  for (const TestClause &Each : Of)
    std::memcpy(Values.data() + Each.PointerOffset, &Each.Base, sizeof(void *));
  return Values;
}

} // namespace hetrt::test

#endif
