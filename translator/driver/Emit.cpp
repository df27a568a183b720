// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inserts the translator's copies of headers.
#include "Emit.h"

#include "Files.h"
#include "LineMarker.h"

#include <algorithm>
#include <set>

namespace hetcc::driver {

namespace {

class Includer {
public:
  explicit Includer(const std::string &Folder) : Wanted("\"" + Folder + "/") {}

  std::string run(std::string_view Text) {
    copy(Text);
    return std::move(Out);
  }

private:
  /// The file and line that a line of the output comes from, as the last line marker gives them.
  struct Position {
    long Line = 1;
    std::string File; ///< the name in quotes; empty before the first marker
  };

  void copy(std::string_view Text) {
    Position Here;
    while (!Text.empty()) {
      std::string_view Line = Text.substr(0, Text.find('\n'));
      Text.remove_prefix(std::min(Text.size(), Line.size() + 1));
      if (readMarker(Line, Here)) {
        addLine(Line);
        continue;
      }
      std::string_view Directive = afterHash(Line);
      if (std::string Path = privateHeader(Directive); !Path.empty()) {
        include(Path);
        addLine("# " + std::to_string(Here.Line + 1) + " " + Here.File);
      } else if (!dropsPragma(Directive)) {
        addLine(Line);
      }
      ++Here.Line;
    }
  }

  void addLine(std::string_view Line) {
    Out += Line;
    Out += '\n';
  }

  static bool readMarker(std::string_view Line, Position &Here) {
    std::optional<LineMarker> Marker = parseLineMarker(Line);
    if (!Marker)
      return false;
    Here.Line = Marker->Line;
    if (!Marker->File.empty())
      Here.File = Marker->File;
    return true;
  }

  /// The path in an #include line, if it is in the temporary folder; else "".
  std::string privateHeader(std::string_view Directive) const {
    if (!Directive.starts_with("include"))
      return {};
    std::string_view Name = skipBlanks(Directive.substr(7));
    size_t Close = Name.find('"', 1);
    return Name.starts_with(Wanted) && Close != Name.npos ? std::string(Name.substr(1, Close - 1)) : std::string();
  }

  /// Whether to drop a pragma that is about the included file as a whole, because it has no meaning inside of another
  /// file.
  bool dropsPragma(std::string_view Directive) const {
    if (Depth == 0 || !Directive.starts_with("pragma"))
      return false;
    std::string_view Pragma = skipBlanks(Directive.substr(6));
    return Pragma.starts_with("once") || Pragma.starts_with("GCC system_header");
  }

  void include(const std::string &Path) {
    std::optional<std::string> Text = readFile(Path);
    bool Again = !Seen.insert(Path).second;
    // The include guard of a header that includes itself is not evaluated here, so the depth is limited.
    if (!Text || Depth > MaximalDepth || (Again && Text->find("#pragma once") != Text->npos))
      return;
    ++Depth;
    copy(*Text);
    --Depth;
  }

  static constexpr int MaximalDepth = 16;

  std::string Wanted;
  std::string Out;
  std::set<std::string> Seen;
  int Depth = 0;
};

} // namespace

std::string withCopiesInside(std::string_view Source, const std::string &Folder) {
  return Includer(Folder).run(Source);
}

} // namespace hetcc::driver
