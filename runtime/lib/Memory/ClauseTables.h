// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables and numbers of what a clause says of an array: its extents, the dimension that follows the loop, a halo. For
// those who describe arrays without a translator.
#ifndef HETRT_MEMORY_CLAUSETABLES_H
#define HETRT_MEMORY_CLAUSETABLES_H

#include "Memory/CallTables.h"
#include "Memory/Window.h"

namespace hetrt {

/// An array as a clause has it.
struct Clause {
  struct Dimension {
    std::int64_t Extent = 1;
    bool Tied = false;                  ///< Iteration value i needs index i.
    std::int64_t Before = 0, After = 0; ///< Halo, where tied.
    Interval Used{};                    ///< With Sections, where not tied.
  };

  const char *Name = "", *Word = nullptr; ///< "x", "part_copyin"; without a word: no clause names it.
  std::uint32_t Line = 0, Flags = 0;      ///< hetrt_array_flag
  std::uint32_t PointerOffset = 0;
  bool In = false, Out = false;
  bool Sections = false; ///< Of dimensions that are not tied, parts are used.
  bool IsSegmented =
      false; ///< Dimension 0 is cut at the elements of the array `Through`, which iteration values count.
  std::uint32_t Through = 0;
  std::uint64_t ElementSize = 1;
  std::vector<Dimension> Dimensions{};
};

/// What the tables of a region look like does not depend on the numbers of its clauses: clauses that differ in Extent,
/// Tied, halos, Used and ElementSize only have the same ones.
class ClauseTables {
public:
  explicit ClauseTables(std::span<const Clause> Clauses);

  /// The tables are valid as long as this.
  void putInto(hetrt_region &Region) const;
  const std::vector<hetrt_int64> &numbers() const { return Numbers; }

  /// With these values, valid as long as they and this are.
  hetrt_arrays arrays(const void *Values) const {
    return {HETRT_ABI, sizeof(hetrt_arrays), Values, Numbers.data(), nullptr, nullptr};
  }

private:
  hetrt_number number(hetrt_int64 Value);
  std::uint16_t term(hetrt_int64 Slope, hetrt_int64 Offset, std::uint32_t Table, hetrt_int64 Add);
  void addEnd(const Clause &Of, unsigned Dimension, bool Follows, bool WithHalo);
  void addBox(const Clause &Of, unsigned Number, unsigned Along, bool WithHalo, unsigned Flags, bool Exists);
  void add(const Clause &Of, unsigned Number);

  std::vector<hetrt_array_info> Arrays;
  std::vector<hetrt_box_info> Boxes;
  std::vector<hetrt_ends> Ends;
  std::vector<hetrt_term> Terms;
  std::vector<hetrt_int64> Numbers{0};
};

} // namespace hetrt

#endif
