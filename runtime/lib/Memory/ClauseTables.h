// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the tables and numbers of a region from clauses, for code that describes arrays without the translator
// (hetrt/manual.h, and unit tests). A clause says an array's extents, the dimension that follows the loop, and a halo.
#ifndef HETRT_MEMORY_CLAUSETABLES_H
#define HETRT_MEMORY_CLAUSETABLES_H

#include "Memory/Array.h"
#include "Memory/CallTables.h"

namespace hetrt {

/// One array, as a data clause describes it.
struct Clause {
  struct Dimension {
    std::int64_t Extent = 1;
    bool Tied = false;                  ///< Iteration value i needs index i.
    std::int64_t Before = 0, After = 0; ///< The halo, in indices, if Tied.
    Interval Used{};                    ///< The indices that are used, if Sections and not Tied.
  };

  const char *Name = "", *Word = nullptr; ///< E.g. "x" and "part_copyin"; Word is null if no clause names the array.
  std::uint32_t Line = 0, Flags = 0;      ///< HETRT_... flags of hetrt_array_flag.
  std::uint32_t PointerOffset = 0;
  bool In = false, Out = false;
  bool Sections = false; ///< Only the indices `Used` of dimensions that are not tied are used.
  /// Iteration value i uses the indices from element i to element i + 1 of the array number `Through`.
  bool IsSegmented = false;
  std::uint32_t Through = 0;
  std::uint64_t ElementSize = 1;
  std::vector<Dimension> Dimensions{};
};

/// Makes the tables of a region, and the list of numbers to which they refer. Clauses that differ only in Extent, Tied,
/// halos, Used and ElementSize have the same tables and different numbers.
class ClauseTables {
public:
  explicit ClauseTables(std::span<const Clause> Clauses);

  /// Lets `Region` refer to the tables, which are valid as long as this object.
  void putInto(hetrt_region &Region) const;
  const std::vector<hetrt_int64> &numbers() const { return Numbers; }

  /// The arrays of a call whose loop captures `Values`; valid as long as `Values` and this object are.
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
