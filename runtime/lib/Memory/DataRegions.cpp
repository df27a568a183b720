// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the list of data regions. Arrays in the memory of a data region are persistent until the last data region that
// contains them is left.
#include "Memory/Directory.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

/// Whether one data region contains all of these bytes. The caller holds the lock.
bool Directory::isInDataRegion(const std::byte *Begin, std::uint64_t Bytes) const {
  return std::any_of(Regions.begin(), Regions.end(), [&](const DataRegion &R) { return R.covers(Begin, Bytes); });
}

/// How many bytes there are from `Begin` to the end of the longest data region around it; 0 if there is none. The
/// caller holds the lock.
std::uint64_t Directory::bytesInDataRegion(const std::byte *Begin) const {
  std::uint64_t Bytes = 0;
  for (const DataRegion &Each : Regions)
    if (Each.covers(Begin, 1))
      Bytes = std::max(Bytes, std::uint64_t(Each.Last - Begin));
  return Bytes;
}

bool Directory::isCutByDataRegion(const void *Memory, std::uint64_t Bytes) {
  const auto *Begin = static_cast<const std::byte *>(Memory);
  std::lock_guard Lock(Mutex);
  return !isInDataRegion(Begin, Bytes) && std::any_of(Regions.begin(), Regions.end(), [&](const DataRegion &R) {
    return R.First < Begin + Bytes && Begin < R.Last;
  });
}

void Directory::enter(DataRegion Part) {
  std::lock_guard Lock(Mutex);
  Regions.push_back(Part);
}

/// Takes a data region off the list. An `exit` directive may name only a part of the region; if so, the region that
/// begins at the same address is taken off. Returns whether there is one; `Ending` gets the arrays that no other data
/// region keeps.
bool Directory::remove(DataRegion Part, std::vector<std::shared_ptr<PersistentArray>> &Ending) {
  std::lock_guard Lock(Mutex);
  auto Last = [&](auto Is) { return std::find_if(Regions.rbegin(), Regions.rend(), Is); };
  auto There = Last([&](const DataRegion &R) { return R.First == Part.First && R.Last == Part.Last; });
  if (There == Regions.rend())
    There = Last([&](const DataRegion &R) { return R.First == Part.First; });
  if (There == Regions.rend())
    return false;
  const DataRegion Left = *There;
  Regions.erase(std::next(There).base());
  for (const auto &[Base, Entry] : Arrays)
    if (!Entry->ByClause && Left.covers(Base, Entry->Bytes) && !isInDataRegion(Base, Entry->Bytes))
      Ending.push_back(Entry);
  return true;
}

Status Directory::leave(DataRegion Part, bool &Found) {
  std::vector<std::shared_ptr<PersistentArray>> Ending;
  Found = remove(Part, Ending);
  if (!Found)
    return writeBackOverlapping(Part.First, Part.bytes());
  Status First;
  for (const auto &Entry : Ending)
    if (Status Result = drop(Entry); !Result.ok() && First.ok())
      First = Result;
  return First;
}

std::uint64_t Directory::presentBytes(const void *Base) {
  const auto *Begin = static_cast<const std::byte *>(Base);
  std::lock_guard Lock(Mutex);
  std::uint64_t Bytes = bytesInDataRegion(Begin);
  if (auto There = Arrays.find(Begin); There != Arrays.end())
    Bytes = std::max(Bytes, There->second->Bytes);
  return Bytes;
}

DataRegion Directory::dataRegionAround(const std::byte *At) {
  std::lock_guard Lock(Mutex);
  DataRegion Longest{At, At};
  for (const DataRegion &Each : Regions)
    if (Each.covers(At, 1) && Each.bytes() > Longest.bytes())
      Longest = Each;
  return Longest;
}

Status Directory::findPresent(const std::string &Clause, const void *Base, std::uint64_t Wanted, std::uint64_t &Bytes) {
  Bytes = presentBytes(Base);
  if (Bytes && Bytes >= Wanted)
    return Status::success();
  return Status::programFault(HETRT_ERROR_PRESENT,
                              fmt::format("{}: wanted {}an array that a data region or 'persist' keeps, found {}",
                                          Clause, Wanted ? fmt::format("{} bytes of ", Wanted) : "",
                                          Bytes ? fmt::format("{} bytes", Bytes) : "none"));
}

/// The host may have written only some bytes of the first and of the last element. If only a device has the present
/// values of such an element, the element is written back first, so that its other bytes are not lost. Writing back
/// overwrites the bytes that the host has just written, so these are restored afterwards.
Status Directory::hostWrote(PersistentArray &Of, DataRegion Part) {
  const BoxSet Written = Of.elementsIn(Part.First, Part.bytes());
  for (const std::byte *End : {Part.First, Part.Last}) {
    const std::uint64_t Into = std::uint64_t(End - Of.Base) % Of.ElementSize;
    if (End <= Of.Base || End >= Of.Base + Of.Bytes || Into == 0)
      continue;
    std::byte *Element = Of.Base + (End - Of.Base) - Into;
    const std::vector<std::byte> New(Element, Element + Of.ElementSize);
    if (Status Result = writeBack(Of, Of.elementsIn(Element, Of.ElementSize)); !Result.ok())
      return Result;
    for (std::uint64_t Byte = 0; Byte < New.size(); ++Byte)
      if (Element + Byte >= Part.First && Element + Byte < Part.Last)
        Element[Byte] = New[Byte];
  }
  for (FullCopy &Copy : Of.Copies)
    Copy.wroteElsewhere(Written);
  return Status::success();
}

Status Directory::hostWrote(DataRegion Part) {
  for (const auto &Entry : entries())
    if (Entry->overlaps(Part.First, Part.bytes()))
      if (Status Result = hostWrote(*Entry, Part); !Result.ok())
        return Result;
  return Status::success();
}

} // namespace hetrt
