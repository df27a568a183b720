// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes counters as tables and as JSON.

#include "Driver/CounterReport.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <numeric>
#include <sstream>
#include <string_view>
#include <utility>

namespace emulator {

namespace {

constexpr std::string_view JsonPrefix = "json:";

std::uint64_t sumOf(const std::array<std::uint64_t, ClassCount> &Of) {
  return std::accumulate(Of.begin(), Of.end(), std::uint64_t(0));
}

/// Part / Whole with two decimals; "-" if Whole is 0.
std::string ratio(std::uint64_t Part, std::uint64_t Whole) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.2f", static_cast<double>(Part) / static_cast<double>(Whole));
  return Whole ? Text : "-";
}

/// Writes a JSON object. Names are identifiers of PTX, so nothing in them has to be escaped.
class JsonObject {
public:
  explicit JsonObject(std::ostream &To) : To(To) { To << '{'; }
  template <typename T> void add(const char *Name, const T &Value) { next(Name) << Value; }
  void text(const char *Name, const std::string &Value) { next(Name) << '"' << Value << '"'; }
  std::ostream &next(const char *Name) {
    return To << (std::exchange(IsFirst, false) ? "" : ", ") << '"' << Name << "\": ";
  }
  void close() { To << '}'; }

private:
  std::ostream &To;
  bool IsFirst = true;
};

void write(JsonObject &Into, const char *Name, const Dimensions &Of) {
  Into.next(Name) << '[' << Of.X << ", " << Of.Y << ", " << Of.Z << ']';
}

void write(JsonObject &Into, const char *Name, const std::array<std::uint64_t, ClassCount> &Of) {
  JsonObject Made(Into.next(Name));
  for (unsigned C = 0; C < ClassCount; ++C)
    Made.add(ClassNames[C], Of[C]);
  Made.close();
}

void write(JsonObject &Into, const char *Name, const Traffic &Of) {
  JsonObject Made(Into.next(Name));
  Made.add("requests", Of.Requests);
  Made.add("bytes", Of.Bytes);
  Made.add("sectors", Of.Sectors);
  Made.add("distinct_sectors", Of.Distinct);
  Made.close();
}

void write(std::ostream &To, const CountedLaunch &L) {
  JsonObject Made(To);
  Made.text("kernel", L.Kernel);
  Made.add("device", L.Device);
  Made.add("launch", L.Number);
  write(Made, "grid", L.Grid);
  write(Made, "block", L.Threads);
  Made.add("dynamic_shared", L.DynamicShared);
  write(Made, "warp_instructions", L.Of.Warps);
  write(Made, "thread_instructions", L.Of.Threads);
  write(Made, "global_loads", L.Of.Loads);
  write(Made, "global_stores", L.Of.Stores);
  write(Made, "global_updates", L.Of.Updates);
  Made.add("shared_requests", L.Of.SharedRequests);
  Made.add("shared_replays", L.Of.Replays);
  Made.add("shared_updates", L.Of.SharedUpdates);
  Made.add("branches", L.Of.Branches);
  Made.add("parted_branches", L.Of.Parted);
  Made.add("barriers", L.Of.Barriers);
  Made.close();
}

std::vector<std::string> rowOf(const std::string &Kernel, std::uint64_t Launches, const Counts &Of) {
  const std::uint64_t Warps = sumOf(Of.Warps);
  return {Kernel,
          std::to_string(Launches),
          std::to_string(Warps),
          ratio(sumOf(Of.Threads), Warps),
          std::to_string(Of.Loads.Sectors),
          ratio(Of.Loads.Sectors, Of.Loads.Requests),
          std::to_string(Of.Loads.Distinct),
          std::to_string(Of.Stores.Sectors),
          ratio(Of.Stores.Sectors, Of.Stores.Requests),
          std::to_string(Of.Stores.Distinct),
          std::to_string(Of.SharedRequests),
          std::to_string(Of.Replays),
          std::to_string(Of.Parted),
          std::to_string(Of.Barriers),
          std::to_string(Of.Updates.Requests + Of.SharedUpdates)};
}

} // namespace

bool isCounterTarget(const std::string &Target) {
  return Target == "table" || (Target.starts_with(JsonPrefix) && Target.size() > JsonPrefix.size());
}

void CounterReport::add(CountedLaunch Made) {
  std::lock_guard Guard(Lock);
  Launches.push_back(std::move(Made));
}

std::string CounterReport::table() const {
  std::map<std::string, std::pair<std::uint64_t, Counts>> Kernels;
  {
    std::lock_guard Guard(Lock);
    for (const CountedLaunch &Each : Launches) {
      auto &[Count, Sum] = Kernels[Each.Kernel];
      ++Count;
      Sum.add(Each.Of);
    }
  }
  std::vector<std::vector<std::string>> Rows = {{"kernel", "launches", "instructions", "threads", "load sectors",
                                                 "/request", "distinct", "store sectors", "/request", "distinct",
                                                 "shared", "replays", "parted", "barriers", "atomics"}};
  for (const auto &[Name, Of] : Kernels)
    Rows.push_back(rowOf(Name, Of.first, Of.second));
  std::vector<std::size_t> Widths(Rows[0].size());
  for (const auto &Row : Rows)
    for (std::size_t C = 0; C < Row.size(); ++C)
      Widths[C] = std::max(Widths[C], Row[C].size());
  std::string Text =
      "emulated CUDA driver: counted, not timed; instructions are of warps, with so many of their threads\n";
  for (const auto &Row : Rows) {
    Text += "  " + Row[0] + std::string(Widths[0] - Row[0].size(), ' ');
    for (std::size_t C = 1; C < Row.size(); ++C)
      Text += "  " + std::string(Widths[C] - Row[C].size(), ' ') + Row[C];
    Text += '\n';
  }
  return Text;
}

std::string CounterReport::json() const {
  std::ostringstream Text;
  Text << "{\"launches\": [";
  std::lock_guard Guard(Lock);
  for (std::size_t L = 0; L < Launches.size(); ++L)
    emulator::write(Text << (L ? ",\n" : "\n"), Launches[L]);
  Text << "\n]}\n";
  return Text.str();
}

std::string CounterReport::write(const std::string &Target) const {
  if (!Target.starts_with(JsonPrefix)) {
    std::fputs(table().c_str(), stderr);
    return {};
  }
  const std::string Path = Target.substr(JsonPrefix.size()), Text = json();
  std::FILE *To = std::fopen(Path.c_str(), "w");
  const bool IsWritten = To && std::fwrite(Text.data(), 1, Text.size(), To) == Text.size();
  if ((To && std::fclose(To)) || !IsWritten)
    return "'" + Path + "': " + std::strerror(errno);
  return {};
}

} // namespace emulator
