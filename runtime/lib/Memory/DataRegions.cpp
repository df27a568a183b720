// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that data regions name: arrays in it are persistent until the last of the regions around them is left.
#include "Memory/Directory.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

/// The caller holds the lock.
bool Directory::isInDataRegion(const std::byte *Begin, std::uint64_t Bytes) const {
  return std::any_of(Regions.begin(), Regions.end(), [&](const DataRegion &R) { return R.covers(Begin, Bytes); });
}

void Directory::enter(DataRegion Part) {
  std::lock_guard Lock(Mutex);
  Regions.push_back(Part);
}

Status Directory::leave(DataRegion Part, bool &Found) {
  std::vector<std::shared_ptr<PersistentArray>> Ending;
  {
    std::lock_guard Lock(Mutex);
    // Unstructured ends may name a part of what was entered: where it begins says which that is.
    auto There =
        std::find_if(Regions.rbegin(), Regions.rend(), [&](const DataRegion &R) { return R.First == Part.First; });
    Found = There != Regions.rend();
    if (!Found)
      return Status::success();
    const DataRegion Left = *There;
    Regions.erase(std::next(There).base());
    for (const auto &[Base, Entry] : Arrays)
      if (!Entry->ByClause && Left.covers(Base, Entry->Bytes) && !isInDataRegion(Base, Entry->Bytes))
        Ending.push_back(Entry);
  }
  Status First;
  for (const auto &Entry : Ending)
    if (Status Result = drop(Entry); !Result.ok() && First.ok())
      First = Result;
  return First;
}

Status Directory::findPresent(const std::string &Clause, const void *Base, std::uint64_t Wanted, std::uint64_t &Bytes) {
  const auto *Begin = static_cast<const std::byte *>(Base);
  std::lock_guard Lock(Mutex);
  Bytes = 0;
  for (const DataRegion &Each : Regions)
    if (Each.covers(Begin, 1))
      Bytes = std::max(Bytes, std::uint64_t(Each.Last - Begin));
  if (auto There = Arrays.find(Begin); There != Arrays.end())
    Bytes = std::max(Bytes, There->second->Bytes);
  if (Bytes && Bytes >= Wanted)
    return Status::success();
  return Status::programFault(HETRT_ERROR_PRESENT,
                              fmt::format("{}: wanted {}an array that a data region or 'persist' keeps, found {}",
                                          Clause, Wanted ? fmt::format("{} bytes of ", Wanted) : "",
                                          Bytes ? fmt::format("{} bytes", Bytes) : "none"));
}

/// What devices alone hold beside these bytes must not get lost, and what they hold of them must not come home.
Status Directory::hostWrote(DataRegion Part) {
  const auto Bytes = std::uint64_t(Part.Last - Part.First);
  const std::vector<std::byte> New(Part.First, Part.Last);
  if (Status Result = bringHomeOverlapping(Part.First, Bytes); !Result.ok())
    return Result;
  if (!std::equal(New.begin(), New.end(), Part.First))
    std::copy(New.begin(), New.end(), const_cast<std::byte *>(Part.First));
  forgetOverlapping(Part.First, Bytes);
  return Status::success();
}

} // namespace hetrt
