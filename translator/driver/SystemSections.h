// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a translated source, generated code is between line markers with the flag of a system header, so that the host
// compiler warns only about the user's lines:
//
//   # 11 "x.c" 3      generated code follows
//   # 12 "x.c"        the user's code follows
//
// With -pedantic the host compiler warns about the markers themselves. In this case, the generated sections are moved
// into header files, which a pragma makes system headers, and #line gives the numbers of the user's lines.
#pragma once

#include "CommandLine.h"

#include <string>
#include <string_view>

namespace hetcc::driver {

/// Whether the host compiler will warn about line markers.
bool refusesLineMarkers(const CommandLine &Line);

/// Moves the generated sections of \p Source into files whose paths begin with \p Stem. Returns the rest of the source,
/// or nothing if a file cannot be written.
std::optional<std::string> withSectionsInHeaders(std::string_view Source, const std::string &Stem);

/// Does the same as withSectionsInHeaders() for the file at \p Path; false if a file cannot be written.
bool moveSectionsToHeaders(const std::string &Path, const std::string &Stem);

} // namespace hetcc::driver
