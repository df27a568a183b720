// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of an emulated accelerator: every allocation is a separate mapping between guard pages.
#ifndef HETRT_DEVICE_EMULATED_GUARDEDMEMORY_H
#define HETRT_DEVICE_EMULATED_GUARDEDMEMORY_H

#include "Device/Device.h"

#include <cstdint>
#include <deque>
#include <map>

namespace hetrt {

/// Allocates memory so that a kernel that accesses memory outside of an allocation causes a trap.
///
/// The data begins at the lower end of its pages in one allocation, and ends at the upper end in the next, so an access
/// one element outside hits a guard page on one side; over two passes or devices, both sides are tested. Fresh memory
/// is filled with a pattern (poison) that is a NaN in every floating-point type, -1 in every integer type, and an
/// invalid pointer. So both mistakes show: use of data that was never copied in, and of memory that was never
/// allocated. Small mappings are reused, since creating one costs more than many kernels take; between two uses,
/// accesses to them trap.
class GuardedMemory {
public:
  explicit GuardedMemory(std::uint64_t LimitBytes) : Limit(LimitBytes) {}
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  /// Returns false if the limit, or the machine's memory, is too small.
  bool allocate(std::uint64_t Bytes, DeviceAddress &Address);
  void release(DeviceAddress Address);

  /// Whether the address lies inside an allocation.
  bool holds(DeviceAddress Address) const;

  std::uint64_t limit() const { return Limit; }
  std::uint64_t available() const { return Limit - Used; }

  static constexpr unsigned char Poison = 0xFF;

private:
  struct Mapping {
    void *Begin = nullptr;
    std::uint64_t MappedBytes = 0;
    unsigned char *Pages = nullptr; ///< the memory between the guard pages
    std::uint64_t PageBytes = 0, DataBytes = 0;
  };
  static bool map(Mapping &New, std::uint64_t PageBytes);
  bool reuse(Mapping &Again, std::uint64_t PageBytes);
  void keep(const Mapping &Released);

  std::uint64_t Limit, Used = 0, SpareBytes = 0;
  bool NextFlushUp = true;
  std::map<DeviceAddress, Mapping> Mappings;
  /// Released mappings for later allocations of the same size, the oldest first; accesses to them trap.
  std::deque<Mapping> Spare;
};

} // namespace hetrt

#endif
