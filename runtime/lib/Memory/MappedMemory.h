// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the memory that a call names is there at all.
#ifndef HETRT_MEMORY_MAPPEDMEMORY_H
#define HETRT_MEMORY_MAPPEDMEMORY_H

#include "Memory/Window.h"

namespace hetrt {

/// Holds what the iterations of a call may touch of one of its arrays to what is mapped in this process, so that a
/// stray pointer is an error with the clause's name instead of a fault in a copy. One system call; of arrays of which
/// nothing says that all of it exists, one for some hundred pages, which have to be readable as well.
Status checkMapped(const Array &What, Iterations Of);

/// Whether all of these bytes are mapped in this process. One system call.
bool isMapped(const std::byte *First, std::uint64_t Bytes);

} // namespace hetrt

#endif
