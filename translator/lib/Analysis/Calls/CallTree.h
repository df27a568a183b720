// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: whether the generated forms of a loop get copies of the functions that the loop calls, so that
// the copies do not keep the host compiler from inlining the originals.
#ifndef HETCC_LIB_ANALYSIS_CALLS_CALLTREE_H
#define HETCC_LIB_ANALYSIS_CALLS_CALLTREE_H

namespace hetcc {

struct Region;

/// Whether the host's forms of a loop (generated code for the CPUs) should call copies of the functions that the loop
/// calls.
///
/// Host compilers inline a function that no other unit sees into its only caller, whatever its size. Each form of the
/// loop would be a further caller, and the user's own loop would become slower because the function is no longer
/// inlined there. If the forms call copies, the user's loop stays the only caller. False if no called function profits
/// from this, because each function is small, and so inlined everywhere, or is called in several places, or is seen by
/// other units. Also false if the copies would be too large.
bool holdsCallees(const Region &R);

} // namespace hetcc
#endif
