// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of each name that the body uses: a window, a clause's variable, a value that is copied, or a reason why
// the loop stays on the host.
#include "Analysis/BodyScan.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace hetcc;
using namespace clang;

void BodyScan::capture(const Expr *E, CaptureKind Kind, std::string Operator) {
  const ValueDecl *Decl = namedEntity(E);
  if (!Decl || (Kind == CaptureKind::Reduction && Decl->getType().getNonReferenceType()->isArrayType()))
    return stop(E->getBeginLoc(), "a reduction of an array is not carried over to devices",
                "reduce scalars, one for each element, or into an array that 'part_copy' ties to the loop");
  QualType Type = Decl->getType().getNonReferenceType().getUnqualifiedType();
  bool Wide = Type->isIntegerType() && Context.getIntWidth(Type) > 64; // has no literals
  bool Fits = Kind == CaptureKind::Reduction ? Type->isArithmeticType() && !Type->isAnyComplexType() && !Wide
                                             : travelsByValue(Type, Context) && !isUnnamed(Type);
  if (!Fits)
    stop(E->getBeginLoc(), "'" + Decl->getNameAsString() + "' is of a type that does not travel to a device");
  if (Kind == CaptureKind::FirstPrivate && Type->isArrayType())
    stop(E->getBeginLoc(), "the array '" + Decl->getNameAsString() + "' is firstprivate", "name it in 'map(to:)'");
  R.Captures.push_back({{Decl}, Kind, Type, std::move(Operator), ""});
}

void BodyScan::reduction(const OMPReductionClause *Clause) {
  DeclarationName Name = Clause->getNameInfo().getName();
  std::string Operator;
  if (Name.getNameKind() == DeclarationName::CXXOperatorName)
    Operator = getOperatorSpelling(Name.getCXXOverloadedOperator());
  else
    Operator = Name.getAsString();
  static const llvm::StringSet<> Known = {"+", "-", "*", "&", "|", "^", "&&", "||", "min", "max"};
  if (!Known.contains(Operator) || Clause->getModifier() != OMPC_REDUCTION_unknown)
    stop(Clause->getBeginLoc(), "the reduction '" + Operator + "' is user-defined or has a modifier");
  for (const Expr *Var : Clause->varlists())
    capture(Var, CaptureKind::Reduction, Operator);
}

void BodyScan::clauses() {
  auto *Directive = dyn_cast<OMPExecutableDirective>(R.Marker->getElse());
  if (!Directive)
    return;
  for (const OMPClause *Clause : Directive->clauses()) {
    if (auto *Private = dyn_cast<OMPPrivateClause>(Clause)) {
      for (const Expr *Var : Private->varlists())
        if (namedEntity(Var) != R.Loop.Iterator)
          capture(Var, CaptureKind::Private);
    } else if (auto *First = dyn_cast<OMPFirstprivateClause>(Clause)) {
      for (const Expr *Var : First->varlists())
        if (findWindow(R, namedEntity(Var)) < 0)
          capture(Var, CaptureKind::FirstPrivate);
    } else if (auto *Reduction = dyn_cast<OMPReductionClause>(Clause)) {
      reduction(Reduction);
    } else if (auto *Copyin = dyn_cast<OMPCopyinClause>(Clause)) {
      for (const Expr *Var : Copyin->varlists())
        CopiedIn.insert(namedEntity(Var));
    }
  }
}

/// Something in a window is reached at an index that is not known.
void BodyScan::pointed(Window &W, unsigned U) {
  W.Pointed = W.Read = true;
  W.Written |= bool(U & Writes);
}

/// A window's name where no subscript follows.
void BodyScan::window(Window &W, const Expr *E, unsigned U) {
  if (W.Container)
    return stop(E->getBeginLoc(), "the container '" + W.Array.name() + "' is used without a subscript",
                "let the loop work on its elements, '" + W.Array.name() + "[...]'");
  if (W.Type->isArrayType())
    return pointed(W, U);
  if (U & Writes)
    return stop(E->getBeginLoc(), "the pointer '" + W.Array.name() + "' itself is changed");
  pointed(W, W.Type->getPointeeType().isConstQualified() ? Reads : Modifies);
}

/// Notes a name that generated code has to replace; false if it stands for a constant that holds under it everywhere.
bool BodyScan::rename(const Expr *E, const ValueDecl *Decl) {
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  bool Qualified = Ref && Ref->hasQualifier();
  auto *Var = dyn_cast<VarDecl>(Decl);
  bool Table = Var && Var->getType()->isArrayType() && isConstantTable(Var, Context);
  if (Qualified && Var && (Table || Var->isUsableInConstantExpressions(Context)))
    return false;
  auto SamePlace = [&](const Expr *Use) { return Use->getBeginLoc() == E->getBeginLoc(); };
  if ((Qualified || isa<FieldDecl>(Decl)) && llvm::none_of(R.Renamed, SamePlace))
    R.Renamed.push_back(E);
  return true;
}

void BodyScan::named(const Expr *E, const ValueDecl *Decl, unsigned U) {
  if (Locals.contains(Decl)) {
    if (Aliases.contains(Decl) && (U & Escapes)) // the address of what it was bound to, and of its neighbours
      for (Window &W : R.Windows)
        pointed(W, U);
    return;
  }
  if (Decl == R.Loop.Iterator) {
    if ((U & Writes) && (U & Escapes))
      stop(E->getBeginLoc(), "it takes the address of '" + Decl->getNameAsString() + "'");
    return;
  }
  if (!isa<FieldDecl, VarDecl>(Decl))
    return; // functions, enumerators
  if (!rename(E, Decl))
    return;
  if (int W = findWindow(R, Decl); W >= 0)
    return window(R.Windows[W], E, U);
  captureValue(E, Decl, U);
}

/// A variable or member that belongs to no window: of a clause, or copied to the devices.
void BodyScan::captureValue(const Expr *E, const ValueDecl *Decl, unsigned U) {
  std::string Name = Decl->getNameAsString();
  QualType Type = Decl->getType().getNonReferenceType();
  auto *Var = dyn_cast<VarDecl>(Decl);
  auto Same = llvm::find_if(R.Captures, [&](const Capture &C) { return C.What.Decl == Decl; });
  bool Listed = Same != R.Captures.end();
  if (Listed && Same->Kind != CaptureKind::Value)
    return;
  bool PerThread = Var && (Var->getTLSKind() != VarDecl::TLS_None || Var->hasAttr<OMPThreadPrivateDeclAttr>());
  if (PerThread && !(CopiedIn.contains(Decl) && !(U & Writes))) // what is copied in has one value for all
    return stop(E->getBeginLoc(), "'" + Name + "' is thread-local");
  std::string Pointer = pointerToElements(Type, Name);
  if ((U & Writes) && Type->isRecordType() && !(U & Escapes) && (U & Calls || !Pointer.empty()))
    return (U & Calls)
               ? stop(E->getBeginLoc(), "it calls a member function of '" + Name + "' that is not const",
                      "read '" + Name + "' through a reference to 'const'" + (Pointer.empty() ? "" : ", or " + Pointer))
               : stop(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop", Pointer);
  if (U & Writes)
    return (U & Escapes) ? stop(E->getBeginLoc(), "it takes the address of '" + Name + "'",
                                "make the pointer one to 'const' if nothing is written through it")
                         : stop(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop",
                                "use 'reduction(operator: " + Name + ")' where the loop accumulates, 'private(" + Name +
                                    ")' where each iteration sets it anew, 'part_copy' for an array");
  if (Listed)
    return;
  if (Var && Var->getType()->isArrayType() && isConstantTable(Var, Context))
    return; // travels by name; DeviceLimits has noted it
  if (Type->isPointerType() || Type->isArrayType()) {
    auto *Array = Context.getAsConstantArrayType(Type);
    std::string Extent = Array ? llvm::toString(llvm::APSInt(Array->getSize()), 10) : "extent";
    return stop(E->getBeginLoc(), "'" + Name + "' is in no data clause",
                "add 'part_copyin(" + Name + "[1:" + Extent + "])' if iteration i needs element i, or 'map(to: " +
                    Name + "[0:" + Extent + "])' if every iteration may need all of it");
  }
  if (Type.isVolatileQualified())
    return stop(E->getBeginLoc(), "'" + Name + "' is volatile");
  if (!travelsByValue(Type, Context) || isUnnamed(Type))
    return stop(E->getBeginLoc(), "'" + Name + "' is of a type that does not travel to a device",
                Pointer.empty() ? "copy what the loop needs of it into scalars" : Pointer);
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  R.Captures.push_back({{Decl},
                        CaptureKind::Value,
                        Type.getUnqualifiedType(),
                        "",
                        Ref && Ref->hasQualifier() ? "::" + qualifiedName(*Decl) : ""});
}
