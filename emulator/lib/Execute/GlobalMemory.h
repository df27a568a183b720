// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels see of memory, and how they end where they may not go on.
#ifndef EMULATOR_EXECUTE_GLOBALMEMORY_H
#define EMULATOR_EXECUTE_GLOBALMEMORY_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace emulator {

/// Windows of the generic addresses: all three lie beyond what a host hands out, so that an address of the one is never
/// taken for one of the other.
constexpr std::uint64_t DeviceWindow = std::uint64_t(1) << 48;
constexpr std::uint64_t SharedWindow = std::uint64_t(2) << 48;
constexpr std::uint64_t LocalWindow = std::uint64_t(3) << 48;
constexpr std::uint64_t WindowMask = ~((std::uint64_t(1) << 48) - 1);

/// One allocation, and where its bytes lie on the host.
struct Range {
  std::uint64_t Begin = 0, Bytes = 0;
  std::byte *Host = nullptr;
  std::byte *Written = nullptr; // beside each byte whether it was written; null where that is not kept

  bool holds(std::uint64_t Address, std::uint64_t Count) const {
    return Address - Begin < Bytes && Count <= Bytes - (Address - Begin);
  }
};

/// What a kernel reaches of global memory. Called from all workers.
class GlobalMemory {
public:
  virtual ~GlobalMemory() = default;
  /// The allocation that an address lies in.
  virtual bool find(std::uint64_t Address, Range &Found) const = 0;
  /// "4 bytes behind an allocation of 64 bytes", for messages.
  virtual std::string describe(std::uint64_t Address) const = 0;
};

/// A kernel that cannot go on, in the numbers of the driver.
struct Fault {
  enum Codes : int {
    IllegalAddress = 700,
    LaunchTimeout = 702,
    Assertion = 710,
    StackError = 714,
    IllegalInstruction = 715,
    MisalignedAddress = 716,
    InvalidAddressSpace = 717,
    LaunchFailed = 719,
  };
  Codes Code;
  std::string What;
};

} // namespace emulator

#endif
