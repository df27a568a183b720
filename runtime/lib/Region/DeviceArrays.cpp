// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that the program itself has put into a device's memory: they are used where they are, by that device alone;
// managed memory is used in place by all. Nothing of this is ever staged through the host.
#include "Region/RegionState.h"

#include <algorithm>
#include <fmt/format.h>

using namespace hetrt;

static std::string clauseOf(const hetrt_window_info &Info) {
  return fmt::format("{}({}), line {}", Info.clause, Info.name, Info.line);
}

/// Leaves the loop to the device whose memory one of its arrays is.
Status hetrt_region_state::bindTo(Accelerator &Owner, const std::string &What) {
  const std::string Memory = fmt::format("{}: the array is memory of {}", What, Owner.device().label());
  if (Region.flags & HETRT_PARTITION)
    return Status::programFault(HETRT_ERROR_ARGUMENT,
                                Memory + ": wanted one of the host's, which a partition can split");
  const auto IsOther = [&](const AcceleratorLease &Each) { return &Each.accelerator() != &Owner; };
  if (std::ranges::all_of(Serving, IsOther))
    return Status::programFault(
        HETRT_ERROR_ARGUMENT, Memory + ", which does not take part: it is not among the devices of the clause, serves "
                                       "another region, or was left out after a fault, or another "
                                       "array is elsewhere");
  std::erase_if(Serving, IsOther);
  CoresReach = false;
  return Status::success();
}

/// In whose memory an array lies: nobody's if the host can reach it.
struct ArrayHome {
  bool OfDevice = false;
  Accelerator *Owner = nullptr; ///< Null if it is a device that the settings leave out.
};

static ArrayHome homeOf(const void *Array, const Fleet &All) {
  ArrayHome Found;
  for (const auto &Each : All.Members) {
    const Residence Where = Each->device().residenceOf(Array);
    Found.OfDevice |= Where == Residence::Here || Where == Residence::Another;
    if (Where == Residence::Here)
      Found.Owner = Each.get();
  }
  return Found;
}

/// Whether the runtime itself reads a window's array, to find what belongs to iterations.
static bool isReadHere(const hetrt_region &Region, unsigned Number) {
  for (unsigned W = 0; W < Region.window_count; ++W) {
    const hetrt_window_info &Info = Region.windows[W];
    if ((Info.flags & (HETRT_SEGMENTED | HETRT_INDEXED)) && Info.through == Number)
      return true;
  }
  return Region.windows[Number].flags & HETRT_INDEXED;
}

/// Looks where the arrays of a call lie. One question to the driver for each array, where there is a driver at all.
Status hetrt_region_state::bindToMemory(const hetrt_call &Call, bool Planned) {
  if (Planned)
    CoresReach = true;
  const Fleet *All = Owner.forked() || inKernel() ? nullptr : Owner.fleetIfAny();
  for (unsigned W = 0; All && W < Region.window_count; ++W) {
    const ArrayHome Home = homeOf(Call.windows[W].base, *All);
    if (!Home.OfDevice)
      continue;
    const std::string What = clauseOf(Region.windows[W]);
    if (isReadHere(Region, W))
      return Status::programFault(HETRT_ERROR_ARGUMENT,
                                  What + ": the array is memory of a GPU: wanted one of the host's, where is read what "
                                         "belongs to iterations");
    if (!Home.Owner)
      return Status::programFault(HETRT_ERROR_ARGUMENT,
                                  What + ": the array is memory of a GPU that HETRT_DEVICES leaves out");
    if (!Planned)
      return Status::programFault(HETRT_ERROR_ARGUMENT,
                                  fmt::format("{}: the array is memory of {}, and cores alone run this pass: another "
                                              "thread is in the region, or it stands in a parallel one",
                                              What, Home.Owner->device().label()));
    if (Status Result = bindTo(*Home.Owner, What); !Result.ok())
      return Result;
  }
  return Status::success();
}

/// An array is used in place where all devices of the pass can do so; but not what is made anew for each share.
void hetrt_region_state::findInPlace(PassArrays &Arrays) const {
  for (Array &What : Arrays.Call.Arrays) {
    if (What.gathered())
      continue;
    What.InPlace = std::ranges::all_of(Serving, [&](const AcceleratorLease &Each) {
      const Residence Where = Each.accelerator().device().residenceOf(What.Base);
      return Where == Residence::Here || Where == Residence::Both;
    });
    if (What.InPlace && (!CoresReach || (What.Uses.reads() && What.Uses.writes())))
      Arrays.WhyNoRedo =
          fmt::format("{}: {}", clauseOf(*What.Info),
                      CoresReach ? "the device works on the array in place" : "the array is the device's own");
  }
}
