// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variables that the clauses of a directive, or of the team around a loop, make private, copy or reduce into: which
// of them device code has in a form of its own.
#include "Analysis/Body/ClauseVariables.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Variables/ThreadSums.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"

using namespace hetcc;
using namespace clang;

void ClauseVariables::capture(const Expr *E, CaptureKind Kind) {
  const ValueDecl *Decl = R.named(E);
  QualType Type = Decl->getType().getNonReferenceType().getUnqualifiedType();
  // A private pointer may be of any type: its value does not travel, since the iteration sets it on the device.
  const bool Points = Kind == CaptureKind::Private && Type->isPointerType() && !Type->isFunctionPointerType();
  if ((!Points && !travelsByValue(Type, Context)) || isUnnamed(Type))
    R.Fate.toHost(E->getBeginLoc(), "'" + Decl->getNameAsString() +
                                        "' is of a type that does not travel to a device: '" +
                                        Type.getAsString(Context.getPrintingPolicy()) + "'");
  if (Kind == CaptureKind::FirstPrivate && Type->isArrayType())
    R.Fate.toHost(E->getBeginLoc(), "the array '" + Decl->getNameAsString() + "' is firstprivate",
                  "name it in 'map(to:)'");
  R.Body.Captures.push_back({{Decl, ""}, Kind, Type, {}, nameInFunction(E, Decl, Context), ""});
}

/// Notes the variables of a `lastprivate` clause. The thread or device that runs the last iteration copies their
/// values.
void ClauseVariables::lastPrivate(const OMPLastprivateClause *Clause) {
  auto Plain = [&](const Expr *Var, std::string Cause) {
    R.Fate.restrict(RunsOn::Plain, Var ? Var->getBeginLoc() : Clause->getBeginLoc(), std::move(Cause),
                    "leave out 'lastprivate' if the program does not need it");
  };
  if (Clause->getKind() != OMPC_LASTPRIVATE_unknown)
    return Plain(nullptr, "'lastprivate' with a modifier is not carried over to devices");
  for (const Expr *Var : Clause->varlists()) {
    const ValueDecl *Decl = R.named(Var);
    if (Decl == R.Loop.Iterator)
      continue; // the generated code computes the iterator's last value from the bounds
    auto *Variable = dyn_cast_or_null<VarDecl>(Decl);
    if (!Variable || isa<OMPCapturedExprDecl>(Decl) || Variable->getStorageClass() == SC_Register)
      return Plain(Var, "the lastprivate variable has no address of its own");
    if (findWindow(R, Decl) >= 0)
      return Plain(Var, "'" + Decl->getNameAsString() + "' is lastprivate and in a data clause");
    QualType Type = Decl->getType().getNonReferenceType();
    if (Type->isArrayType() && !Type.isTriviallyCopyableType(Context))
      return Plain(Var, "the lastprivate array '" + Decl->getNameAsString() + "' cannot be copied byte by byte");
    auto First = llvm::find_if(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Decl; });
    if (First == R.Body.Captures.end()) {
      capture(Var, CaptureKind::Private);
      First = std::prev(R.Body.Captures.end());
      if (Type->isPointerType())
        R.Fate.toHost(Var->getBeginLoc(), "the pointer '" + Decl->getNameAsString() + "' is lastprivate");
    }
    // The thread with the last iteration might set the variable before all other threads have copied the variable's
    // first value.
    if (R.Site.Source->joinsTeam() && First->Kind == CaptureKind::FirstPrivate)
      return Plain(Var, "'" + Decl->getNameAsString() + "' is firstprivate and lastprivate");
    First->Last = true;
  }
}

/// Makes a capture of a variable of which each iteration on a device has its own; false if there is a capture already.
bool ClauseVariables::ownOfThread(const ThreadVariable &Each) {
  const bool New = llvm::none_of(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Each.Var; });
  if (New)
    capture(Each.Use, CaptureKind::Private);
  return New;
}

void ClauseVariables::clause(const OMPClause &Clause) {
  if (auto *Private = dyn_cast<OMPPrivateClause>(&Clause)) {
    for (const Expr *Var : Private->varlists())
      if (R.named(Var) != R.Loop.Iterator)
        capture(Var, CaptureKind::Private);
  } else if (auto *First = dyn_cast<OMPFirstprivateClause>(&Clause)) {
    for (const Expr *Var : First->varlists())
      if (findWindow(R, R.named(Var)) < 0)
        capture(Var, CaptureKind::FirstPrivate);
  } else if (auto *Reduction = dyn_cast<OMPReductionClause>(&Clause)) {
    Reduced.clause(Reduction);
  } else if (auto *Copyin = dyn_cast<OMPCopyinClause>(&Clause)) {
    for (const Expr *Var : Copyin->varlists())
      CopiedIn.insert(R.named(Var));
  }
}

/// Makes captures of the variables of which each thread of a team has its own.
void ClauseVariables::variablesOfTeam() {
  for (const ThreadVariable &Each : setAnew(R, Context))
    ownOfThread(Each);
  for (const ThreadSum &Each : threadSums(R, Context))
    Reduced.sumOfThread(Each);
  checkLeftInTeam(R, Context);
  if (R.Site.InTarget)
    R.Fate.restrict(RunsOn::Plain, R.Site.Source->Begin, "it stands in a 'target' construct", "");
}

/// A window cannot have an array that the pointer of each thread leads to.
void ClauseVariables::stopAtOwnPointers() {
  for (const Capture &C : R.Body.Captures)
    if (const Window *W = windowBehind(R, C.What.Decl))
      R.Fate.restrict(RunsOn::Plain, W->Spec->Array.Begin,
                      "each thread has a '" + C.What.name() + "' of its own, and '" + W->Spec->Array.Text +
                          "' is in a data clause",
                      "copy the pointer to a local variable and name that in '" + W->Spec->Clause + "'");
}

void ClauseVariables::find() {
  auto *Directive = dyn_cast<OMPExecutableDirective>(R.Site.Marker->getElse());
  if (!Directive)
    return;
  if (R.Site.isInBlock()) {
    Reduced.clausesOfBlock(*Directive);
    for (const ThreadVariable &Each : setAnew(R, Context))
      ownOfThread(Each);
    return;
  }
  for (const OMPClause *Clause : Directive->clauses())
    clause(*Clause);
  for (const DeclRefExpr *Iterator : R.Loop.Collapsed)
    if (llvm::none_of(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == R.named(Iterator); }))
      capture(Iterator, CaptureKind::Private);
  for (const ThreadArray &Each : arraysSetAnew(R, Context)) {
    capture(Each.Use, CaptureKind::Private);
    llvm::append_range(R.Needs.Foreign.Filled, Each.Elsewhere);
  }
  for (const ThreadVariable &Each : sharedSetAnew(R, Context))
    if (ownOfThread(Each)) {
      R.Body.Captures.back().Found = true;
      R.Site.First->FoundPrivate.insert(Each.Var->getNameAsString());
    }
  if (R.Site.Source->joinsTeam())
    variablesOfTeam();
  // The clauses that give the variables their first values have been visited before.
  for (const OMPClause *Clause : Directive->clauses())
    if (auto *Last = dyn_cast<OMPLastprivateClause>(Clause))
      lastPrivate(Last);
  stopAtOwnPointers();
}
