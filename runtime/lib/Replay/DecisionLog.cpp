// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the recording that is repeated, and writes the new recording.
#include "Replay/DecisionLog.h"

#include "Files/InputFile.h"
#include "Settings/Quote.h"

#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <utility>

namespace hetrt {
namespace {

std::int64_t nanosecondsNow() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

std::string listOf(const std::vector<std::string> &Names) {
  std::string Text;
  for (const std::string &Each : Names)
    Text += (Text.empty() ? "" : ", ") + Each;
  return Text.empty() ? "none" : Text;
}

} // namespace

std::string DecisionLog::repeat(const std::string &Path) {
  constexpr std::size_t Most = std::size_t(1) << 30;
  std::string Text;
  if (std::string Why = readInputFile(Path, Most, Text); !Why.empty())
    return Why;
  Recording Read;
  if (std::string Why = parseRecording(Text, Read); !Why.empty())
    return Why;
  Old = std::move(Read);
  return {};
}

std::string DecisionLog::keep(const std::string &Path, std::string_view Program) {
  File.emplace(Path, "a recording");
  std::string Why = File->begin(recordingHead(Program));
  if (!Why.empty())
    File.reset();
  return Why;
}

std::string DecisionLog::devices(const std::vector<std::string> &Given) {
  std::vector<std::string> Names;
  for (const std::string &Each : Given)
    Names.push_back(asWritten(Each));
  if (Old && Old->Devices && *Old->Devices != Names)
    return fmt::format("wanted the accelerators of the recording: {}; found {}", listOf(*Old->Devices), listOf(Names));
  write(lineOfDevices(Names));
  return {};
}

RegionLog &DecisionLog::logOf(RegionName Name, const RegionText &Text) {
  Name.File = asWritten(Name.File);
  Name.Function = asWritten(Name.Function);
  std::lock_guard Lock(Mutex);
  const std::size_t Number = Regions.size();
  Name.Instance = ++Instances[Name];
  RegionLog::Writer Writer;
  if (File) {
    this->Text += lineOfRegion(Number, Name, Text);
    Writer = [this](std::string Line) { write(Line); };
  }
  Regions.push_back(std::make_unique<RegionLog>(Number, std::move(Writer)));
  if (!Old)
    return *Regions.back();
  const RecordedRegion *Of = Old->find(Name);
  std::string Missing;
  if (!Of)
    Missing =
        fmt::format("wanted one of the regions of the recorded program '{}', found {}", Old->Program, Name.text());
  else if (Of->Text.Content != Text.Content)
    Missing = fmt::format("wanted the region {} as it was when '{}' was recorded, found that its text or its options "
                          "have changed since",
                          Name.text(), Old->Program);
  Regions.back()->repeat(Missing.empty() ? Of : nullptr, Old->IsWhole, std::move(Missing));
  return *Regions.back();
}

/// Adds a line to the recording. Lines are collected in Text. They are written to the file often, so that few are lost
/// if the program crashes, but so seldom that writing takes at most a hundredth of the time.
void DecisionLog::write(std::string_view Line) {
  std::lock_guard Lock(Mutex);
  if (!File)
    return;
  Text += Line;
  Passes += Line.starts_with("{\"pass\"");
  if (nanosecondsNow() >= NextTime)
    empty();
}

/// Writes the collected lines to the file; called with the lock held. If writing fails, the recording ends, and the
/// program goes on.
void DecisionLog::empty() {
  constexpr std::int64_t Hundred = 100;
  if (!File || Text.empty())
    return;
  const std::int64_t Began = nanosecondsNow();
  const std::string Why = File->add(Text);
  Text.clear();
  const std::int64_t Ended = nanosecondsNow();
  NextTime = Ended + Hundred * (Ended - Began);
  if (Why.empty())
    return;
  File.reset();
  std::fprintf(stderr, "hetrt: warning: setting HETRT_RECORD: the recording ends early: %s\n", escaped(Why).c_str());
}

void DecisionLog::flush() {
  std::lock_guard Lock(Mutex);
  empty();
}

std::string DecisionLog::close() {
  std::lock_guard Lock(Mutex);
  if (File)
    Text += recordingEnd(Passes);
  empty();
  File.reset();
  if (!Old)
    return {};
  std::size_t Left = 0;
  for (const RecordedRegion &Each : Old->Regions)
    Left += Each.Passes.size();
  for (const auto &Each : Regions)
    Left -= Each->taken();
  return Left ? fmt::format("the program has ended, and {} passes of the recording were not repeated", Left) : "";
}

} // namespace hetrt
