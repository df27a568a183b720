// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of files that gcc writes in addition to its outputs (profiles, stack usage, split debug information, make
// rules, files of -save-temps), by the rules for -dumpdir and -dumpbase in gcc's manual.
#pragma once

#include "CommandLine.h"

#include <string>

namespace hetcc::driver {

/// The values of three options that gcc passes to the compiler proper for one source.
struct SideNames {
  std::string Prefix; ///< -dumpdir: a folder, the beginning of file names, or both
  std::string Base;   ///< -dumpbase
  std::string Suffix; ///< -dumpbase-ext: a suffix of Base that is left out in most names

  /// The beginning of the names, without a suffix.
  std::string stem() const { return Prefix + Base.substr(0, Base.size() - Suffix.size()); }
};

/// The names for the source \p Source ("-" is possible), one of the inputs of \p Line.
SideNames sideNames(const CommandLine &Line, std::string_view Source);

/// Whether the names would differ if each source were compiled by its own command with the same options. If there are
/// several sources, all have the same prefix.
bool needsSideNames(const CommandLine &Line);

} // namespace hetcc::driver
