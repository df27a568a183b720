// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver must know about gcc's options: which of them take a value, how the value is written, and which step
// of a build they are for. An option that is not listed is a flag for the host compiler only.
#pragma once

#include <string_view>

namespace hetcc::driver {

/// The step of a build that an option is for.
enum class OptionKind {
  Host,         ///< for the host compiler only: -pipe, -g, -B, -fprofile-use
  Preprocessor, ///< changes what the preprocessor reads: -I, -D, -include
  Language,     ///< changes what the parser accepts or reports: -std, -fsigned-char, -m, -W, -O
  Dependency,   ///< asks for a make rule in addition to the output: -MD, -MF
  Linker,       ///< used only when a program is linked: -l, -L, -Wl
  Mode,         ///< the step to stop after: -c, -S, -E, -M, -fsyntax-only
  Query,        ///< prints something about the compiler: --version, -print-search-dirs
  Output,       ///< -o
  InputLanguage ///< -x
};

/// How the value of an option is written.
enum class ValueForm {
  None,            ///< the word is the whole option
  Joined,          ///< the rest of the word, possibly empty: -Wl,x
  Separate,        ///< the next word: -Xlinker x
  JoinedOrSeparate ///< the rest of the word; if it is empty, the next word: -Idir, -I dir
};

struct GccOption {
  std::string_view Name;
  ValueForm Form;
  OptionKind Kind;
};

/// The longest option in the table that \p Word begins with, or null. If the value of an option is not in the same
/// word, \p Word must equal the option.
const GccOption *findGccOption(std::string_view Word);

/// The short form of a long option: "-I" for "--include-directory"; empty if there is none.
std::string_view shortNameOf(std::string_view LongName);

} // namespace hetcc::driver
