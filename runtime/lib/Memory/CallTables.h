// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a call brings along from generated code.
#ifndef HETRT_MEMORY_CALLTABLES_H
#define HETRT_MEMORY_CALLTABLES_H

#include "Device/RegionTables.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hetrt {

/// A call with the arrays that generated code describes. All of it outlives this.
struct CallTables {
  const hetrt_region &Region;
  const hetrt_call &Call;
  const hetrt_arrays &Given;

  /// UnknownNumber where it leaves 64 bits.
  std::int64_t number(const hetrt_number &Of) const {
    return Of.slot && Given.numbers ? hetrt_plus(Of.constant, Given.numbers[Of.slot]) : Of.constant;
  }

  /// The address of an array, from the values of the call.
  std::byte *base(unsigned Array) const {
    std::byte *Address = nullptr;
    std::memcpy(&Address, static_cast<const std::byte *>(Given.values) + Region.arrays[Array].pointer_offset,
                sizeof Address);
    return Address;
  }
};

} // namespace hetrt

#endif
