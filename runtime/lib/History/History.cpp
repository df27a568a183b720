// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Medians of the measurements of several runs, and the text of the history's JSON file.
#include "History/History.h"

#include "Json/Json.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace hetrt {
namespace {

constexpr int FormatVersion = 1;

/// Whether a value can be seconds per iteration: no iteration takes less than 1e-18 or more than 1e9 seconds, and
/// schedulers can compute with numbers in this range.
bool isMeasurement(double Seconds) { return Seconds >= 1e-18 && Seconds <= 1e9; }

/// The median; if the number of values is even, the mean of the middle two.
double medianOf(std::vector<double> Values) {
  const std::size_t Middle = Values.size() / 2;
  std::ranges::nth_element(Values, Values.begin() + std::ptrdiff_t(Middle));
  if (Values.size() % 2)
    return Values[Middle];
  return (Values[Middle] + *std::max_element(Values.begin(), Values.begin() + std::ptrdiff_t(Middle))) / 2;
}

/// Reads one entry; returns false if a field is missing, has a wrong type, or is out of range.
bool readEntry(const Json &From, HistoryKey &Key, HistoryEntry &Entry) {
  auto Text = [&](const char *Name, std::string &Into) {
    if (!From.contains(Name) || !From[Name].is_string())
      return false;
    Into = From[Name];
    return true;
  };
  auto Number = [&](const char *Name, auto &Into, std::int64_t Most) {
    if (!From.contains(Name) || !From[Name].is_number_integer() || From[Name] < 0 || From[Name] > Most)
      return false;
    Into = From[Name];
    return true;
  };
  constexpr std::int64_t LargestClass = 64, LastSecond = std::numeric_limits<std::int64_t>::max();
  if (!From.is_object() || !Text("program", Key.Program) || !Text("region", Key.Region) ||
      !Text("device", Key.Device) || !Number("size_class", Key.SizeClass, LargestClass) ||
      !Number("last_used", Entry.LastUsed, LastSecond))
    return false;
  // An entry about a launch shape has the fields "turns_class", "threads" and "lanes"; other entries have none of
  // these.
  constexpr std::int64_t MostThreads = 1 << 20;
  if (From.contains("threads") &&
      !(Number("turns_class", Key.TurnsClass, LargestClass) && Number("threads", Key.Threads, MostThreads) &&
        Key.Threads > 0 && Number("lanes", Key.Lanes, MostThreads) && Key.Lanes > 0))
    return false;
  const auto Samples = From.find("seconds_per_iteration");
  if (Samples == From.end() || !Samples->is_array() || Samples->empty() || Samples->size() > HistoryEntry::MostSamples)
    return false;
  for (const Json &Each : *Samples) {
    if (!Each.is_number() || !isMeasurement(Each))
      return false;
    Entry.Samples.push_back(Each);
  }
  return true;
}

} // namespace

unsigned sizeClass(std::uint64_t TripCount) { return static_cast<unsigned>(std::bit_width(TripCount)); }

void HistoryEntry::add(double SecondsPerIteration, std::int64_t When) {
  if (Samples.size() == MostSamples)
    Samples.erase(Samples.begin());
  Samples.push_back(SecondsPerIteration);
  LastUsed = std::max(LastUsed, When);
}

double HistoryEntry::median() const { return medianOf(Samples); }

double HistoryEntry::deviation() const {
  const double Median = median();
  std::vector<double> Distances;
  for (double Each : Samples)
    Distances.push_back(std::abs(Each - Median) / Median);
  return medianOf(std::move(Distances));
}

void History::add(const HistoryKey &Key, double SecondsPerIteration, std::int64_t When) {
  if (!isMeasurement(SecondsPerIteration))
    return;
  Entries[Key].add(SecondsPerIteration, When);
  dropOldest();
}

void History::dropOldest() {
  if (Entries.size() <= MostEntries)
    return;
  std::vector<std::int64_t> Used;
  for (const auto &[Key, Entry] : Entries)
    Used.push_back(Entry.LastUsed);
  std::size_t Surplus = Entries.size() - MostEntries;
  std::ranges::nth_element(Used, Used.begin() + std::ptrdiff_t(Surplus - 1));
  const std::int64_t Last = Used[Surplus - 1];
  // Erase all entries that were last used before the time `Last`, then as many entries with that time as are still too
  // many.
  Surplus -= std::erase_if(Entries, [&](const auto &Each) { return Each.second.LastUsed < Last; });
  std::erase_if(Entries, [&](const auto &Each) { return Surplus > 0 && Each.second.LastUsed == Last && Surplus--; });
}

/// Whether the entry's samples differ so little that their median can be used.
static bool isBelievable(const HistoryEntry &Entry) {
  constexpr double MostDeviation = 0.5;
  return Entry.deviation() <= MostDeviation;
}

std::optional<double> History::secondsPerIteration(const HistoryKey &Key) const {
  const auto Found = Entries.find(Key);
  if (Found == Entries.end() || !isBelievable(Found->second))
    return std::nullopt;
  return Found->second.median();
}

std::vector<HistoryKey> History::launchShapes(const HistoryKey &Of) const {
  HistoryKey Passes = Of;
  Passes.Threads = Passes.Lanes = 0;
  std::vector<std::pair<double, HistoryKey>> Found;
  for (auto At = Entries.upper_bound(Passes); At != Entries.end(); ++At) {
    HistoryKey Like = At->first;
    Like.Threads = Like.Lanes = 0;
    if (Like != Passes)
      break;
    if (isBelievable(At->second))
      Found.emplace_back(At->second.median(), At->first);
  }
  std::ranges::sort(Found);
  std::vector<HistoryKey> Keys;
  for (auto &[Median, Key] : Found)
    Keys.push_back(std::move(Key));
  return Keys;
}

std::string History::format() const {
  Json List = Json::array();
  for (const auto &[Key, Entry] : Entries) {
    Json Each = {{"program", Key.Program},      {"region", Key.Region},
                 {"device", Key.Device},        {"size_class", Key.SizeClass},
                 {"last_used", Entry.LastUsed}, {"seconds_per_iteration", Entry.Samples}};
    if (Key.Threads)
      Each.update({{"turns_class", Key.TurnsClass}, {"threads", Key.Threads}, {"lanes", Key.Lanes}});
    List.push_back(std::move(Each));
  }
  return json::print({{"version", FormatVersion}, {"entries", List}}, 1) + "\n";
}

std::optional<History> History::parse(std::string_view Text, std::string &Problem) {
  constexpr int Deepest = 4; // the file's object contains a list of entries, and each entry a list of samples: four
                             // levels
  const Json Root = json::parseShallow(Text, Deepest);
  if (Root.is_discarded() || !Root.is_object() || !Root.contains("version") || !Root.contains("entries") ||
      !Root["version"].is_number_integer() || !Root["entries"].is_array()) {
    Problem = "it is no history";
    return std::nullopt;
  }
  if (Root["version"] != FormatVersion) {
    Problem = fmt::format("wanted version {}, found {}", FormatVersion, json::print(Root["version"]));
    return std::nullopt;
  }
  History Made;
  for (const Json &Each : Root["entries"]) {
    HistoryKey Key;
    HistoryEntry Entry;
    if (!readEntry(Each, Key, Entry)) {
      Problem = fmt::format("entry {} cannot be read", &Each - &Root["entries"].front());
      return std::nullopt;
    }
    Made.Entries[Key] = std::move(Entry);
  }
  Made.dropOldest();
  return Made;
}

} // namespace hetrt
