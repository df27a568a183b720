// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads options of gcc and clang about messages.
#include "MessageOptions.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>

namespace hetcc {

namespace {

struct GroupRow {
  std::string_view Name, Meaning;
};

constexpr GroupRow Groups[] = {
#define GROUP(Id, Name, Meaning) {Name, Meaning},
#include "Diagnostics.def"
};

/// The name for all groups of hetcc.
constexpr std::string_view AllName = "hetcc";

bool consume(std::string_view &Text, std::string_view Prefix) {
  if (!Text.starts_with(Prefix))
    return false;
  Text.remove_prefix(Prefix.size());
  return true;
}

/// The parts of an option about a group of hetcc: `-W[no-][error=]name`.
struct GroupOption {
  std::string_view Name;
  bool No = false, Error = false;
};

std::optional<GroupOption> parseGroupOption(std::string_view Word) {
  GroupOption Result;
  if (!consume(Word, "-W"))
    return std::nullopt;
  Result.No = consume(Word, "no-");
  Result.Error = consume(Word, "error=");
  Result.Name = Word;
  if (!consume(Word, AllName) || !(Word.empty() || Word.starts_with('-')))
    return std::nullopt;
  return Result;
}

struct FormatName {
  std::string_view Name;
  MessageFormat Format;
};

/// The format names of gcc and clang. All formats that are not listed print text, including gcc's formats that write to
/// files, for which hetcc's messages go to standard error.
constexpr FormatName Formats[] = {
    {"json", MessageFormat::Json},   {"json-stderr", MessageFormat::Json},   {"sarif", MessageFormat::Sarif},
    {"SARIF", MessageFormat::Sarif}, {"sarif-stderr", MessageFormat::Sarif},
};

} // namespace

namespace driver_warning {
#define DRIVER(Name, In, Text) const DriverWarning Name = {Group::In, Text};
#include "Diagnostics.def"
} // namespace driver_warning

std::string_view nameOf(Group G) { return Groups[unsigned(G)].Name; }
std::string_view meaningOf(Group G) { return Groups[unsigned(G)].Meaning; }

GroupName findGroup(std::string_view Name) {
  const auto *Found = std::find_if(std::begin(Groups), std::end(Groups), [&](auto &Row) { return Row.Name == Name; });
  if (Found != std::end(Groups))
    return {true, Group(Found - std::begin(Groups))};
  return {Name == AllName, std::nullopt};
}

bool isGroupOption(std::string_view Word) { return parseGroupOption(Word).has_value(); }

std::string errorInGroupOption(std::string_view Word) {
  const std::optional<GroupOption> Option = parseGroupOption(Word);
  if (!Option || Option->No || findGroup(Option->Name).Known)
    return {};
  return "unknown warning '" + std::string(Word) + "'; '--hetcc-help=warnings' lists those that there are";
}

bool MessageOptions::takeGroup(std::string_view Word) {
  const std::optional<GroupOption> Option = parseGroupOption(Word);
  if (!Option)
    return false;
  const GroupName Name = findGroup(Option->Name);
  if (!Name.Known)
    return true;
  Said &Target = Name.One ? Each[unsigned(*Name.One)] : All;
  if (Option->Error)
    Target.AsError = !Option->No;
  if (!Option->Error || !Option->No) // -Werror=name also enables the group
    Target.Enabled = !Option->No;
  return true;
}

bool MessageOptions::take(std::string_view Word) {
  if (takeGroup(Word))
    return true;
  const std::pair<std::string_view, std::pair<bool *, bool>> Flags[] = {
      {"-w", {&IgnoreAll, true}},
      {"--no-warnings", {&IgnoreAll, true}},
      {"-Werror", {&Errors, true}},
      {"-Wno-error", {&Errors, false}},
      {"-Wsystem-headers", {&SystemHeaders, true}},
      {"-Wno-system-headers", {&SystemHeaders, false}},
      {"-Wfatal-errors", {&Fatal, true}},
      {"-Wno-fatal-errors", {&Fatal, false}},
      {"-fdiagnostics-show-option", {&ShowOption, true}},
      {"-fno-diagnostics-show-option", {&ShowOption, false}},
      {"-fdiagnostics-show-caret", {&ShowCaret, true}},
      {"-fno-diagnostics-show-caret", {&ShowCaret, false}},
      {"-fcaret-diagnostics", {&ShowCaret, true}},
      {"-fno-caret-diagnostics", {&ShowCaret, false}},
      {"-fdiagnostics-plain-output", {&ShowCaret, false}},
      {"-fdiagnostics-parseable-fixits", {&ParseableFixIts, true}},
      {"-fno-diagnostics-parseable-fixits", {&ParseableFixIts, false}},
  };
  for (const auto &[Name, Flag] : Flags)
    if (Word == Name) {
      *Flag.first = Flag.second;
      return true;
    }
  if (consume(Word, "-fdiagnostics-format=")) {
    Format = MessageFormat::Text;
    for (const FormatName &Known : Formats)
      if (Word == Known.Name)
        Format = Known.Format;
    return true;
  }
  if (!consume(Word, "-fmax-errors=") && !consume(Word, "-ferror-limit="))
    return false;
  std::from_chars(Word.data(), Word.data() + Word.size(), MaxErrors);
  return true;
}

Severity MessageOptions::severityOf(Group G) const {
  const Said &Own = Each[unsigned(G)];
  if (IgnoreAll || !Own.Enabled.value_or(All.Enabled.value_or(true)))
    return Severity::Ignored;
  return Own.AsError.value_or(All.AsError.value_or(Errors)) ? Severity::Error : Severity::Warning;
}

std::string MessageOptions::optionOf(Group G, Severity S) {
  return (S == Severity::Error ? "-Werror=" : "-W") + std::string(nameOf(G));
}

std::string jsonEscaped(std::string_view Text) {
  std::string Result;
  for (char C : Text)
    if (C == '"' || C == '\\') {
      Result += {'\\', C};
    } else if (static_cast<unsigned char>(C) < 0x20) {
      char Code[8];
      snprintf(Code, sizeof Code, "\\u%04x", C);
      Result += Code;
    } else {
      Result += C;
    }
  return Result;
}

std::string MessageOptions::format(std::string_view Kind, std::string_view Text, std::string_view Option) const {
  auto Quoted = [](std::string_view Part) { return "\"" + jsonEscaped(Part) + "\""; };
  if (Format == MessageFormat::Text)
    return "hetcc: " + std::string(Kind) + ": " + std::string(Text) +
           (Option.empty() || !ShowOption ? "" : " [" + std::string(Option) + "]") + "\n";
  if (Format == MessageFormat::Json)
    return "[{\"kind\": " + Quoted(Kind) + ", \"message\": " + Quoted(Text) +
           (Option.empty() ? "" : ", \"option\": " + Quoted(Option)) +
           ", \"children\": [], \"column-origin\": 1, \"locations\": [], \"escape-source\": false}]\n";
  return "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", \"runs\": "
         "[{\"tool\": {\"driver\": {\"name\": \"hetcc\"}}, \"results\": [{\"level\": " +
         Quoted(Kind) + ", \"message\": {\"text\": " + Quoted(Text) + "}, \"locations\": []}]}]}\n";
}

} // namespace hetcc
