// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of what gcc writes beside its outputs (profiles, stack usage, split debug information, make rules, what
// -save-temps keeps), by the rules of -dumpdir and -dumpbase in gcc's manual.
#pragma once

#include "CommandLine.h"

#include <string>

namespace hetcc::driver {

/// What gcc itself hands to the compiler of one source.
struct SideNames {
  std::string Prefix; ///< -dumpdir: a folder, the beginning of a name, or both
  std::string Base;   ///< -dumpbase
  std::string Suffix; ///< -dumpbase-ext, which files of one kind do not have in their names

  /// The name without a suffix.
  std::string stem() const { return Prefix + Base.substr(0, Base.size() - Suffix.size()); }
};

/// For a source of that path, "-" included, which is one of the inputs of \p Line.
SideNames sideNames(const CommandLine &Line, std::string_view Source);

/// Whether a compilation of each source by itself, with the same options, would use other names; of several sources all
/// have the same prefix.
bool needsSideNames(const CommandLine &Line);

} // namespace hetcc::driver
