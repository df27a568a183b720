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

#include "Memory/Window.h"

namespace hetrt {

class Directory;

/// A call with the arrays that generated code describes. All of it outlives this.
struct CallTables {
  const hetrt_region &Region;
  const hetrt_call &Call;
  const hetrt_arrays &Given;

  /// UnknownNumber where it leaves 64 bits.
  std::int64_t number(const hetrt_number &Of) const {
    return Of.slot && Given.numbers ? hetrt_plus(Of.constant, Given.numbers[Of.slot]) : Of.constant;
  }

  /// The address of an array, from the values of the call.
  std::byte *base(unsigned Array) const;
};

/// Resolves a call: finds its arrays, checks them against each other and against the iterations, and forms their
/// footprints. `Known` says how large arrays are that data regions hold; null: there are none.
Status resolveCall(const CallTables &Of, Directory *Known, ResolvedCall &Into);

} // namespace hetrt

#endif
