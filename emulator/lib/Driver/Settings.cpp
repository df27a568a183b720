// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading of settings.

#include "Driver/Settings.h"

#include "Driver/CounterReport.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace emulator {

namespace {

bool parse(std::string_view Text, bool HasUnits, std::uint64_t &Value) {
  const auto [Ends, Error] = std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  if (Error != std::errc())
    return false;
  const std::string_view Unit(Ends, static_cast<std::size_t>(Text.data() + Text.size() - Ends));
  if (Unit.empty())
    return true;
  const auto Which = std::string_view("KMG").find(Unit);
  if (!HasUnits || Unit.size() != 1 || Which == std::string_view::npos)
    return false;
  const unsigned Shift = 10 * (static_cast<unsigned>(Which) + 1);
  if (Value > UINT64_MAX >> Shift)
    return false;
  Value <<= Shift;
  return true;
}

bool readOne(const char *Name, std::uint64_t Least, std::uint64_t Most, bool HasUnits, std::uint64_t &Into,
             std::string &WhyNot) {
  const char *Text = std::getenv(Name);
  if (!Text || !*Text)
    return true;
  std::uint64_t Value = 0;
  if (parse(Text, HasUnits, Value) && Value >= Least && Value <= Most) {
    Into = Value;
    return true;
  }
  WhyNot = std::string("setting ") + Name + ": wanted a number from " + std::to_string(Least) + " to " +
           std::to_string(Most) + (HasUnits ? ", which may end in K, M or G" : "") + ", found '" + Text + "'";
  return false;
}

} // namespace

bool readSettings(Settings &Into, std::string &WhyNot) {
  bool Read = true;
#define EMULATOR_READ(Member, Name, Default, Least, Most, Units, What)                                                 \
  Read = Read && readOne(Name, Least, Most, Units, Into.Member, WhyNot);
  EMULATOR_SETTINGS(EMULATOR_READ)
#undef EMULATOR_READ
  if (const char *Target = secure_getenv("HETCC_EMULATOR_COUNTERS"))
    Into.Counters = Target;
  if (Read && !Into.Counters.empty() && !isCounterTarget(Into.Counters)) {
    WhyNot = "setting HETCC_EMULATOR_COUNTERS: wanted 'table' or 'json:FILE', found '" + Into.Counters + "'";
    Read = false;
  }
  return Read;
}

} // namespace emulator
