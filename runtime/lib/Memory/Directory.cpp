// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Persistent arrays by host address.
#include "Memory/Directory.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {
namespace {

std::string shapeOf(unsigned Rank, const std::array<std::int64_t, MaxRank> &Extent, std::uint64_t ElementSize) {
  std::string Text;
  for (unsigned D = 0; D < Rank; ++D)
    Text += fmt::format("[{}]", Extent[D]);
  return Text + fmt::format(" of {} bytes", ElementSize);
}

std::shared_ptr<PersistentArray> makeEntry(const Array &From, std::size_t Devices) {
  auto Made = std::make_shared<PersistentArray>();
  Made->Name = From.Info->name;
  Made->Line = From.Info->line;
  Made->Base = From.Base;
  Made->Bytes = From.bytes();
  Made->ElementSize = From.ElementSize;
  Made->Rank = From.Rank;
  Made->Extent = From.Extent;
  Made->Copies = std::vector<FullCopy>(Devices);
  return Made;
}

} // namespace

bool PersistentArray::sameShape(const Array &Other) const {
  return Rank == Other.Rank && ElementSize == Other.ElementSize && Extent == Other.Extent;
}

bool PersistentArray::overlaps(const void *Memory, std::uint64_t Length) const {
  const auto *Begin = static_cast<const std::byte *>(Memory);
  return Base < Begin + Length && Begin < Base + Bytes;
}

void PersistentArray::wroteElsewhere(unsigned Dimension, Interval Written, std::span<const IntervalSet> Own,
                                     bool Gaps) {
  for (std::size_t Device = 0; Device < Copies.size(); ++Device) {
    IntervalSet Others(Written);
    if (Device < Own.size())
      Others.subtract(Own[Device]);
    Copies[Device].wroteElsewhere(Dimension, Others, Gaps);
  }
}

Status Directory::find(const Array &Wanted, std::shared_ptr<PersistentArray> &Found) {
  Found.reset();
  std::lock_guard Lock(Mutex);
  auto There = Arrays.find(Wanted.Base);
  if (There == Arrays.end()) {
    if (!Wanted.Persist && !isInDataRegion(Wanted.Base, Wanted.bytes()))
      return Status::success();
    Found = Arrays.emplace(Wanted.Base, makeEntry(Wanted, Memories.size())).first->second;
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
  // A region without the clause may look at a part of the array: it gets copies of its own.
  if (!Wanted.Persist)
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_PERSIST,
      fmt::format("persist({}), line {}: the array has other extents than before: wanted {} (line {}), found {}",
                  Wanted.Info->name, Wanted.Info->line, shapeOf(Entry.Rank, Entry.Extent, Entry.ElementSize),
                  Entry.Line, shapeOf(Wanted.Rank, Wanted.Extent, Wanted.ElementSize)));
}

void Directory::forgetOverlapping(const void *Written, std::uint64_t Bytes, const PersistentArray *Except) {
  for (const auto &Entry : entries())
    if (Entry.get() != Except && Entry->overlaps(Written, Bytes))
      for (FullCopy &Copy : Entry->Copies)
        Copy.keepNewest();
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

bool Directory::evict(DeviceMemory &From, std::span<const std::shared_ptr<PersistentArray>> Needed) {
  bool Any = false;
  for (const auto &Entry : entries()) {
    FullCopy &Copy = Entry->Copies[From.number()];
    if (!Copy.Address || std::find(Needed.begin(), Needed.end(), Entry) != Needed.end())
      continue;
    if (!bringHome(*Entry, From).ok())
      continue; // the device is failing, and what it alone holds is not for us to drop
    From.release(Copy.Address);
    Copy.forget();
    Any = true;
  }
  return Any;
}

std::uint64_t Directory::bytesOn(const DeviceMemory &Where) {
  std::uint64_t Bytes = 0;
  std::lock_guard Lock(Mutex);
  for (const auto &[Base, Entry] : Arrays)
    Bytes += Entry->Copies[Where.number()].Address ? Entry->Bytes : 0;
  return Bytes;
}

double Directory::roomOn(DeviceMemory &Where) {
  return double(Where.device().availableBytes()) + double(bytesOn(Where));
}

MemoryPlan Directory::planOn(const ResolvedCall &Call, DeviceMemory &Where) {
  const Capabilities &What = Where.device().capabilities();
  const bool Keeps = Policy != WritePolicy::None, WritesBack = Policy == WritePolicy::Back;
  const double All = memoryDemand(Call, What.SimdBytes, Keeps).bytes(double(Call.Iterations.TripCount));
  // Asking a device how much is free may start it; far below its size there is no need.
  if (All <= 0.5 * double(What.MemoryBytes))
    return {.KeepsPersistent = Keeps, .WritesBack = WritesBack};
  MemoryPlan Plan = planMemory(Call, What.SimdBytes, roomOn(Where), Keeps);
  Plan.WritesBack = WritesBack;
  return Plan;
}

void Directory::announce(const void *Base) {
  std::lock_guard Lock(Mutex);
  Announced.insert(Base);
}

Status Directory::depersist(const void *Base, bool &Found) {
  std::shared_ptr<PersistentArray> Entry;
  {
    std::lock_guard Lock(Mutex);
    Found = Announced.erase(Base) > 0;
    auto There = Arrays.find(static_cast<const std::byte *>(Base));
    if (There == Arrays.end())
      return Status::success();
    Found = true;
    Entry = There->second;
  }
  return drop(Entry);
}

Status Directory::drop(const std::shared_ptr<PersistentArray> &Entry) {
  const Status Result = bringHome(*Entry);
  for (DeviceMemory *Home : Memories) {
    std::lock_guard Driving(Home->driving());
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
