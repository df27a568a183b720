// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: addresses that are looked at or compared, in a body or in what it calls. Within one array all is
// on a device as it is on the host; how far apart arrays are, and whether they are one, cannot be said of their copies.
#ifndef HETCC_LIB_ANALYSIS_ADDRESSCHECKS_H
#define HETCC_LIB_ANALYSIS_ADDRESSCHECKS_H

#include "Analysis/Affine.h"
#include "Analysis/BodyNames.h"

namespace hetcc {

/// Restricts a region to the host where addresses in several of its arrays may be compared.
class AddressChecks {
public:
  AddressChecks(Region &R, const BodyNames &Names, const Affine &Values) : R(R), Names(Names), Values(Values) {}

  /// Notes what the body stores that may lead to arrays. Before anything is checked.
  void noteStores();

  void check(const clang::BinaryOperator *E);
  /// What a function compares of the object and the arguments that it is given.
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
      Assigned;      ///< what is assigned to a variable, or may be by a call
  Expressions Loose; ///< what is stored where any variable of the body may lie
};

} // namespace hetcc
#endif
