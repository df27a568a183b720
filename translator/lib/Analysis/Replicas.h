// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `memory(replicate)`: each thread of a block has copies of its arrays, under their names.
#ifndef HETCC_LIB_ANALYSIS_REPLICAS_H
#define HETCC_LIB_ANALYSIS_REPLICAS_H

#include "Analysis/Region.h"

namespace hetcc {

class Diagnostics;

/// Whether threads have copies of the window's array. What is indexed stays in place: only the indices say what of it
/// a share needs, and the loops' text has those of the whole array.
bool isReplicated(const Window &W);

/// Whether a pointer of the same name can stand for each array that a block replicates: no path but the name leads to
/// it, and its type is not asked for. Anything else is an error, and false is returned. True without the clause.
bool checkReplicas(const Region &Block, Diagnostics &Diags);

} // namespace hetcc
#endif
