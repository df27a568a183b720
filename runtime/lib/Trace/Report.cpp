// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two forms of the report.
#include "Trace/RegionTrace.h"
#include "Json/Json.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace hetrt {
namespace {

/// A number of bytes as "12.3 MB", in powers of 1000.
std::string formatBytes(std::uint64_t Bytes) {
  constexpr const char *Units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  double Value = double(Bytes);
  unsigned Unit = 0;
  for (; Value >= 999.95 && Unit + 1 < std::size(Units); ++Unit)
    Value /= 1000;
  return Unit ? fmt::format("{:.1f} {}", Value, Units[Unit]) : fmt::format("{} B", Bytes);
}

/// Adds the numbers of messages, if the device is reached over a network.
void addMessages(const Traffic &Bytes, Json &Into) {
  if (Bytes.hasMessages())
    Into["messages"] = {{"in", Bytes.MessagesIn}, {"out", Bytes.MessagesOut},     {"across", Bytes.MessagesAcross},
                        {"orders", Bytes.Orders}, {"early", Bytes.EarlyMessages}, {"unused_bytes", Bytes.UnusedBytes}};
}

std::string formatMessages(const Traffic &Bytes) {
  return fmt::format("{} messages in, {} out, {} across ({} before they were asked for; {} in vain), {} without data",
                     Bytes.MessagesIn, Bytes.MessagesOut, Bytes.MessagesAcross, Bytes.EarlyMessages,
                     formatBytes(Bytes.UnusedBytes), Bytes.Orders);
}

Json toJson(const DeviceTrace &Device) {
  Json Made{{"name", Device.name()},          {"kind", Device.Kind},
            {"simd_width", Device.SimdWidth}, {"iterations", Device.PassIterations},
            {"seconds", Device.PassSeconds},  {"bytes_in", Device.Bytes.In},
            {"bytes_out", Device.Bytes.Out},  {"bytes_across", Device.Bytes.Across},
            {"given_up", Device.GivenUp}};
  if (Device.isAccelerator())
    Made["in_place"] = Device.InPlace;
  addMessages(Device.Bytes, Made);
  for (const InnerFigures &Each : Device.Inner)
    Made["inside"].push_back({{"name", Device.name() + "/" + Each.Name},
                              {"iterations", Each.Iterations},
                              {"seconds", Each.Seconds},
                              {"bytes_in", Each.BytesIn},
                              {"bytes_out", Each.BytesOut},
                              {"given_up", Each.GivenUp}});
  if (!Device.WhyCores.empty())
    Made["cores_alone"] = Device.WhyCores;
  const HostSeconds &Host = Device.Host;
  const QueueSeconds &Queues = Device.Queues;
  if (Device.isAccelerator())
    Made["queues"] = {{"copy_in", Queues.CopyIn},
                      {"compute", Queues.Compute},
                      {"copy_out", Queues.CopyOut},
                      {"hidden", Queues.Hidden}};
  if (Device.isAccelerator())
    Made["parts"] = {{"decide", Host.Decide},
                     {"move", Host.Move},
                     {"launch", Host.Launch},
                     {"wait", Host.Wait},
                     {"commit", Host.Commit}};
  return Made;
}

/// The seconds of copying, and during which percentage of them kernels ran; "-" if nothing was measured.
std::pair<std::string, std::string> formatCopying(const QueueSeconds &Queues) {
  const double Copying = Queues.CopyIn + Queues.CopyOut;
  if (Copying <= 0)
    return {"-", "-"};
  return {fmt::format("{:.6f}", Copying), fmt::format("{:.1f}%", 100 * Queues.Hidden / Copying)};
}

/// Sums over all regions. Bytes also contains the traffic outside of passes.
struct Totals {
  std::uint64_t Passes = 0, InsidePasses = 0;
  double Seconds = 0; ///< Without passes that ran inside of other passes.
  Traffic Bytes;
};

Totals totalsOf(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between) {
  Totals All;
  for (const RegionTrace::Summary &Region : Regions) {
    All.Passes += Region.Passes;
    All.InsidePasses += Region.InsidePasses;
    All.Seconds += Region.Seconds - Region.InsideSeconds;
    for (const DeviceTrace &Device : Region.Devices)
      All.Bytes += Device.Bytes;
  }
  for (const TrafficBetween &Each : Between)
    All.Bytes += Each.Bytes;
  return All;
}

/// For how many seconds each unfinished pass has been running, the longest first.
std::vector<double> underWay(const RegionTrace::Summary &Region, std::int64_t Now) {
  std::vector<double> Seconds;
  for (const std::int64_t Began : Region.UnderWay)
    if (Now)
      Seconds.push_back(double(Now - Began) * 1e-9);
  std::ranges::sort(Seconds, std::greater());
  return Seconds;
}

/// Why no accelerator took part, in one line: the reason if it was the same in all passes, else all reasons with their
/// numbers of passes.
std::string whyWithout(const RegionTrace::Summary &Region) {
  if (Region.NoAccelerator.size() == 1 && Region.NoAccelerator.front().second == Region.Passes)
    return Region.NoAccelerator.front().first;
  return fmt::format("{}", fmt::join(Region.whyNoAccelerator(), "; "));
}

double share(std::uint64_t Part, std::uint64_t Whole) { return Whole ? 100.0 * double(Part) / double(Whole) : 0; }

} // namespace

std::string formatTable(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between,
                        std::int64_t Now) {
  std::string Text = Now ? "hetrt: report so far\n" : "hetrt: report\n";
  for (const RegionTrace::Summary &Region : Regions) {
    Text += fmt::format("region {}: {}, {} {} in {:.6f} s\n", Region.Location, Region.Scheduler, Region.Passes,
                        Region.Passes == 1 ? "pass" : "passes", Region.Seconds);
    for (const double Each : underWay(Region, Now))
      Text += fmt::format("  under way: a pass that began {:.6f} s ago\n", Each);
    Text += fmt::format("  planning {:.6f}, start-up {:.6f}, computing {:.6f}, waiting {:.6f}\n", Region.Parts.Planning,
                        Region.Parts.StartUp, Region.Parts.Computing, Region.Parts.Waiting);
    if (const double Times = Region.speedUp(); Times > 0)
      Text += fmt::format("  {:.2f} times as fast as the cores alone ({} passes with accelerators, {} without)\n",
                          Times, Region.Together.Passes, Region.Alone.Passes);
    if (Region.PlainPasses)
      Text += fmt::format("  as plain OpenMP: {} of {} {}\n", Region.PlainPasses, Region.Passes,
                          Region.Passes == 1 ? "pass" : "passes");
    if (Region.InsidePasses)
      Text +=
          fmt::format("  inside passes of other loops: {} of {} {}, {:.6f} s, which are in the seconds of those, too\n",
                      Region.InsidePasses, Region.Passes, Region.Passes == 1 ? "pass" : "passes", Region.InsideSeconds);
    if (!Region.Reason.empty())
      Text += fmt::format("  last pass: {}\n", Region.Reason);
    for (const std::string &Each : Region.whyNoAccelerator())
      Text += "  " + Each + "\n";
    Text += fmt::format("  {:<14}{:>20}{:>8}{:>14}{:>12}{:>12}{:>14}{:>14}{:>9}\n", "device", "iterations", "share",
                        "seconds", "bytes in", "bytes out", "bytes across", "copying", "hidden");
    std::uint64_t All = 0;
    for (const DeviceTrace &Device : Region.Devices)
      All += Device.Iterations;
    for (const DeviceTrace &Device : Region.Devices) {
      const auto [Copying, Hidden] = formatCopying(Device.Queues);
      Text += fmt::format("  {:<14}{:>20}{:>7.1f}%{:>14.6f}{:>12}{:>12}{:>14}{:>14}{:>9}{}{}\n", Device.name(),
                          Device.Iterations, share(Device.Iterations, All), Device.Seconds,
                          formatBytes(Device.Bytes.In), formatBytes(Device.Bytes.Out), formatBytes(Device.Bytes.Across),
                          Copying, Hidden, Device.InPlace ? "  in place" : "", Device.GivenUp ? "  given up" : "");
      for (const InnerFigures &Each : Device.Inner)
        Text += fmt::format("  {:<20}{:>14}{:>7.1f}%{:>14.6f}{:>12}{:>12}{}\n", "  " + Device.name() + "/" + Each.Name,
                            Each.Iterations, share(Each.Iterations, All), Each.Seconds, formatBytes(Each.BytesIn),
                            formatBytes(Each.BytesOut), Each.GivenUp ? "  given up" : "");
      if (!Device.WhyCores.empty())
        Text += fmt::format("    its cores alone, in the last pass: {}\n", Device.WhyCores);
    }
    for (const DeviceTrace &Device : Region.Devices)
      if (Device.Bytes.hasMessages())
        Text += fmt::format("  {}: {}\n", Device.name(), formatMessages(Device.Bytes));
  }
  for (const TrafficBetween &Each : Between)
    Text += fmt::format("between regions: {}, {} in, {} out, {} across{}\n", Each.Device, formatBytes(Each.Bytes.In),
                        formatBytes(Each.Bytes.Out), formatBytes(Each.Bytes.Across),
                        Each.Bytes.hasMessages() ? "; " + formatMessages(Each.Bytes) : "");
  const Totals All = totalsOf(Regions, Between);
  Text += fmt::format("total: {} {}{} in {:.6f} s, {} in, {} out, {} across\n", All.Passes,
                      All.Passes == 1 ? "pass" : "passes",
                      All.InsidePasses ? fmt::format(" ({} of them inside others)", All.InsidePasses) : "", All.Seconds,
                      formatBytes(All.Bytes.In), formatBytes(All.Bytes.Out), formatBytes(All.Bytes.Across));
  return Text;
}

std::string formatJson(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between,
                       std::int64_t Now) {
  std::string List;
  for (const RegionTrace::Summary &Region : Regions) {
    Json Fields = {{"location", Region.Location},
                   {"scheduler", Region.Scheduler},
                   {"reason", Region.Reason},
                   {"no_accelerator", whyWithout(Region)},
                   {"passes", Region.Passes},
                   {"plain_passes", Region.PlainPasses},
                   {"inside", {{"passes", Region.InsidePasses}, {"seconds", Region.InsideSeconds}}},
                   {"full_copy_passes", Region.FullCopyPasses},
                   {"seconds", Region.Seconds},
                   {"planning", Region.Parts.Planning},
                   {"parts",
                    {{"planning", Region.Parts.Planning},
                     {"start_up", Region.Parts.StartUp},
                     {"computing", Region.Parts.Computing},
                     {"waiting", Region.Parts.Waiting}}},
                   {"speed_up", Region.speedUp() > 0 ? Json(Region.speedUp()) : Json()},
                   {"pass_seconds", Region.PassSeconds}};
    if (Now && !Region.UnderWay.empty())
      Fields["under_way"] = underWay(Region, Now);
    std::string Text = json::print(Fields);
    Text.back() = ',';
    std::string Devices;
    for (const DeviceTrace &Device : Region.Devices)
      Devices += (Devices.empty() ? "\n    " : ",\n    ") + json::print(toJson(Device));
    List += (List.empty() ? "\n  " : ",\n  ") + Text + "\n   \"devices\":[" + Devices + "]}";
  }
  Json Outside = Json::array();
  for (const TrafficBetween &Each : Between) {
    Outside.push_back({{"name", Each.Device},
                       {"bytes_in", Each.Bytes.In},
                       {"bytes_out", Each.Bytes.Out},
                       {"bytes_across", Each.Bytes.Across}});
    addMessages(Each.Bytes, Outside.back());
  }
  const Totals All = totalsOf(Regions, Between);
  const Json Sums = {{"passes", All.Passes},       {"inside_passes", All.InsidePasses},
                     {"seconds", All.Seconds},     {"bytes_in", All.Bytes.In},
                     {"bytes_out", All.Bytes.Out}, {"bytes_across", All.Bytes.Across}};
  return std::string("{\"version\":1,") + (Now ? "\"so_far\":true," : "") + "\n \"regions\":[" + List +
         "],\n \"between_regions\":" + json::print(Outside) + ",\n \"totals\":" + json::print(Sums) + "}\n";
}

} // namespace hetrt
