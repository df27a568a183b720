// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: the variables and members whose values devices get copies of, and their names in device code.
#ifndef HETCC_LIB_ANALYSIS_BODY_CAPTUREDVALUES_H
#define HETCC_LIB_ANALYSIS_BODY_CAPTUREDVALUES_H

#include "Analysis/Body/BodyNames.h"
#include "Analysis/Body/ClauseVariables.h"
#include "Analysis/Body/MissingClauses.h"
#include "Analysis/Body/Use.h"
#include "Analysis/Region/Region.h"

namespace hetcc {

/// Makes captures of what belongs to no window and is used by value. What devices can have no copy of keeps the loop on
/// the host.
class CapturedValues {
public:
  CapturedValues(Region &R, const BodyNames &Names, const ClauseVariables &Clauses, MissingClauses &Missing,
                 clang::ASTContext &Context)
      : R(R), Names(Names), Clauses(Clauses), Missing(Missing), Context(Context) {}

  /// Notes the use U of a variable or a member that belongs to no window. Either a clause names the variable, or
  /// devices get a copy of its value. `To` gets the object, if it is passed to a function.
  void capture(const clang::Expr *E, const clang::ValueDecl *Decl, unsigned U, const Receiver &To = {});
  /// Captures the constants in sizes of arrays, `case` labels, template arguments and assertions. BodyScan does not
  /// visit these expressions, because they are not evaluated, but device code contains them and so needs the constants.
  void captureNumbers();
  /// The variable that generated code has for a member which is copied to a device alone, because the object around the
  /// member cannot be copied: a pointer leads to the object, or the object holds pointers. Null for all other members.
  const clang::ValueDecl *valueMember(const clang::MemberExpr *E) const;

  /// Notes that generated code has to replace the name in E. False if the name is that of a constant, which device code
  /// may use as it is.
  bool rename(const clang::Expr *E, const clang::ValueDecl *Decl);
  /// Notes that generated code replaces the name in E. Nothing is added if E's place in the text is on the list
  /// already.
  void renameOnce(const clang::Expr *E, const clang::ValueDecl *Decl, Renaming::Kind As = Renaming::Kind::Name);

private:
  void stopOfBits(const clang::Expr *E, const std::string &Name);
  void stopWritten(const clang::Expr *E, const clang::ValueDecl *Decl, unsigned U, const std::string &Name,
                   const Receiver &To);
  std::string clauseFor(const clang::ValueDecl &Array, const std::string &Name) const;
  void copy(const clang::Expr *E, const clang::ValueDecl *Decl);

  Region &R;
  const BodyNames &Names;
  const ClauseVariables &Clauses;
  MissingClauses &Missing;
  clang::ASTContext &Context;
};

} // namespace hetcc
#endif
