// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows behind pointers, as of `T **` and `T ***`, and behind objects that contain such pointers, as vectors of vectors
// do. Such objects also say where a row ends, and no element after this end is used, even if boxes are larger. If the
// rows lie at a fixed stride, they become one array whose inner extents are these strides, and the rest of the runtime
// sees no pointers. Otherwise the array gets a table with the address and the used part of each row
// (HostPlace::RowsAt), by which rectanglesOf() finds the program's memory. Devices have the rows in one allocation,
// each row as long as the longest.
#ifndef HETRT_MEMORY_ROWPOINTERS_H
#define HETRT_MEMORY_ROWPOINTERS_H

#include "Memory/TableViews.h"

namespace hetrt {

/// Whether objects of the same kind (pointers, or objects with pointers at the same places) lead to the rows of both
/// arrays.
bool haveSameHolders(const hetrt_array_info &A, const hetrt_array_info &B);

/// Finds, from the boxes, the inner extents of an array with rows behind pointers, where no clause states them. Returns
/// an error if the boxes have no ends either.
Status measureRows(View &What, const IterationSpace &Space);

/// Replaces the pointers by the rows that they lead to, in all views `Of` of one table of pointers: sets the address,
/// first index and extents that hold for all of these views, and the end of rows in boxes that say none. The outer
/// extents must be known. A row goes as far as iterations use it, by the boxes as they were before levelEnds(). Reads
/// only the pointers to rows of which something is used. Returns an error, and changes nothing, where such a pointer is
/// null or cannot be followed, or where rows overlap of which one is written. `All` are the views that boxes may go
/// through.
Status joinRows(std::span<View *const> Of, const IterationSpace &Space, std::span<const View> All);

} // namespace hetrt

#endif
