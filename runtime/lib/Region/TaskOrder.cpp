// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overlap of the sections of regions.
#include "Region/TaskOrder.h"

#include <algorithm>

namespace hetrt {
namespace {

bool conflict(const hetrt_section &A, const hetrt_section &B) {
  return (A.writes || B.writes) && A.first < B.last && B.first < A.last;
}

bool conflict(const hetrt_task &A, const hetrt_task &B) {
  return std::any_of(A.Sections.begin(), A.Sections.end(), [&](const hetrt_section &Of) {
    return std::any_of(B.Sections.begin(), B.Sections.end(),
                       [&](const hetrt_section &Other) { return conflict(Of, Other); });
  });
}

} // namespace

hetrt_task *TaskOrder::begin(std::span<const hetrt_section> Sections) {
  auto Made = std::make_unique<hetrt_task>();
  Made->Sections.assign(Sections.begin(), Sections.end());
  std::lock_guard Lock(Mutex);
  for (const auto &Other : UnderWay)
    if (conflict(*Made, *Other))
      Made->Before.push_back(&Other->Mark);
  UnderWay.push_back(std::move(Made));
  hetrt_task *Task = UnderWay.back().get();
  Task->Place = std::prev(UnderWay.end());
  return Task;
}

void TaskOrder::end(hetrt_task *Done) {
  std::lock_guard Lock(Mutex);
  UnderWay.erase(Done->Place);
}

} // namespace hetrt
