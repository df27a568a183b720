// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows behind pointers, as of `T **` and `T ***`, and behind objects that hold such pointers, as of vectors of vectors.
// Such objects say where a row ends, and no more of the row is used, whatever boxes say. Rows at a fixed stride are one
// array, whose inner extents are these strides, and the rest of the runtime does not see pointers. Otherwise the array
// has a table that says where each row is and how far it goes (Array::RowsAt), by which piecesOf() finds the program's
// memory; devices have the rows in one block, each as long as the longest.
#ifndef HETRT_MEMORY_ROWPOINTERS_H
#define HETRT_MEMORY_ROWPOINTERS_H

#include "Memory/TableViews.h"

namespace hetrt {

/// Whether objects of the same kind (pointers, or objects with pointers at the same places) lead to the rows of both
/// arrays.
bool haveSameHolders(const hetrt_array_info &A, const hetrt_array_info &B);

/// Finds the extents of rows that no clause says, by the boxes. Returns an error if the boxes do not say them.
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
