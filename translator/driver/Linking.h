// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells whether a link step needs the runtime library: whether an object, archive or shared library named on the
// command line refers to it.
#pragma once

#include "CommandLine.h"

namespace hetcc::driver {

bool linksRuntime(const CommandLine &Line);

} // namespace hetcc::driver
