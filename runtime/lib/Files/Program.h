// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the file of the running program.
#ifndef HETRT_FILES_PROGRAM_H
#define HETRT_FILES_PROGRAM_H

#include <string>

namespace hetrt {

/// The absolute path of this process's program, with links resolved. If /proc is not mounted, it is computed from the
/// name that was executed, which is wrong if that is relative and the process has changed its directory. Empty if
/// unknown.
std::string programPath();

} // namespace hetrt

#endif
