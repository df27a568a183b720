// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that threads of a block allocate by omp_target_allocate(): on their accelerator, or on the host if they are
// cores.
#include "Pass/Partition.h"

#include "Errors/Error.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <mutex>

using namespace hetrt;

namespace {

/// Which part has allocated the memory at an address by omp_target_allocate(), for the whole process, since it is an
/// error if a thread frees memory that another thread has allocated.
struct Owners {
  std::mutex Mutex;
  std::map<DeviceAddress, hetrt_part *> Of;
};

Owners &owners() {
  static Owners All;
  return All;
}

} // namespace

bool hetrt_part::isOthers(void *Pointer) {
  std::lock_guard Lock(owners().Mutex);
  const auto Found = owners().Of.find(reinterpret_cast<DeviceAddress>(Pointer));
  if (Found == owners().Of.end())
    return false;
  Found->second->Of.fail(Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("omp_target_release: wanted memory that omp_target_allocate gave this thread in this block, found {} "
                  "of another",
                  Pointer)));
  return true;
}

void *hetrt_part::allocate(std::uint64_t Bytes) {
  DeviceAddress Address = 0;
  if (PlacedIsLost) // the accelerator has failed, and the block ends with an error
    return nullptr;
  if (onAccelerator()) {
    std::lock_guard Driving(Accel->memory().driving());
    if (!Accel->device().allocate(Bytes, Address).ok())
      return nullptr;
  } else {
    Address = reinterpret_cast<DeviceAddress>(std::malloc(std::max<std::uint64_t>(Bytes, 1)));
  }
  if (Address) {
    Placed.emplace(Address, Bytes);
    std::lock_guard Lock(owners().Mutex);
    owners().Of[Address] = this;
  }
  return reinterpret_cast<void *>(Address);
}

bool hetrt_part::release(void *Pointer) {
  const auto Found = Placed.find(reinterpret_cast<DeviceAddress>(Pointer));
  if (Found == Placed.end())
    return false;
  Placed.erase(Found);
  {
    std::lock_guard Lock(owners().Mutex);
    owners().Of.erase(reinterpret_cast<DeviceAddress>(Pointer));
  }
  if (PlacedIsLost)
    return true;
  if (!onAccelerator()) {
    std::free(Pointer);
    return true;
  }
  std::lock_guard Driving(Accel->memory().driving());
  if (Status Result = Accel->device().release(reinterpret_cast<DeviceAddress>(Pointer)); !Result.ok())
    Of.fail(Status::programFault(HETRT_ERROR_DEVICE, Result.message()));
  return true;
}

std::vector<DeviceRange> hetrt_part::placed() const {
  std::vector<DeviceRange> All;
  for (const auto &[Address, Bytes] : Placed)
    All.push_back({Address, Bytes});
  return All;
}

Status hetrt_part::copy(std::byte *To, const std::byte *From, std::uint64_t Bytes, bool IsTo) {
  if (PlacedIsLost)
    return Of.fault();
  if (!onAccelerator()) {
    std::memcpy(To, From, Bytes);
    return Status::success();
  }
  const auto Address = reinterpret_cast<DeviceAddress>(IsTo ? To : From);
  const auto After = Placed.upper_bound(Address);
  const auto There = After == Placed.begin() ? Placed.end() : std::prev(After);
  if (There == Placed.end() || Address - There->first > There->second ||
      Bytes > There->second - (Address - There->first))
    return Status::programFault(
        HETRT_ERROR_ARGUMENT,
        fmt::format("omp_target_memcpy_{}: wanted {} bytes at {} in memory that omp_target_allocate gave this thread, "
                    "found {}",
                    IsTo ? "to" : "from", Bytes, reinterpret_cast<const void *>(Address),
                    There == Placed.end()
                        ? "none there"
                        : fmt::format("{} bytes at {}", There->second, reinterpret_cast<const void *>(There->first))));
  Status Result;
  {
    std::lock_guard Driving(Accel->memory().driving());
    Result = IsTo ? Accel->device().copyIn(Address, From, Bytes) : Accel->device().copyOut(To, Address, Bytes);
    if (Result.ok())
      Result = Accel->device().synchronize();
    Queues += Accel->device().takeSeconds();
  }
  if (!Result.ok())
    giveUp(Result);
  return Result;
}

/// Frees the memory that the program has not released, since the runtime does not know this memory after the block.
void hetrt_part::freePlaced() {
  if (!Placed.empty() && !PlacedIsLost)
    warnOnce(fmt::format("{}: the end of the block frees memory of omp_target_allocate: wanted omp_target_release "
                         "before it",
                         Of.region().location));
  while (!Placed.empty())
    release(reinterpret_cast<void *>(Placed.begin()->first));
}
