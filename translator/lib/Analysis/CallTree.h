// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what host compilers copy into a loop, of the functions that it calls.
#ifndef HETCC_LIB_ANALYSIS_CALLTREE_H
#define HETCC_LIB_ANALYSIS_CALLTREE_H

namespace hetcc {

struct Region;

/// Whether the host's forms of a loop should hold copies of what it calls.
///
/// Host compilers copy a function that no other unit sees into its only caller, whatever its size. The forms are
/// further callers: only if they hold copies of their own is the user's loop the only one left, and as fast as without
/// them. No if all that is called is small, which is copied everywhere, called in several places, or seen by other
/// units; nor if there is too much of it.
bool holdsCallees(const Region &R);

} // namespace hetcc
#endif
