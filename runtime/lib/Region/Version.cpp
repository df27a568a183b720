// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes linkers print a message for objects that an older hetcc has compiled. Such objects call functions whose symbols
// do not exist any more. See docs/design/footprint.md, "Versions".
#include "hetrt/hetrt.h"

// GNU ld prints these texts beside the undefined symbol (info ld, "LD: .gnu.warning.SYMBOL").
#define REFUSED(Symbol)                                                                                                \
  ".pushsection .gnu.warning." Symbol "\n"                                                                             \
  ".string \"this object was compiled by an older hetcc, for another libhetrt: compile it again\"\n"                   \
  ".popsection\n"
asm(REFUSED("hetrt_begin") REFUSED("hetrt_attend"));

// hetcc links the static library with `-u hetrt_abi_version`, so that the linker reads this object with its messages.
// The value is the version of the interface.
extern "C" __attribute__((visibility("default"))) const hetrt_uint32 hetrt_abi_version = HETRT_ABI;
