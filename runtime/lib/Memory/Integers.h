// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the program's integers, of which size and sign are known only at run time.
#ifndef HETRT_MEMORY_INTEGERS_H
#define HETRT_MEMORY_INTEGERS_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hetrt {

/// Calls `Visit` with a zero of the integer type that has `Size` bytes: 1, 2, 4 or else 8.
template <typename Visitor> auto withInteger(std::uint64_t Size, bool HasSign, Visitor Visit) {
  switch (Size) {
  case 1:
    return HasSign ? Visit(std::int8_t()) : Visit(std::uint8_t());
  case 2:
    return HasSign ? Visit(std::int16_t()) : Visit(std::uint16_t());
  case 4:
    return HasSign ? Visit(std::int32_t()) : Visit(std::uint32_t());
  default:
    return HasSign ? Visit(std::int64_t()) : Visit(std::uint64_t());
  }
}

/// The integer with this index. The program's arrays need not be aligned.
template <typename Integer> Integer loadInteger(const std::byte *From, std::uint64_t Index) {
  Integer Value;
  std::memcpy(&Value, From + Index * sizeof Value, sizeof Value);
  return Value;
}

} // namespace hetrt

#endif
