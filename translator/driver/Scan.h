// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out whether a translation unit has directives of hetcc's. Searches the source, and the headers that it includes
// from the user's include path, to which imported libraries may belong. Headers in /usr/include have no such
// directives, and are never opened.
#pragma once

#include "CommandLine.h"
#include "DirectiveText.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace hetcc::driver {

/// The folders that may contain the user's headers, in the order of the search.
struct IncludePath {
  std::vector<std::string> Quote; ///< -iquote
  /// The folders of -I, CPATH, -isystem, C_INCLUDE_PATH and CPLUS_INCLUDE_PATH, /usr/local/include, and -idirafter.
  std::vector<std::string> Angled;
};

IncludePath includePathOf(const CommandLine &Line);

/// The result of the scan for a unit.
struct UnitFindings {
  /// The unit must be translated: it may have a directive of hetcc's or, with --hetcc-auto, OpenMP pragmas.
  bool Annotated = false;
  bool Pragmas = false;         ///< the unit may have OpenMP or OpenACC pragmas
  bool HasOwnDirective = false; ///< the unit may have a directive of hetcc's
  bool Mention = false;         ///< the unit tests __HETCC__ or uses hetcc.h
  bool Forced = false;          ///< a header that -include names has a directive
  bool Unknown = false; ///< no directive was found, but an included header has a name that only the preprocessor knows
};

/// Scans the units of one command line. A header is read once, even if several units include it.
class Scanner {
public:
  explicit Scanner(const CommandLine &Line);

  /// An error message if a header was read that can be read only once and could not be offered again; else "".
  const std::string &error() const { return ReadError; }

  /// Scans a unit. \p Text is its source; \p Directory is the folder that is searched first for "headers" ("" or ending
  /// in a slash).
  UnitFindings scan(std::string_view Text, const std::string &Directory);

private:
  struct Unit {
    TextFindings Found;
    std::set<const TextFindings *> Seen;
    /// Headers that macros may name, each with the folder of the file that defines the macro.
    std::vector<std::pair<IncludeName, std::string>> MacroIncludes;
    std::set<std::string> Pipes; ///< included headers that are pipes, and have not been read yet
  };

  void visit(const TextFindings &File, const std::string &Directory, Unit &Unit);
  void follow(const IncludeName &Header, const std::string &Directory, Unit &Unit);
  bool visitFile(const std::string &Path, Unit &Unit);
  const TextFindings *examineFile(const std::string &Path, Unit &Unit);
  bool isOurs(const Unit &Unit) const;
  static bool includesUnknown(const Unit &Unit);
  const TextFindings *take(const std::string &Name);

  IncludePath Path;
  bool Auto;                       ///< --hetcc-auto: OpenMP's pragmas count as directives
  std::vector<std::string> Forced; ///< the headers of -include and -imacros
  std::string ReadError;
  std::vector<std::unique_ptr<TextFindings>> Taken; ///< the findings for headers that are pipes
  TextFindings Defined;                             ///< macros of the command line (-D)
  std::map<std::string, const TextFindings *> ByPath;
  /// The findings of each file, by its device and inode.
  std::map<std::pair<unsigned long, unsigned long>, std::unique_ptr<TextFindings>> ByFile;
};

} // namespace hetcc::driver
