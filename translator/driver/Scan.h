// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides whether a translation unit has directives of ours: examines the source and, through the user's include path,
// its headers, those of imported libraries included. The system's own carry none of ours and are never opened.
#pragma once

#include "CommandLine.h"
#include "DirectiveText.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace hetcc::driver {

/// Where the user's headers may lie, in the order of the search.
struct IncludePath {
  std::vector<std::string> Quote;  ///< -iquote
  std::vector<std::string> Angled; ///< -I, CPATH, -isystem and its variables, /usr/local/include, -idirafter
};

IncludePath includePathOf(const CommandLine &Line);

/// What the scan says about a unit.
struct UnitFindings {
  bool Annotated = false; ///< may have a directive of ours
  bool Pragmas = false;   ///< has pragmas of OpenMP's own
  bool Asked = false;     ///< not only for OpenMP's own, by --hetcc-auto
  bool Mention = false;   ///< tests __HETCC__ or uses hetcc.h
  bool Forced = false;    ///< has one in a header that -include names
  bool Unknown = false;   ///< has none, but includes a header whose name the preprocessor alone can tell
};

/// Examines units that share one command line; a header is read once, however many units include it.
class Scanner {
public:
  explicit Scanner(const CommandLine &Line);

  /// Says which header was taken and cannot be offered again; empty where all is well.
  const std::string &error() const { return ReadError; }

  /// \p Text is the unit's source, \p Directory where its "headers" are looked for first ("" or ending in a slash).
  UnitFindings scan(std::string_view Text, const std::string &Directory);

private:
  struct Unit {
    TextFindings Found;
    std::set<const TextFindings *> Seen;
    std::vector<std::pair<IncludeName, std::string>> MacroIncludes; ///< with the directory of the file that has them
    std::set<std::string> Pipes;                                    ///< headers that are some, and not taken yet
  };

  void visit(const TextFindings &File, const std::string &Directory, Unit &Unit);
  void follow(const IncludeName &Header, const std::string &Directory, Unit &Unit);
  bool visitFile(const std::string &Path, Unit &Unit);
  const TextFindings *examineFile(const std::string &Path, Unit &Unit);
  bool isOurs(const Unit &Unit) const;
  static bool includesUnknown(const Unit &Unit);
  const TextFindings *take(const std::string &Name);

  IncludePath Path;
  bool Auto;                       ///< pragmas of OpenMP's own count too
  std::vector<std::string> Forced; ///< -include, -imacros
  std::string ReadError;
  std::vector<std::unique_ptr<TextFindings>> Taken; ///< of headers that are pipes
  TextFindings Defined;                             ///< macros of the command line
  std::map<std::string, const TextFindings *> ByPath;
  std::map<std::pair<unsigned long, unsigned long>, std::unique_ptr<TextFindings>> ByFile; ///< by device and inode
};

} // namespace hetcc::driver
