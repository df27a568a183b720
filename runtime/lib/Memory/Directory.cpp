// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the table of persistent arrays, by host address.
#include "Memory/Directory.h"

#include <fmt/format.h>

namespace hetrt {
namespace {

std::shared_ptr<PersistentArray> makeEntry(const Array &From, std::size_t Devices) {
  auto Made = std::make_shared<PersistentArray>();
  Made->Name = From.Info->name;
  Made->Line = From.Info->line;
  Made->Base = From.Host.Base;
  Made->Pointer = From.pointer();
  Made->Bytes = From.bytes();
  Made->ElementSize = From.ElementSize;
  Made->Rank = From.Rank;
  Made->Extent = From.Extent;
  Made->Copies = std::vector<FullCopy>(Devices);
  return Made;
}

} // namespace

bool PersistentArray::sameRows(const Array &Other) const {
  return Rank == Other.Rank && ElementSize == Other.ElementSize &&
         std::equal(Extent.begin() + 1, Extent.end(), Other.Extent.begin() + 1);
}

bool PersistentArray::sameShape(const Array &Other) const { return sameRows(Other) && Extent[0] == Other.Extent[0]; }

BoxSet PersistentArray::elementsIn(const void *Memory, std::uint64_t Length) const {
  const auto *First = std::max<const std::byte *>(static_cast<const std::byte *>(Memory), Base),
             *Last = std::min<const std::byte *>(static_cast<const std::byte *>(Memory) + Length, Base + Bytes);
  BoxSet Elements;
  if (First < Last) {
    const std::uint64_t Begin = std::uint64_t(First - Base) / ElementSize,
                        End = (std::uint64_t(Last - Base) - 1) / ElementSize + 1;
    for (const Box &Part : boxesOf({std::int64_t(Begin), std::int64_t(End)}, Extent))
      Elements.add(Part);
  }
  return Elements;
}

bool PersistentArray::overlaps(const void *Memory, std::uint64_t Length) const {
  const auto *Begin = static_cast<const std::byte *>(Memory);
  return Base < Begin + Length && Begin < Base + Bytes;
}

Array PersistentArray::form() const {
  Array Form;
  Form.Host.Base = Base;
  Form.ElementSize = ElementSize;
  Form.Rank = Rank;
  Form.Extent = Extent;
  return Form;
}

void PersistentArray::wroteElsewhere(const Box &Written, std::span<const BoxSet> Own, bool Gaps) {
  for (std::size_t Device = 0; Device < Copies.size(); ++Device) {
    BoxSet Others(Written);
    if (Device < Own.size())
      Others.subtract(Own[Device]);
    Copies[Device].wroteElsewhere(Others, Gaps);
  }
}

/// The entry of the array that a persist clause made persistent when the program's pointer had the value `Pointer`, or
/// null. The caller holds the lock.
std::shared_ptr<PersistentArray> Directory::calledBy(const void *Pointer) const {
  const auto There = std::ranges::find_if(
      Arrays, [&](const auto &Each) { return Each.second->ByClause && Each.second->Pointer == Pointer; });
  return There == Arrays.end() ? nullptr : There->second;
}

DataRegion Directory::persistentPart(const void *Pointer) {
  std::lock_guard Lock(Mutex);
  const std::shared_ptr<PersistentArray> Entry = calledBy(Pointer);
  return Entry ? DataRegion{Entry->Base, Entry->Base + Entry->Bytes} : DataRegion{};
}

/// The entry that has to be dropped before the array `Wanted` can have an entry; null if there is none, or if a pass
/// uses the entry. The old entry was made for a smaller part of the array by a loop in a data region, or by a persist
/// clause with other extents than the one for `Wanted`. The caller holds the lock.
std::shared_ptr<PersistentArray> Directory::outgrown(const Array &Wanted) const {
  auto There = Arrays.find(Wanted.Host.Base);
  std::shared_ptr<PersistentArray> Known = There != Arrays.end() ? There->second
                                           : Wanted.Persist      ? calledBy(Wanted.pointer())
                                                                 : nullptr;
  constexpr long Ours = 2; // the references of the map and of Known; a pass that uses the entry has one more
  if (!Known || Known.use_count() > Ours)
    return nullptr;
  const PersistentArray &Entry = *Known;
  const bool MakesWay = Entry.ByClause ? Wanted.Persist && !Entry.sameShape(Wanted)
                                       : Entry.Bytes < Wanted.bytes() &&
                                             (Wanted.Persist || isInDataRegion(Wanted.Host.Base, Wanted.bytes()));
  return MakesWay ? Known : nullptr;
}

void Directory::widen(Array &What, const std::byte *Before) {
  std::lock_guard Lock(Mutex);
  std::uint64_t Bytes = What.Persist ? 0 : bytesInDataRegion(What.Host.Base);
  auto There = Arrays.find(What.Host.Base);
  if (There != Arrays.end() && There->second->ByClause && (!What.Persist || There->second->sameRows(What)))
    Bytes = There->second->Bytes;
  if (Before && Before > What.Host.Base)
    Bytes = std::min(Bytes, std::uint64_t(Before - What.Host.Base));
  const std::uint64_t Row = What.bytes() / std::uint64_t(What.Extent[0]);
  What.Extent[0] = std::max(What.Extent[0], std::int64_t(Bytes / Row));
}

Status Directory::find(const Array &Wanted, std::shared_ptr<PersistentArray> &Found) {
  Found.reset();
  std::unique_lock Lock(Mutex);
  if (const std::shared_ptr<PersistentArray> Outgrown = outgrown(Wanted)) {
    Lock.unlock();
    if (Status Result = drop(Outgrown); !Result.ok())
      return Result;
    Lock.lock();
  }
  auto There = Arrays.find(Wanted.Host.Base);
  if (There == Arrays.end()) {
    if (!Wanted.Persist && !isInDataRegion(Wanted.Host.Base, Wanted.bytes()))
      return Status::success();
    Found = Arrays.emplace(Wanted.Host.Base, makeEntry(Wanted, Memories.size())).first->second;
    Found->ByClause = Wanted.Persist;
    Count.store(Arrays.size(), std::memory_order_release);
    return Status::success();
  }
  PersistentArray &Entry = *There->second;
  if (Entry.sameShape(Wanted)) {
    Entry.ByClause |= Wanted.Persist;
    Found = There->second;
    return Status::success();
  }
  return Status::success(); // the loop uses the array in another shape, and gets copies that are not persistent
}

void Directory::forgetOverlapping(const void *Written, std::uint64_t Bytes, const PersistentArray *Except) {
  for (const auto &Entry : entries())
    if (Entry.get() != Except && Entry->overlaps(Written, Bytes))
      for (FullCopy &Copy : Entry->Copies)
        Copy.wroteElsewhere(Entry->elementsIn(Written, Bytes), /*Gaps=*/true);
}

void Directory::forgetAll() {
  for (const auto &Entry : entries())
    for (FullCopy &Copy : Entry->Copies)
      Copy.keepNewest();
}

std::vector<std::shared_ptr<PersistentArray>> Directory::entries() {
  std::vector<std::shared_ptr<PersistentArray>> All;
  if (empty())
    return All;
  std::lock_guard Lock(Mutex);
  for (const auto &[Base, Entry] : Arrays)
    All.push_back(Entry);
  return All;
}

void Directory::announce(const void *Pointer) {
  std::lock_guard Lock(Mutex);
  Announced.insert(Pointer);
}

Status Directory::depersist(const void *Pointer, bool &Found) {
  std::shared_ptr<PersistentArray> Entry;
  {
    std::lock_guard Lock(Mutex);
    Found = Announced.erase(Pointer) > 0;
    const auto There = Arrays.find(static_cast<const std::byte *>(Pointer));
    Entry = There == Arrays.end() ? calledBy(Pointer) : There->second;
    if (!Entry)
      return Status::success();
    Found = true;
  }
  return drop(Entry);
}

Status Directory::drop(const std::shared_ptr<PersistentArray> &Entry) {
  const Status Result = writeBack(*Entry);
  for (DeviceMemory *Home : Memories) {
    std::lock_guard Driving(Home->driving());
    for (const auto &Each : Entry->Early.due([&](const auto &Sent) { return Sent.What.To == Home->number(); }))
      Home->device().dropEarly(Each.Number, Each.Bytes);
    Home->release(Entry->Copies[Home->number()].Address);
    Entry->Copies[Home->number()].forget();
    Home->device().forgetHost(Entry->Base);
  }
  std::lock_guard Lock(Mutex);
  Arrays.erase(Entry->Base);
  Count.store(Arrays.size(), std::memory_order_release);
  return Result;
}

} // namespace hetrt
