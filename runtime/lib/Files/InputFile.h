// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads files that a setting or a user names. Their contents are not trusted, whichever user owns them.
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
