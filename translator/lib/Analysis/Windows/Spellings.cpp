// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns polynomials into text, and into the expressions that Sema would have made of this text.
#include "Analysis/Windows/Spellings.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

Spellings::Spellings(const Region &R, ASTContext &Context) : Owner(R), Context(Context), Function(R.Site.Function) {
  for (const Expr *E : {R.Loop.Lower, R.Loop.Bound, R.Loop.Step})
    collect(E);
  collect(R.Loop.For->getBody());
  for (const Window &W : R.Windows)
    for (QualType T = W.Type; !T.isNull() && (T->isPointerType() || T->isArrayType());
         T = T->isPointerType() ? T->getPointeeType() : Context.getAsArrayType(T)->getElementType())
      if (auto *Variable = Context.getAsVariableArrayType(T))
        collect(Variable->getSizeExpr());
  for (const Window &W : R.Windows)
    if (W.Length && W.Guard.empty()) {
      Uses[W.Length] = new (Context) OpaqueValueExpr(W.Loc, W.Length->getType(), VK_PRValue);
      Codes[W.Length] = lengthText(W);
    }
  for (const IndexMember &M : R.Body.IndexMembers)
    if (!M.Guarded && guardOf(R, M.Use, Context).empty() && Uses.insert({M.Decl, M.Use}).second && !M.Code.empty())
      Codes[M.Decl] = M.Code;
}

void Spellings::collect(const Stmt *S) {
  if (!S)
    return;
  if (auto *Declares = dyn_cast<DeclStmt>(S)) // a name that the body declares is unknown at the directive
    Inner.insert(Declares->decl_begin(), Declares->decl_end());
  if (auto *E = dyn_cast<Expr>(S))
    if (const ValueDecl *D = Owner.named(E);
        D && !Inner.contains(D) && guardOf(Owner, E, Context).empty()) // with a guard, a pointer to the value may be
                                                                       // null, so the value may not exist
      Uses.insert({D, E->IgnoreParenImpCasts()});
  for (const Stmt *Part : partsOf(S))
    collect(Part);
}

/// Whether generated code may evaluate an expression more often than the program does: it has no side effects, and does
/// not call the user's functions, which may do anything.
static bool isRepeatable(const Expr *E, const ASTContext &Context) {
  if (E->HasSideEffects(Context, /*IncludePossibleEffects=*/false))
    return false;
  return !anyIn(E, [&](const Stmt *S) {
    auto *Call = dyn_cast<CallExpr>(S);
    auto *Method = Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
    const bool Looks = Method && Method->isConst() &&
                       (Method->getParent()->isInStdNamespace() ||
                        !elementOfIterator(Context.getRecordType(Method->getParent())).isNull());
    return Call && !Looks && !rangeOfCall(Call, false) && !rangeOfCall(Call, true);
  });
}

/// The text of the distance from the beginning of the array to a bound of a loop over pointers or iterators.
std::string Spellings::distance(const Window &Base, const Expr *Bound) const {
  if (Base.Spec->Array.Variable == ElementsName)
    return std::string("(") + ElementsEnd + " - " + ElementsName + ")";
  const std::string &Name = Base.Spec->Array.Text;
  const std::string Begin = Owner.Loop.OfClass ? Name + ".begin()" : pointerText(Base, Name);
  const Expr *Of = rangeOfCall(Bound, /*End=*/true);
  const std::string End = Of && Owner.Loop.OfClass ? sourceText(behindRange(Of), Context) + ".end()"
                          : Of && isa<CXXMemberCallExpr>(withoutCopies(Bound))
                              ? sourceText(behindRange(Of), Context) + ".end()"
                              : sourceText(Bound, Context);
  return "(" + End + " - " + Begin + ")";
}

Polynomial Spellings::bound(const Expr *E, const Affine &Values) {
  auto Value = Values.ofIterator(E);
  if (Value && Value->valid() && knows(*Value))
    return *Value;
  const CanonicalLoop &Loop = Owner.Loop;
  auto *Stand = VarDecl::Create(Context, const_cast<FunctionDecl *>(Function), E->getBeginLoc(), E->getBeginLoc(),
                                &Context.Idents.get("bound"), Context.LongLongTy, nullptr, SC_None);
  const bool Elements = Loop.isPointer() && Loop.BaseWindow >= 0 &&
                        Owner.Windows[size_t(Loop.BaseWindow)].Spec->Array.Variable == ElementsName;
  // Without an expression for the bound, the result is a new variable, and knows() is false for it.
  if (!Elements && !isRepeatable(E, Context))
    return Polynomial::variable(Stand);
  Uses[Stand] = E->IgnoreParenImpCasts();
  if (Loop.isPointer() && !Loop.Clause) { // the value of a pointer is the index of the element that it points to
    const Window *Base = Loop.BaseWindow >= 0 ? &Owner.Windows[size_t(Loop.BaseWindow)] : nullptr;
    Codes[Stand] = Base ? distance(*Base, E) : "";
    Uses[Stand] = Base ? new (Context) OpaqueValueExpr(E->getExprLoc(), Context.LongLongTy, VK_PRValue) : nullptr;
    if (!Base)
      Uses.erase(Stand);
  }
  return Polynomial::variable(Stand);
}

/// The text for a variable, as in the source; with Wide converted to `long long`.
std::string Spellings::name(const ValueDecl *V, bool Wide) const {
  const Expr *Use = Uses.lookup(V);
  const auto Code = Codes.find(V);
  if (Code != Codes.end() && isa<OpaqueValueExpr>(Use))
    return Wide ? "(long long)" + Code->second : Code->second;
  std::string Text = Code == Codes.end() ? sourceText(Use, Context) : Code->second;
  const bool Postfix = isa<DeclRefExpr, MemberExpr, CallExpr, ArraySubscriptExpr, ParenExpr>(Use);
  if (!Postfix)
    Text = "(" + Text + ")";
  return Wide ? "(long long)" + Text : Text;
}

std::string Spellings::text(const Polynomial &P, bool Wide) const {
  std::vector<std::pair<Polynomial::Product, int64_t>> Terms(P.terms().begin(), P.terms().end());
  // As in code that people write, sums of ints are not converted. Products may overflow, and unsigned sums may wrap
  // around below zero, so their first factors are converted.
  const bool Sum = Terms.size() > 1;
  auto Product = [&](const Polynomial::Product &Of) {
    std::vector<std::string> Names;
    bool First = true;
    for (const ValueDecl *V : Of) {
      const bool Unsigned = Uses.lookup(V)->getType()->isUnsignedIntegerType();
      Names.push_back(name(V, First && (Wide || Of.size() > 1 || (Sum && Unsigned))));
      First = false;
    }
    return llvm::join(Names, " * ");
  };
  llvm::stable_sort(Terms, [&](auto &A, auto &B) {
    if (A.first.size() != B.first.size())
      return A.first.size() > B.first.size();
    return (A.second > 0) != (B.second > 0) ? A.second > 0 : Product(A.first) < Product(B.first);
  });
  std::string Text;
  for (auto &[Of, C] : Terms) {
    Text += Text.empty() ? (C < 0 ? "-" : "") : C < 0 ? " - " : " + ";
    const std::string Number = std::to_string(C < 0 ? -uint64_t(C) : uint64_t(C));
    Text += Of.empty() ? Number : (Number == "1" ? "" : Number + " * ") + Product(Of);
  }
  return Text.empty() ? "0" : Text;
}

Number Spellings::host(const ValueDecl *V) const {
  const QualType T = Uses.lookup(V)->getType();
  const bool MayNotFit = T->isUnsignedIntegerType() && Context.getTypeSize(T) >= 64;
  return {(MayNotFit ? "hetrt_unsigned(" : "(hetrt_int64)(") + name(V, false) + ")", {}};
}

std::string Spellings::isNotNegative(const Polynomial &P) const {
  auto Constant = P.terms().find({});
  const int64_t Least = Constant == P.terms().end() || Constant->second > 0 ? 0 : -Constant->second;
  const Polynomial Left = P + Polynomial::constant(Least);
  const bool Alone = Left.terms().size() == 1 && Left.terms().begin()->second == 1;
  return text(Left, !Alone) + " >= " + std::to_string(Least);
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

Expr *Spellings::number(int64_t Value) const {
  return IntegerLiteral::Create(Context, llvm::APInt(64, uint64_t(Value), true), Context.LongLongTy, SourceLocation());
}

Expr *Spellings::binary(BinaryOperatorKind Operator, Expr *Left, Expr *Right) const {
  return BinaryOperator::Create(Context, Left, Right, Operator, Context.LongLongTy, VK_PRValue, OK_Ordinary,
                                SourceLocation(), FPOptionsOverride());
}

Expr *Spellings::value(const ValueDecl *V) const {
  auto *E = const_cast<Expr *>(Uses.lookup(V));
  auto Convert = [&](CastKind Kind, QualType To) {
    E = ImplicitCastExpr::Create(Context, To, Kind, E, nullptr, VK_PRValue, FPOptionsOverride());
  };
  if (E->isGLValue())
    Convert(CK_LValueToRValue, E->getType().getUnqualifiedType());
  if (!Context.hasSameType(E->getType(), Context.LongLongTy))
    Convert(CK_IntegralCast, Context.LongLongTy);
  return E;
}

ClauseExpr Spellings::expression(std::string Text, SourceLocation At) const {
  ClauseExpr Result;
  Result.Text = std::move(Text);
  Result.Begin = Result.End = At;
  Result.Type = Wanted::Integer;
  Result.Checked = new (Context) OpaqueValueExpr(At, Context.LongLongTy, VK_PRValue); // an unknown value
  return Result;
}

ClauseExpr Spellings::expression(const Polynomial &P, SourceLocation At) const {
  ClauseExpr Result = expression(text(P, false), At);
  Expr *Sum = nullptr;
  for (auto &[Of, C] : P.terms()) {
    Expr *Product = nullptr;
    for (const ValueDecl *V : Of)
      Product = Product ? binary(BO_Mul, Product, value(V)) : value(V);
    const bool Subtract = Sum && C < 0;
    const int64_t Factor = Subtract ? -C : C;
    if (!Product)
      Product = number(Factor);
    else if (Factor != 1)
      Product = binary(BO_Mul, number(Factor), Product);
    Sum = Sum ? binary(Subtract ? BO_Sub : BO_Add, Sum, Product) : Product;
  }
  Result.Checked = Sum ? Sum : number(0);
  return Result;
}
