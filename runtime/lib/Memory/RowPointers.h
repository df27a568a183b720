// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows behind pointers, as of `T **`. Where they are at a fixed stride they are one array, whose inner extent is that
// stride, and nothing else of the runtime knows of pointers.
#ifndef HETRT_MEMORY_ROWPOINTERS_H
#define HETRT_MEMORY_ROWPOINTERS_H

#include "Memory/TableViews.h"

namespace hetrt {

/// How many elements a row has, where no clause says it, until joinRows() has found it.
inline constexpr std::int64_t UnknownRow = std::int64_t(1) << 40;

/// Puts the array that the rows are in the place of the pointers: its address, the leading dimension, in elements,
/// as the extent of dimension 1, and the end of a row in boxes that say none. The extent of dimension 0 is known. Reads
/// all pointers. An error, and nothing changed, where the rows are no such array: they are not at a fixed stride
/// one behind the other, they overlap, or nothing says how long they are.
Status joinRows(View &What, const IterationSpace &Space);

} // namespace hetrt

#endif
