// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the sections of hetinfo on devices and settings.
#include "Listings.h"

#include "Device/DeviceList.h"
#include "Files/Rights.h"
#include "Settings/Settings.h"
#include "Team/PlaceTeams.h"
#include "Topology/Granted.h"
#include "Topology/Nodes.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace hetinfo {
namespace {

const char *environment(const char *Name) { return std::getenv(Name); }

std::string describe(const hetrt::Capabilities &What) {
  std::string Text = What.Name;
  if (What.MemoryBytes)
    Text += fmt::format(", {:.1f} GiB", double(What.MemoryBytes) / double(1ull << 30));
  Text += fmt::format(", {:g} times a core's width", What.RelativeWidth);
  if (What.ReachesHost)
    Text += ", reaches the host's memory";
  if (!What.PciAddress.empty())
    Text += ", at " + What.PciAddress;
  if (const auto Node = hetrt::nodeOfDevice("/sys", What.PciAddress))
    Text += fmt::format(", near memory node {}", *Node);
  return Text;
}

/// Prints a line for a device. If the device is a node of a cluster, also prints a line for each of the node's own
/// devices.
void list(const hetrt::Device &Which) {
  fmt::print("  {:<14}{}\n", Which.label(), describe(Which.capabilities()));
  for (const std::string &Each : Which.capabilities().Inner)
    fmt::print("    {}/{}\n", Which.label(), Each);
}

/// Prints a line for each kind of device of which there is none, with the reason.
void listMissing(const hetrt::Fleet &All, const hetrt::Settings &Set) {
  for (const hetrt::DeviceKind &Kind : hetrt::deviceKinds()) {
    bool Any = false;
    for (const auto &Member : All.Members)
      Any |= Member->capabilities().Kind == Kind.Name;
    if (Any)
      continue;
    const hetrt::FoundDevices Found = Kind.Enumerate({.Options = Set.kindOptions(Kind.Setting)});
    const bool Left = !Found.Devices.empty();
    fmt::print("  {:<14}none: {}\n", Kind.Name,
               Left                    ? "left out by the settings"
               : !Found.WhyNot.empty() ? Found.WhyNot
                                       : fmt::format("only on request: HETRT_DEVICES={}:1", Kind.Name));
  }
}

/// Processor numbers as text, as in "0-3,8".
std::string listed(const hetrt::Processors &Which) {
  std::string Text;
  for (std::size_t I = 0, Next; I < Which.size(); I = Next) {
    for (Next = I + 1; Next < Which.size() && Which[Next] == Which[Next - 1] + 1;)
      ++Next;
    Text += fmt::format("{}{}", Text.empty() ? "" : ",", Which[I]);
    if (Next > I + 1)
      Text += fmt::format("-{}", Which[Next - 1]);
  }
  return Text;
}

/// Lists the places that blocks with `proc_bind(spread)` use when OMP_PLACES is not set.
void listPlaces(const hetrt::Fleet &All, const hetrt::Settings &Set, unsigned Cores) {
  hetrt::PlaceTeams Places(Set.Places, Cores);
  for (const hetrt::Place &Each : Places.of(Places.count(), {}, &All)) {
    fmt::print("  {:<14}hardware threads {}, {} {}", fmt::format("place {}", Each.Number), listed(Each.On), Each.Cores,
               Each.Cores == 1 ? "core" : "cores");
    for (const hetrt::Accelerator *Device : Each.Devices)
      fmt::print(", {}:{}", Device->capabilities().Kind, Device->capabilities().Index);
    fmt::print("\n");
  }
}

} // namespace

bool listDevices() {
  hetrt::Settings Set;
  const hetrt::KindNames Kinds = hetrt::deviceKindNames();
  std::vector<std::string_view> LeftOut;
  const auto Followed = hetrt::followedEnvironment(environ, hetrt::isPrivileged(), Kinds.FileSettings, LeftOut);
  const std::vector<std::string> Wrong = hetrt::readSettings(Followed.data(), Kinds.Settings, Kinds.Names, Set);
  for (const std::string &Message : Wrong)
    fmt::print(stderr, "hetinfo: error: {}\n", Message);

  hetrt::Fleet All;
  const hetrt::Status Result = hetrt::findFleet(Set, hetrt::localRank(environment), All);
  if (!Result.ok())
    fmt::print(stderr, "hetinfo: error: {}\n", Result.message());

  const unsigned Granted = hetrt::grantedCores(environment);
  fmt::print("devices:\n  {:<14}{} {} granted\n", "cpu", Granted, Granted == 1 ? "core" : "cores");
  for (const auto &Member : All.Members)
    list(Member->device());
  listMissing(All, Set);
  listPlaces(All, Set, std::min(Set.Cores.value_or(Granted), Granted));
  return Wrong.empty() && Result.ok();
}

void listSettings() {
  auto List = [](std::string_view Name, std::string_view Type, std::string_view Default, std::string_view Help) {
    const char *Value = std::getenv(std::string(Name).c_str());
    fmt::print("  {}={}\n      type {}, default {}\n      {}\n", Name, Value ? Value : "", Type, Default, Help);
  };
  fmt::print("settings (environment variables):\n");
  for (const hetrt::SettingRow &Row : hetrt::settingTable())
    List(Row.Name, Row.Type, Row.Default, Row.Help);
  for (const hetrt::DeviceKind &Kind : hetrt::deviceKinds())
    if (!Kind.Setting.empty())
      List(Kind.Setting, "text", "empty", Kind.SettingHelp);
  fmt::print("settings of others that are honoured:\n");
  for (const hetrt::SettingRow &Row : hetrt::honouredTable())
    List(Row.Name, Row.Type, Row.Default, Row.Help);
}

} // namespace hetinfo
