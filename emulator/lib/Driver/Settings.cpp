// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the settings.

#include "Driver/Settings.h"

#include "Driver/CounterReport.h"

#include <algorithm>
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

/// Reads CUDA_VISIBLE_DEVICES as NVIDIA's driver does: returns the devices in the list's order, up to the first invalid
/// or repeated entry; all devices if the variable is not set. Emulated devices have no UUIDs, so UUIDs are invalid
/// entries.
std::vector<unsigned> visibleDevices(std::uint64_t Devices) {
  std::vector<unsigned> Visible;
  const char *List = std::getenv("CUDA_VISIBLE_DEVICES");
  if (!List) {
    for (unsigned D = 0; D < Devices; ++D)
      Visible.push_back(D);
    return Visible;
  }
  for (std::string_view Rest = List; !Rest.empty();) {
    const std::string_view Entry = Rest.substr(0, Rest.find(','));
    Rest.remove_prefix(std::min(Entry.size() + 1, Rest.size()));
    std::uint64_t Number = 0;
    const bool IsOne = parse(Entry, false, Number) && Number < Devices;
    if (!IsOne || std::find(Visible.begin(), Visible.end(), Number) != Visible.end())
      break;
    Visible.push_back(static_cast<unsigned>(Number));
  }
  return Visible;
}

} // namespace

bool readSettings(Settings &Into, std::string &WhyNot) {
  bool Read = true;
#define EMULATOR_READ(Member, Name, Default, Least, Most, Units, What)                                                 \
  Read = Read && readOne(Name, Least, Most, Units, Into.Member, WhyNot);
  EMULATOR_SETTINGS(EMULATOR_READ)
#undef EMULATOR_READ
  if (const char *Target = secure_getenv(CountersSetting))
    Into.Counters = Target;
  if (Read && !Into.Counters.empty() && !isCounterTarget(Into.Counters)) {
    WhyNot =
        std::string("setting ") + CountersSetting + ": wanted 'table' or 'json:FILE', found '" + Into.Counters + "'";
    Read = false;
  }
  Into.Visible = visibleDevices(Into.Devices);
  return Read;
}

} // namespace emulator
