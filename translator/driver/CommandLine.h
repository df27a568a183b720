// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiler's command line as a value: each argument with its kind and value, in order, with response files expanded.
// The parser only stores the arguments; Plan.h decides what to do with them.
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

/// The type of a file on the command line.
enum class InputType {
  C,
  Cxx,
  PreprocessedC,
  PreprocessedCxx,
  OtherSource, ///< sources that hetcc does not translate: assembler, headers to precompile, Fortran
  LinkerInput  ///< object, archive, shared library, linker script
};

bool isCOrCxx(InputType Type);
bool isCxx(InputType Type);

/// The name that `-x` has for a C or C++ type.
std::string_view languageName(InputType Type);

struct Argument {
  std::vector<std::string> Words; ///< the words of this argument as the user wrote them
  std::string Name;               ///< the option without its value; empty for an input file
  std::string Value;              ///< the option's value, or the path of the input file
  OptionKind Kind = OptionKind::Host;
  bool IsInput = false;
  bool ToPreprocessor = false;             ///< the option was given by -Wp or -Xpreprocessor
  InputType Type = InputType::LinkerInput; ///< the type of an input file
};

/// The step after which the host compiler stops.
enum class Mode { Link, Object, Assembly, Preprocess, Dependencies, SyntaxOnly, Query };

struct CommandLine {
  bool CxxDriver = false; ///< the program was started as hetcc++
  std::vector<Argument> Arguments;
  /// All words for the host compiler: as the user wrote them, without hetcc's own options.
  std::vector<std::string> HostWords;
  OwnOptions Own;
  Mode StopAfter = Mode::Link;
  std::optional<std::string> Output;
  bool Verbose = false;
  std::optional<std::string> SaveTemps; ///< the value of -save-temps: "", "cwd" or "obj"
  std::vector<std::string> Errors;      ///< mistakes in hetcc's own options
  bool Incomplete = false;              ///< the last option has no value but needs one

  bool has(std::string_view Name) const;
  bool hasWord(std::string_view Word) const; ///< whether an argument is exactly this word, as in -O2
  /// The value of the last option called \p Name.
  std::optional<std::string> last(std::string_view Name) const;
  std::vector<const Argument *> inputs() const;
  bool dividesIncludes() const; ///< whether -I- was given, in any spelling
};

/// Whether the command line has -fopenmp, so that the host compiler does not ignore OpenMP directives.
bool usesOpenMP(const CommandLine &Line);

/// Parses \p Words, the command line without the program's name.
CommandLine parseCommandLine(const std::vector<std::string> &Words, bool CxxDriver);

/// Splits the text of a response file into words by gcc's rules: blanks separate words, if they are not
/// protected by quotes or backslashes.
std::vector<std::string> splitResponseFile(std::string_view Text);

/// Replaces each argument `@file` by the words in that file.
class ResponseFiles {
public:
  /// \p Read returns the text of a file, or nothing if it cannot be opened.
  explicit ResponseFiles(std::function<std::optional<std::string>(const std::string &Path)> Read)
      : Read(std::move(Read)) {}

  /// Appends \p Words to \p Out, with response files expanded. As in gcc, `@file` stays unexpanded if the file cannot
  /// be read. It also stays when the limit `Most` is reached; the program that gets the words then reports an error.
  void open(std::vector<std::string> Words, std::vector<std::string> &Out);

private:
  /// The greatest number of files to expand in total, as in gcc and the linker. Without a limit, a file that names
  /// itself would be expanded forever, and a file that names itself twice would also fill the memory.
  static constexpr size_t Most = 2000;

  std::function<std::optional<std::string>(const std::string &)> Read;
  size_t Opened = 0;
};

/// Splits the value of an option such as -Wl at its commas; parts may be empty.
std::vector<std::string> splitAtCommas(std::string_view Text);

/// The type of a file by its suffix.
InputType typeOfPath(std::string_view Path, bool CxxDriver);

} // namespace hetcc::driver
