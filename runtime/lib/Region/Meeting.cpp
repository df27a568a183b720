// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The meeting of a team, and what its threads have to agree on.
#include "Region/Meeting.h"

#include "Pass/Waiting.h"

#include <cstddef>
#include <cstring>
#include <fmt/format.h>

using namespace hetrt;

/// Padding of a window has no value.
static bool isSame(const hetrt_window &A, const hetrt_window &B) {
  const auto Same = [&](const auto &Of, const auto &Other) { return std::memcmp(&Of, &Other, sizeof Of) == 0; };
  return A.base == B.base && A.element_size == B.element_size && Same(A.extent, B.extent) &&
         Same(A.halo_before, B.halo_before) && Same(A.halo_after, B.halo_after) && Same(A.tied, B.tied) &&
         Same(A.first, B.first) && Same(A.count, B.count);
}

/// What a thread brings, beside what the first one brought.
void hetrt_meeting::compare(const hetrt_region &Region, const hetrt_call &Call, std::span<const hetrt_own_value> Own) {
  const hetrt_call *Other = nullptr;
  if (First.compare_exchange_strong(Other, &Call, std::memory_order_acq_rel))
    return;
  if (Call.trip_count != Other->trip_count || Call.lower != Other->lower || Call.step != Other->step)
    OtherIterations.store(true, std::memory_order_relaxed);
  const char *Differs = !Call.condition != !Other->condition ? "hetero" : nullptr;
  for (std::uint32_t W = 0; W < Region.window_count && !Differs; ++W)
    if (!isSame(Call.windows[W], Other->windows[W]))
      Differs = Region.windows[W].name;
  for (const hetrt_own_value &Each : Own) {
    const auto *Mine = static_cast<const std::byte *>(Call.values),
               *Its = static_cast<const std::byte *>(Other->values);
    if (!Differs && std::memcmp(Mine + Each.offset, Its + Each.offset, Each.size) != 0)
      Differs = Each.name;
  }
  if (Differs)
    DiffersIn.store(Differs, std::memory_order_relaxed);
}

Status hetrt_meeting::attend(const hetrt_region &Region, const hetrt_call &Call, std::span<const hetrt_own_value> Own,
                             Beginner Begin, hetrt_pass *&Into) {
  compare(Region, Call, Own);
  Status Result = Status::success();
  if (Came.fetch_add(1, std::memory_order_acq_rel) + 1 < Count) {
    waitWhile(Begun, 0, Wait);
  } else {
    const char *Differs = DiffersIn.load(std::memory_order_relaxed);
    if (OtherIterations.load(std::memory_order_relaxed))
      Result = Status::programFault(HETRT_ERROR_ARGUMENT,
                                    fmt::format("{}: wanted the same iterations in all threads of the team, found "
                                                "different bounds: let them be shared variables",
                                                Region.location));
    else
      Result = Begin(Region, Call, Differs ? fmt::format("the threads of the team differ in '{}'", Differs) : "", Pass);
    if (!Result.ok())
      Pass = nullptr;
    Begun.store(1, std::memory_order_release);
    Begun.notify_all();
  }
  Into = Pass;
  const std::uint32_t All = Count; // behind the next line, another thread may free it
  if (Left.fetch_add(1, std::memory_order_acq_rel) + 1 == All)
    delete this;
  return Result;
}
