// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms the names of gcc's side outputs, by the rules of gcc 11 and later.
#include "SideNames.h"

#include "Files.h"

#include <algorithm>

namespace hetcc::driver {

namespace {

std::string_view suffixOf(std::string_view Name) { return Name.substr(std::min(Name.size(), stemOf(Name).size())); }

bool isNoFile(const std::string &Output) { return Output == "-" || Output == "/dev/null"; }

/// The number of words that gcc reads as files, including objects and libraries.
size_t countOfFiles(const CommandLine &Line) { return Line.inputs().size(); }

bool links(const CommandLine &Line) { return !Line.has("-c") && !Line.has("-S") && !Line.has("-E"); }

/// The value of -dumpdir, unless -save-temps=... comes after it; nothing if no prefix is set.
std::optional<std::string> askedPrefix(const CommandLine &Line) {
  std::optional<std::string> Asked;
  for (const Argument &Option : Line.Arguments)
    if (Option.Name == "-dumpdir")
      Asked = Option.Value;
    else if (!Option.IsInput && Option.Words[0].find("-save-temps=") <= 1)
      Asked.reset();
  return Asked;
}

/// The default prefix: the folder of the output; "" for -save-temps=cwd.
std::string usualPrefix(const CommandLine &Line) {
  return !Line.Output || isNoFile(*Line.Output) || Line.SaveTemps == "cwd" ? "" : dirPart(*Line.Output);
}

/// The name of the linked program as it is used in the names of side outputs.
std::string nameOfProgram(const CommandLine &Line, const std::string &Suffix) {
  if (!Line.Output || isNoFile(*Line.Output))
    return "a";
  std::string Name(namePart(*Line.Output));
  const bool Drops = Suffix.empty() ? suffixOf(Name) == ".exe" || Name == "a.out"
                                    : Name.size() > Suffix.size() && Name.ends_with(Suffix);
  if (Drops)
    Name.resize(Name.size() - (Suffix.empty() ? suffixOf(Name).size() : Suffix.size()));
  return Name;
}

/// Whether \p File is \p Name with one suffix added.
bool addsOneSuffix(std::string_view File, std::string_view Name) {
  return File.starts_with(std::string(Name) + ".") && File.find('.', Name.size() + 1) == File.npos;
}

} // namespace

SideNames sideNames(const CommandLine &Line, std::string_view Source) {
  const bool HasDirectory = Line.has("-dumpdir"), IsAlone = countOfFiles(Line) <= 1;
  const std::string Asked = Line.last("-dumpbase").value_or("");
  std::string Suffix = Line.last("-dumpbase-ext").value_or("");
  SideNames Names;
  Names.Prefix = askedPrefix(Line).value_or(usualPrefix(Line));
  if (Asked.find('/') != Asked.npos)
    Names.Prefix.clear();
  if (!Asked.empty() && (Asked.size() <= Suffix.size() || !Asked.ends_with(Suffix)))
    Suffix.clear();
  Names.Base = namePart(Source);
  Names.Suffix = suffixOf(Names.Base);
  if (!Asked.empty() && (!IsAlone || (links(Line) && !HasDirectory))) {
    Names.Prefix += Asked.substr(0, Asked.size() - Suffix.size()) + "-";
  } else if (!Asked.empty()) {
    Names.Base = Asked;
    Names.Suffix = Suffix;
  } else if (links(Line) && !HasDirectory) {
    const std::string Program = nameOfProgram(Line, Suffix);
    if (!Line.has("-dumpbase") && !(IsAlone && addsOneSuffix(Names.Base, Program)))
      Names.Prefix += Program + "-";
  }
  return Names;
}

bool needsSideNames(const CommandLine &Line) {
  return links(Line) || (countOfFiles(Line) > 1 && !Line.last("-dumpbase").value_or("").empty());
}

} // namespace hetcc::driver
