// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses that are looked at or compared, in a body or in what it calls. Within one array all is on a device as it is
// on the host; how far apart arrays are, and whether they are one, nobody can say of their copies.
#include "Analysis/BodyScan.h"
#include "Analysis/Callees.h"
#include "Analysis/DynamicVisitor.h"
#include "Analysis/OtherUnits.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SetVector.h"

using namespace hetcc;
using namespace clang;

bool hetcc::comparesAddresses(const BinaryOperator *E) {
  return E->getLHS()->getType()->isPointerType() && E->getRHS()->getType()->isPointerType() &&
         (E->isComparisonOp() || E->getOpcode() == BO_Sub);
}

bool hetcc::makesBytes(const CastExpr *E) {
  const QualType From = E->getSubExpr()->getType(), To = E->getType();
  const bool Object = E->getCastKind() == CK_LValueBitCast || E->getCastKind() == CK_LValueToRValueBitCast;
  if (!Object && (E->getCastKind() != CK_BitCast || !From->isPointerType() || !To->isPointerType()))
    return false;
  return holdsPointers(Object ? From : From->getPointeeType(), /*ToChange=*/false) &&
         !holdsPointers(Object ? To : To->getPointeeType(), /*ToChange=*/false);
}

bool hetcc::makesBytes(const MemberExpr *E) {
  auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  const QualType Base = E->getBase()->getType();
  return Field && Field->getParent()->isUnion() && !holdsPointers(Field->getType(), /*ToChange=*/false) &&
         holdsPointers(E->isArrow() ? Base->getPointeeType() : Base, /*ToChange=*/false);
}

/// Of a pointer or an lvalue, as far as that is seen.
struct BodyScan::Destinations {
  llvm::SmallSetVector<int, 2> Windows;
  llvm::SmallPtrSet<const Expr *, 8> Seen; ///< on the way
  void add(int Window) {
    if (Window >= 0)
      Windows.insert(Window);
  }
};

/// What the body assigns to pointers by their names.
void BodyScan::pointerValues() {
  struct : DynamicVisitor {
    decltype(Assigned) *Into = nullptr;
    bool VisitBinaryOperator(BinaryOperator *E) override {
      const ValueDecl *Decl =
          E->getOpcode() == BO_Assign && E->getType()->isPointerType() ? namedEntity(E->getLHS()) : nullptr;
      if (Decl)
        (*Into)[Decl].push_back(E->getRHS());
      return true;
    }
  } Values;
  Values.Into = &Assigned;
  Values.TraverseStmt(R.Loop.For->getBody());
}

void BodyScan::leadsTo(const ValueDecl *Decl, Destinations &Into) const {
  if (auto At = Places.find(Decl); At != Places.end())
    return Into.add(At->second.Window);
  if (Decl == R.Loop.Iterator)
    Into.add(R.Loop.BaseWindow);
  Into.add(findWindow(R, Decl));
  auto *Local = dyn_cast<VarDecl>(Decl); // moved by arithmetic, it stays in its array
  if (!Local || !(Local->getType()->isPointerType() || Local->getType()->isReferenceType()))
    return;
  if (const Expr *First = Locals.contains(Decl) ? Local->getInit() : nullptr)
    leadsTo(First, Into);
  if (auto Later = Assigned.find(Decl); Later != Assigned.end())
    for (const Expr *Value : Later->second)
      leadsTo(Value, Into);
}

void BodyScan::leadsTo(const Expr *E, Destinations &Into) const {
  E = E->IgnoreParenCasts();
  if (!Into.Seen.insert(E).second)
    return;
  if (const ValueDecl *Decl = namedEntity(E))
    return leadsTo(Decl, Into);
  if (auto Element = subscript(E))
    return leadsTo(Element->Base, Into);
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return leadsTo(Member->getBase(), Into);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return leadsTo(Unary->getSubExpr(), Into);
  if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return leadsTo(Temporary->getSubExpr(), Into);
  if (auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
    leadsTo(Choice->getTrueExpr(), Into);
    return leadsTo(Choice->getFalseExpr(), Into);
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const bool Left =
        Binary->isAssignmentOp() || (Binary->isAdditiveOp() && Binary->getLHS()->getType()->isPointerType());
    return leadsTo(Left ? Binary->getLHS() : Binary->getRHS(), Into);
  }
  auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return;
  const FunctionDecl *Callee = Call->getDirectCallee();
  const FunctionUse *Known = Callee ? R.Called->of(Callee) : nullptr;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (const Expr *Given = Call->getArg(I); Known && !isa<CXXMethodDecl>(Callee) && I < Callee->getNumParams()
                                                 ? (*Known)[I].Returned
                                                 : Given->isGLValue() || Given->getType()->isPointerType())
      leadsTo(Given, Into);
  if (auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    leadsTo(Member->getImplicitObjectArgument(), Into);
}

BodyScan::Destinations BodyScan::destinations(const Expr *E) const {
  Destinations Found;
  if (E)
    leadsTo(E, Found);
  return Found;
}

void BodyScan::compare(const Destinations &Left, const Destinations &Right, SourceLocation Loc, StringRef Who) {
  for (int Of : Left.Windows)
    for (int Other : Right.Windows)
      if (Of != Other)
        return stop(Loc,
                    (Who + " compares an address in '" + R.Windows[size_t(Of)].Spec->Array.Text + "' with one in '" +
                     R.Windows[size_t(Other)].Spec->Array.Text + "', and a device has copies of both")
                        .str(),
                    "let the loop compare indices of one array");
}

void BodyScan::checkAddresses(const BinaryOperator *E) {
  if (comparesAddresses(E))
    compare(destinations(E->getLHS()), destinations(E->getRHS()), E->getExprLoc(), "it");
}

/// What a function compares of what it is given. One of another unit says that itself, to who hands it addresses in
/// several arrays.
void BodyScan::checkAddresses(const FunctionDecl *Callee, const Expr *Object, ArrayRef<const Expr *> Given) {
  if (!Callee)
    return;
  const FunctionUse *Known = R.Called->of(Callee);
  if (!Known && Callee->hasBody())
    return;
  const unsigned Count = Callee->getNumParams();
  const std::string Who = "'" + Callee->getNameAsString() + "'";
  auto Of = [&](unsigned I) {
    return I == Count ? destinations(Object) : I < Given.size() ? destinations(Given[I]) : Destinations();
  };
  if (!Known) {
    Destinations All;
    for (unsigned I = 0; I < Count; ++I)
      if (isAddress(Callee->getParamDecl(I)->getType()))
        for (int Window : Of(I).Windows)
          All.add(Window);
    for (int Window : Of(Count).Windows)
      All.add(Window);
    if (All.Windows.size() > 1)
      R.HandsApart.push_back(Callee->getCanonicalDecl());
    return;
  }
  for (unsigned I = 0; I <= Count; ++I) {
    const ParameterUse &Use = (*Known)[I];
    for (unsigned J = I + 1; J <= Count; ++J)
      if (Use.ComparedWith >> J & 1)
        compare(Of(I), Of(J), Given.empty() ? Object->getExprLoc() : Given.front()->getExprLoc(), Who);
    for (const VarDecl *Var : Use.ComparedOutside) {
      Destinations Outside;
      leadsTo(Var, Outside);
      compare(Of(I), Outside, I < Given.size() ? Given[I]->getExprLoc() : Object->getExprLoc(), Who);
    }
  }
}
