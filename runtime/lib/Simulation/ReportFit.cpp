// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fits rates to measured passes. Uses medians, so that single disturbed passes have little effect on the result.
#include "Simulation/ReportFit.h"

#include "Schedule/Registry.h"
#include "Simulation/JsonFields.h"
#include "Simulation/ModelFiles.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hetrt {

//===-- Reading ---------------------------------------------------------------------------------------------------===//

static MeasuredDevice readDevice(JsonFields &Fields) {
  MeasuredDevice Read;
  Read.Name = Fields.text("name");
  Read.Kind = Fields.text("kind");
  Read.SimdWidth = Fields.positive("simd_width", 1);
  for (double N : Fields.numbers("iterations"))
    Read.Iterations.push_back(static_cast<uint64_t>(N));
  Read.Seconds = Fields.numbers("seconds");
  if (Read.Seconds.size() != Read.Iterations.size())
    Fields.complain("seconds", fmt::format("one number per pass, {} as in 'iterations'", Read.Iterations.size()));
  Read.BytesIn = Fields.number("bytes_in", 0, 0);
  Read.BytesOut = Fields.number("bytes_out", 0, 0);
  return Read;
}

/// Whether the positions of ranges can be computed from their lengths, since the scheduler of this name gives each
/// device one range of a pass, in the order of the devices.
static bool laysOutInOrder(std::string_view Scheduler) {
  const SchedulerDescriptor *Found = findScheduler(Scheduler);
  return Found && Found->OneRange;
}

static void addRanges(MeasuredRegion &Region) {
  for (unsigned Pass = 0; Pass < Region.Passes; ++Pass) {
    uint64_t All = 0, First = 0;
    for (const MeasuredDevice &D : Region.Devices)
      All += D.Iterations[Pass];
    for (size_t J = 0; J < Region.Devices.size(); ++J) {
      const MeasuredDevice &D = Region.Devices[J];
      if (D.Iterations[Pass] > 0)
        Region.Ranges.push_back({J, Pass, {First, First + D.Iterations[Pass]}, All, D.Seconds[Pass]});
      First += D.Iterations[Pass];
    }
  }
}

std::vector<MeasuredRegion> parseReport(std::string_view Text, const std::string &Source) {
  const Json Parsed = parseJson(Text, Source);
  JsonFields File(Parsed, Source);
  if (!File.has("regions"))
    File.complain("regions", "the regions of a report that HETRT_REPORT=json:FILE wrote");
  std::vector<MeasuredRegion> All;
  for (JsonFields &Region : File.objects("regions")) {
    MeasuredRegion &Read = All.emplace_back();
    Read.Location = Region.text("location");
    if (Region.has("seconds"))
      Read.Seconds = Region.number("seconds", 0);
    for (JsonFields &Device : Region.objects("devices")) {
      Read.Devices.push_back(readDevice(Device));
      Read.Passes = static_cast<unsigned>(Read.Devices.front().Iterations.size());
      if (Read.Devices.back().Iterations.size() != Read.Passes)
        Device.complain("iterations", fmt::format("as many passes as the other devices have, {}", Read.Passes));
    }
    // A region whose devices are places is left out, since the regions inside of it report the same work.
    if (std::ranges::find(Read.Devices, "place", &MeasuredDevice::Kind) != Read.Devices.end())
      All.pop_back();
    else if (Region.has("scheduler") && laysOutInOrder(Region.text("scheduler")))
      addRanges(Read);
  }
  return All;
}

static void addPasses(MeasuredDevice &Into, const MeasuredDevice &More) {
  Into.Iterations.insert(Into.Iterations.end(), More.Iterations.begin(), More.Iterations.end());
  Into.Seconds.insert(Into.Seconds.end(), More.Seconds.begin(), More.Seconds.end());
  Into.BytesIn += More.BytesIn;
  Into.BytesOut += More.BytesOut;
}

void addPasses(std::vector<MeasuredRegion> &Into, const std::vector<MeasuredRegion> &More, const std::string &Source) {
  for (const MeasuredRegion &From : More) {
    auto Region = std::ranges::find(Into, From.Location, &MeasuredRegion::Location);
    if (Region == Into.end())
      throw ModelError(fmt::format("{}: wanted the regions of the other reports, found '{}'", Source, From.Location));
    if (!std::ranges::equal(From.Devices, Region->Devices, {}, &MeasuredDevice::Name, &MeasuredDevice::Name))
      throw ModelError(
          fmt::format("{}: region '{}': wanted the devices of the other reports, found others", Source, From.Location));
    for (size_t J = 0; J < From.Devices.size(); ++J)
      addPasses(Region->Devices[J], From.Devices[J]);
    Region->Ranges.insert(Region->Ranges.end(), From.Ranges.begin(), From.Ranges.end());
    Region->Seconds += From.Seconds;
  }
}

const MeasuredRegion &chooseRegion(const std::vector<MeasuredRegion> &Regions, std::string_view Location,
                                   const std::string &Source) {
  const MeasuredRegion *Found = nullptr;
  unsigned Matches = 0;
  std::string Known;
  for (const MeasuredRegion &Each : Regions) {
    Known += fmt::format("{}'{}'", Known.empty() ? "" : ", ", Each.Location);
    if (Each.Location.find(Location) == std::string::npos)
      continue;
    Found = &Each;
    ++Matches;
  }
  if (Matches == 1)
    return *Found;
  throw ModelError(fmt::format("{}: wanted {}, found {} in {}", Source,
                               Location.empty() ? "one region, or one named by --region"
                                                : fmt::format("one region that contains '{}'", Location),
                               Matches, Known.empty() ? "an empty report" : Known));
}

//===-- Fitting ---------------------------------------------------------------------------------------------------===//

/// The work of a device, in iterations of average cost, and its seconds: for each pass or, if iterations differ in
/// cost, for each range.
struct Observed {
  std::vector<double> Work, Seconds;
};

static std::vector<Observed> observe(const MeasuredRegion &Region, const WorkProfile &Profile) {
  std::vector<Observed> All(Region.Devices.size());
  for (size_t J = 0; Profile.isUniform() && J < All.size(); ++J) {
    All[J].Work.assign(Region.Devices[J].Iterations.begin(), Region.Devices[J].Iterations.end());
    All[J].Seconds = Region.Devices[J].Seconds;
  }
  if (!Profile.isUniform())
    for (const MeasuredRange &R : Region.Ranges) {
      All[R.Device].Work.push_back(Profile.work(R.Part, R.Iterations));
      All[R.Device].Seconds.push_back(R.Seconds);
    }
  return All;
}

/// The median of the seconds per iteration over all passes (or ranges) of all cores.
static double fitCores(const MeasuredRegion &Region, const std::vector<Observed> &Did) {
  std::vector<double> Rates;
  for (size_t J = 0; J < Did.size(); ++J)
    if (Region.Devices[J].isCore())
      for (size_t P = Did[J].Work.size() > 2 ? 1 : 0; P < Did[J].Work.size(); ++P)
        if (Did[J].Work[P] > 0 && Did[J].Seconds[P] > 0)
          Rates.push_back(Did[J].Seconds[P] / Did[J].Work[P]);
  return median(std::move(Rates));
}

/// The median trip count of the region's passes.
static uint64_t tripCount(const MeasuredRegion &Region) {
  std::vector<double> Counts;
  for (size_t P = 0; P < Region.Devices.front().Iterations.size(); ++P) {
    double Sum = 0;
    for (const MeasuredDevice &D : Region.Devices)
      Sum += static_cast<double>(D.Iterations[P]);
    if (Sum > 0)
      Counts.push_back(Sum);
  }
  return static_cast<uint64_t>(median(Counts));
}

static void takeAccelerator(const MeasuredDevice &D, const Observed &Did, FittedRun &Into) {
  FittedTime Time = fitTime(Did.Work, Did.Seconds);
  if (Time.PerIteration == 0)
    return;
  ProgramModel &P = Into.Program;
  double Iterations = 0;
  for (uint64_t N : D.Iterations)
    Iterations += static_cast<double>(N);
  if (P.AcceleratorSeconds == 0) {
    P.AcceleratorSeconds = Time.PerIteration;
    P.BytesInPerIteration = D.BytesIn / Iterations;
    P.BytesOutPerIteration = D.BytesOut / Iterations;
  }
  Into.Machine.Devices.push_back({.Name = D.Name,
                                  .Kind = ProcessorKind::Accelerator,
                                  .Speed = P.AcceleratorSeconds / Time.PerIteration,
                                  .SimdWidth = D.SimdWidth,
                                  .LaunchSeconds = Time.Fixed});
}

FittedRun fitRun(const MeasuredRegion &Region) {
  FittedRun Run;
  Run.Program.Name = Region.Location;
  Run.Program.Passes = Region.Passes;
  Run.Program.Iterations = Region.Devices.empty() ? 0 : tripCount(Region);
  if (Run.Program.Iterations == 0)
    throw ModelError(fmt::format("region '{}': wanted at least one pass with iterations, found none", Region.Location));
  Run.Machine.Name = "measured";
  Run.Machine.HostThreadsTakeCores = false;
  std::vector<bool> IsCore;
  for (const MeasuredDevice &D : Region.Devices)
    IsCore.push_back(D.isCore());
  Run.Program.Profile = fitProfile(Region.Ranges, IsCore);
  const std::vector<Observed> Did = observe(Region, Run.Program.Profile);
  Run.Program.CoreSeconds = fitCores(Region, Did);
  for (const MeasuredDevice &D : Region.Devices)
    if (D.isCore() && Run.Program.CoreSeconds > 0)
      Run.Machine.Devices.push_back({.Name = D.Name});
  for (size_t J = 0; J < Region.Devices.size(); ++J)
    if (!IsCore[J])
      takeAccelerator(Region.Devices[J], Did[J], Run);
  return Run;
}

//===-- Other machines --------------------------------------------------------------------------------------------===//

namespace {
struct KindCount {
  std::string Kind;
  size_t Count = 0;
  bool Counted = false;
};
} // namespace

static KindCount parseItem(std::string_view Item, std::string_view Whole) {
  size_t Colon = Item.find(':');
  KindCount Read{std::string(Item.substr(0, Colon))};
  if (Colon == std::string_view::npos)
    return Read;
  Read.Counted = true;
  const char *Last = Item.data() + Item.size();
  auto [End, Error] = std::from_chars(Item.data() + Colon + 1, Last, Read.Count);
  if (Error != std::errc() || End != Last || Read.Count > 100'000)
    throw ModelError(fmt::format("devices '{}': wanted a list such as 'cpu:2,gpu:1', found '{}'", Whole, Item));
  return Read;
}

static void addDevices(const MachineModel &From, const KindCount &What, std::string_view Whole, bool Repeat,
                       MachineModel &Into) {
  std::vector<std::string> Kinds;
  std::vector<ModelledDevice> Known;
  for (const ModelledDevice &D : From.Devices) {
    std::string Kind = D.Name.substr(0, D.Name.find(':'));
    if (std::ranges::find(Kinds, Kind) == Kinds.end())
      Kinds.push_back(Kind);
    if (Kind == What.Kind)
      Known.push_back(D);
  }
  if (Known.empty())
    throw ModelError(fmt::format("devices '{}': wanted kinds of devices of '{}', which has {}; found '{}'", Whole,
                                 From.Name, fmt::join(Kinds, ", "), What.Kind));
  if (What.Counted && What.Count > Known.size() && !Repeat)
    throw ModelError(fmt::format("devices '{}': wanted at most the {} '{}' that '{}' has, found {}", Whole,
                                 Known.size(), What.Kind, From.Name, What.Count));
  for (size_t I = 0; I < (What.Counted ? What.Count : Known.size()); ++I) {
    Into.Devices.push_back(Known[std::min(I, Known.size() - 1)]);
    Into.Devices.back().Name = fmt::format("{}:{}", What.Kind, I);
  }
}

MachineModel chooseDevices(const MachineModel &Machine, std::string_view Text, bool Repeat) {
  MachineModel Chosen = Machine;
  Chosen.Devices.clear();
  for (size_t First = 0; First <= Text.size();) {
    size_t Comma = std::min(Text.find(',', First), Text.size());
    KindCount Item = parseItem(Text.substr(First, Comma - First), Text);
    if (Item.Kind == "cpu" && Item.Counted)
      Chosen.HostThreadsTakeCores = false;
    addDevices(Machine, Item, Text, Repeat, Chosen);
    First = Comma + 1;
  }
  std::ranges::stable_partition(Chosen.Devices, [](const ModelledDevice &D) { return D.Kind == ProcessorKind::Cpu; });
  if (Chosen.Devices.empty())
    throw ModelError(fmt::format("devices '{}': wanted at least one device, found none", Text));
  return Chosen;
}

ProgramModel relativeTo(const FittedRun &Run, const MachineModel &Machine) {
  ProgramModel P = Run.Program;
  if (P.CoreSeconds > 0) {
    if (Machine.cores() == 0)
      throw ModelError(fmt::format("machine '{}': wanted cores as in the report, found none", Machine.Name));
    P.CoreSeconds *= Machine.Devices.front().Speed;
  }
  if (P.AcceleratorSeconds == 0)
    return P;
  if (Machine.accelerators() == 0)
    throw ModelError(fmt::format("machine '{}': wanted accelerators as in the report, found none", Machine.Name));
  const ModelledDevice &Gpu = Machine.Devices[Machine.cores()];
  double Copies =
      P.BytesInPerIteration / Gpu.Link.BytesPerSecondIn + P.BytesOutPerIteration / Gpu.Link.BytesPerSecondOut;
  if (P.AcceleratorSeconds <= Copies)
    throw ModelError(fmt::format("machine '{}': wanted a link on which the report's copies take less than the whole "
                                 "{:.4g} s of an iteration, found {:.4g} s",
                                 Machine.Name, P.AcceleratorSeconds, Copies));
  P.AcceleratorSeconds = (P.AcceleratorSeconds - Copies) * Gpu.Speed;
  double Fixed = Run.Machine.Devices[Run.Machine.cores()].LaunchSeconds;
  P.AcceleratorFixedSeconds = std::max(0.0, Fixed - Gpu.LaunchSeconds - 2 * Gpu.Link.LatencySeconds);
  return P;
}

} // namespace hetrt
