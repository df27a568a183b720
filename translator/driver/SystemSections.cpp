// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves generated sections into headers.
#include "SystemSections.h"

#include "Files.h"
#include "LineMarker.h"

#include <algorithm>

namespace hetcc::driver {

namespace {

std::string standardMarker(const LineMarker &Marker) {
  return "#line " + std::to_string(Marker.Line) + " " + std::string(Marker.File) + "\n";
}

class Mover {
public:
  explicit Mover(const std::string &Stem) : Stem(Stem) {}

  std::optional<std::string> run(std::string_view Text) {
    while (!Text.empty()) {
      std::string_view Line = Text.substr(0, Text.find('\n'));
      Text.remove_prefix(std::min(Text.size(), Line.size() + 1));
      std::optional<LineMarker> Marker = parseLineMarker(Line);
      if (Marker && !Marker->Standard)
        pass(*Marker);
      else
        (InSection ? Section : Out).append(Line).append("\n");
    }
    closeSection();
    return Good ? std::optional(std::move(Out)) : std::nullopt;
  }

private:
  void pass(const LineMarker &Marker) {
    if (!Marker.System)
      closeSection();
    InSection = Marker.System;
    (InSection ? Section : Out) += standardMarker(Marker);
  }

  void closeSection() {
    if (Section.find_first_not_of(" \t\n") == Section.npos) {
      Section.clear();
      return;
    }
    std::string Path = Stem + std::to_string(Count++) + ".h";
    Good = writeFile(Path, "#pragma GCC system_header\n" + Section) && Good;
    Out += "#include \"" + Path + "\"\n";
    Section.clear();
  }

  const std::string &Stem;
  std::string Out;
  std::string Section;
  bool InSection = true; ///< the translator has written the text before the first marker
  bool Good = true;
  int Count = 0;
};

} // namespace

bool refusesLineMarkers(const CommandLine &Line) {
  auto Refuses = [](const Argument &A) {
    bool Pedantic = A.Name == "-pedantic" || A.Name == "-pedantic-errors";
    return Pedantic || (A.Name == "-W" && (A.Value == "pedantic" || A.Value == "error=pedantic"));
  };
  return std::any_of(Line.Arguments.begin(), Line.Arguments.end(), Refuses);
}

std::optional<std::string> withSectionsInHeaders(std::string_view Source, const std::string &Stem) {
  return Mover(Stem).run(Source);
}

bool moveSectionsToHeaders(const std::string &Path, const std::string &Stem) {
  std::optional<std::string> Source = readFile(Path);
  std::optional<std::string> Rest = Source ? withSectionsInHeaders(*Source, Stem) : std::nullopt;
  return Rest && writeFile(Path, *Rest);
}

} // namespace hetcc::driver
