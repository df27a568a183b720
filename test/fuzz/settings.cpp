// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes the settings of an environment, where each line of the input is a variable. A wrong variable causes a message
// that names it and has no effect; the others have the same effect as without it.
#include "Check.h"

#include "Device/Emulated/EmulatedOptions.h"
#include "Settings/Settings.h"

#include <algorithm>
#include <cctype>
#include <cmath>

using namespace hetrt;

namespace {

constexpr std::string_view KindSettings[] = {"HETRT_EMULATED", "HETRT_CUDA_DRIVER"};
constexpr std::string_view Kinds[] = {"emulated", "cuda"};

std::vector<std::string> read(const std::vector<std::string> &Variables, Settings &Into) {
  std::vector<const char *> Environment;
  for (const std::string &Each : Variables)
    Environment.push_back(Each.c_str());
  Environment.push_back(nullptr);
  return readSettings(Environment.data(), KindSettings, Kinds, Into);
}

/// The settings as a text, for comparisons.
std::string describe(const Settings &Set) {
  std::string Text = std::to_string(Set.Cores.value_or(99999)) + std::to_string(Set.UseCores) + Set.Schedule + "|" +
                     std::to_string(int(Set.Report)) + Set.ReportFile + "|" + std::to_string(Set.BackoffPasses) + "," +
                     std::to_string(Set.RetryPasses) + "," + std::to_string(Set.MinimumShare) + "," +
                     std::to_string(int(Set.HostThreads)) + std::to_string(int(Set.Wait)) +
                     std::to_string(int(Set.Write)) + std::to_string(Set.Memory ? int(*Set.Memory) : -1) +
                     std::to_string(int(Set.History)) + std::to_string(Set.LaunchShape.Tune) + "," +
                     std::to_string(Set.LaunchShape.Threads) + "x" + std::to_string(Set.LaunchShape.Lanes) + "," +
                     std::to_string(Set.Deterministic) + std::to_string(Set.Places) +
                     std::to_string(int(Set.TargetOffload));
  if (Set.Accelerators)
    for (const DeviceWish &Wish : *Set.Accelerators)
      Text += " " + Wish.Kind + ":" + (Wish.Count ? std::to_string(*Wish.Count) : "all");
  for (const auto &[Name, Value] : Set.KindOptions)
    Text += " " + Name + "=" + Value;
  return Text;
}

void checkRanges(const Settings &Set) {
  check(Set.MinimumShare >= 0 && Set.MinimumShare <= 1, "a share is a fraction");
  check(Set.Places <= 4096 && Set.BackoffPasses <= 65536 && Set.RetryPasses <= 65536, "counts are bounded");
  check(Set.LaunchShape.Threads <= 32768 && Set.LaunchShape.Lanes <= 32768, "launch shapes are bounded");
  check(!Set.Accelerators || Set.Accelerators->size() <= std::size(Kinds), "a kind of device is named once");
}

void checkEmulated(std::string_view Text) {
  Status Result;
  const std::vector<EmulatedOptions> Sections = parseEmulatedOptions(Text, Result);
  check(!Sections.empty(), "there is a section for the first device");
  for (const EmulatedOptions &Each : Sections) {
    check(Each.Speed > 0 && Each.Speed <= 1, "speed is a fraction", Text);
    check(std::isfinite(Each.LatencySeconds) && Each.LatencySeconds >= 0, "latency is a time", Text);
    check(std::isfinite(Each.StartupSeconds) && Each.StartupSeconds >= 0, "startup is a time", Text);
    check(std::isfinite(Each.BandwidthBytesPerSecond) && Each.BandwidthBytesPerSecond >= 0, "bandwidth", Text);
    check(Each.Blocks > 0 && Each.Lanes > 0, "there are blocks and lanes", Text);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::vector<std::string> Variables = splitAt(asText(Data, Size), '\n');
  Settings Set;
  const std::vector<std::string> Wrong = read(Variables, Set);
  checkRanges(Set);
  std::vector<std::string> Right;
  size_t Messages = 0;
  for (const std::string &Each : Variables) {
    Settings Alone;
    const std::vector<std::string> Message = read({Each}, Alone);
    check(Message.size() <= 1, "one variable has one message", Each);
    if (Message.empty()) {
      Right.push_back(Each);
      continue;
    }
    ++Messages;
    // The variable ends at a null byte.
    const std::string Name = std::string(Each.c_str()).substr(0, Each.find('='));
    const bool Plain = Name.size() < 40 && std::all_of(Name.begin(), Name.end(), [](unsigned char C) {
                         return C < 127 && isgraph(C) && C != '\\';
                       });
    check(!Plain || Message[0].find(Name) != std::string::npos, "the message names the variable", Message[0]);
    check(std::none_of(Message[0].begin(), Message[0].end(), [](unsigned char C) { return iscntrl(C); }),
          "a message is one line", Message[0]);
    check(describe(Alone) == describe(Settings()), "what is wrong changes nothing", Each);
  }
  check(Messages == Wrong.size(), "a variable is wrong or right whatever stands beside it");
  Settings Only;
  check(read(Right, Only).empty() && describe(Only) == describe(Set), "wrong variables have no effect on others");
  checkEmulated(std::string(asText(Data, Size)).c_str());
  return 0;
}
