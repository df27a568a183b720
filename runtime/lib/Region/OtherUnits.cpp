// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the calls of a region to functions of other translation units, and looks at the record of each function once.
#include "Region/OtherUnits.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <span>
#include <vector>

namespace hetrt {
namespace {

using CalleeList = std::span<const hetrt_callee *const>;

/// Looks, in the records that translation units store of their functions, for a reason why devices cannot run functions
/// of other units, and the functions that these call.
class CallWalk {
public:
  std::string follow(CalleeList Calls) {
    for (const hetrt_callee *Each : Calls)
      if (std::string Why = call(*Each); !Why.empty())
        return Why;
    return {};
  }

private:
  std::string call(const hetrt_callee &Callee) {
    if (std::string Why = disagreement(Callee); !Why.empty())
      return Why;
    const hetrt_function &Of = *Callee.function;
    if (std::ranges::find(Active, &Of) != Active.end())
      return fmt::format("'{}' of another unit calls itself", Callee.name);
    if (!Seen.insert(&Of).second)
      return {};
    if (Of.why)
      return fmt::format("'{}' of another unit ({}) stays on the host: {}", Callee.name, Of.location, Of.why);
    Active.push_back(&Of);
    std::string Why = follow({Of.callees, Of.callee_count});
    Active.pop_back();
    return Why;
  }

  /// A message if the record that another unit has stored of a function contradicts an assumption of the calling unit;
  /// "" if it does not.
  static std::string disagreement(const hetrt_callee &Callee) {
    const hetrt_function *Of = Callee.function;
    if (!Of)
      return fmt::format("'{}' of another unit is not known: hetcc did not build that unit with '--hetcc-functions'",
                         Callee.name);
    if (Of->abi != HETRT_ABI || Of->size != sizeof *Of)
      return fmt::format("another version of hetcc built the unit of '{}'", Callee.name);
    if (Of->address != Callee.address)
      return fmt::format("another '{}' is called than that of {}, which is known", Callee.name, Of->location);
    if (Of->signature != Callee.signature)
      return fmt::format("'{}' of another unit ({}) has other types than its declaration here", Callee.name,
                         Of->location);
    if (Of->written & Callee.kept & HETRT_ADDRESSES)
      return fmt::format("'{}' of another unit ({}) compares addresses, which may be in several arrays, and a device "
                         "has copies of these",
                         Callee.name, Of->location);
    if (Of->written & Callee.kept)
      return fmt::format("'{}' of another unit ({}) writes what its declaration says is 'const'", Callee.name,
                         Of->location);
    return {};
  }

  std::set<const hetrt_function *> Seen;
  std::vector<const hetrt_function *> Active;
};

} // namespace

static std::span<const hetrt_lending> lendingsOf(const hetrt_region &Region) {
  return {Region.lendings, Region.lending_count};
}

/// Whether a function may write the array that it gets as an argument. A function without a record is called by no form
/// of the loop, so it writes nothing.
static bool writes(const hetrt_lending &To) {
  return To.to->function && (To.to->function->written >> To.parameter & 1);
}

/// Whether a function's record says that it sets all the elements that the loop needs to be set.
static bool fills(const hetrt_filling &Own, const hetrt_filled &Wanted) {
  hetrt_int64 End = Own.end;
  if (Own.parameter != Wanted.parameter || Own.first > Wanted.first)
    return false;
  if (const hetrt_uint32 Number = Own.counted)
    if (Number > Wanted.argument_count || !(Wanted.known >> (Number - 1) & 1) ||
        __builtin_add_overflow(End, Wanted.arguments[Number - 1], &End))
      return false;
  return End >= Wanted.end;
}

static bool isFilled(const hetrt_filled &Wanted) {
  const hetrt_function &Of = *Wanted.to->function;
  const std::span All(Of.fillings, Of.filling_count);
  return std::ranges::any_of(All, [&](const hetrt_filling &Each) { return fills(Each, Wanted); });
}

std::string whyNotCalled(const hetrt_region &Region) {
  if (std::string Why = CallWalk().follow({Region.callees, Region.callee_count}); !Why.empty())
    return Why;
  for (const hetrt_lending &Each : lendingsOf(Region))
    if (const hetrt_array_info &Of = Region.arrays[Each.array]; Each.kept && writes(Each))
      return fmt::format("'{}' of another unit ({}) may write '{}', and '{}' only moves it in", Each.to->name,
                         Each.to->function->location, Of.name, Of.clause ? Of.clause : "");
  for (const hetrt_filled &Each : std::span(Region.filled, Region.filled_count))
    if (!isFilled(Each))
      return fmt::format(
          "'{}' of another unit ({}) is not seen to set all of the array that each thread has of its own",
          Each.to->name, Each.to->function->location);
  return {};
}

ResolvedRegion::ResolvedRegion(const hetrt_region &Given) : WhyNot(whyNotCalled(Given)), Changed(Given) {
  if (!WhyNot.empty())
    Changed.flags |= HETRT_HOST_ONLY;
  else if (Given.lending_count)
    settleArrays(Given);
}

/// Marks an array as only read if none of the functions that get it writes it.
void ResolvedRegion::settleArrays(const hetrt_region &Given) {
  Arrays.assign(Given.arrays, Given.arrays + Given.array_count);
  Boxes.assign(Given.boxes, Given.boxes + Given.box_count);
  for (const hetrt_lending &Each : lendingsOf(Given)) {
    const auto OfThis = [&](const hetrt_lending &Other) { return Other.array == Each.array; };
    const auto WritesThis = [&](const hetrt_lending &Other) { return OfThis(Other) && writes(Other); };
    if (std::ranges::any_of(lendingsOf(Given), WritesThis))
      continue;
    Arrays[Each.array].flags &= ~hetrt_uint32(HETRT_WRITES_ANYWHERE);
    for (hetrt_box_info &Box : Boxes)
      if (Box.array == Each.array)
        Box.flags &= ~hetrt_uint32(HETRT_WRITE);
  }
  Changed.arrays = Arrays.data();
  Changed.boxes = Boxes.data();
}

} // namespace hetrt
