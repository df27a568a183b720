// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The global memory that kernels access, and the faults that end a kernel.
#ifndef EMULATOR_EXECUTE_GLOBALMEMORY_H
#define EMULATOR_EXECUTE_GLOBALMEMORY_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace emulator {

/// Ranges of generic addresses for device, shared and local memory. They are above all addresses of the host, so an
/// address shows to which kind of memory it belongs.
constexpr std::uint64_t DeviceWindow = std::uint64_t(1) << 48;
constexpr std::uint64_t SharedWindow = std::uint64_t(2) << 48;
constexpr std::uint64_t LocalWindow = std::uint64_t(3) << 48;
constexpr std::uint64_t WindowMask = ~((std::uint64_t(1) << 48) - 1);

/// One allocation, and its address on the host.
struct Range {
  std::uint64_t Begin = 0, Bytes = 0;
  std::byte *Host = nullptr;
  std::byte *Written = nullptr; // for each byte of the allocation, a byte that says whether it was written; null if
                                // this is not recorded

  bool holds(std::uint64_t Address, std::uint64_t Count) const {
    return Address - Begin < Bytes && Count <= Bytes - (Address - Begin);
  }
};

/// The global memory that a kernel can access. Called by all worker threads.
class GlobalMemory {
public:
  virtual ~GlobalMemory() = default;
  /// Stores the allocation that contains the address. Returns false if there is none.
  virtual bool find(std::uint64_t Address, Range &Found) const = 0;
  /// Describes the address for messages, as in "4 bytes behind an allocation of 64 bytes".
  virtual std::string describe(std::uint64_t Address) const = 0;
};

/// Thrown if a kernel cannot go on. Code is the driver's error number.
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
