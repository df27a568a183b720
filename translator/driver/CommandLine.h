// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiler's command line as a plain value: every argument with its kind and value, in order, response files
// expanded. Parsing decides nothing; Plan.h does.
#pragma once

#include "GccOptions.h"
#include "OwnOptions.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hetcc::driver {

/// What a file on the command line is.
enum class InputType {
  C,
  Cxx,
  PreprocessedC,
  PreprocessedCxx,
  OtherSource, ///< compiled, but never by us: assembler, headers to precompile, Fortran
  LinkerInput  ///< object, archive, shared library, linker script
};

bool isCOrCxx(InputType Type);
bool isCxx(InputType Type);

/// The name that `-x` knows a C or C++ type by.
std::string_view languageName(InputType Type);

struct Argument {
  std::vector<std::string> Words; ///< as written
  std::string Name;               ///< of the option, without its value; empty for an input
  std::string Value;              ///< of the option, or the input's path
  OptionKind Kind = OptionKind::Host;
  bool IsInput = false;
  bool ToPreprocessor = false;             ///< an option inside -Wp or behind -Xpreprocessor
  InputType Type = InputType::LinkerInput; ///< of an input
};

/// Where the host compiler stops.
enum class Mode { Link, Object, Assembly, Preprocess, Dependencies, SyntaxOnly, Query };

struct CommandLine {
  bool CxxDriver = false; ///< started as hetcc++
  std::vector<Argument> Arguments;
  std::vector<std::string> HostWords; ///< what the host compiler would be given: the words as they came, ours left out
  OwnOptions Own;
  Mode StopAfter = Mode::Link;
  std::optional<std::string> Output;
  bool Verbose = false;
  std::optional<std::string> SaveTemps; ///< "", "cwd" or "obj"
  std::vector<std::string> Errors;      ///< about our own options
  bool Incomplete = false;              ///< the last option lacks its value

  bool has(std::string_view Name) const;
  bool hasWord(std::string_view Word) const; ///< an option written so, value and all
  /// The value of the last option called \p Name.
  std::optional<std::string> last(std::string_view Name) const;
  std::vector<const Argument *> inputs() const;
  bool dividesIncludes() const; ///< -I-, however it is spelled
};

/// Whether the host compiler heeds OpenMP's directives.
bool usesOpenMP(const CommandLine &Line);

/// Reads \p Words, which do not include the name of the program.
CommandLine parseCommandLine(const std::vector<std::string> &Words, bool CxxDriver);

/// Splits the text of a response file into words as gcc does: blanks separate, quotes and backslashes protect.
std::vector<std::string> splitResponseFile(std::string_view Text);

/// Puts the words of response files in the places of @file.
class ResponseFiles {
public:
  /// \p Read has the text of a file, or nothing where there is none to be opened.
  explicit ResponseFiles(std::function<std::optional<std::string>(const std::string &Path)> Read)
      : Read(std::move(Read)) {}

  /// A file that cannot be read stays as it is, as with gcc. So do those beyond the limit, which are refused by whom
  /// the words are for.
  void open(std::vector<std::string> Words, std::vector<std::string> &Out);

private:
  /// In all, as for gcc and the linker: a file that names itself would never end, and one that does so twice fills all
  /// memory long before it is nested deeply.
  static constexpr size_t Most = 2000;

  std::function<std::optional<std::string>(const std::string &)> Read;
  size_t Opened = 0;
};

/// The parts of a value such as that of -Wl, empty ones included.
std::vector<std::string> splitAtCommas(std::string_view Text);

/// What the suffix of \p Path says to the driver.
InputType typeOfPath(std::string_view Path, bool CxxDriver);

} // namespace hetcc::driver
