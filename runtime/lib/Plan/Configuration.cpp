// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the words of a clause, and makes the scheduler that they name.
#include "Plan/Configuration.h"

#include "Plan/SchedulerChoice.h"
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace hetrt {

static bool sameText(const char *A, const char *B) { return A == B || (A && B && std::string_view(A) == B); }

bool ClauseWords::operator==(const ClauseWords &Other) const {
  return sameText(Devices, Other.Devices) && sameText(Scheduler, Other.Scheduler) && Ratio == Other.Ratio &&
         Div == Other.Div;
}

Status configure(const ClauseWords &Words, const hetrt_region &Region, const Place *Where, const Settings &Set,
                 Configuration &Into, std::unique_ptr<Scheduler> &Made) {
  if (Status Result = parseDevices(Words.Devices, Into.Choice); !Result.ok())
    return Result;
  const bool OneRange = Region.flags & HETRT_PARTITION;
  const SchedulerWish Wish{.Name = Words.Scheduler,
                           .Ratio = Words.Ratio,
                           .Div = Words.Div,
                           .Clause = OneRange ? "partition" : "hetero",
                           .OneRange = OneRange,
                           .OverPlaces = (Region.flags & HETRT_PLACES) != 0};
  SchedulerChoice Chosen;
  if (Status Result = makeScheduler(Wish, Set, Chosen); !Result.ok())
    return Result;
  Into.Words = Words;
  Into.Scheduler = Chosen.As;
  Made = std::move(Chosen.Plan);
  const bool Cores = Set.UseCores && (!Where || Where->UsesCores);
  Into.WantsCores = Into.Choice.Cores && Chosen.As->UsesCores && (Cores || !Chosen.As->UsesAccelerators);
  Into.WantsAccelerators = Into.needsAccelerator() && !(Region.flags & HETRT_HOST_ONLY);
  return Status::success();
}

bool wantsAccelerators(const hetrt_region &Region, const hetrt_call &Call) {
  DeviceChoice Asked;
  const SchedulerDescriptor *Named = Call.scheduler ? findScheduler(Call.scheduler) : nullptr;
  return !(Region.flags & HETRT_HOST_ONLY) && !(Named && !Named->UsesAccelerators) &&
         parseDevices(Call.devices, Asked).ok() && Asked.accelerators();
}

Status checkIds(const Configuration &Of, const Fleet &All) {
  for (unsigned Id : Of.Choice.Ids)
    if (Id >= All.Members.size() && !All.Members.empty()) {
      std::string Known;
      for (const auto &Each : All.Members)
        Known += fmt::format("{}gpu:{} ({})", Known.empty() ? "" : ", ", Each->number(), Each->device().label());
      return Status::programFault(
          HETRT_ERROR_DEVICE,
          fmt::format("devices '{}': there is no accelerator {}; there are {}", Of.Words.Devices, Id, Known));
    }
  return Status::success();
}

} // namespace hetrt
