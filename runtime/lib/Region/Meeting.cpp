// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The meeting of a team, and the comparison of its threads' calls and private values.
#include "Region/Meeting.h"

#include "Device/RegionTables.h"
#include "Team/Waiting.h"

#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <span>

using namespace hetrt;

/// The name of an array of which the calls of two threads have different addresses or shapes; null if there is none.
static const char *differing(const CallTables &A, const CallTables &B) {
  const hetrt_region &Region = A.Region;
  for (unsigned Number = 0; Number < Region.array_count; ++Number)
    if (A.base(Number) != B.base(Number))
      return Region.arrays[Number].name;
  const auto SameNumber = [&](const hetrt_number &Of) { return A.number(Of) == B.number(Of); };
  const auto SameTerms = [&](unsigned First, unsigned Count) {
    for (const hetrt_term &Of : std::span(Region.terms + First, Count))
      for (const hetrt_number &Each : {Of.slope, Of.offset, Of.divisor, Of.scale, Of.add, Of.within})
        if (!SameNumber(Each))
          return false;
    return true;
  };
  for (const hetrt_array_info &Each : arraysOf(Region)) {
    bool Same = SameNumber(Each.element_size) && SameNumber(Each.first);
    for (unsigned D = 0; D < Each.rank && D < HETRT_MAX_RANK; ++D)
      Same &= SameNumber(Each.extent[D]);
    if (!Same)
      return Each.name;
  }
  for (const hetrt_box_info &Each : boxesOf(Region)) {
    bool Same = SameNumber(Each.from) && SameNumber(Each.to) && SameNumber(Each.surely);
    for (unsigned D = 0; D < Region.arrays[Each.array].rank; ++D) {
      const hetrt_ends &Ends = Region.ends[Each.first_end + D];
      Same &= SameTerms(Ends.lower, Ends.lower_count) && SameTerms(Ends.upper, Ends.upper_count);
    }
    if (!Same)
      return Region.arrays[Each.array].name;
  }
  return nullptr;
}

/// Compares the call and the private values of a thread with those of the thread that came first.
void hetrt_meeting::compare(const CallTables &Given, std::span<const hetrt_own_value> Own) {
  const CallTables *First = nullptr;
  if (this->First.compare_exchange_strong(First, &Given, std::memory_order_acq_rel))
    return;
  const hetrt_call &Call = Given.Call, &Other = First->Call;
  if (Call.trip_count != Other.trip_count || Call.lower != Other.lower || Call.step != Other.step)
    OtherIterations.store(true, std::memory_order_relaxed);
  const char *Differs = !Call.condition != !Other.condition ? "hetero" : differing(Given, *First);
  for (const hetrt_own_value &Each : Own) {
    const auto *Mine = static_cast<const std::byte *>(Given.Given.values),
               *Its = static_cast<const std::byte *>(First->Given.values);
    if (!Differs && std::memcmp(Mine + Each.offset, Its + Each.offset, Each.size) != 0)
      Differs = Each.name;
  }
  if (Differs)
    DiffersIn.store(Differs, std::memory_order_relaxed);
}

Status hetrt_meeting::attend(const CallTables &Given, std::span<const hetrt_own_value> Own, Beginner Begin,
                             hetrt_pass *&Into) {
  compare(Given, Own);
  Status Result = Status::success();
  if (Came.fetch_add(1, std::memory_order_acq_rel) + 1 < Count) {
    Begun.awaitOtherThan(0, Wait, Count);
  } else {
    const char *Differs = DiffersIn.load(std::memory_order_relaxed);
    if (OtherIterations.load(std::memory_order_relaxed))
      Result = Status::programFault(HETRT_ERROR_ARGUMENT,
                                    fmt::format("{}: wanted the same iterations in all threads of the team, found "
                                                "different bounds: let them be shared variables",
                                                Given.Region.location));
    else
      Result = Begin(Given, Differs ? fmt::format("the threads of the team differ in '{}'", Differs) : "", Pass);
    if (!Result.ok())
      Pass = nullptr;
    Begun.add(1);
  }
  Into = Pass;
  const std::uint32_t All = Count; // read before the next statement, after which another thread may free this object
  if (Left.fetch_add(1, std::memory_order_acq_rel) + 1 == All)
    delete this;
  return Result;
}
