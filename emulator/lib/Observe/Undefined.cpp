// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maintains the list of registers that have undefined bytes.

#include "Observe/Undefined.h"

#include <algorithm>

namespace emulator {

const UndefinedValue *UndefinedRegisters::find(const Frame &In, Slot At) const {
  const auto Found = std::find_if(All.begin(), All.end(), [&](const auto &V) { return V.In == &In && V.At == At; });
  return Found == All.end() ? nullptr : &*Found;
}

void UndefinedRegisters::define(const Frame &In, Slot At, Lanes Who) {
  std::erase_if(All, [&](UndefinedValue &V) {
    for (unsigned Lane = 0; Lane < WarpSize && V.In == &In && V.At == At; ++Lane)
      if (Who >> Lane & 1)
        V.Bytes[Lane] = 0;
    return V.who() == 0;
  });
}

void UndefinedRegisters::add(const UndefinedValue &Made) {
  if (!Made.who())
    return;
  for (UndefinedValue &Each : All)
    if (Each.In == Made.In && Each.At == Made.At) {
      for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
        Each.Bytes[Lane] = static_cast<std::uint8_t>(Each.Bytes[Lane] | Made.Bytes[Lane]);
      return;
    }
  All.push_back(Made);
}

} // namespace emulator
