// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the section of hetinfo on the history of earlier runs.
#include "Listings.h"

#include "History/HistoryFile.h"
#include "Settings/Settings.h"

#include <cstdio>
#include <fmt/format.h>

namespace hetinfo {
namespace {

hetrt::HistoryFile historyFile() {
  return hetrt::HistoryFile(hetrt::historyPath(hetrt::followedVariable));
}

/// If the problem is not "", prints it as an error message and returns true.
bool said(const std::string &Problem) {
  if (!Problem.empty())
    fmt::print(stderr, "hetinfo: error: {}\n", Problem);
  return !Problem.empty();
}

bool hasFile(const hetrt::HistoryFile &File) {
  return !File.path().empty() || !said("neither XDG_STATE_HOME nor HOME names a folder, so there is no history");
}

/// The device to which a history entry belongs, and the launch shape if the entry has one.
std::string whose(const hetrt::HistoryKey &Key) {
  return Key.Threads ? fmt::format("{}, kernel with {} threads, {} lanes", Key.Device, Key.Threads, Key.Lanes)
                     : Key.Device;
}

} // namespace

bool listHistory() {
  const hetrt::HistoryFile File = historyFile();
  hetrt::History Past;
  if (!hasFile(File) || said(File.read(Past)))
    return false;
  fmt::print("history ({}):\n", File.path());
  if (Past.entries().empty()) {
    fmt::print("  empty; programs add to it under HETRT_HISTORY=on\n");
    return true;
  }
  fmt::print("  {:<36}{:<18}{:>5}{:>16}{:>11}  {}\n", "program, region", "trip count", "runs", "s/iteration",
             "deviation", "device");
  for (const auto &[Key, Entry] : Past.entries())
    fmt::print("  {:<36}{:<18}{:>5}{:>16.3e}{:>10.1f}%  {}\n", Key.Program + ", " + Key.Region,
               fmt::format("below 2^{}", Key.SizeClass), Entry.Samples.size(), Entry.median(), 100 * Entry.deviation(),
               whose(Key));
  return true;
}

bool clearHistory() {
  const hetrt::HistoryFile File = historyFile();
  return hasFile(File) && !said(File.clear());
}

} // namespace hetinfo
