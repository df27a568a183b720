// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For regions with `depend` clauses, keeps the tasks that read or write ranges of bytes.
#include "Region/TaskOrder.h"

#include <algorithm>
#include <memory>

namespace hetrt {

static std::uintptr_t address(const volatile void *Of) { return reinterpret_cast<std::uintptr_t>(Of); }

/// The first segment (range of bytes with the same tasks) that begins at `Address` or behind it. A segment that
/// contains the address is split there.
TaskOrder::Map::iterator TaskOrder::splitAt(std::uintptr_t Address) {
  auto After = Segments.lower_bound(Address);
  if (After == Segments.begin())
    return After;
  Segment &Before = std::prev(After)->second;
  if (Before.Last <= Address)
    return After;
  Segment Rest = Before;
  Before.Last = Address;
  return Segments.emplace_hint(After, Address, std::move(Rest));
}

/// Adds the tasks that must end before the task uses the section, and notes that the task uses it.
void TaskOrder::use(hetrt_task &Task, const hetrt_section &Of) {
  std::uintptr_t First = address(Of.first);
  const std::uintptr_t Last = address(Of.last);
  auto Next = splitAt(First);
  splitAt(Last);
  auto Wait = [&](hetrt_task *For) {
    if (For && For != &Task)
      Task.Before.push_back(&For->Mark);
  };
  for (; First < Last; First = Next->second.Last, ++Next) {
    if (Next == Segments.end() || Next->first > First)
      Next = Segments.emplace_hint(
          Next, First, Segment{.Last = Next == Segments.end() ? Last : std::min(Last, Next->first), .Readers = {}});
    Segment &Part = Next->second;
    if (!Of.writes || Part.Readers.empty())
      Wait(Part.Writer);
    if (Of.writes) {
      std::for_each(Part.Readers.begin(), Part.Readers.end(), Wait);
      Part.Writer = &Task;
      Part.Readers.clear();
    } else if (Part.Writer != &Task &&
               std::find(Part.Readers.begin(), Part.Readers.end(), &Task) == Part.Readers.end()) {
      Part.Readers.push_back(&Task);
    }
  }
}

hetrt_task *TaskOrder::begin(std::span<const hetrt_section> Sections) {
  auto Made = std::make_unique<hetrt_task>();
  for (const hetrt_section &Each : Sections)
    if (address(Each.first) < address(Each.last))
      Made->Sections.push_back(Each);
  std::lock_guard Lock(Mutex);
  for (const hetrt_section &Each : Made->Sections)
    use(*Made, Each);
  std::sort(Made->Before.begin(), Made->Before.end());
  Made->Before.erase(std::unique(Made->Before.begin(), Made->Before.end()), Made->Before.end());
  return Made.release();
}

void TaskOrder::end(hetrt_task *Done) {
  const std::unique_ptr<hetrt_task> Owned(Done);
  std::lock_guard Lock(Mutex);
  for (const hetrt_section &Each : Done->Sections)
    for (auto Next = Segments.lower_bound(address(Each.first));
         Next != Segments.end() && Next->first < address(Each.last);) {
      Segment &Part = Next->second;
      std::erase(Part.Readers, Done);
      if (Part.Writer == Done)
        Part.Writer = nullptr;
      Next = Part.Writer || !Part.Readers.empty() ? std::next(Next) : Segments.erase(Next);
    }
}

} // namespace hetrt
