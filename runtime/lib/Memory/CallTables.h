// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of a region together with the numbers and addresses that generated code passes with a call.
#ifndef HETRT_MEMORY_CALLTABLES_H
#define HETRT_MEMORY_CALLTABLES_H

#include "Device/RegionTables.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hetrt {

/// A call, its region's tables, and the values for these tables. The objects to which the members refer outlive this
/// object.
struct CallTables {
  const hetrt_region &Region;
  const hetrt_call &Call;
  const hetrt_arrays &Given;

  /// The value of a number in the tables: a constant, plus `Given.numbers[slot]` if the slot is not 0. UnknownNumber
  /// where the sum does not fit in 64 bits.
  std::int64_t number(const hetrt_number &Of) const {
    return Of.slot && Given.numbers ? hetrt_plus(Of.constant, Given.numbers[Of.slot]) : Of.constant;
  }

  /// The address of array number `Array`, from the values that the call passes.
  std::byte *base(unsigned Array) const {
    std::byte *Address = nullptr;
    std::memcpy(&Address, static_cast<const std::byte *>(Given.values) + Region.arrays[Array].pointer_offset,
                sizeof Address);
    return Address;
  }
};

} // namespace hetrt

#endif
