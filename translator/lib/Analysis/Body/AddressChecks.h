// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: comparisons of addresses, in a body or in functions that it calls. Two addresses in one array
// compare on a device as on the host. Addresses in different arrays do not: the copies on the device lie at other
// distances from each other, and two pointers that lead to one array on the host may lead to two copies on the device.
// A loop that may compare such addresses therefore stays on the host.
#ifndef HETCC_LIB_ANALYSIS_BODY_ADDRESSCHECKS_H
#define HETCC_LIB_ANALYSIS_BODY_ADDRESSCHECKS_H

#include "Analysis/Body/BodyNames.h"
#include "Analysis/Values/Affine.h"

namespace hetcc {

/// Restricts a region to the host if addresses in several of the region's arrays may be compared.
class AddressChecks {
public:
  AddressChecks(Region &R, const BodyNames &Names, const Affine &Values) : R(R), Names(Names), Values(Values) {}

  /// Notes which pointers the body stores in which variables. Must be called before check().
  void noteStores();

  /// Checks a comparison or a subtraction in the body.
  void check(const clang::BinaryOperator *E);
  /// Checks what a called function compares. `Object` is the object of a member function, else null; `Given` are the
  /// arguments.
  void check(const clang::FunctionDecl *Callee, const clang::Expr *Object, llvm::ArrayRef<const clang::Expr *> Given);

private:
  struct Destinations;
  void leadsTo(const clang::Expr *E, Destinations &Into) const;
  void leadsTo(const clang::ValueDecl *Decl, Destinations &Into) const;
  void leadsToAll(const clang::Stmt *S, Destinations &Into) const;
  void leadsToNamed(const clang::Stmt *S, Destinations &Into) const;
  void leadsToMembers(const clang::ValueDecl *Object, Destinations &Into) const;
  void leadsToResult(const clang::CallExpr &Call, Destinations &Into) const;
  Destinations destinations(const clang::Expr *E) const;
  void compare(const Destinations &Left, const Destinations &Right, clang::SourceLocation Loc, llvm::StringRef Who);

  Region &R;
  const BodyNames &Names;
  const Affine &Values;
  using Expressions = llvm::SmallVector<const clang::Expr *, 2>;
  llvm::DenseMap<const clang::ValueDecl *, Expressions>
      Assigned;      ///< the values that the body assigns to a variable, or that a call may store in it
  Expressions Loose; ///< pointers that the body may store in any of its variables, since the body stores them through
                     ///< other pointers
};

} // namespace hetcc
#endif
