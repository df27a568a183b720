// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds up the values of passes.
#include "Trace/RegionTrace.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

HostSeconds &HostSeconds::operator+=(const HostSeconds &Other) {
  Decide += Other.Decide;
  Move += Other.Move;
  Launch += Other.Launch;
  Wait += Other.Wait;
  Commit += Other.Commit;
  return *this;
}

QueueSeconds &QueueSeconds::operator+=(const QueueSeconds &Other) {
  CopyIn += Other.CopyIn;
  Compute += Other.Compute;
  CopyOut += Other.CopyOut;
  Hidden += Other.Hidden;
  return *this;
}

Traffic &Traffic::operator+=(const Traffic &Other) {
  In += Other.In;
  Out += Other.Out;
  Across += Other.Across;
  MessagesIn += Other.MessagesIn;
  MessagesOut += Other.MessagesOut;
  MessagesAcross += Other.MessagesAcross;
  Orders += Other.Orders;
  EarlyMessages += Other.EarlyMessages;
  UnusedBytes += Other.UnusedBytes;
  return *this;
}

Traffic Traffic::operator-(const Traffic &Earlier) const {
  return {.In = In - Earlier.In,
          .Out = Out - Earlier.Out,
          .Across = Across - Earlier.Across,
          .MessagesIn = MessagesIn - Earlier.MessagesIn,
          .MessagesOut = MessagesOut - Earlier.MessagesOut,
          .MessagesAcross = MessagesAcross - Earlier.MessagesAcross,
          .Orders = Orders - Earlier.Orders,
          .EarlyMessages = EarlyMessages - Earlier.EarlyMessages,
          .UnusedBytes = UnusedBytes - Earlier.UnusedBytes};
}

PassParts &PassParts::operator+=(const PassParts &Other) {
  Planning += Other.Planning;
  Computing += Other.Computing;
  StartUp += Other.StartUp;
  Waiting += Other.Waiting;
  return *this;
}

/// Divides the seconds of a pass into parts. The devices work at the same time, so only the time of the busiest device
/// counts. Since several threads have read the clock, differences of times may be negative; parts are corrected so that
/// none is negative and their sum is the seconds of the pass.
static PassParts partsOf(const PassFigures &Pass) {
  PassParts Parts;
  Parts.Planning = std::clamp(Pass.Planning, 0.0, Pass.Seconds);
  double Longest = 0;
  for (const DeviceFigures &Each : Pass.Devices)
    Longest = std::max(Longest, Each.Seconds);
  Parts.Computing = std::min(Longest, Pass.Seconds - Parts.Planning);
  (Pass.StartsUp ? Parts.StartUp : Parts.Waiting) = Pass.Seconds - Parts.Planning - Parts.Computing;
  return Parts;
}

static bool isAccelerator(std::string_view Kind) { return Kind != "cpu" && Kind != "place"; }

bool DeviceTrace::isAccelerator() const { return hetrt::isAccelerator(Kind); }

bool RegionTrace::Summary::hasAccelerators() const {
  return std::ranges::any_of(Devices, [](const DeviceTrace &Each) { return Each.isAccelerator(); });
}

double RegionTrace::Summary::speedUp() const {
  if (!hasAccelerators() || !Together.Iterations || !Alone.Iterations || Together.Seconds <= 0)
    return 0;
  return Alone.secondsPerIteration() / Together.secondsPerIteration();
}

DeviceTrace &RegionTrace::deviceOf(const DeviceFigures &Figures) {
  for (DeviceTrace &Device : Sums.Devices)
    if (Device.Index == Figures.Index && Device.Kind == Figures.Kind)
      return Device;
  DeviceTrace &Made = Sums.Devices.emplace_back();
  Made.Kind = Figures.Kind;
  Made.Index = Figures.Index;
  Made.SimdWidth = Figures.SimdWidth;
  return Made;
}

/// Adds the values of a node's own devices, which are listed in the same order in all passes.
static void addInner(DeviceTrace &To, const DeviceFigures &From) {
  To.Inner.resize(std::max(To.Inner.size(), From.Inner.size()));
  for (std::size_t I = 0; I < From.Inner.size(); ++I) {
    const InnerFigures &Of = From.Inner[I];
    InnerFigures &Sum = To.Inner[I];
    Sum.Name = Of.Name;
    Sum.Iterations += Of.Iterations;
    Sum.Seconds += Of.Seconds;
    Sum.BytesIn += Of.BytesIn;
    Sum.BytesOut += Of.BytesOut;
    Sum.GivenUp = Of.GivenUp;
  }
  if (From.Iterations)
    To.WhyCores = From.WhyCores;
}

/// The counter of the passes in which no accelerator took part because of `Why`. Texts of reasons may contain numbers
/// that differ in each pass, so only the first `Most` texts have counters of their own.
static std::uint64_t &passesWithout(std::vector<std::pair<std::string, std::uint64_t>> &Known, std::string_view Why) {
  constexpr std::size_t Most = 8;
  const auto Find = [&](std::string_view Text) {
    return std::ranges::find(Known, Text, &std::pair<std::string, std::uint64_t>::first);
  };
  if (const auto Found = Find(Why); Found != Known.end())
    return Found->second;
  if (Known.size() >= Most)
    Why = "other reasons";
  if (const auto Found = Find(Why); Found != Known.end())
    return Found->second;
  return Known.emplace_back(Why, 0).second;
}

std::vector<std::string> RegionTrace::Summary::whyNoAccelerator() const {
  std::vector<std::string> Lines;
  for (const auto &[Why, Count] : NoAccelerator)
    Lines.push_back(Count == Passes ? "no accelerator: " + Why
                                    : fmt::format("no accelerator in {} of {} passes: {}", Count, Passes, Why));
  return Lines;
}

void RegionTrace::passBegins(std::int64_t Now) {
  std::lock_guard Lock(Mutex);
  Sums.UnderWay.push_back(Now);
}

void RegionTrace::add(const PassFigures &Pass) {
  std::lock_guard Lock(Mutex);
  if (const auto Begun = std::ranges::find(Sums.UnderWay, Pass.Began); Begun != Sums.UnderWay.end())
    Sums.UnderWay.erase(Begun);
  Sums.Scheduler = Pass.Scheduler;
  Sums.Reason = Pass.Reason;
  if (!Pass.NoAccelerator.empty())
    ++passesWithout(Sums.NoAccelerator, Pass.NoAccelerator);
  ++Sums.Passes;
  Sums.PlainPasses += Pass.Plain;
  Sums.InsidePasses += Pass.Inside;
  Sums.InsideSeconds += Pass.Inside ? Pass.Seconds : 0;
  Sums.Seconds += Pass.Seconds;
  Sums.Parts += partsOf(Pass);
  if (EveryPass)
    Sums.PassSeconds.push_back(Pass.Seconds);
  std::uint64_t OnCores = 0, OnAccelerators = 0;
  for (const DeviceFigures &Figures : Pass.Devices) {
    (hetrt::isAccelerator(Figures.Kind) ? OnAccelerators : OnCores) += Figures.Iterations;
    DeviceTrace &Device = deviceOf(Figures);
    Device.Iterations += Figures.Iterations;
    Device.Seconds += Figures.Seconds;
    Device.Bytes += Figures.Bytes;
    Device.GivenUp = Figures.GivenUp;
    Device.InPlace = Figures.Iterations ? Figures.InPlace : Device.InPlace;
    Device.Host += Figures.Host;
    Device.Queues += Figures.Queues;
    addInner(Device, Figures);
    if (!EveryPass)
      continue;
    Device.PassIterations.resize(Sums.Passes - 1);
    Device.PassIterations.push_back(Figures.Iterations);
    Device.PassSeconds.resize(Sums.Passes - 1);
    Device.PassSeconds.push_back(Figures.Seconds);
  }
  Sums.FullCopyPasses += Pass.FullCopies && OnAccelerators;
  if (Pass.StartsUp || Pass.Plain)
    return;
  PassSums &Kind = OnAccelerators ? Sums.Together : Sums.Alone;
  ++Kind.Passes;
  Kind.Iterations += OnCores + OnAccelerators;
  Kind.Seconds += Pass.Seconds;
}

RegionTrace::Summary RegionTrace::summary() const {
  std::lock_guard Lock(Mutex);
  Summary Made = Sums;
  for (DeviceTrace &Device : Made.Devices)
    if (EveryPass) {
      Device.PassIterations.resize(Made.Passes);
      Device.PassSeconds.resize(Made.Passes);
    }
  auto Order = [](const DeviceTrace &A, const DeviceTrace &B) {
    const bool CoreA = A.Kind == "cpu", CoreB = B.Kind == "cpu";
    if (CoreA != CoreB)
      return CoreA;
    return A.Kind != B.Kind ? A.Kind < B.Kind : A.Index < B.Index;
  };
  std::sort(Made.Devices.begin(), Made.Devices.end(), Order);
  return Made;
}

} // namespace hetrt
