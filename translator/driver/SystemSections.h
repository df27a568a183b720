// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated code stands in a translated source between line markers that call it a system header's, so that the user's
// warnings are about the user's lines:
//
//   # 11 "x.c" 3      from here on generated
//   # 12 "x.c"        from here on the user's
//
// Under -pedantic the host compiler warns of the markers themselves. Then the generated sections move into headers,
// which may call themselves system headers by a pragma, and the user's lines are numbered by #line.
#pragma once

#include "CommandLine.h"

#include <string>
#include <string_view>

namespace hetcc::driver {

/// Whether the host compiler will warn of line markers.
bool refusesLineMarkers(const CommandLine &Line);

/// Moves the generated sections of \p Source into files whose paths begin with \p Stem; returns the rest, or nothing
/// where a file cannot be written.
std::optional<std::string> withSectionsInHeaders(std::string_view Source, const std::string &Stem);

/// Does so for the file at \p Path.
bool moveSectionsToHeaders(const std::string &Path, const std::string &Stem);

} // namespace hetcc::driver
