// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initializers of hetrt.h's structs in generated code: the one way in which it fills them.
#ifndef HETCC_LIB_REWRITE_INITIALIZER_H
#define HETCC_LIB_REWRITE_INITIALIZER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hetcc {

/// `{a, b}`, the initializer of an array.
std::string braced(llvm::ArrayRef<std::string> Elements);

/// `{.abi = HETRT_ABI, .size = 8}`, as gcc and clang take it from C89 and C++98 on, where it stands as text of a system
/// header. C++ wants the fields in the order in which the struct has them. Those that are left out are zero.
class Initializer {
public:
  Initializer &set(llvm::StringRef Field, llvm::StringRef Value);
  Initializer &set(llvm::StringRef Field, uint64_t Value) { return set(Field, std::to_string(Value)); }
  /// A field that is an array.
  Initializer &set(llvm::StringRef Field, const std::vector<std::string> &Elements);
  std::string text() const { return braced(Fields); }
  /// The definition of an object: `static const hetrt_lanes hetrt_lanes_2 = {...};`, a line for each field.
  std::string define(llvm::StringRef Declaration) const;

private:
  std::vector<std::string> Fields; ///< with their values
};

/// `A | B`, or 0 without any.
class FlagList {
public:
  void add(bool Set, llvm::StringRef Flag);
  const std::string &text() const { return Text; }

private:
  std::string Text = "0";
};

} // namespace hetcc
#endif
