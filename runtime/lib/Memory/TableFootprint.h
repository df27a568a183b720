// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the tables of a region and the numbers of a call to its arrays, each with its footprint.
//
//   hetrt_region tables + hetrt_arrays  --numbers-->  views  --those of one array together-->  Arrays of a ResolvedCall
//
// A view is what the region calls an array; two of them may be the same memory. Boxes of views of one shape at one
// address are one list. Arrays that overlap in another way are allowed as long as what is used of them does not.
//
// What does not fit is an error of the program where a clause says it. What the compiler has found only leaves the pass
// to the cores: ResolvedCall::Misfit says why.
#ifndef HETRT_MEMORY_TABLEFOOTPRINT_H
#define HETRT_MEMORY_TABLEFOOTPRINT_H

#include "Memory/CallTables.h"
#include "Memory/Window.h"

namespace hetrt {

class Directory;

/// Resolves a call: finds its arrays, checks them against each other and against the iterations, and forms their
/// footprints. `Known` says how large arrays are that data regions hold; null: there are none.
Status resolveCall(const CallTables &Of, Directory *Known, ResolvedCall &Into);

} // namespace hetrt

#endif
