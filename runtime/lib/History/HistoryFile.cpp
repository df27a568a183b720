// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the history's file, and adds measurements to it.
#include "History/HistoryFile.h"

#include "Files/OutputFile.h"
#include "Files/StateFile.h"

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace hetrt {
namespace {

std::string problem(std::string_view What, const std::string &Path, std::string_view Why) {
  return fmt::format("cannot {} '{}': {}", What, Path, Why);
}

/// The largest file that is read, in bytes. A history of 4096 entries (History::MostEntries) with the longest possible
/// names is smaller.
constexpr std::size_t LargestFile = 64 << 20;

} // namespace

std::string historyPath(const std::function<const char *(const char *)> &Environment) {
  auto Folder = [&](const char *Name) -> std::string {
    const char *Value = Environment(Name);
    return Value && *Value == '/' ? Value : "";
  };
  if (std::string State = Folder("XDG_STATE_HOME"); !State.empty())
    return State + "/hetcc/history.json";
  if (std::string Home = Folder("HOME"); !Home.empty())
    return Home + "/.local/state/hetcc/history.json";
  return {};
}

/// Reads the history in the file. After an error, returns nothing and sets `Problem`. `NoHistory` becomes true if the
/// file could be read, but its contents are no history.
static std::optional<History> load(const std::string &Path, std::string &Problem, bool &NoHistory) {
  std::string Text, Why;
  NoHistory = false;
  if (Why = readStateFile(Path, LargestFile, Text); !Why.empty()) {
    Problem = problem("read", Path, Why);
    return std::nullopt;
  }
  std::optional<History> Read = Text.empty() ? History() : History::parse(Text, Why);
  NoHistory = !Read;
  if (NoHistory)
    Problem = problem("use", Path, Why);
  return Read;
}

std::string HistoryFile::read(History &Into) const {
  std::string Problem;
  bool NoHistory;
  Into = load(Path, Problem, NoHistory).value_or(History());
  return Problem;
}

HistoryFile::Added HistoryFile::add(const std::vector<HistorySample> &Samples, std::int64_t When) const {
  std::error_code Error;
  if (std::string Why = makeStateFolder(std::filesystem::path(Path).parent_path()); !Why.empty())
    return {problem("write", Path, Why)};
  const StateLock Lock(Path + ".lock", Patience);
  if (!Lock.held())
    return {problem("write", Path, Lock.why()), Lock.busy()};
  std::string Problem;
  bool NoHistory;
  std::optional<History> All = load(Path, Problem, NoHistory);
  if (!All && !NoHistory)
    return {Problem};
  if (NoHistory) {
    All.emplace();
    std::filesystem::rename(Path, Path + ".unreadable", Error);
  }
  // Several regions may have the same "file:line": regions in a header that several translation units include, or
  // instances of a template. The mean over these regions is this run's sample.
  std::map<HistoryKey, std::pair<double, unsigned>> Sums;
  for (const HistorySample &Each : Samples) {
    Sums[Each.Key].first += Each.SecondsPerIteration;
    ++Sums[Each.Key].second;
  }
  for (const auto &[Key, Sum] : Sums)
    All->add(Key, Sum.first / Sum.second, When);
  const std::string Why = writeFile(Path, All->format(), {.Mode = 0600});
  return {Why.empty() ? "" : problem("write", Path, Why)};
}

std::string HistoryFile::clear() const {
  std::error_code Error;
  std::filesystem::remove(Path, Error);
  return Error ? problem("remove", Path, Error.message()) : std::string();
}

} // namespace hetrt
