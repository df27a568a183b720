// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of addresses, in a body or in functions that it calls. Two addresses in one array compare on a device as
// on the host. Addresses in different arrays do not: the copies on the device lie at other distances.
#include "Analysis/Body/AddressChecks.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SetVector.h"

using namespace hetcc;
using namespace clang;

/// The arrays that a pointer, a reference or an object with pointers may lead into.
struct AddressChecks::Destinations {
  llvm::SmallSetVector<int, 2> Windows;
  bool Anywhere = false;                   ///< the pointer may also lead to unknown memory
  llvm::SmallPtrSet<const Expr *, 8> Seen; ///< expressions that have been looked at
  void add(int Window) {
    if (Window >= 0)
      Windows.insert(Window);
  }
  bool leads() const { return Anywhere || !Windows.empty(); }
};

namespace {

/// Collects the pointers that a body stores: for each variable the values that the variable gets (Assigned), and the
/// values that are stored in a variable which is not known (Loose).
class PointerStores : public DynamicVisitor {
public:
  using Values = llvm::SmallVector<const Expr *, 2>;
  PointerStores(llvm::DenseMap<const ValueDecl *, Values> &Assigned, Values &Loose, Callees &Called)
      : Assigned(Assigned), Loose(Loose), Called(Called) {
    VisitsImplicitCode = true;
  }

private:
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->getOpcode() == BO_Assign && holdsPointers(E->getType(), /*ToChange=*/false))
      store(variable(E->getLHS()), E->getRHS());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    const auto [Object, Given] = objectAndArguments(*E);
    if (Method && Method->getParent()->isLambda())
      for (unsigned I = 0; I < Given.size() && I < Method->getNumParams(); ++I)
        store(Method->getParamDecl(I), Given[I]);
    call(Callee, Object, Given);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    call(E->getConstructor(), nullptr, {E->getArgs(), E->getNumArgs()});
    return true;
  }
  /// Notes that a called function may store each of its arguments, and the object it is called on, in every object that
  /// the function may change.
  void call(const FunctionDecl *Callee, const Expr *Object, llvm::ArrayRef<const Expr *> Given) {
    const FunctionUse *Known = Callee ? Called.usesOf(Callee) : nullptr;
    auto storeInto = [&](const Expr *Target, unsigned Parameter) {
      if (Known && Parameter < Known->size() && !(*Known)[Parameter].Written)
        return;
      const Expr *E = Target->IgnoreParenImpCasts();
      const bool Pointer = !Target->isGLValue() && Target->getType()->isPointerType();
      auto *Address = dyn_cast<UnaryOperator>(E);
      if (Address && Address->getOpcode() != UO_AddrOf)
        Address = nullptr;
      const QualType Kept = Pointer ? Target->getType()->getPointeeType() : Target->getType();
      if ((!Pointer && !Target->isGLValue()) || Kept.isConstQualified() || !holdsPointers(Kept, /*ToChange=*/false))
        return;
      const bool Array = E->getType()->isArrayType();
      const VarDecl *Var = Pointer && !Address && !Array ? nullptr : variable(Address ? Address->getSubExpr() : E);
      for (const Expr *Value : Given)
        store(Var, Value);
      if (Object)
        store(Var, Object);
    };
    for (unsigned I = 0; I < Given.size(); ++I)
      storeInto(Given[I], I);
    if (Object)
      storeInto(Object, Callee ? Callee->getNumParams() : 0);
  }
  void store(const VarDecl *Var, const Expr *Value) {
    (Var ? Assigned[Var->getCanonicalDecl()] : Loose).push_back(Value);
  }
  llvm::DenseMap<const ValueDecl *, Values> &Assigned;
  Values &Loose;
  Callees &Called;
};

} // namespace

void AddressChecks::noteStores() { PointerStores(Assigned, Loose, *R.Site.Called).TraverseStmt(R.Loop.For->getBody()); }

/// Adds the arrays that are members of `Object`, or that pointers in `Object` lead to. If `Object` is null, the object
/// is `*this`.
void AddressChecks::leadsToMembers(const ValueDecl *Object, Destinations &Into) const {
  for (size_t I = 0; I < R.Windows.size(); ++I)
    if (const MemberPath Path = memberPath(R.Windows[I].Spec->Array.Checked);
        !Path.empty() && (Object ? Path.size() > 1 && Path.front() == Object : isa<FieldDecl>(Path.front())))
      Into.add(int(I));
}

void AddressChecks::leadsTo(const ValueDecl *Decl, Destinations &Into) const {
  if (const auto Of = Names.followed(Decl))
    return Into.add(*Of);
  if (Decl == R.Loop.Iterator)
    Into.add(R.Loop.BaseWindow);
  if (const int Of = findWindow(R, Decl); Of >= 0)
    return Into.add(Of);
  if (auto *Binding = dyn_cast<BindingDecl>(Decl))
    return Binding->getBinding() ? leadsTo(Binding->getBinding(), Into) : void(Into.Anywhere = true);
  const QualType T = Decl->getType();
  if (isa<FieldDecl>(Decl) && holdsPointers(T, /*ToChange=*/false))
    return leadsToMembers(Decl, Into);
  // A number, as in `p + i`, leads nowhere: arithmetic on a pointer does not leave the pointer's array.
  auto *Local = dyn_cast<VarDecl>(Decl);
  if (!Local || !(T->isReferenceType() || holdsPointers(T, /*ToChange=*/false)))
    return;
  leadsToMembers(Decl, Into);
  auto Later = Assigned.find(cast<ValueDecl>(Decl->getCanonicalDecl()));
  if (Names.isLocal(Decl)) {
    if (const Expr *First = Local->getInit(); First && !isa<ParmVarDecl>(Local))
      leadsTo(First, Into);
    for (const Expr *Value : Loose)
      leadsTo(Value, Into);
    // A parameter of a lambda without a known argument: another function calls the lambda, so the parameter may lead
    // anywhere.
    Into.Anywhere |= isa<ParmVarDecl>(Local) && Later == Assigned.end();
  }
  if (Later != Assigned.end())
    for (const Expr *Value : Later->second)
      leadsTo(Value, Into);
}

void AddressChecks::leadsToAll(const Stmt *S, Destinations &Into) const {
  for (const Stmt *Part : S->children())
    if (auto *Inner = dyn_cast_or_null<Expr>(Part))
      leadsTo(Inner, Into);
}

/// Adds the arrays that an expression may lead into. A kind of expression that is not handled here may lead anywhere.
void AddressChecks::leadsTo(const Expr *E, Destinations &Into) const {
  E = E->IgnoreParens();
  if (!E->isGLValue() && !holdsPointers(E->getType(), /*ToChange=*/false))
    return;
  if (!Into.Seen.insert(E).second)
    return;
  if (const View *V = Names.view(E))
    return Into.add(findWindow(R, R.named(V->Array)));
  if (const auto Row = E->isGLValue() ? Values.rowAccess(E) : std::nullopt)
    return Into.add(int(Row->Window));
  if (auto *Cast = dyn_cast<CastExpr>(E)) {
    const CastKind Kind = Cast->getCastKind();
    Into.Anywhere |= Kind == CK_IntegralToPointer;
    return Kind == CK_NullToPointer || Kind == CK_FunctionToPointerDecay ? void() : leadsTo(Cast->getSubExpr(), Into);
  }
  if (const ValueDecl *Decl = R.named(E))
    return leadsTo(Decl, Into);
  if (isa<CXXThisExpr>(E))
    return leadsToMembers(nullptr, Into);
  if (auto Element = subscript(E))
    return leadsTo(Element->Base, Into);
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return leadsTo(Member->getBase(), Into);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return leadsTo(Unary->getSubExpr(), Into);
  if (auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
    leadsTo(Choice->getTrueExpr(), Into);
    return leadsTo(Choice->getFalseExpr(), Into);
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && !Binary->isPtrMemOp()) {
    if (Binary->getOpcode() != BO_Comma)
      leadsTo(Binary->getLHS(), Into);
    return leadsTo(Binary->getRHS(), Into);
  }
  if (auto *Call = dyn_cast<CallExpr>(E))
    return leadsToResult(*Call, Into);
  if (auto *Value = dyn_cast<OpaqueValueExpr>(E))
    return Value->getSourceExpr() ? leadsTo(Value->getSourceExpr(), Into) : void(Into.Anywhere = true);
  if (auto *Block = dyn_cast<StmtExpr>(E)) {
    auto *Last = dyn_cast_or_null<Expr>(Block->getSubStmt()->body_back());
    return Last ? leadsTo(Last, Into) : void();
  }
  if (auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return leadsTo(Default->getExpr(), Into);
  if (auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return leadsTo(Default->getExpr(), Into);
  if (auto *Lambda = dyn_cast<LambdaExpr>(E)) // a lambda holds captures; calls may return what the body names
    for (const Stmt *Part : partsOf(Lambda->getBody()))
      leadsToNamed(Part, Into);
  // The listed kinds of expressions lead where their operands lead, see leadsToAll(); all other kinds may lead
  // anywhere.
  Into.Anywhere |= !isa<CXXConstructExpr, InitListExpr, CXXParenListInitExpr, CompoundLiteralExpr, LambdaExpr,
                        MaterializeTemporaryExpr, FullExpr, CXXBindTemporaryExpr, SubstNonTypeTemplateParmExpr,
                        CXXStdInitializerListExpr, ArrayInitLoopExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr,
                        GNUNullExpr, CXXNullPtrLiteralExpr, StringLiteral, PredefinedExpr, DeclRefExpr>(E);
  leadsToAll(E, Into);
}

void AddressChecks::leadsToNamed(const Stmt *S, Destinations &Into) const {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    leadsTo(Ref, Into);
  for (const Stmt *Part : partsOf(S))
    leadsToNamed(Part, Into);
}

/// The result of a call leads to the arrays of those arguments that the function may return. If nothing is known about
/// the function, it may return each argument.
void AddressChecks::leadsToResult(const CallExpr &Call, Destinations &Into) const {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionUse *Known = Callee && !isa<CXXMethodDecl>(Callee) ? R.Site.Called->usesOf(Callee) : nullptr;
  for (unsigned I = 0; I < Call.getNumArgs(); ++I)
    if (!Known || I >= Callee->getNumParams() || (*Known)[I].Returned)
      leadsTo(Call.getArg(I), Into);
  if (auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    leadsTo(Member->getImplicitObjectArgument(), Into);
}

AddressChecks::Destinations AddressChecks::destinations(const Expr *E) const {
  Destinations Found;
  if (E)
    leadsTo(E, Found);
  return Found;
}

void AddressChecks::compare(const Destinations &Left, const Destinations &Right, SourceLocation Loc, StringRef Who) {
  const char *Remedy = "let the loop compare indices of one array";
  for (int Of : Left.Windows)
    for (int Other : Right.Windows)
      if (Of == Other && R.Windows[size_t(Of)].Rows)
        return R.Fate.toHost(Loc,
                             (Who + " compares addresses in rows of '" + R.Windows[size_t(Of)].Spec->Array.Text +
                              "', which lie elsewhere on a device")
                                 .str(),
                             Remedy);
      else if (Of != Other)
        return R.Fate.toHost(Loc,
                             (Who + " compares an address in '" + R.Windows[size_t(Of)].Spec->Array.Text +
                              "' with one in '" + R.Windows[size_t(Other)].Spec->Array.Text +
                              "', and a device has copies of both")
                                 .str(),
                             Remedy);
  const bool Unseen = Left.leads() && Right.leads() && (Left.Anywhere || Right.Anywhere);
  if (Unseen && R.Windows.size() > 1)
    R.Fate.toHost(Loc, (Who + " compares addresses, and which arrays they are in is not known").str(), Remedy);
}

void AddressChecks::check(const BinaryOperator *E) {
  if (comparesAddresses(E))
    compare(destinations(E->getLHS()), destinations(E->getRHS()), E->getExprLoc(), "it");
}

/// Compares the arguments, and the object, that a called function compares with each other. What a function of another
/// unit compares is not known, so if its arguments may lead into several arrays, the function is added to
/// GetSeveralAddresses.
void AddressChecks::check(const FunctionDecl *Callee, const Expr *Object, ArrayRef<const Expr *> Given) {
  if (!Callee)
    return;
  const FunctionUse *Known = R.Site.Called->usesOf(Callee);
  const unsigned Count = Callee->getNumParams();
  const std::string Who = "'" + Callee->getNameAsString() + "'";
  auto Of = [&](unsigned I) {
    return I == Count ? destinations(Object) : I < Given.size() ? destinations(Given[I]) : Destinations();
  };
  if (!Known) {
    Destinations All;
    auto Add = [&](const Destinations &Each) {
      All.Windows.insert(Each.Windows.begin(), Each.Windows.end());
      All.Anywhere |= Each.Anywhere;
    };
    for (unsigned I = 0; I < Count; ++I)
      if (isAddress(Callee->getParamDecl(I)->getType()))
        Add(Of(I));
    Add(Of(Count));
    const bool IntoRows = llvm::any_of(All.Windows, [&](int Of) { return R.Windows[size_t(Of)].Rows; });
    if (All.Windows.size() > 1 || IntoRows || (All.Anywhere && R.Windows.size() > 1))
      R.Needs.Foreign.GetSeveralAddresses.push_back(Callee->getCanonicalDecl());
    return;
  }
  for (unsigned I = 0; I <= Count; ++I) {
    const ParameterUse &Use = (*Known)[I];
    for (unsigned J = I; J <= Count; ++J)
      if (Use.ComparedWith >> J & 1)
        compare(Of(I), Of(J), Given.empty() ? Object->getExprLoc() : Given.front()->getExprLoc(), Who);
    for (const VarDecl *Var : Use.ComparedOutside) {
      Destinations Outside;
      leadsTo(Var, Outside);
      compare(Of(I), Outside, I < Given.size() ? Given[I]->getExprLoc() : Object->getExprLoc(), Who);
    }
  }
}
