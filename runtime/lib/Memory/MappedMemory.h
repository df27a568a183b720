// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the memory that a call names is there at all.
#ifndef HETRT_MEMORY_MAPPEDMEMORY_H
#define HETRT_MEMORY_MAPPEDMEMORY_H

#include "Memory/Window.h"

namespace hetrt {

/// Holds what the iterations of a call may touch of one of its arrays to what is mapped in this process, so that a
/// stray pointer is an error with the clause's name instead of a fault in a copy. One system call.
Status checkMapped(const Array &What, Iterations Of);

/// Whether all of these bytes can be read, also in places of which nothing says that they exist. A system call for each
/// mapping, or, before Linux 6.11, for some hundred pages. False, too, where the system does not let a process ask.
bool isReadable(std::uintptr_t Begin, std::uint64_t Bytes);

struct MemoryRange {
  std::uintptr_t Begin = 0;
  std::uint64_t Bytes = 0;

  std::uintptr_t end() const { return Begin + Bytes; }
};

/// The same of several, which are asked about together.
bool areReadable(std::span<const MemoryRange> Ranges);

/// The memory that some of an array lies in, in order and disjoint; of rows behind pointers, without what lies between.
std::vector<MemoryRange> memoryOf(const Array &What, const Box &Indices);

/// Whether ranges that memoryOf() has found have a byte in common.
bool meet(std::span<const MemoryRange> A, std::span<const MemoryRange> B);

} // namespace hetrt

#endif
