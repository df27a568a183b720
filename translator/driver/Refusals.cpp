// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses messages of gcc, clang and the assembler: "file:line:column: error: message".
#include "Refusals.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace hetcc::driver {

namespace {

std::string_view takeLine(std::string_view &Text) {
  std::string_view Line = Text.substr(0, Text.find('\n'));
  Text.remove_prefix(std::min(Text.size(), Line.size() + 1));
  return Line;
}

std::optional<long> number(std::string_view Text) {
  long Value = 0;
  auto [End, Error] = std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  return Error == std::errc() && End == Text.data() + Text.size() ? std::optional(Value) : std::nullopt;
}

/// The location and the text of a message, or of a line such as "file:line:column: required from here".
struct Location {
  std::string_view File;
  long Line = 0;
  std::string_view Message;
};

/// Finds the location at the beginning of a line. The file's name may contain colons, so each colon is tried, from the
/// left, until a line number follows.
std::optional<Location> locationIn(std::string_view Line) {
  for (size_t Colon = Line.find(':'); Colon != Line.npos; Colon = Line.find(':', Colon + 1)) {
    std::string_view Rest = Line.substr(Colon + 1);
    size_t End = Rest.find(':');
    std::optional<long> Value = number(Rest.substr(0, End));
    if (!Value || End == Rest.npos || Colon == 0)
      continue;
    Rest.remove_prefix(End + 1);
    if (size_t Next = Rest.find(':'); Next != Rest.npos && number(Rest.substr(0, Next)))
      Rest.remove_prefix(Next + 1);
    Rest.remove_prefix(std::min(Rest.size(), Rest.find_first_not_of(' ')));
    return Location{Line.substr(0, Colon), *Value, Rest};
  }
  return std::nullopt;
}

/// The text after "error: ", "fatal error: " or the assembler's "Error: "; nothing for other messages.
std::optional<std::string_view> errorText(std::string_view Message) {
  for (std::string_view Word : {"error: ", "fatal error: ", "Error: "})
    if (Message.starts_with(Word))
      return Message.substr(Word.size());
  return std::nullopt;
}

std::string causeOf(const Location &At, std::string_view What) {
  return std::string(At.File) + ":" + std::to_string(At.Line) + ": " + std::string(What);
}

/// An error, and the locations in the lines around it. These are the places where a template is instantiated; gcc
/// prints them before the error, clang after it.
struct ErrorBlock {
  Location At;
  std::string Cause;
  std::vector<Location> Around;
};

std::vector<ErrorBlock> blocksOf(std::string_view Output) {
  std::vector<ErrorBlock> Blocks;
  std::vector<Location> Before;
  bool OfError = false; // whether notes belong to an error or to a warning
  while (!Output.empty()) {
    std::optional<Location> At = locationIn(takeLine(Output));
    if (!At)
      continue;
    if (auto What = errorText(At->Message)) {
      Blocks.push_back({*At, causeOf(*At, *What), std::move(Before)});
      Before.clear();
      OfError = true;
    } else if (At->Message.starts_with("warning: ")) {
      Before.clear();
      OfError = false;
    } else if (!At->Message.starts_with("note: ")) {
      Before.push_back(*At);
    } else if (OfError) {
      Blocks.back().Around.push_back(*At);
    }
  }
  return Blocks;
}

} // namespace

std::vector<RegionLines> readRegions(std::string_view Text) {
  std::vector<RegionLines> Regions;
  while (!Text.empty()) {
    std::string_view Line = takeLine(Text);
    RegionLines Region;
    long Numbers[4] = {};
    Region.Of = Line.starts_with("gpu ") ? Stage::Gpu : Stage::Host;
    Line.remove_prefix(std::min(Line.size(), Line.find(' ') + 1));
    bool Good = true;
    for (long &Each : Numbers) {
      size_t End = std::min(Line.find(' '), Line.size());
      std::optional<long> Value = number(Line.substr(0, End));
      Good &= Value.has_value();
      Each = Value.value_or(0);
      Line.remove_prefix(std::min(Line.size(), End + 1));
    }
    Region.Id = unsigned(Numbers[0]);
    Region.Instances = unsigned(Numbers[1]);
    Region.First = Numbers[2];
    Region.Last = Numbers[3];
    Region.File = Line;
    if (Good)
      Regions.push_back(std::move(Region));
  }
  return Regions;
}

std::string Refusal::option() const {
  return (Of == Stage::Host ? "--leave=" : "--leave-gpu=") + Region + ":" + Cause;
}

std::string firstErrorIn(std::string_view Output) {
  if (std::vector<ErrorBlock> Blocks = blocksOf(Output); !Blocks.empty())
    return Blocks.front().Cause;
  // If no error has a location, the first line with "error" or "Error" is returned.
  size_t At = Output.find("rror");
  size_t Start = At == Output.npos ? 0 : Output.rfind('\n', At) + 1;
  return std::string(Output.substr(Start, Output.find('\n', Start) - Start));
}

std::vector<Refusal> refusalsIn(std::string_view Output, Stage Of, const std::vector<RegionLines> &Regions) {
  std::vector<Refusal> Found;
  auto Add = [&](const Location &At, const std::string &Cause) {
    bool Any = false;
    for (const RegionLines &Each : Regions) {
      if (Each.Of != Of || Each.File != At.File || At.Line < Each.First || At.Line > Each.Last)
        continue;
      Any = true;
      std::string Number = std::to_string(Each.Id);
      if (std::none_of(Found.begin(), Found.end(), [&](const Refusal &R) { return R.Region == Number; }))
        Found.push_back({Of, Number, Cause});
    }
    return Any;
  };
  for (const ErrorBlock &Error : blocksOf(Output))
    if (!Add(Error.At, Error.Cause))
      for (const Location &Each : Error.Around)
        Add(Each, Error.Cause);
  return Found;
}

} // namespace hetcc::driver
