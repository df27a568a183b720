// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the arrays of a call, each with its footprint, from the tables of its region and the numbers of the call.
//
//   hetrt_region tables + hetrt_arrays  --numbers-->  views  --those of one array together-->  Arrays of a ResolvedCall
//
// A view is one of the region's names for an array; two views may be the same memory. Views of one shape at one address
// are one array, whose footprint has the boxes of all of them. Arrays that overlap in another way are allowed as long
// as the parts that are used do not overlap.
//
// Arrays or boxes that contradict each other are an error of the program where a clause describes them. Where only the
// compiler has found them, the program may still be correct, so the cores run the pass, and ResolvedCall::WhyNoCopies
// says why devices cannot.
#ifndef HETRT_MEMORY_TABLEFOOTPRINT_H
#define HETRT_MEMORY_TABLEFOOTPRINT_H

#include "Memory/Array.h"
#include "Memory/CallTables.h"

namespace hetrt {

class Directory;

/// Resolves a call: finds its arrays, checks them against each other and against the iterations, and forms their
/// footprints. `Known` says how large arrays in data regions are; null: there are none.
Status resolveCall(const CallTables &Of, Directory *Known, ResolvedCall &Into);

} // namespace hetrt

#endif
