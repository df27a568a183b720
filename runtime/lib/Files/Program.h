// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the file of the running program.
#ifndef HETRT_FILES_PROGRAM_H
#define HETRT_FILES_PROGRAM_H

#include <string>

namespace hetrt {

/// The absolute path of this process's executable, with links resolved. If /proc is not mounted, the path is computed
/// from the name with which the program was started; the result is wrong if that name is relative and the process has
/// changed its working directory. Empty if unknown.
std::string programPath();

} // namespace hetrt

#endif
