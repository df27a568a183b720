// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses the setting HETRT_EMULATED, which describes emulated accelerators.

#include "Device/Emulated/EmulatedOptions.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace hetrt {

namespace {

constexpr std::array<std::string_view, EmulatedCallCount> CallNames = {"allocate", "prepare", "copyin",
                                                                       "launch",   "copyout", "copyacross"};

struct Unit {
  std::string_view Suffix;
  double Factor;
};

constexpr Unit ByteUnits[] = {{"", 1}, {"K", 1024.}, {"M", 1024. * 1024}, {"G", 1024. * 1024 * 1024}};
constexpr Unit TimeUnits[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};

/// Parses a finite number that is not negative, followed by one of the units; nothing if `Text` is anything else.
template <std::size_t N> std::optional<double> parseQuantity(std::string_view Text, const Unit (&Units)[N]) {
  double Number = 0;
  auto [Rest, Error] = std::from_chars(Text.data(), Text.data() + Text.size(), Number);
  if (Error != std::errc() || !std::isfinite(Number) || Number < 0)
    return std::nullopt;
  std::string_view Suffix(Rest, static_cast<std::size_t>(Text.data() + Text.size() - Rest));
  for (const Unit &U : Units)
    if (Suffix == U.Suffix)
      return Number * U.Factor;
  return std::nullopt;
}

std::optional<std::uint64_t> parseInteger(std::string_view Text) {
  std::uint64_t Number = 0;
  auto [Rest, Error] = std::from_chars(Text.data(), Text.data() + Text.size(), Number);
  if (Text.empty() || Error != std::errc() || Rest != Text.data() + Text.size())
    return std::nullopt;
  return Number;
}

/// Parses a fault such as "launch:3", and adds it to the options; false if `Text` is wrong.
bool parseFault(std::string_view Text, bool Dies, EmulatedOptions &Options) {
  std::size_t Colon = Text.find(':');
  if (Colon == std::string_view::npos)
    return false;
  std::optional<std::uint64_t> Number = parseInteger(Text.substr(Colon + 1));
  if (!Number || *Number == 0)
    return false;
  for (unsigned I = 0; I < EmulatedCallCount; ++I)
    if (CallNames[I] == Text.substr(0, Colon)) {
      Options.Faults.push_back({static_cast<EmulatedCall>(I), *Number, Dies});
      return true;
    }
  return false;
}

bool parseMemory(std::string_view Text, EmulatedOptions &Options) {
  std::optional<double> Bytes = parseQuantity(Text, ByteUnits);
  if (!Bytes || *Bytes < 1 || *Bytes > 0x1p62)
    return false;
  Options.MemoryBytes = static_cast<std::uint64_t>(*Bytes);
  return true;
}

bool parseSpeed(std::string_view Text, EmulatedOptions &Options) {
  constexpr Unit None[] = {{"", 1}};
  std::optional<double> Speed = parseQuantity(Text, None);
  if (!Speed || *Speed <= 0 || *Speed > 1)
    return false;
  Options.Speed = *Speed;
  return true;
}

bool parseTime(std::string_view Text, double &Into) {
  std::optional<double> Seconds = parseQuantity(Text, TimeUnits);
  if (!Seconds || *Seconds > 60)
    return false;
  Into = *Seconds;
  return true;
}

bool parseLatency(std::string_view Text, EmulatedOptions &Options) { return parseTime(Text, Options.LatencySeconds); }

bool parseStartup(std::string_view Text, EmulatedOptions &Options) { return parseTime(Text, Options.StartupSeconds); }

bool parseBandwidth(std::string_view Text, EmulatedOptions &Options) {
  std::optional<double> Rate = parseQuantity(Text, ByteUnits);
  if (!Rate || *Rate < 1 || !std::isfinite(*Rate))
    return false;
  Options.BandwidthBytesPerSecond = *Rate;
  return true;
}

/// Parses the speed in host memory; without a value, it is that of the device's own memory.
bool parseUnified(std::string_view Text, EmulatedOptions &Options) {
  constexpr Unit None[] = {{"", 1}};
  std::optional<double> Speed = Text.empty() ? 1 : parseQuantity(Text, None);
  if (!Speed || *Speed > 1)
    return false;
  Options.ReachSpeed = *Speed;
  return true;
}

bool parseBlocks(std::string_view Text, EmulatedOptions &Options) {
  std::optional<std::uint64_t> Blocks = parseInteger(Text);
  if (!Blocks || *Blocks == 0 || *Blocks > 1024)
    return false;
  Options.Blocks = static_cast<unsigned>(*Blocks);
  return true;
}

bool parseLanes(std::string_view Text, EmulatedOptions &Options) {
  std::optional<std::uint64_t> Lanes = parseInteger(Text);
  if (!Lanes || *Lanes == 0 || *Lanes > HETRT_MOST_LANES)
    return false;
  Options.Lanes = static_cast<unsigned>(*Lanes);
  return true;
}

bool parseSeed(std::string_view Text, EmulatedOptions &Options) {
  std::optional<std::uint64_t> Seed = parseInteger(Text);
  Options.Seed = Seed.value_or(0);
  return Seed.has_value();
}

struct Option {
  std::string_view Name, Wanted;
  bool (*Parse)(std::string_view Text, EmulatedOptions &Options);
};

constexpr std::string_view FaultWanted =
    "allocate:N, prepare:N, copyin:N, launch:N, copyout:N or copyacross:N with N from 1";

constexpr Option Table[] = {
    {"memory", "a size such as 64M, from 1 byte", parseMemory},
    {"speed", "a number above 0 and at most 1", parseSpeed},
    {"latency", "a time such as 10us (ns, us, ms, s), at most 60s", parseLatency},
    {"startup", "a time such as 10ms (ns, us, ms, s), at most 60s", parseStartup},
    {"bandwidth", "bytes per second such as 2G, from 1", parseBandwidth},
    {"unified", "a number from 0 to 1", parseUnified},
    {"blocks", "a whole number from 1 to 1024", parseBlocks},
    {"lanes", "a whole number from 1 to 1024", parseLanes},
    {"seed", "a whole number", parseSeed},
    {"fail", FaultWanted, [](std::string_view T, EmulatedOptions &O) { return parseFault(T, false, O); }},
    {"die", FaultWanted, [](std::string_view T, EmulatedOptions &O) { return parseFault(T, true, O); }},
};

/// Parses "name=value". Returns what is wrong with it, or "".
std::string parseOption(std::string_view Text, EmulatedOptions &Options) {
  std::string_view Name = Text.substr(0, Text.find('='));
  for (const Option &O : Table) {
    if (O.Name != Name)
      continue;
    std::string_view Value = Text.size() > Name.size() ? Text.substr(Name.size() + 1) : std::string_view();
    if (O.Parse(Value, Options))
      return "";
    return "'" + std::string(Name) + "': wanted " + std::string(O.Wanted) + ", found '" + std::string(Value) + "'";
  }
  std::string Known;
  for (const Option &O : Table)
    Known += (Known.empty() ? "" : ", ") + std::string(O.Name);
  return "unknown option '" + std::string(Name) + "': wanted one of " + Known;
}

/// Removes from `Text` everything up to the separator, and returns it without the separator.
std::string_view cut(std::string_view &Text, char Separator) {
  std::size_t End = Text.find(Separator);
  std::string_view Head = Text.substr(0, End);
  Text = End == std::string_view::npos ? std::string_view() : Text.substr(End + 1);
  return Head;
}

} // namespace

std::string_view nameOf(EmulatedCall Call) { return CallNames[static_cast<unsigned>(Call)]; }

std::vector<EmulatedOptions> parseEmulatedOptions(std::string_view Text, Status &Result) {
  Result = Status::success();
  const std::string Setting = "setting HETRT_EMULATED='" + std::string(Text) + "': ";
  std::vector<EmulatedOptions> Sections;
  bool More = true;
  while (More) {
    More = Text.find(';') != std::string_view::npos;
    std::string_view Section = cut(Text, ';');
    EmulatedOptions Options;
    while (!Section.empty())
      if (const std::string Wrong = parseOption(cut(Section, ','), Options); !Wrong.empty()) {
        Result = Status::programFault(HETRT_ERROR_SETTING, Setting + Wrong);
        return {EmulatedOptions()};
      }
    Sections.push_back(std::move(Options));
  }
  return Sections;
}

} // namespace hetrt
