// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inclusion of the private copies of headers.
#include "Emit.h"

#include "Files.h"

#include <charconv>
#include <set>

namespace hetcc::driver {

namespace {

std::string_view skipBlanks(std::string_view Text) {
  size_t Start = Text.find_first_not_of(" \t");
  return Start == Text.npos ? std::string_view{} : Text.substr(Start);
}

/// The part of a preprocessing line after `#` and blanks; empty for other lines.
std::string_view afterHash(std::string_view Line) {
  Line = skipBlanks(Line);
  return Line.starts_with('#') ? skipBlanks(Line.substr(1)) : std::string_view{};
}

class Includer {
public:
  explicit Includer(const std::string &Folder) : Wanted("\"" + Folder + "/") {}

  std::string run(std::string_view Text) {
    copy(Text);
    return std::move(Out);
  }

private:
  /// Where a line of the output comes from, by the last line marker.
  struct Position {
    long Line = 1;
    std::string File; ///< in quotes; empty before the first marker
  };

  void copy(std::string_view Text) {
    Position Here;
    while (!Text.empty()) {
      std::string_view Line = Text.substr(0, Text.find('\n'));
      Text.remove_prefix(std::min(Text.size(), Line.size() + 1));
      std::string_view Directive = afterHash(Line);
      if (readMarker(Directive, Here)) {
        addLine(Line);
        continue;
      }
      if (std::string Path = privateHeader(Directive); !Path.empty()) {
        include(Path);
        addLine("# " + std::to_string(Here.Line + 1) + " " + Here.File);
      } else if (!dropsOnce(Directive)) {
        addLine(Line);
      }
      ++Here.Line;
    }
  }

  void addLine(std::string_view Line) {
    Out += Line;
    Out += '\n';
  }

  /// `# 12 "file" 3` or `#line 12 "file"`, whose number is that of the next line.
  static bool readMarker(std::string_view Directive, Position &Here) {
    if (Directive.starts_with("line"))
      Directive = skipBlanks(Directive.substr(4));
    long Number;
    auto [End, Error] = std::from_chars(Directive.data(), Directive.data() + Directive.size(), Number);
    if (Error != std::errc())
      return false;
    Here.Line = Number;
    std::string_view Rest = skipBlanks(Directive.substr(static_cast<size_t>(End - Directive.data())));
    if (size_t Close = Rest.find('"', 1); Rest.starts_with('"') && Close != Rest.npos)
      Here.File = Rest.substr(0, Close + 1);
    return true;
  }

  /// The path that a line includes if it is one of ours.
  std::string privateHeader(std::string_view Directive) const {
    if (!Directive.starts_with("include"))
      return {};
    std::string_view Name = skipBlanks(Directive.substr(7));
    size_t Close = Name.find('"', 1);
    return Name.starts_with(Wanted) && Close != Name.npos ? std::string(Name.substr(1, Close - 1)) : std::string();
  }

  /// `#pragma once` means nothing inside another file.
  bool dropsOnce(std::string_view Directive) const { return Depth > 0 && isOnce(Directive); }

  static bool isOnce(std::string_view Directive) {
    return Directive.starts_with("pragma") && skipBlanks(Directive.substr(6)).starts_with("once");
  }

  void include(const std::string &Path) {
    std::optional<std::string> Text = readFile(Path);
    bool Again = !Seen.insert(Path).second;
    // One that includes itself has a guard, which the preprocessor sees and we do not.
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
