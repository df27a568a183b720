// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes mixes of devices, and formats the table of their results.
#include "WhatIf.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetsim {
namespace {

struct KindCount {
  std::string Kind;
  size_t Count;
  bool IsCore;
};

std::vector<KindCount> kindsOf(const hetrt::MachineModel &Machine) {
  std::vector<KindCount> Kinds;
  for (const hetrt::ModelledDevice &D : Machine.Devices) {
    const std::string Kind = D.Name.substr(0, D.Name.find(':'));
    auto Found = std::ranges::find(Kinds, Kind, &KindCount::Kind);
    if (Found == Kinds.end())
      Found = Kinds.insert(Found, {Kind, 0, D.Kind == hetrt::ProcessorKind::Cpu});
    ++Found->Count;
  }
  return Kinds;
}

std::string textOf(const std::vector<KindCount> &Kinds) {
  std::string Text;
  for (const KindCount &Each : Kinds)
    if (Each.Count > 0)
      Text += fmt::format("{}{}:{}", Text.empty() ? "" : ",", Each.Kind, Each.Count);
  return Text;
}

} // namespace

std::vector<std::string> mixesOf(const hetrt::MachineModel &Machine, const std::string &Also) {
  const std::vector<KindCount> Own = kindsOf(Machine);
  std::vector<std::string> Mixes;
  auto Add = [&](const std::string &Text) {
    if (!Text.empty() && std::ranges::find(Mixes, Text) == Mixes.end())
      Mixes.push_back(Text);
  };
  auto With = [&](auto Change) {
    std::vector<KindCount> Changed = Own;
    for (KindCount &Each : Changed)
      Change(Each);
    Add(textOf(Changed));
  };
  Add(textOf(Own));
  Add(Also);
  With([](KindCount &Each) { Each.Count *= Each.IsCore; });
  With([](KindCount &Each) { Each.Count *= !Each.IsCore; });
  for (const KindCount &One : Own)
    for (size_t Times : {2, 4})
      if (!One.IsCore)
        With([&](KindCount &Each) { Each.Count *= Each.Kind == One.Kind ? Times : 1; });
  With([](KindCount &Each) { Each.Count *= Each.IsCore ? 2 : 1; });
  return Mixes;
}

std::string formatMixes(const std::vector<Mix> &Mixes, double MeasuredSeconds) {
  std::string Text = fmt::format("  {:<34}{:>14}{:>12}{:>14}\n", "devices", "seconds", "times", "ideal");
  for (const Mix &Each : Mixes)
    Text += fmt::format("  {:<34}{:>14.6f}{:>12.2f}{:>14.6f}\n", Each.Devices, Each.Seconds,
                        Mixes.front().Seconds / Each.Seconds, Each.IdealSeconds);
  if (MeasuredSeconds > 0)
    Text += fmt::format("  measured on the first mix: {:.6f} s, {:.2f} times what is worked out for it\n",
                        MeasuredSeconds, MeasuredSeconds / Mixes.front().Seconds);
  return Text;
}

} // namespace hetsim
