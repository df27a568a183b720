// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver must know about the options of gcc: which ones take a value, how the value is written, and which of
// the steps of a build they concern. Everything not listed is a plain flag that goes to the host compiler alone.
#pragma once

#include <string_view>

namespace hetcc::driver {

/// The step of a build that an option concerns.
enum class OptionKind {
  Host,         ///< for the host compiler alone: -pipe, -g, -B, -fprofile-use
  Preprocessor, ///< decides what the preprocessor sees: -I, -D, -include
  Language,     ///< decides what the parser accepts or says: -std, -fsigned-char, -m, -W, -O
  Dependency,   ///< asks for a make rule beside the output: -MD, -MF
  Linker,       ///< matters only when a program is linked: -l, -L, -Wl
  Mode,         ///< says where to stop: -c, -S, -E, -M, -fsyntax-only
  Query,        ///< asks the compiler about itself: --version, -print-search-dirs
  Output,       ///< -o
  InputLanguage ///< -x
};

/// How an option carries its value.
enum class ValueForm {
  None,            ///< the word is the whole option
  Joined,          ///< the rest of the word, possibly empty: -Wl,x
  Separate,        ///< the next word: -Xlinker x
  JoinedOrSeparate ///< the rest of the word, or the next word where nothing is left: -Idir, -I dir
};

struct GccOption {
  std::string_view Name;
  ValueForm Form;
  OptionKind Kind;
};

/// The longest option that \p Word begins with (or equals, for forms without a joined value), or null.
const GccOption *findGccOption(std::string_view Word);

/// The short name of a long option such as `--include-directory`, or an empty view.
std::string_view shortNameOf(std::string_view LongName);

} // namespace hetcc::driver
