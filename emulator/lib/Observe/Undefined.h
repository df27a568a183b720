// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers whose bytes were loaded from memory that was never written. Programs may copy such registers, for example
// with the padding of structs; computing with one is an error. It is no error if at least one byte of the register was
// written, since programs load words to use only a part of them.
#ifndef EMULATOR_OBSERVE_UNDEFINED_H
#define EMULATOR_OBSERVE_UNDEFINED_H

#include "Execute/Warp.h"

namespace emulator {

/// A register of a warp with undefined bytes: for each thread a bit mask of these bytes, and the line of the load.
struct UndefinedValue {
  const Frame *In = nullptr;
  Slot At = NoSlot;
  std::array<std::uint8_t, WarpSize> Bytes{};
  std::uint8_t All = 0xFF; // the mask of all bytes of the register
  unsigned LoadedAt = 0;

  /// The threads whose register has undefined bytes only.
  Lanes whole() const {
    Lanes Found = 0;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      Found |= Lanes(Bytes[Lane] == All) << Lane;
    return Found;
  }

  /// The threads whose register has undefined bytes.
  Lanes who() const {
    Lanes Found = 0;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      Found |= Lanes(Bytes[Lane] != 0) << Lane;
    return Found;
  }
};

/// The registers of one warp that have undefined bytes; mostly there are none.
class UndefinedRegisters {
public:
  bool empty() const { return All.empty(); }
  void clear() { All.clear(); }
  /// The entry of a register; null if it has no undefined bytes.
  const UndefinedValue *find(const Frame &In, Slot At) const;
  /// Called when the threads Who write the register: its bytes are then defined for these threads.
  void define(const Frame &In, Slot At, Lanes Who);
  void add(const UndefinedValue &Made);

private:
  std::vector<UndefinedValue> All;
};

} // namespace emulator

#endif
