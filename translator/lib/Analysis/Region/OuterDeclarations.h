// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What device code, which stands outside of the function, repeats of it or names in another way.
#ifndef HETCC_LIB_ANALYSIS_REGION_OUTERDECLARATIONS_H
#define HETCC_LIB_ANALYSIS_REGION_OUTERDECLARATIONS_H

#include "clang/AST/Decl.h"
#include <vector>

namespace hetcc {

/// An unqualified name in the loop that is declared in a class or namespace around the function. A device kernel is
/// outside of these scopes, where the name would be unknown or mean another declaration.
struct OuterName {
  clang::SourceLocation Loc;
  const clang::NamedDecl *Decl = nullptr; ///< the function, constant, namespace or template; null for a type
  clang::QualType Type;                   ///< the type, if the name is a type's
};

/// What a body names that is declared outside of it, and that device code, which stands elsewhere, declares again or
/// names with a qualifier.
struct OuterDeclarations {
  /// Declarations of the enclosing function that device code repeats, in the order of the source: types, prototypes,
  /// constants, constant tables, using-declarations and -directives.
  std::vector<const clang::NamedDecl *> LocalDeclarations;
  std::vector<OuterName> OuterNames; ///< in the body and in LocalDeclarations
};

} // namespace hetcc
#endif
