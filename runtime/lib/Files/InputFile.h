// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading files that a setting or a user names. What is in them is not trusted, whichever user owns them.
#ifndef HETRT_FILES_INPUTFILE_H
#define HETRT_FILES_INPUTFILE_H

#include "Files/Descriptor.h"

#include <cstddef>
#include <string>

namespace hetrt {

/// Reads all of an open regular file of at most `Most` bytes. Returns why not, or "".
std::string readAll(const Descriptor &File, std::size_t Most, std::string &Into);

/// Reads a regular file of at most `Most` bytes. Returns why not, or "". Waits for no pipe.
std::string readInputFile(const std::string &Path, std::size_t Most, std::string &Into);

} // namespace hetrt

#endif
