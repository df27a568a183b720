// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares a pass with a recording (HETRT_REPLAY), and makes the messages about differences.
#include "Region/Repeating.h"

#include <fmt/format.h>

namespace hetrt {

namespace {

std::string threads(std::uint32_t Count) { return fmt::format("{} {}", Count, Count == 1 ? "thread" : "threads"); }

} // namespace

void noteBeside(PassLog *Kept, bool IsBeside) {
  if (Kept)
    Kept->expect(&RecordedPass::Beside, IsBeside,
                 [](bool Is) { return Is ? "a pass that runs beside another one" : "a pass that has the region"; });
}

std::uint32_t decideTeam(PassLog *Kept, std::uint32_t Wanted, std::uint32_t Team) {
  if (!Kept)
    return Team;
  Kept->expect(&RecordedPass::Wanted, Wanted,
               [](std::uint32_t Count) { return "a region that wants " + threads(Count); });
  return Kept->decide(&RecordedPass::Team, Team);
}

void noteTeam(PassLog *Kept, std::uint32_t Count) {
  if (Kept)
    Kept->expect(&RecordedPass::Came, Count, [](std::uint32_t Came) { return "a team of " + threads(Came); });
}

void noteScheduler(PassLog *Kept, std::string_view Name) {
  if (Kept)
    Kept->expect(&RecordedPass::Scheduler, std::string(Name), [](const std::string &By) {
      return By.empty() ? std::string("equal parts without a scheduler") : fmt::format("the scheduler '{}'", By);
    });
}

Status notRepeated(const Settings &Set, const std::string &Why) {
  return Status::programFault(HETRT_ERROR_SETTING, fmt::format("setting HETRT_REPLAY='{}': {}", Set.ReplayFile, Why));
}

Status whyNotRepeated(const Settings &Set, const PassLog *Kept) {
  return Kept && !Kept->why().empty() ? notRepeated(Set, Kept->why()) : Status::success();
}

} // namespace hetrt
