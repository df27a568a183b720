// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the file of the running program is.
#ifndef HETRT_FILES_PROGRAM_H
#define HETRT_FILES_PROGRAM_H

#include <string>

namespace hetrt {

/// The absolute path of this process's program, links followed. Where /proc is not mounted: of the file that was
/// executed, which a change of directory before the first call makes relative to another one. Empty if neither is
/// known.
std::string programPath();

} // namespace hetrt

#endif
