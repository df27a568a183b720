// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the recorded pass that a new pass repeats, and writes the passes that have ended.
#include "Replay/RegionLog.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hetrt {

void RegionLog::repeat(const RecordedRegion *Of, bool IsWhole, std::string Missing) {
  IsRepeated = true;
  this->Of = Of;
  this->IsWhole = IsWhole;
  this->Missing = std::move(Missing);
  if (!Of)
    return;
  IsTaken.assign(Of->Passes.size(), false);
  AnyOrder = std::ranges::any_of(Of->Passes, [](const auto &Each) { return Each && Each->AnyOrder; });
}

/// Stores the recorded pass that is to be repeated in `Into`. Returns "", or a message if there is no such pass. Called
/// with the lock held.
std::string RegionLog::find(std::uint64_t TripCount, const RecordedPass *&Into) {
  if (!Of)
    return Missing;
  const auto &Passes = Of->Passes;
  const char *const Cut = IsWhole ? "" : ", before the program was stopped";
  if (FirstLeft == Passes.size())
    return fmt::format("wanted at most {} passes of this region, as in the recording{}; found one more", FirstLeft,
                       Cut);
  for (std::size_t P = FirstLeft; P < (AnyOrder ? Passes.size() : FirstLeft + 1); ++P) {
    if (IsTaken[P] || !Passes[P] || Passes[P]->TripCount != TripCount)
      continue;
    Into = &*Passes[P];
    IsTaken[P] = true;
    while (FirstLeft < Passes.size() && IsTaken[FirstLeft])
      ++FirstLeft;
    return {};
  }
  if (!Passes[FirstLeft])
    return fmt::format("pass {}: the recording does not have it, since it never ended{}", FirstLeft + 1, Cut);
  return fmt::format("pass {}: wanted a trip count of {}, as in the recording; found {}", FirstLeft + 1,
                     Passes[FirstLeft]->TripCount, TripCount);
}

std::string RegionLog::begin(std::uint64_t TripCount, bool AnyOrder, std::unique_ptr<PassLog> &Into) {
  std::lock_guard Lock(Mutex);
  const RecordedPass *Repeats = nullptr;
  if (IsRepeated)
    if (std::string Why = find(TripCount, Repeats); !Why.empty())
      return Why;
  if (Begun == 0)
    First = std::this_thread::get_id();
  Into = std::make_unique<PassLog>(Repeats, bool(Write), Begun++);
  if (RecordedPass *New = Into->keeps()) {
    New->TripCount = TripCount;
    New->AnyOrder = AnyOrder || First != std::this_thread::get_id();
  }
  return {};
}

std::string RegionLog::end(PassLog &Of) const {
  if (!Of.why().empty())
    return Of.why();
  if (const RecordedPass *New = Of.keeps())
    Write(lineOfPass(Number, Of.number(), *New));
  return {};
}

std::size_t RegionLog::taken() {
  std::lock_guard Lock(Mutex);
  return static_cast<std::size_t>(std::ranges::count(IsTaken, true));
}

std::unique_ptr<Scheduler> RegionLog::schedule(std::unique_ptr<Scheduler> Own) {
  if (IsRepeated)
    Own = std::make_unique<ReplayingScheduler>(Current);
  if (Write)
    Own = std::make_unique<RecordingScheduler>(std::move(Own), Current);
  return Own;
}

} // namespace hetrt
