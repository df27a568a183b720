// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: what the lambdas of a body capture by copy.
#ifndef HETCC_LIB_ANALYSIS_BODY_LAMBDACOPIES_H
#define HETCC_LIB_ANALYSIS_BODY_LAMBDACOPIES_H

#include "Analysis/Region/Region.h"
#include "clang/AST/LambdaCapture.h"

namespace hetcc {

/// Notes the captures by copy of all lambdas in the body. When the body has been visited, reports the copies that a
/// device cannot have.
class LambdaCopies {
public:
  explicit LambdaCopies(Region &R) : R(R) {}

  /// Notes a capture by copy of a variable.
  void note(const clang::LambdaCapture &Capture);
  /// Reports copies of arrays that the loop writes.
  void checkArrays() const;
  /// Reports copies of objects of which devices have copies as bytes.
  void checkObjects() const;

private:
  Region &R;
  /// Windows whose array a lambda captures, and the places of these captures.
  std::vector<std::pair<unsigned, clang::SourceLocation>> Arrays;
  /// Variables that a lambda captures, and the places of these captures.
  std::vector<std::pair<const clang::ValueDecl *, clang::SourceLocation>> Variables;
};

} // namespace hetcc
#endif
