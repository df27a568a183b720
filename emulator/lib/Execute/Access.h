// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns an address in a PTX state space (global, shared, ...) into a pointer on the host, and checks the access.
#ifndef EMULATOR_EXECUTE_ACCESS_H
#define EMULATOR_EXECUTE_ACCESS_H

#include "Execute/Block.h"
#include "Execute/Table.h"

namespace emulator {

/// An instruction by which each active thread of a warp accesses `Bytes` bytes. `Doing` names the access in messages:
/// "load".
class Access {
public:
  Access(Warp &W, const Instruction &I, unsigned Bytes, const char *Doing) : W(W), I(I), Bytes(Bytes), Doing(Doing) {}

  std::uint64_t address(unsigned Lane) const {
    const auto Displacement = static_cast<std::uint64_t>(I.Displacement);
    if (I.How.AddressBytes == 4)
      return static_cast<std::uint32_t>(W.at<std::uint32_t>(I.From[0])[Lane] + Displacement);
    return W.at<std::uint64_t>(I.From[0])[Lane] + Displacement;
  }

  /// The pointer on the host to the bytes that the thread accesses. Throws Fault if the access is not allowed.
  std::byte *place(unsigned Lane) { return place(Lane, address(Lane)); }
  std::byte *place(unsigned Lane, std::uint64_t Address);
  /// If the accesses of all threads `Who` are allowed and lie in one allocation, returns the difference between the
  /// host's address and the device's address, which is the same for all of them; else nothing. Stores the threads'
  /// addresses in `Addresses`.
  std::optional<std::uintptr_t> common(Lanes Who, std::uint64_t *Addresses);

private:
  std::byte *global(unsigned Lane, std::uint64_t Address);
  std::byte *shared(unsigned Lane, std::uint64_t Offset);
  std::byte *local(unsigned Lane, std::uint64_t Offset);
  std::byte *parameter(unsigned Lane, std::uint64_t Offset);
  [[noreturn]] void fail(Fault::Codes Code, unsigned Lane, std::uint64_t Address, const std::string &Why) const;

  Warp &W;
  const Instruction &I;
  unsigned Bytes;
  const char *Doing;
};

/// The addresses that the instruction accesses; they have not been checked yet.
Touches touchesOf(Warp &W, const Instruction &I, Lanes Who);
/// Text for messages, such as "store of 4 bytes at global address 0x1000000000".
std::string describeAccess(const char *Doing, unsigned Bytes, Space In, std::uint64_t Address);

/// Reads the modifier for the state space, such as ".shared"; returns Generic if there is none. Called when the
/// modifiers in front of it have been taken.
Space takeAccessSpace(FunctionBuilder &Into, Modifiers &Read);

} // namespace emulator

#endif
