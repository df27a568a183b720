// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: whether generated code needs copies of the functions that a loop calls, because of what host
// compilers inline.
#ifndef HETCC_LIB_ANALYSIS_CALLTREE_H
#define HETCC_LIB_ANALYSIS_CALLTREE_H

namespace hetcc {

struct Region;

/// Whether the host's forms of a loop (generated code for the CPUs) should hold copies of the functions that the loop
/// calls.
///
/// Host compilers inline a function that no other unit sees into its only caller, whatever its size. Each form of the
/// loop is a further caller. Only if the forms call copies of the function does the user's loop stay the only caller of
/// the original, and as fast as without the forms. False if all called functions are small, and so inlined everywhere,
/// or called in several places, or seen by other units; also if the copies would be too large.
bool holdsCallees(const Region &R);

} // namespace hetcc
#endif
