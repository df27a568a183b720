// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of an emulated accelerator: every allocation is a mapping of its own between guard pages.
#ifndef HETRT_DEVICE_EMULATED_GUARDEDMEMORY_H
#define HETRT_DEVICE_EMULATED_GUARDEDMEMORY_H

#include "Device/Device.h"

#include <cstdint>
#include <deque>
#include <map>

namespace hetrt {

/// Allocations that trap when a kernel leaves them.
///
/// Data lies flush against one end of its pages, alternately the lower and the upper one, so that an access one element
/// outside hits a guard page on that side; over two passes or devices both sides get their turn. Fresh memory is filled
/// with a pattern that is a NaN in every floating-point type, -1 in every integer type and no valid pointer. Both
/// directions of a mistake therefore show: data that was never copied in, and data that was never allocated.
/// Small mappings are used again, since to make one costs more than many a kernel; in between they trap.
class GuardedMemory {
public:
  explicit GuardedMemory(std::uint64_t LimitBytes) : Limit(LimitBytes) {}
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  /// False when the limit, or the machine's memory, does not allow it.
  bool allocate(std::uint64_t Bytes, DeviceAddress &Address);
  void release(DeviceAddress Address);

  /// Whether the address lies in what was allocated.
  bool holds(DeviceAddress Address) const;

  std::uint64_t limit() const { return Limit; }
  std::uint64_t available() const { return Limit - Used; }

  static constexpr unsigned char Poison = 0xFF;

private:
  struct Mapping {
    void *Begin = nullptr;
    std::uint64_t MappedBytes = 0;
    unsigned char *Pages = nullptr; ///< between the guards
    std::uint64_t PageBytes = 0, DataBytes = 0;
  };
  static bool map(Mapping &New, std::uint64_t PageBytes);
  bool reuse(Mapping &Again, std::uint64_t PageBytes);
  void keep(const Mapping &Released);

  std::uint64_t Limit, Used = 0, SpareBytes = 0;
  bool NextFlushUp = true;
  std::map<DeviceAddress, Mapping> Mappings;
  std::deque<Mapping> Spare; ///< released, and out of reach: the next allocations of their size; oldest first
};

} // namespace hetrt

#endif
