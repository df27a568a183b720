// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fundamental types of PTX, and the exception for modules that cannot be read.
#ifndef EMULATOR_PTX_TYPES_H
#define EMULATOR_PTX_TYPES_H

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace emulator {

/// The types that the emulator supports. It does not support half precision, vectors of halves, and 128-bit types.
enum class Type : std::uint8_t { Pred, B8, B16, B32, B64, U8, U16, U32, U64, S8, S16, S32, S64, F32, F64 };

/// "u32" -> U32; nothing for unsupported types.
std::optional<Type> typeNamed(std::string_view Name);
std::string_view nameOf(Type T);

/// The size in bytes; 0 for predicates.
constexpr unsigned sizeOf(Type T) {
  switch (T) {
  case Type::Pred:
    return 0;
  case Type::B8:
  case Type::U8:
  case Type::S8:
    return 1;
  case Type::B16:
  case Type::U16:
  case Type::S16:
    return 2;
  case Type::B32:
  case Type::U32:
  case Type::S32:
  case Type::F32:
    return 4;
  default:
    return 8;
  }
}

constexpr bool isFloat(Type T) { return T == Type::F32 || T == Type::F64; }
constexpr bool isSigned(Type T) { return T == Type::S8 || T == Type::S16 || T == Type::S32 || T == Type::S64; }

/// State spaces of variables and addresses.
enum class Space : std::uint8_t { Generic, Global, Const, Shared, Local, Param };

/// Thrown if PTX text is wrong or not supported; the message contains the line of the text.
class PtxError : public std::runtime_error {
public:
  enum class Reason { Invalid, Unsupported, UnsupportedVersion };
  PtxError(unsigned Line, const std::string &Text, Reason Why = Reason::Invalid)
      : std::runtime_error("ptx line " + std::to_string(Line) + ": " + Text), Why(Why) {}
  Reason why() const { return Why; }

private:
  Reason Why;
};

} // namespace emulator

#endif
