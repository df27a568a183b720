// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads ranges from a trace: which device computed which iterations, and how long it took.
#include "Simulation/JsonFields.h"
#include "Simulation/ModelError.h"
#include "Simulation/ReportFit.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace hetrt {
namespace {

struct TracedPass {
  double Begin = 0, End = 0; ///< in microseconds
  uint64_t Iterations = 0;
};

struct TracedRange {
  std::string Device;
  double Begin = 0, Seconds = 0; ///< Begin in microseconds
  Range Part;
};

struct TracedRegion {
  std::vector<TracedPass> Passes;
  std::vector<TracedRange> Ranges;
};

/// Parses one line of the trace, which contains one event. Returns a discarded value if the line is incomplete, as the
/// last line may be if the program was killed.
Json eventIn(std::string_view Line) {
  while (!Line.empty() && (Line.back() == ',' || Line.back() == '\r' || Line.back() == ' '))
    Line.remove_suffix(1);
  return json::parse(Line);
}

double numberIn(const Json &Object, const char *Name) {
  const auto Found = Object.find(Name);
  return Found != Object.end() && Found->is_number() ? Found->get<double>() : -1;
}

std::string textIn(const Json &Object, const char *Name) {
  const auto Found = Object.find(Name);
  return Found != Object.end() && Found->is_string() ? Found->get<std::string>() : std::string();
}

void addEvent(const Json &Event, std::map<std::string, TracedRegion> &Into) {
  const std::string Category = textIn(Event, "cat");
  const auto Found = Event.find("args");
  if ((Category != "pass" && Category != "range") || Found == Event.end() || !Found->is_object())
    return;
  const Json &Args = *Found;
  const double Begin = numberIn(Event, "ts"), Length = numberIn(Event, "dur");
  TracedRegion &Region = Into[textIn(Args, "region")];
  if (Category == "pass") {
    if (const double Count = numberIn(Args, "iterations"); Count > 0 && Begin >= 0 && Length >= 0)
      Region.Passes.push_back({Begin, Begin + Length, static_cast<uint64_t>(Count)});
    return;
  }
  const double First = numberIn(Args, "first"), Last = numberIn(Args, "last");
  if (First >= 0 && Last > First && Begin >= 0 && Length > 0)
    Region.Ranges.push_back(
        {textIn(Args, "device"), Begin, Length / 1e6, {static_cast<uint64_t>(First), static_cast<uint64_t>(Last)}});
}

std::map<std::string, TracedRegion> readTrace(std::string_view Text, const std::string &Source) {
  std::map<std::string, TracedRegion> Regions;
  bool IsTrace = false;
  while (!Text.empty()) {
    const size_t End = std::min(Text.find('\n'), Text.size());
    const Json Event = eventIn(Text.substr(0, End));
    Text.remove_prefix(std::min(End + 1, Text.size()));
    if (!Event.is_object())
      continue;
    IsTrace |= textIn(Event, "name") == "hetrt_trace";
    addEvent(Event, Regions);
  }
  if (!IsTrace)
    throw ModelError(fmt::format("{}: wanted a trace that HETRT_TRACE=FILE wrote, found something else", Source));
  for (auto &[Location, Region] : Regions)
    std::ranges::sort(Region.Passes, {}, &TracedPass::Begin);
  return Regions;
}

/// The pass during which the range R began; null if there is none. Passes are sorted by time.
const TracedPass *passOf(const TracedRange &R, const std::vector<TracedPass> &Passes) {
  auto Later = std::ranges::upper_bound(Passes, R.Begin, {}, &TracedPass::Begin);
  if (Later == Passes.begin() || R.Begin > std::prev(Later)->End || R.Part.Last > std::prev(Later)->Iterations)
    return nullptr;
  return &*std::prev(Later);
}

} // namespace

void addTrace(std::vector<MeasuredRegion> &Into, std::string_view Text, const std::string &Source) {
  const auto Traced = readTrace(Text, Source);
  bool Used = false;
  for (MeasuredRegion &Region : Into) {
    const auto Found = Traced.find(Region.Location);
    if (Found == Traced.end())
      continue;
    Used = true;
    Region.Ranges.clear();
    for (const TracedRange &R : Found->second.Ranges) {
      const auto Device = std::ranges::find(Region.Devices, R.Device, &MeasuredDevice::Name);
      const TracedPass *Pass = passOf(R, Found->second.Passes);
      if (Device != Region.Devices.end() && Pass)
        Region.Ranges.push_back({static_cast<size_t>(Device - Region.Devices.begin()),
                                 static_cast<unsigned>(Pass - Found->second.Passes.data()), R.Part, Pass->Iterations,
                                 R.Seconds});
    }
  }
  if (!Used)
    throw ModelError(fmt::format("{}: wanted the trace of the report's run, found none of its regions", Source));
}

} // namespace hetrt
