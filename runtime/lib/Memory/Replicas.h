// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under `memory(replicate)`, each thread of a `partition` block that computes on a core gets copies of the block's
// arrays, the replicas.
//
// A copy has the strides of the whole array, since the code of the block forms the same subscripts as for the program's
// array. So addresses are reserved for the whole array, but memory is used only for the elements of the thread's share,
// on the memory node of the thread that calls bringIn(). Unlike the copies on an accelerator, the program itself
// addresses these copies.
#ifndef HETRT_MEMORY_REPLICAS_H
#define HETRT_MEMORY_REPLICAS_H

#include "Memory/Directory.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace hetrt {

/// Deleter that unmaps a mapping of `Bytes` bytes.
struct Unmap {
  std::size_t Bytes = 0;
  void operator()(std::byte *Mapping) const;
};

/// The copies of one thread.
class Replicas {
public:
  /// `Arrays` outlives the copies. The copies of other threads may be read while no thread writes them.
  explicit Replicas(const PassArrays &Arrays) : Arrays(Arrays) {}

  /// Makes copies of the arrays that the block's code accesses as copies (HETRT_COPIED), with the elements that
  /// iterations [First, Last) may read or write. Returns an error if no addresses are free.
  Status bringIn(std::uint64_t First, std::uint64_t Last);

  /// Copies back to the program's arrays the elements that iterations [First, Last) wrote.
  void sendOut(std::uint64_t First, std::uint64_t Last) const;

  bool has(unsigned Index) const { return Index < Copies.size() && Copies[Index].Begin; }

  /// The address of the copy's index 0; null if the array has no copy.
  std::byte *copyOf(unsigned Index) const { return has(Index) ? Copies[Index].Begin : nullptr; }

  /// The address of the program's array if `Base` is the address of a copy of this array; else `Base`.
  const void *original(const void *Base) const;

  /// Copies the indices `Along` of the dimension that follows the loop: give() to the program's array, take() from
  /// there, takeFrom() from another thread's copy.
  void give(unsigned Index, Interval Along) const;
  void take(unsigned Index, Interval Along) const;
  void takeFrom(const Replicas &Other, unsigned Index, Interval Along) const;

private:
  struct Copy {
    std::unique_ptr<std::byte, Unmap> Mapping;
    std::byte *Begin = nullptr;
  };

  std::vector<bool> wanted() const;
  Status reserve(const Array &What, Copy &Into) const;

  const PassArrays &Arrays;
  std::vector<Copy> Copies; ///< One per array.
};

} // namespace hetrt

#endif
