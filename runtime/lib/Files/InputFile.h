// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads files whose names come from a setting or from a user. The contents may be anything, so the size is limited and
// only regular files are read.
#ifndef HETRT_FILES_INPUTFILE_H
#define HETRT_FILES_INPUTFILE_H

#include "Files/Descriptor.h"

#include <cstddef>
#include <string>

namespace hetrt {

/// Reads an open regular file of at most `Most` bytes. Returns why it cannot be read, or "".
std::string readAll(const Descriptor &File, std::size_t Most, std::string &Into);

/// Reads a regular file of at most `Most` bytes. Returns why it cannot be read, or "". Never waits for a pipe.
std::string readInputFile(const std::string &Path, std::size_t Most, std::string &Into);

} // namespace hetrt

#endif
