// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a linker says of objects that an older hetcc made: they call functions under names that nothing has any more.
// docs/design/footprint.md, "Versions".
#include "hetrt/hetrt.h"

// GNU ld prints these texts beside the undefined symbol (info ld, "LD: .gnu.warning.SYMBOL").
#define REFUSED(Symbol)                                                                                                \
  ".pushsection .gnu.warning." Symbol "\n"                                                                             \
  ".string \"this object was compiled by an older hetcc, for another libhetrt: compile it again\"\n"                   \
  ".popsection\n"
asm(REFUSED("hetrt_begin") REFUSED("hetrt_attend"));

// Links with the archive ask for it, so that the texts are among what is read. Its value is the version.
extern "C" __attribute__((visibility("default"))) const hetrt_uint32 hetrt_abi_8 = HETRT_ABI;
