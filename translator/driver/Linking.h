// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells what a link step needs of us: whether an object, archive, library or linker script that it reads refers to the
// runtime library.
#pragma once

#include "CommandLine.h"

namespace hetcc::driver {

struct LinkNeeds {
  bool Runtime = false;    ///< libhetrt and OpenMP
  bool CxxLibrary = false; ///< libstdc++, as what we make of C++ loops does, where the C compiler links
};

LinkNeeds linkNeeds(const CommandLine &Line);

} // namespace hetcc::driver
