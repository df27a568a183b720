// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variables and members whose values devices get copies of.
#include "Analysis/Body/CapturedValues.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

const ValueDecl *CapturedValues::valueMember(const MemberExpr *E) const {
  MemberPath Path = memberPath(E);
  if (Path.size() < 2 || Path.front() == R.Loop.Iterator || Names.isLocal(Path.front()) ||
      findWindow(R, Path.front()) >= 0 || E->refersToBitField())
    return nullptr;
  bool OfClause = llvm::any_of(
      R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Path.front() && C.Kind != CaptureKind::Value; });
  bool WholeTravels =
      isCopied(Path.front()->getType().getNonReferenceType(), Context) && !windowInside(R, {Path.front()});
  return OfClause || WholeTravels || !isCopied(E->getType(), Context) ||
                 (!E->getType()->isScalarType() && !guardOf(R, E, Context).empty())
             ? nullptr
             : R.Members.make(E, *R.Site.Function, Context);
}

void CapturedValues::renameOnce(const Expr *E, const ValueDecl *Decl, Renaming::Kind As) {
  if (llvm::none_of(R.Body.Replaced.Names,
                    [&](const Renaming &Other) { return Other.Use->getBeginLoc() == E->getBeginLoc(); }))
    R.Body.Replaced.Names.push_back({E, Decl, As});
}

bool CapturedValues::rename(const Expr *E, const ValueDecl *Decl) {
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  bool Qualified = Ref && (Ref->hasQualifier() || isa<VarTemplateSpecializationDecl>(Decl));
  auto *Var = dyn_cast<VarDecl>(Decl);
  bool Table = Var && Var->getType()->isArrayType() && isConstantTable(Var, Context);
  if (Qualified && Var && (Table || (Var->isUsableInConstantExpressions(Context) && leadsNowhere(*Var))))
    return false;
  if (!Qualified && !isa<MemberExpr, UnaryOperator>(E) && !isa<FieldDecl>(Decl))
    R.Body.Unqualified.insert(Decl);
  else
    renameOnce(E, Decl);
  return true;
}

void CapturedValues::stopOfBits(const Expr *E, const std::string &Name) {
  R.Fate.toHost(E->getBeginLoc(), "'" + Name + "' is a std::vector<bool>, whose elements are bits without addresses",
                "use a std::vector<char> instead, or one with a copy of the elements, as in 'std::vector<char> bytes(" +
                    Name + ".begin(), " + Name + ".end());'");
}

/// Stops because of a variable that the loop writes, though no clause makes it private.
void CapturedValues::stopWritten(const Expr *E, const ValueDecl *Decl, unsigned U, const std::string &Name,
                                 const Receiver &To) {
  const QualType Type = Decl->getType().getNonReferenceType();
  auto *Var = dyn_cast<VarDecl>(Decl);
  if (holdsBits(Type))
    return stopOfBits(E, Name);
  const std::string Pointer = pointerToElements(Type, Name);
  if ((U & Calls) && Type->isRecordType() && !(U & Escapes) && To.IsConstMember && !To.Writer.empty())
    return R.Fate.toHost(
        E->getBeginLoc(), "'" + Name + "' may be written" + To.Writer,
        "let the function hand out pointers and references to 'const' where nothing is written through them");
  if ((U & Calls) && Type->isRecordType() && !(U & Escapes))
    return R.Fate.toHost(E->getBeginLoc(), "it calls a member function of '" + Name + "' that is not const",
                         !isCopied(Type, Context) && Pointer.empty()
                             ? CopyParts
                             : "read '" + Name + "' through a reference to 'const'" +
                                   (Pointer.empty() ? "" : ", or " + Pointer));
  if (Type->isRecordType() && !(U & Escapes) && !Pointer.empty())
    return R.Fate.toHost(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop", Pointer);
  if (U & Escapes)
    return R.Fate.toHost(E->getBeginLoc(), "it takes the address of '" + Name + "'",
                         "make the pointer one to 'const' if nothing is written through it");
  if (U & Lends)
    return R.Fate.toHost(E->getBeginLoc(),
                         "'" + Name + "' is shared, and may be written through a reference" + To.Writer,
                         "copy it into a variable of the body where it is only read");
  if (R.Site.Source->joinsTeam() && Var && isOwnInTeam(R, Var))
    return R.Fate.toHost(E->getBeginLoc(),
                         "each thread of the team has a '" + Name + "' of its own, which the loop changes",
                         "declare '" + Name + "' inside the loop if each iteration sets it anew");
  if (isa<MemberExpr>(E->IgnoreParenImpCasts()) && Var)
    return R.Fate.toHost(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop",
                         "let the loop accumulate in a variable of the function, with a 'reduction' clause");
  if (Type->isArrayType())
    return Missing.add(E->getBeginLoc(), Name, clauseFor(*Decl, Name));
  if (R.Site.isInBlock())
    return R.Fate.toHost(E->getBeginLoc(), "'" + Name + "' is written by the loop",
                         "declare '" + Name + "' inside the loop, or use 'reduction(operator: " + Name +
                             ")' where the loop accumulates");
  R.Fate.toHost(
      E->getBeginLoc(), "'" + Name + "' is shared and written by the loop",
      Type->isRecordType() && !isCopied(Type, Context)
          ? CopyParts
          : "use 'reduction(operator: " + Name + ")' where the loop accumulates, or 'private(" + Name +
                ")' where each iteration sets it anew; unless a lock guards it, OpenMP's threads on the CPUs race for "
                "it as well");
}

/// Whether the body of a region assigns to an element that the array or pointer `Array` leads to.
static bool assignsElementOf(const ValueDecl &Array, const Region &R) {
  return anyIn(R.Loop.For->getBody(), [&](const Stmt *S) {
    auto *Binary = dyn_cast<BinaryOperator>(S);
    auto *Unary = dyn_cast<UnaryOperator>(S);
    const Expr *To = Binary && Binary->isAssignmentOp()         ? Binary->getLHS()
                     : Unary && Unary->isIncrementDecrementOp() ? Unary->getSubExpr()
                                                                : nullptr;
    for (To = To ? baseOf(To->IgnoreParenImpCasts()) : nullptr; To; To = baseOf(To->IgnoreParenImpCasts()))
      if (R.named(To->IgnoreParenImpCasts()) == &Array)
        return true;
    return false;
  });
}

/// The remedy for an array that is in no data clause.
std::string CapturedValues::clauseFor(const ValueDecl &Decl, const std::string &Name) const {
  auto *Array = Context.getAsConstantArrayType(Decl.getType().getNonReferenceType());
  const std::string Extent = Array ? llvm::toString(llvm::APSInt(Array->getSize()), 10) : "extent",
                    Whole = "or 'map(to: " + Name + "[0:" + Extent + "])' if every iteration may read all of it";
  if (R.Site.isInBlock())
    return "add 'map(to: " + Name + "[0:" + Extent + ", " + R.Site.Source->Partition->Id +
           "])' to the block's directive if iteration i reads element i, 'map(tofrom: ...)' if it writes it, " + Whole;
  if (assignsElementOf(Decl, R))
    return "add 'part_copy(" + Name + "[1:" + Extent +
           "])' if iteration i writes no element but its own, element i, or 'map(tofrom: " + Name + "[0:" + Extent +
           "])'";
  return "add 'part_copyin(" + Name + "[1:" + Extent + "])' if iteration i reads element i, 'part_copy' if it writes " +
         "it, " + Whole;
}

void CapturedValues::capture(const Expr *E, const ValueDecl *Decl, unsigned U, const Receiver &To) {
  bool OfVariable = isa<MemberExpr>(E->IgnoreParenImpCasts()) && !isa<FieldDecl>(Decl);
  std::string Name = OfVariable ? nameInFunction(E, Decl, Context) : Decl->getNameAsString();
  QualType Type = Decl->getType().getNonReferenceType();
  auto *Var = dyn_cast<VarDecl>(Decl);
  auto Same = llvm::find_if(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Decl; });
  bool Listed = Same != R.Body.Captures.end();
  if (Listed && Same->Kind != CaptureKind::Value) {
    if (isa<FieldDecl>(Decl) && !Same->Reduced.isInPlace())
      R.Body.MemberCopies.push_back(E->getExprLoc());
    return;
  }
  // A `copyin` variable has the same value in all threads. Threads that meet before a pass compare the values of their
  // copies.
  const bool MayBeSame = (Clauses.isCopiedIn(Decl) || R.Site.Source->joinsTeam()) && !(U & Writes);
  if (Var && isOfEachThread(Var) && !MayBeSame)
    return R.Fate.toHost(E->getBeginLoc(), "'" + Name + "' is thread-local",
                         "copy its value into a local variable before the loop");
  if (U & Writes)
    return stopWritten(E, Decl, U, Name, To);
  if (Listed)
    return;
  if (Var && isKnownNumber(*Var, Context)) {
    R.Body.Captures.push_back(
        {{Decl, ""}, CaptureKind::Constant, Type.getUnqualifiedType(), {}, nameInFunction(E, Decl, Context), ""});
    return;
  }
  if (isa<VarTemplateSpecializationDecl>(Decl))
    return R.Fate.toHost(E->getBeginLoc(), "'" + Name + "' is a variable template",
                         "copy its value into a local variable");
  if (Var && Var->getType()->isArrayType() && isConstantTable(Var, Context))
    return; // device code has the constant array under its own name, and DeviceLimits has noted the array
  if (Type->isPointerType() || Type->isArrayType())
    return Missing.add(E->getBeginLoc(), Name, clauseFor(*Decl, Name));
  if (Type.isVolatileQualified())
    return R.Fate.toHost(E->getBeginLoc(), "'" + Name + "' is volatile",
                         "copy its value into another variable before the loop");
  if (isUnnamed(Type) && travelsByValue(Type, Context))
    return R.Fate.toHost(E->getBeginLoc(), "'" + Name + "' is of an unnamed type", "give the type a name");
  if (const Window *Part = windowInside(R, memberPath(E)))
    return R.Fate.toHost(E->getBeginLoc(),
                         "'" + Name + "' is used as a whole, and '" + Part->Spec->Array.Text + "' is in a data clause",
                         "name the members that the loop needs");
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (Class && Class->isLambda())
    return R.Fate.toHost(E->getBeginLoc(), "'" + Name + "' is a lambda, whose type does not travel to a device",
                         "define it inside the loop, or call a function");
  const std::string Pointer = pointerToElements(Type, Name);
  if (holdsBits(Type))
    return stopOfBits(E, Name);
  if (!isCopied(Type, Context))
    return R.Fate.toHost(E->getBeginLoc(),
                         "'" + Name + "' is of a type that does not travel to a device: '" +
                             Type.getUnqualifiedType().getAsString(Context.getPrintingPolicy()) + "'",
                         Pointer.empty() ? CopyParts
                                         : Pointer + "; compute what else the loop needs of it before the loop");
  copy(E, Decl);
}

void CapturedValues::copy(const Expr *E, const ValueDecl *Decl) {
  const QualType Type = Decl->getType().getNonReferenceType().getUnqualifiedType();
  R.Body.Captures.push_back(
      {{Decl, ""}, CaptureKind::Value, Type, {}, nameInFunction(E, Decl, Context), guardOf(R, E, Context)});
}

void CapturedValues::captureNumbers() {
  struct : DynamicVisitor {
    std::vector<const DeclRefExpr *> Found;
    bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
      Found.push_back(Ref);
      return true;
    }
  } Uses;
  Uses.TraverseStmt(R.Loop.For->getBody());
  const SourceManager &SM = Context.getSourceManager();
  for (const DeclRefExpr *Ref : Uses.Found) {
    auto *Var = dyn_cast_or_null<VarDecl>(R.named(Ref));
    if (Var && !Ref->hasQualifier() && isKnownNumber(*Var, Context) &&
        SM.isBeforeInTranslationUnit(Var->getLocation(), R.Loop.For->getBeginLoc()) && rename(Ref, Var))
      capture(Ref, Var, Reads);
  }
}
