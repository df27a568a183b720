// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells the checker (Check/Checker.h) about passes, arrays and parts.
#include "Region/CheckedRegion.h"

#include "Check/Checker.h"

#include <memory>
#include <string_view>

namespace hetrt {

void beginChecked(const hetrt_region &Region, const std::string &Location, const hetrt_call &Call, RegionPass &Pass) {
  if (!(Region.flags & HETRT_PARTITION)) {
    Pass.Checked = std::make_unique<check::CheckedPass>(Region, Location, Call);
    return;
  }
  Pass.OnCoresAlone = Call.devices && std::string_view(Call.devices) == "cpu";
  Pass.CheckedBlock = check::beginBlock();
}

void nameArrays(const CallTables &Of, bool AreOthers, RegionPass &Pass) {
  constexpr std::uint32_t MayUseMore = HETRT_HOST_ONLY | HETRT_REACH_ONLY;
  if (!Pass.Checked)
    return;
  if (AreOthers)
    Pass.Checked->isUnknown(std::string("what hetcc takes for granted of its subscripts does not hold") +
                            (Of.Call.failed ? std::string(": ") + Of.Call.failed : ""));
  std::vector<check::NamedArray> Named;
  for (unsigned Number = 0; Number < Of.Region.array_count; ++Number) {
    const hetrt_array_info &Info = Of.Region.arrays[Number];
    if ((Of.Region.flags & MayUseMore) || (Info.flags & HETRT_ROWS)) // rows may lie anywhere in memory
      return;
    if (const std::int64_t Size = Of.number(Info.element_size); Of.base(Number) && Size > 0)
      Named.push_back({Info.name, reinterpret_cast<std::uintptr_t>(Of.base(Number)), std::uint64_t(Size)});
  }
  Pass.Checked->name(std::move(Named));
}

void checkArrays(const std::string &Location, const Status &OfArrays, RegionPass &Pass) {
  if (!OfArrays.ok()) {
    check::clauseFails(Location, OfArrays.message());
    Pass.Arrays.reset();
  }
  if (Pass.Checked && !Pass.WhyOutside.empty())
    check::leavesArray(Location, Pass.WhyOutside, Pass.OutsideOf);
  if (Pass.Checked && Pass.Arrays)
    Pass.Checked->describe(Pass.Arrays->Call);
  else if (Pass.Checked)
    Pass.Checked->isUnknown(Pass.WhyUnknown.empty() ? "what it uses of its arrays is not known" : Pass.WhyUnknown);
}

void leaveArraysUnknown(const std::string &Why, RegionPass &Pass) {
  if (Pass.Checked)
    Pass.Checked->isUnknown(Why);
}

void checkPart(const std::string &Location, const RegionPass &Pass, std::uint32_t Number, const hetrt_part &Its) {
  const Range Share = Its.share();
  check::enterPart(Pass.CheckedBlock, Number, {Share.First, Share.Last}, Pass.Arrays ? &Pass.Arrays->Call : nullptr,
                   Location, Pass.OnCoresAlone);
}

} // namespace hetrt
