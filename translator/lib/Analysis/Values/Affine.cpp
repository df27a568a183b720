// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluation of integer expressions as polynomials.
#include "Analysis/Values/Affine.h"
#include "Analysis/Objects/AccessPaths.h"
#include "Analysis/Objects/Views.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Values/ForwardSubstitution.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

std::optional<int64_t> Affine::number(const Expr *E) const {
  if (E->isValueDependent())
    return std::nullopt;
  auto Value = E->getIntegerConstantExpr(Context);
  return Value && Value->isRepresentableByInt64() ? std::optional(Value->getExtValue()) : std::nullopt;
}

std::optional<int64_t> Affine::number(const Number &N) const {
  int64_t Sum = 0;
  if (!StringRef(N.Code).getAsInteger(10, Sum))
    return Sum;
  for (const Expr *E : N.Sum) {
    auto Value = number(E);
    if (!Value || llvm::AddOverflow(Sum, *Value, Sum))
      return std::nullopt;
  }
  return N.Sum.empty() ? std::nullopt : std::optional(Sum);
}

bool Affine::isInvariant(const ValueDecl *D) const {
  return llvm::any_of(R.Body.Captures,
                      [&](const Capture &C) { return C.What.Decl == D && C.Kind == CaptureKind::Value; }) ||
         llvm::any_of(R.Body.IndexMembers, [&](const IndexMember &M) { return M.Decl == D; }) ||
         llvm::any_of(R.Windows, [&](const Window &W) { return D && W.Length == D; });
}

std::optional<int64_t> Affine::partsOf(const Window &W) const {
  if (!W.Spec->ElementSize)
    return 1;
  auto Size = number(W.Spec->ElementSize->Checked);
  if (!Size || W.ElementType->isVoidType() || W.ElementType->isIncompleteType())
    return std::nullopt;
  int64_t Part = Context.getTypeSizeInChars(W.ElementType).getQuantity();
  return *Size > 0 && *Size % Part == 0 ? std::optional(*Size / Part) : std::nullopt;
}

std::optional<Polynomial> Affine::stride(const Window &W, unsigned Dimension) const {
  auto Parts = partsOf(W);
  if (!Parts)
    return std::nullopt;
  Polynomial Product = Polynomial::constant(*Parts);
  for (unsigned D = Dimension + 1; D < W.Shape.rank(); ++D) {
    const ClauseExpr *Length = extentExpr(W, D);
    auto Extent = Length ? evaluate(Length->Checked) : std::nullopt;
    if (!Extent)
      return std::nullopt;
    Product = Product * *Extent;
  }
  return Product.valid() ? std::optional(Product) : std::nullopt;
}

namespace {

/// Whether a declaration of `Var` stands in the statement S. `Counters` gets the counters of the counted loops around
/// the declaration.
bool declares(const Stmt *S, const VarDecl *Var, ASTContext &Context,
              llvm::SmallPtrSetImpl<const ValueDecl *> &Counters) {
  if (auto *Declaration = dyn_cast<DeclStmt>(S); Declaration && llvm::is_contained(Declaration->decls(), Var))
    return true;
  for (const Stmt *Child : partsOf(S))
    if (declares(Child, Var, Context, Counters)) {
      const auto Loop = countedLoop(S, Context);
      if (Loop && Child == withoutDirectives(bodyOf(S)))
        Counters.insert(Loop->Counter);
      return true;
    }
  return false;
}

/// Collects the variables that an expression names. Of `o.data`, a member that is an array of the region, only the
/// member counts, and the object `o` is left out.
void namesIn(const Stmt *S, const Region &R, llvm::SmallPtrSetImpl<const ValueDecl *> &Into) {
  auto *E = dyn_cast<Expr>(S);
  // The loop does not change the object that a view leads through, so only the numbers in the view are collected.
  if (const View *V = knownView(S, R); V && findWindow(R, R.named(V->Array)) >= 0) {
    for (const View::Term &Each : V->Terms)
      if (Each.Count)
        namesIn(Each.Count, R, Into);
    return;
  }
  if (const ValueDecl *D = E ? R.named(E) : nullptr) {
    Into.insert(D);
    if (isa<MemberExpr>(E) && findWindow(R, D) >= 0)
      return;
  }
  for (const Stmt *Child : partsOf(S))
    namesIn(Child, R, Into);
}

} // namespace

/// Whether a local variable always equals its initializer: neither the variable nor anything in the initializer changes
/// as long as the variable lives. For a variable that the function declares before the loop, nothing may have changed
/// since the declaration. A loop's counter counts as unchanged in the body of its loop.
bool Affine::isSettled(const VarDecl *Local) const {
  if (auto Known = Settled.find(Local); Known != Settled.end())
    return Known->second;
  const Stmt *Body = R.Loop.For->getBody();
  llvm::SmallPtrSet<const ValueDecl *, 4> Counters, Names;
  const bool Inside = declares(Body, Local, Context, Counters);
  if (!Local->getType().isConstQualified() &&
      !Local->getType()->isReferenceType()) { // the function may have assigned to a Local that is not `const` before
                                              // the loop
    const Changes Own = changes(Body, Local, R.Members);
    if (!Inside || Own.Assigned || Own.Aliased)
      return Settled[Local] = false;
  }
  namesIn(Local->getInit(), R, Names);
  if (!Inside) // the initializer's variables may have changed between the declaration of Local and the loop
    return Settled[Local] = neverChanges(Local->getInit(), *R.Site.Function);
  return Settled[Local] = llvm::all_of(Names, [&](const ValueDecl *D) {
           const int Of = findWindow(R, D);
           // The loop does not change the addresses of arrays and rows, so an initializer that reads only these keeps
           // its value.
           const bool Stays = Of >= 0 && (D->getType()->isArrayType() ||
                                          ((R.Windows[size_t(Of)].Rows || R.Windows[size_t(Of)].Objects) &&
                                           R.Windows[size_t(Of)].Container && loadsOnlyRows(Local->getInit(), D)));
           auto *Method = dyn_cast<CXXMethodDecl>(D);
           const bool Subscripts =
               Method && Method->getOverloadedOperator() == OO_Subscript && Method->getParent()->isInStdNamespace();
           if (D == R.Loop.Iterator || Stays || Subscripts || isInvariant(D) || Counters.contains(D))
             return true;
           const Changes Found = changes(Body, D, R.Members);
           return !Found.Assigned && !Found.Aliased;
         });
}

/// Whether S reads elements of `Of` only to find rows, whose addresses the loop does not change.
bool Affine::loadsOnlyRows(const Stmt *S, const ValueDecl *Of) const {
  return !anyIn(S, [&](const Stmt *Part) {
    auto *Cast = dyn_cast<CastExpr>(Part);
    const bool Loads = Cast && Cast->getCastKind() == CK_LValueToRValue && mentions(Cast, Of, R.Members);
    return Loads && !(Cast->getType()->isPointerType() && rowAccess(Cast->getSubExpr()));
  });
}

std::optional<Affine::RowAccess> Affine::rowAccess(const Expr *E) const {
  if (R.Site.isInBlock() || llvm::none_of(R.Windows, [](const Window &W) { return W.isByParts(); }))
    return std::nullopt;
  E = E->IgnoreParens();
  auto Path = accessPath(E, Context, [&](const VarDecl *Var) { return standsFor(Var); });
  int Of = Path ? rowsWindow(R, *Path) : -1;
  auto *Member = dyn_cast<MemberExpr>(E);
  RowAccess Found;
  if (Path && Of < 0 && Member && Member->isArrow() && !Path->Indices.empty() && !Path->Indices.back() &&
      Path->Parts.back().size() == 1) { // `p->m`, a member of the element that p leads to
    Path->Parts.back().clear();
    Of = rowsWindow(R, *Path);
    Found.Arrow = true;
  }
  if (Of < 0 || !R.Windows[size_t(Of)].isByParts() || (Path->Reference && objectsOf(R, R.Windows[size_t(Of)]) < 0))
    return std::nullopt;
  Found.Window = unsigned(Of);
  Found.Reference = Path->Reference;
  Found.Object = Path->Object;
  for (const Expr *Each : Path->Indices) {
    Found.Implied |= unsigned(!Each) << Found.Indices.size();
    Found.Indices.push_back(
        Each ? Each : IntegerLiteral::Create(Context, llvm::APInt(64, 0), Context.LongLongTy, E->getExprLoc()));
  }
  return Found;
}

std::optional<Polynomial> Affine::atFirst(Polynomial Index, llvm::ArrayRef<InnerLoop> Around) const {
  for (const InnerLoop &Loop : llvm::reverse(Around)) {
    auto Parts = Index.split(Loop.Counter);
    if (!Parts)
      return std::nullopt;
    if (Parts->first == Polynomial())
      continue;
    auto First = evaluate(Loop.First);
    if (!First)
      return std::nullopt;
    Index = Parts->second + Parts->first * *First;
  }
  return Index.valid() ? std::optional(Index) : std::nullopt;
}

const Expr *Affine::meaning(const ValueDecl *D) const {
  auto *Var = dyn_cast_or_null<VarDecl>(D);
  const bool Local = Var && Var != R.Loop.Iterator && !isInvariant(Var) && Var->isLocalVarDecl() &&
                     !Var->getType()->isReferenceType() && !Var->isStaticLocal() &&
                     !Var->getType().isVolatileQualified();
  if (!Local || !R.Loop.For) // the `partition` clause of a block has no loop body
    return nullptr;
  if (Var->getInit() && isSettled(Var))
    return Var->getInit();
  return setAnew(Var);
}

const Expr *Affine::boundTo(const VarDecl *Ref) const {
  const bool Plain = Ref->getType()->isReferenceType() && Ref->isLocalVarDecl() && !Ref->isStaticLocal() &&
                     !isa<DecompositionDecl>(Ref) && Ref->getInit() && R.Loop.For;
  if (!Plain || !isSettled(Ref))
    return nullptr;
  return Ref->getInit()->IgnoreParenImpCasts();
}

/// The expression that each turn of a loop assigns to a variable before the variable is read (forwardSubstitute());
/// null if there is none.
const Expr *Affine::setAnew(const VarDecl *Var) const {
  if (auto Known = Set.find(Var); Known != Set.end())
    return Known->second;
  const Stmt *Body = R.Loop.For->getBody();
  const auto IsKept = [&](const ValueDecl *D) {
    if (D == R.Loop.Iterator || isInvariant(D))
      return true;
    const Changes Found = changes(Body, D, R.Members);
    return !Found.Assigned && !Found.Aliased;
  };
  return Set[Var] = forwardSubstitute(Body, Var, IsKept, R.Members, Context);
}

/// Whether a constant lies in the upper half of an unsigned type, as in `i + 4294967295u`, which subtracts 1. The
/// constant does not tell whether the program means a subtraction.
bool Affine::maySubtract(int64_t Value, QualType Type) const {
  unsigned Width = Context.getIntWidth(Type);
  return Type->isUnsignedIntegerType() && Width >= 32 && Value >> (Width - 1);
}

/// The least value of a polynomial that the types of its variables allow; nothing if the types set no limit.
static std::optional<int64_t> leastByType(const Polynomial &P, const ASTContext &Context) {
  int64_t Sum = 0;
  for (auto &[Of, C] : P.terms()) {
    auto IsNatural = [](const ValueDecl *V) { return V->getType().getNonReferenceType()->isUnsignedIntegerType(); };
    int64_t Extreme = 1; // the product's value that makes the term least
    if (Of.size() == 1) {
      const QualType Type = Of[0]->getType().getNonReferenceType();
      const unsigned Bits = Type->isIntegerType() ? Context.getIntWidth(Type) : 64;
      const bool Signed = !IsNatural(Of[0]);
      if (C > 0 && !Signed)
        continue; // the term is at least 0
      if (Bits > 32)
        return std::nullopt;
      const unsigned Magnitude = Bits - Signed;
      Extreme = C > 0 ? -(int64_t(1) << Magnitude) : (int64_t(1) << Magnitude) - 1;
    } else if (!Of.empty()) {
      if (C < 0 || !llvm::all_of(Of, IsNatural))
        return std::nullopt;
      continue;
    }
    if (llvm::MulOverflow(C, Extreme, Extreme) || llvm::AddOverflow(Sum, Extreme, Sum))
      return std::nullopt;
  }
  return Sum;
}

bool Affine::isNatural(const Polynomial &P) const { return leastByType(P, Context).value_or(-1) >= 0; }

std::optional<Polynomial> Affine::surely(const Expr *E, llvm::function_ref<bool(const Polynomial &)> Else) const {
  std::vector<Polynomial> Unless;
  auto Value = exactly(E, Unless);
  const bool Holds =
      Value && Value->valid() && llvm::all_of(Unless, [&](const Polynomial &P) { return isNatural(P) || Else(P); });
  return Holds ? Value : std::nullopt;
}

/// Adds to `Unless` the polynomials that must not be negative for the number P to be in the range of an integer type.
/// The flags say on which sides P may leave that range. For the limits of 64-bit types nothing is added, because the
/// host, which computes the number when a pass begins, treats a number beyond these limits as unknown.
void Affine::keepWithin(IntegerForm Type, bool MayFallBelow, bool MayExceed, const Polynomial &P,
                        std::vector<Polynomial> &Unless) {
  const unsigned Bits = Type.Bits - Type.Signed;
  if (MayFallBelow && !Type.Signed)
    Unless.push_back(P);
  else if (MayFallBelow && Bits < 63)
    Unless.push_back(P + Polynomial::constant(int64_t(1) << Bits));
  if (MayExceed && Bits < 63)
    Unless.push_back(Polynomial::constant((int64_t(1) << Bits) - 1) + -P);
}

bool Affine::wrapsBelow(const Expr *E, unsigned Bits, unsigned Depth) const {
  if (Depth > 32)
    return true;
  E = E->IgnoreParens();
  const auto Form = formOf(E->getType(), Context);
  const bool Narrow = Form && Form->Bits < Bits && (!Form->Signed || Context.getLangOpts().isSignedOverflowDefined());
  if (auto *Binary = dyn_cast<BinaryOperator>(E))
    return Narrow || wrapsBelow(Binary->getLHS(), Bits, Depth + 1) || wrapsBelow(Binary->getRHS(), Bits, Depth + 1);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    return Narrow || wrapsBelow(Unary->getSubExpr(), Bits, Depth + 1);
  if (auto *Cast = dyn_cast<CastExpr>(E)) {
    const auto From = formOf(Cast->getSubExpr()->getType(), Context);
    const bool Changes =
        Cast->getCastKind() == CK_IntegralCast && Form && From && Form->Bits < Bits && !Form->holds(*From);
    return (Changes && !number(E)) || wrapsBelow(Cast->getSubExpr(), Bits, Depth + 1);
  }
  const Expr *Meant = meaning(R.named(E));
  return Meant && wrapsBelow(Meant, Bits, Depth + 1);
}

/// The value of a conversion: its operand, or a number that differs from the operand by a multiple of a power of two.
/// For a subscript (`Unless` is null) the difference does not matter, since no array has so many elements. For an exact
/// value, `Unless` gets the conditions for the number to be in the range of the new type. If these hold, a wrap in the
/// operand makes no difference: in `(int)(i - 1)` with an unsigned i = 0, the conversion turns the wrapped value into
/// -1 again.
std::optional<Polynomial> Affine::converted(const CastExpr &Cast, const Substitution &Instead,
                                            std::vector<Polynomial> *Unless, unsigned Depth) const {
  constexpr unsigned Reached = 32; // the number of bits that a conversion must keep, because subscripts may need them
  const Expr *Inner = Cast.getSubExpr();
  if (Cast.getCastKind() == CK_LValueToRValue || Cast.getCastKind() == CK_NoOp)
    return evaluate(Inner, Instead, Unless, Depth + 1);
  const auto From = formOf(Inner->getType(), Context), To = formOf(Cast.getType(), Context);
  if (Cast.getCastKind() != CK_IntegralCast || !From || !To || Cast.getType()->isBooleanType())
    return std::nullopt;
  if (To->holds(*From))
    return evaluate(Inner, Instead, Unless, Depth + 1);
  if (!Unless)
    return To->Bits >= From->Bits && To->Bits >= Reached ? evaluate(Inner, Instead, Unless, Depth + 1) : std::nullopt;
  const bool Anew = To->Bits <= From->Bits && !wrapsBelow(Inner, To->Bits);
  auto Value = evaluate(Inner, Instead, Anew ? nullptr : Unless, Depth + 1);
  if (!Value && Anew)
    Value = evaluate(Inner, Instead, Unless, Depth + 1);
  const bool Exceeds = To->Bits - To->Signed < From->Bits - From->Signed;
  if (Value)
    keepWithin(*To, Anew || From->Signed, Anew || Exceeds, *Value, *Unless);
  return Value;
}

const Window *Affine::lengthOf(const Expr *E) const {
  const Expr *Object = objectAsked(E, {"size"});
  const ValueDecl *Container = Object ? R.named(Object) : nullptr;
  const int Of = Container ? findWindow(R, Container) : -1;
  return Of >= 0 && R.Windows[size_t(Of)].Length ? &R.Windows[size_t(Of)] : nullptr;
}

/// The form of the integers of a type if arithmetic in them may wrap around; nothing if it cannot, or if a wrap makes
/// no difference (`Unless` is null).
static std::optional<IntegerForm> wrappingForm(QualType T, const std::vector<Polynomial> *Unless,
                                               const ASTContext &Context) {
  const auto Form = Unless ? formOf(T, Context) : std::nullopt;
  return Form && (!Form->Signed || Context.getLangOpts().isSignedOverflowDefined()) ? Form : std::nullopt;
}

/// The number of elements from one pointer to another.
std::optional<Polynomial> Affine::distance(const Expr *From, const Expr *To, std::vector<Polynomial> *Unless,
                                           unsigned Depth) const {
  const auto First = place(From, Unless, Depth + 1), Last = place(To, Unless, Depth + 1);
  if (!First || !Last || !First->Index || !Last->Index || !isSameRow(*First, *Last))
    return std::nullopt;
  return *Last->Index + -*First->Index;
}

/// The value of a sum, a difference or a product, or the distance of two pointers; nullopt for other operators.
std::optional<Polynomial> Affine::arithmetic(const BinaryOperator &Binary, const Substitution &Instead,
                                             std::vector<Polynomial> *Unless, unsigned Depth) const {
  const bool Subtracts = Binary.getOpcode() == BO_Sub;
  if (Binary.getLHS()->getType()->isPointerType())
    return Subtracts && Binary.getRHS()->getType()->isPointerType()
               ? distance(Binary.getRHS(), Binary.getLHS(), Unless, Depth)
               : std::nullopt;
  const auto Left = evaluate(Binary.getLHS(), Instead, Unless, Depth + 1),
             Right = evaluate(Binary.getRHS(), Instead, Unless, Depth + 1);
  if (!Left || !Right || !(Subtracts || Binary.getOpcode() == BO_Add || Binary.getOpcode() == BO_Mul))
    return std::nullopt;
  const Polynomial Value = Subtracts ? *Left + -*Right : Binary.getOpcode() == BO_Add ? *Left + *Right : *Left * *Right;
  if (const auto Wraps = wrappingForm(Binary.getType(), Unless, Context))
    keepWithin(*Wraps, Subtracts || Wraps->Signed, !Subtracts || Wraps->Signed, Value, *Unless);
  return Value;
}

std::optional<Polynomial> Affine::evaluate(const Expr *E, const Substitution &Instead, std::vector<Polynomial> *Unless,
                                           unsigned Depth) const {
  if (auto Given = Instead.find(E); Given != Instead.end())
    return Given->second;
  if (Depth > 32)
    return std::nullopt;
  if (leadsToElements(E->getType())) {
    const auto At = place(E, Unless, Depth + 1);
    return At ? At->Index : std::nullopt;
  }
  bool HasParts = isa<BinaryOperator, UnaryOperator, ExplicitCastExpr>(E->IgnoreParenImpCasts());
  if (E->getType()->isIntegerType() && (Instead.empty() || !HasParts))
    if (auto Value = number(E))
      return !Unless && maySubtract(*Value, E->getType()) ? std::nullopt : std::optional(Polynomial::constant(*Value));
  if (const Expr *Inner = E->IgnoreParens(); Inner != E)
    return evaluate(Inner, Instead, Unless, Depth + 1);
  if (auto *Cast = dyn_cast<CastExpr>(E)) // an explicit or implicit conversion
    return converted(*Cast, Instead, Unless, Depth);
  if (const Window *W = lengthOf(E))
    return Polynomial::variable(W->Length);
  if (const ValueDecl *D = R.named(E)) {
    const Expr *Meant = meaning(D);
    return Meant ? evaluate(Meant, Instead, Unless, Depth + 1) : Polynomial::variable(D);
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    auto Value = evaluate(Unary->getSubExpr(), Instead, Unless, Depth + 1);
    if (!Value || Unary->getOpcode() != UO_Minus)
      return Unary->getOpcode() == UO_Plus ? Value : std::nullopt;
    if (const auto Wraps = wrappingForm(E->getType(), Unless, Context))
      keepWithin(*Wraps, /*MayFallBelow=*/true, /*MayExceed=*/Wraps->Signed, -*Value, *Unless);
    return -*Value;
  }
  if (auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Minus && Call->getNumArgs() == 2 && leadsToElements(Call->getArg(1)->getType()))
    return distance(Call->getArg(1), Call->getArg(0), Unless, Depth);
  auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary ? arithmetic(*Binary, Instead, Unless, Depth) : std::nullopt;
}
