// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of a block's arrays for a thread that computes on a core, under `memory(replicate)`.
//
// A copy has the array's own strides between indices: the block's text forms subscripts as for the whole array. So
// addresses are reserved for all of the array, and memory is used only where the share has something, on the node of
// the thread that brings it in. Unlike an accelerator's, the copies are addressed by the program: no device is between.
#ifndef HETRT_MEMORY_REPLICAS_H
#define HETRT_MEMORY_REPLICAS_H

#include "Memory/Directory.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace hetrt {

/// Gives addresses back.
struct Unmap {
  std::size_t Bytes = 0;
  void operator()(std::byte *Mapping) const;
};

class Replicas {
public:
  /// The call outlives the copies. Those of other threads may be read while no thread writes them.
  explicit Replicas(const PassArrays &Arrays) : Arrays(Arrays) {}

  /// Makes copies of what iterations [First, Last) may read or write of the arrays that the block's text has copies of
  /// (HETRT_COPIED). An error if there are no addresses for them.
  Status bringIn(std::uint64_t First, std::uint64_t Last);

  /// Writes what iterations [First, Last) own of the outputs to the program's arrays.
  void sendOut(std::uint64_t First, std::uint64_t Last) const;

  bool has(unsigned Index) const { return Index < Copies.size() && Copies[Index].Begin; }

  /// Where the copy's index 0 is; null if there is none.
  std::byte *copyOf(unsigned Index) const { return has(Index) ? Copies[Index].Begin : nullptr; }

  /// The program's array, if this is a copy of it; else what was given.
  const void *original(const void *Base) const;

  /// Copies indices along the dimension that follows the loop: to the program's array, from it, and from another
  /// thread's copy.
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
