// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks whether the memory that a call names exists and can be read.
#ifndef HETRT_MEMORY_MAPPEDMEMORY_H
#define HETRT_MEMORY_MAPPEDMEMORY_H

#include "Memory/Array.h"

namespace hetrt {

/// Checks that all bytes of an array that the iterations of a call may touch are mapped in this process, so that a
/// stray pointer is an error with the clause's name instead of a fault in a copy. Makes one system call.
Status checkMapped(const Array &What, Iterations Of);

/// Whether all of these bytes can be read; the range may be any memory, mapped or not. Makes a system call for each
/// mapping or, before Linux 6.11, for some hundred pages. Also false if the system does not allow the process to ask.
bool isReadable(std::uintptr_t Begin, std::uint64_t Bytes);

struct MemoryRange {
  std::uintptr_t Begin = 0;
  std::uint64_t Bytes = 0;

  std::uintptr_t end() const { return Begin + Bytes; }
};

/// The same as isReadable() for several ranges, which share system calls.
bool areReadable(std::span<const MemoryRange> Ranges);

/// The memory ranges in which the elements `Indices` of an array lie, in order and disjoint; for rows behind pointers,
/// without the memory between rows.
std::vector<MemoryRange> memoryOf(const Array &What, const Box &Indices);

/// Whether two results of memoryOf() have a byte in common.
bool meet(std::span<const MemoryRange> A, std::span<const MemoryRange> B);

} // namespace hetrt

#endif
