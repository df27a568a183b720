// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From an address in a state space to the byte on the host, with every check.
#ifndef EMULATOR_EXECUTE_ACCESS_H
#define EMULATOR_EXECUTE_ACCESS_H

#include "Execute/Block.h"
#include "Execute/Table.h"

namespace emulator {

/// An instruction's access of so many bytes by each thread.
class Access {
public:
  Access(Warp &W, const Instruction &I, unsigned Bytes, const char *Doing) : W(W), I(I), Bytes(Bytes), Doing(Doing) {}

  std::uint64_t address(unsigned Lane) const {
    const auto Displacement = static_cast<std::uint64_t>(I.Displacement);
    if (I.How.AddressBytes == 4)
      return static_cast<std::uint32_t>(W.at<std::uint32_t>(I.From[0])[Lane] + Displacement);
    return W.at<std::uint64_t>(I.From[0])[Lane] + Displacement;
  }

  /// Faults if the thread may not go there.
  std::byte *place(unsigned Lane) { return place(Lane, address(Lane)); }
  std::byte *place(unsigned Lane, std::uint64_t Address);
  /// What an address and this make the host's, if all threads' accesses are right and in one allocation.
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

/// An instruction's accesses, before they are known to be right.
Touches touchesOf(Warp &W, const Instruction &I, Lanes Who);
/// "store of 4 bytes at global address 0x1000000000".
std::string describeAccess(const char *Doing, unsigned Bytes, Space In, std::uint64_t Address);

/// Takes the space, or leaves the generic one. Modifiers of ordering and scope come before and behind it.
Space takeAccessSpace(FunctionBuilder &Into, Modifiers &Read);

} // namespace emulator

#endif
