// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows behind pointers, as of `T **` and `T ***`, and behind objects that hold such pointers, as of vectors of vectors:
// these say themselves where a row ends, and no more of it is used whatever boxes say. Where rows are at a fixed stride
// they are one array, whose inner extents are these strides, and nothing else of the runtime knows of pointers. Else
// the array has a table of where its rows are and how far they go (Array::RowsAt), by which piecesOf() finds the
// program's memory; devices have the rows in one block, each as long as the longest.
#ifndef HETRT_MEMORY_ROWPOINTERS_H
#define HETRT_MEMORY_ROWPOINTERS_H

#include "Memory/TableViews.h"

namespace hetrt {

/// Whether two arrays of rows are reached alike from one address.
bool haveSameHolders(const hetrt_array_info &A, const hetrt_array_info &B);

/// Finds the extents of rows that no clause says: as far as boxes go. An error where these do not tell.
Status measureRows(View &What, const IterationSpace &Space);

/// Puts what the rows are in the place of the pointers, for all names `Of` that the region has for one table of
/// pointers: the address, first index and extents that hold for all of them, and the end of a row in boxes that say
/// none. The extents are known. A row goes as far as iterations use it, by the boxes as they were before levelEnds().
/// Reads the pointers to rows of which something is used, and no others. An error, and nothing changed, where such a
/// pointer leads nowhere, or where rows overlap of which one is written. `All`: that boxes may go through.
Status joinRows(std::span<View *const> Of, const IterationSpace &Space, std::span<const View> All);

} // namespace hetrt

#endif
