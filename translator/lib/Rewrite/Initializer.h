// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes initializers for the structs of hetrt.h in generated code.
#ifndef HETCC_LIB_REWRITE_INITIALIZER_H
#define HETCC_LIB_REWRITE_INITIALIZER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hetcc {

/// Returns `{a, b}`, the initializer of an array.
std::string braced(llvm::ArrayRef<std::string> Elements);

/// Builds an initializer such as `{.abi = HETRT_ABI, .size = 8}`. In code that is marked as a system header, gcc and
/// clang accept this form in all standards from C89 and C++98 on. In C++ the fields must be set in the struct's order.
/// Fields that are not set, or set to "0", are zero.
class Initializer {
public:
  Initializer &set(llvm::StringRef Field, llvm::StringRef Value);
  Initializer &set(llvm::StringRef Field, uint64_t Value) { return set(Field, std::to_string(Value)); }
  /// Sets a field that is an array.
  Initializer &set(llvm::StringRef Field, const std::vector<std::string> &Elements);
  std::string text() const { return braced(Fields); }
  /// Returns the definition of an object, with one line for each field: `static const hetrt_lanes hetrt_lanes_2 =
  /// {...};`
  std::string define(llvm::StringRef Declaration) const;

private:
  std::vector<std::string> Fields; ///< each as ".name = value"
};

/// Builds the text `A | B` from the flags that are set; "0" if none is.
class FlagList {
public:
  void add(bool Set, llvm::StringRef Flag);
  const std::string &text() const { return Text; }

private:
  std::string Text = "0";
};

} // namespace hetcc
#endif
