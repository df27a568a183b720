// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers that hold bytes which were never written. Programs copy such bytes with the gaps of their structs, and may;
// what is computed from one is an error. A register with a byte that somebody wrote is none: words are read for parts
// of them.
#ifndef EMULATOR_OBSERVE_UNDEFINED_H
#define EMULATOR_OBSERVE_UNDEFINED_H

#include "Execute/Warp.h"

namespace emulator {

/// A register of a warp: for each thread which of its bytes, and the line of the load that brought them.
struct UndefinedValue {
  const Frame *In = nullptr;
  Slot At = NoSlot;
  std::array<std::uint8_t, WarpSize> Bytes{};
  std::uint8_t All = 0xFF; // bytes that there are
  unsigned LoadedAt = 0;

  /// Who has nothing else there.
  Lanes whole() const {
    Lanes Found = 0;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      Found |= Lanes(Bytes[Lane] == All) << Lane;
    return Found;
  }

  Lanes who() const {
    Lanes Found = 0;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      Found |= Lanes(Bytes[Lane] != 0) << Lane;
    return Found;
  }
};

/// Those of one warp; mostly there are none.
class UndefinedRegisters {
public:
  bool empty() const { return All.empty(); }
  void clear() { All.clear(); }
  /// Null where a register is as it should be.
  const UndefinedValue *find(const Frame &In, Slot At) const;
  /// Some threads write a register.
  void define(const Frame &In, Slot At, Lanes Who);
  void add(const UndefinedValue &Made);

private:
  std::vector<UndefinedValue> All;
};

} // namespace emulator

#endif
