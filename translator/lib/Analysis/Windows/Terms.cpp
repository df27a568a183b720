// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subscripts, bounds and conditions as terms.
#include "Analysis/Windows/BoxFinder.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

/// What an expression converts, where that is the same number.
static const Expr *unconverted(const Expr *E, const ASTContext &Context) {
  for (;;) {
    E = E->IgnoreParens();
    auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast)
      return E;
    const Expr *From = Cast->getSubExpr();
    const bool Keeps = Cast->getCastKind() == CK_LValueToRValue || Cast->getCastKind() == CK_NoOp ||
                       (Cast->getCastKind() == CK_IntegralCast &&
                        Context.getIntWidth(Cast->getType()) >= Context.getIntWidth(From->getType()));
    if (!Keeps)
      return E;
    E = From;
  }
}

/// What an expression reads: also where it becomes an `int`, as lengths of 64 bits do, since no array has more elements
/// than that where a loop counts so; of less bits a number may be cut off. Null: that is so.
static const Expr *readBy(const Expr *E, const ASTContext &Context) {
  constexpr unsigned Int = 32;
  for (;;) {
    E = unconverted(E, Context);
    auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast)
      return E;
    if (!isa<ImplicitCastExpr>(Cast) || Cast->getCastKind() != CK_IntegralCast ||
        Context.getIntWidth(E->getType()) < Int)
      return nullptr;
    E = Cast->getSubExpr();
  }
}

/// `row[polynomial]`, where the region writes nothing of row.
std::optional<Term> BoxFinder::element(const Expr *E) const {
  const Expr *Read = readBy(E, Context);
  auto Level = Read ? subscript(Read) : std::nullopt;
  const ValueDecl *Array = Level ? namedEntity(Level->Base) : nullptr;
  const int Number = Array ? findWindow(R, Array) : -1;
  if (Number < 0 || R.Windows[size_t(Number)].Written || !R.Windows[size_t(Number)].ElementType->isIntegerType() ||
      R.Windows[size_t(Number)].DeclaredRank != 1)
    return std::nullopt;
  auto Value = Values.evaluate(Level->Index);
  if (!Value || !Value->valid())
    return std::nullopt;
  Term T;
  T.Value = *Value;
  T.Table = Array;
  return T;
}

/// `length[polynomial]`, and more or less than that where it cannot wrap around; nullopt for all others.
std::optional<Term> BoxFinder::loaded(const Expr *E, Box &B, const InnerLoop &Of) const {
  E = readBy(E, Context);
  if (!E)
    return std::nullopt;
  if (auto Found = element(E))
    return Found;
  if (const Expr *Meant = Values.meaning(namedEntity(E)))
    return loaded(Meant, B, Of);
  auto *Sum = dyn_cast<BinaryOperator>(E);
  if (!Sum || !Sum->isAdditiveOp() || !(Sum->getType()->isSignedIntegerType() || Sum->getType()->isPointerType()))
    return std::nullopt;
  const bool Adds = Sum->getOpcode() == BO_Add;
  auto Found = loaded(Sum->getLHS(), B, Of);
  auto More = exactly(Found ? Sum->getRHS() : Sum->getLHS(), B, &Of);
  if (!Found && Adds)
    Found = loaded(Sum->getRHS(), B, Of);
  if (!Found || !More)
    return std::nullopt;
  Found->Add = Found->Add + (Adds ? *More : -*More);
  return Found;
}

/// A subscript as a term; nullopt if it is none.
std::optional<Term> BoxFinder::index(const Expr *E) const {
  if (auto Value = evaluate(E); Value && Value->valid())
    return plain(*Value);
  auto *Binary = dyn_cast<BinaryOperator>(unconverted(E, Context));
  if (!Binary || (Binary->getOpcode() != BO_Div && Binary->getOpcode() != BO_Shr))
    return std::nullopt;
  auto Value = evaluate(Binary->getLHS());
  auto By = Values.number(Binary->getRHS());
  if (!Value || !By || *By < 0)
    return std::nullopt;
  if (Binary->getOpcode() == BO_Shr)
    By = *By < 62 ? std::optional(int64_t(1) << *By) : std::nullopt;
  if (!By || *By < 1 || !Value->valid())
    return std::nullopt;
  if (Binary->getOpcode() == BO_Div && !isNatural(*Value, Binary->getLHS()))
    return std::nullopt; // C rounds towards zero
  Term T = plain(*Value);
  T.Divisor = *By;
  return T;
}

/// Whether a value is never negative: it has no sign, or it is a multiple of an iterator that is not, and more.
bool BoxFinder::isNatural(const Polynomial &P, const Expr *E) const {
  if (E->getType()->isUnsignedIntegerType())
    return true;
  const auto Least = Values.ofIterator(R.Loop.Decreasing ? R.Loop.Bound : R.Loop.Lower);
  return Least && Least->asConstant().value_or(-1) >= 0 &&
         P.allVariables([&](const ValueDecl *V) { return V == R.Loop.Iterator; }) &&
         llvm::all_of(P.terms(), [](auto &Each) { return Each.second >= 0; });
}

/// `i > 0 ? i - 1 : i`, as a part of a subscript or of a local that is one; null if there is none.
const ConditionalOperator *BoxFinder::choiceIn(const Expr *E, unsigned Depth) const {
  constexpr unsigned Deepest = 8;
  E = unconverted(E, Context);
  if (auto *Choice = dyn_cast<ConditionalOperator>(E))
    return Choice;
  if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Depth < Deepest) {
    const ConditionalOperator *Left = choiceIn(Binary->getLHS(), Depth + 1);
    return Left ? Left : choiceIn(Binary->getRHS(), Depth + 1);
  }
  const Expr *Meant = Depth < Deepest ? Values.meaning(namedEntity(E)) : nullptr;
  return Meant ? choiceIn(Meant, Depth + 1) : nullptr;
}

void BoxFinder::subscripts(const Access &A, std::vector<Subscripts> &Into) {
  const ConditionalOperator *Choice = nullptr;
  for (const Expr *Each : A.Indices)
    Choice = Choice ? Choice : choiceIn(Each);
  auto Add = [&](bool Holds) {
    Subscripts S{&A, Choice, Holds};
    for (const Expr *Each : A.Indices)
      S.Indices.push_back(index(Each));
    Into.push_back(std::move(S));
  };
  Chosen.clear();
  if (!Choice)
    return Add(true);
  for (bool Holds : {true, false}) {
    auto Value = Values.evaluate(Holds ? Choice->getTrueExpr() : Choice->getFalseExpr());
    Chosen.clear();
    if (Value && Value->valid())
      Chosen[Choice] = *Value;
    Add(Holds);
  }
  Chosen.clear();
}

// ---- Numbers that are compared and counted to -----------------------------------------------------------------------

/// The least value of a polynomial that the types of its variables allow; nothing where they do not bound it.
static std::optional<int64_t> leastByType(const Polynomial &P, const ASTContext &Context) {
  int64_t Sum = 0;
  for (auto &[Of, C] : P.terms()) {
    auto IsNatural = [](const ValueDecl *V) { return V->getType().getNonReferenceType()->isUnsignedIntegerType(); };
    int64_t Extreme = 1; // of the product, at which the term is least
    if (Of.size() == 1) {
      const QualType Type = Of[0]->getType().getNonReferenceType();
      const unsigned Bits = Type->isIntegerType() ? Context.getIntWidth(Type) : 64;
      const bool Signed = !IsNatural(Of[0]);
      if (C > 0 && !Signed)
        continue; // at least 0
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

/// The iterator's values. That the loop's own bounds do not wrap around is taken for granted: it would run through
/// nearly all numbers of its type.
CounterRun BoxFinder::runOfIterator() const {
  const CanonicalLoop &L = R.Loop;
  auto First = Values.ofIterator(L.Lower), Last = Values.ofIterator(L.Bound);
  const bool Inclusive = L.Relation == BO_LE || L.Relation == BO_GE;
  CounterRun Run;
  if (First)
    (L.Decreasing ? Run.Upper : Run.Lower).push_back(plain(*First));
  if (Last)
    (L.Decreasing ? Run.Lower : Run.Upper).push_back(plain(*Last + number(Inclusive ? 0 : L.Decreasing ? 1 : -1)));
  return Run;
}

/// The least value of a number over the loops around what a box comes from, or around one of them, in terms of what
/// does not change; nothing where that is not known.
std::optional<Polynomial> BoxFinder::lowest(Polynomial P, Box &B, const InnerLoop *Of) const {
  auto MovesWith = [&](const ValueDecl *V) {
    auto Parts = P.split(V);
    return !Parts || !(Parts->first == Polynomial());
  };
  auto Replace = [&](const ValueDecl *V, const CounterRun &Run) {
    auto Parts = P.split(V);
    auto Factor = Parts ? Parts->first.asConstant() : std::nullopt;
    if (!Factor)
      return false;
    llvm::SmallVector<Term, 2> Ends = *Factor > 0 ? Run.Lower : Run.Upper;
    if (*Factor > 0 && V->getType()->isUnsignedIntegerType())
      Ends.push_back(plain(Polynomial()));
    auto *End = llvm::find_if(Ends, [](const Term &T) { return T.isPlain(); });
    if (End == Ends.end())
      return false;
    P = Parts->second + Parts->first * End->Value;
    return true;
  };
  bool Inside = Of;
  for (const PathStep &Step : llvm::reverse(Ways.around(B.From))) {
    if (Step.What != PathStep::Kind::Loop)
      continue;
    const ValueDecl *Counter = Step.Counted.Counter;
    if (!Inside && MovesWith(Counter) && !Replace(Counter, run(Step.Counted, B)))
      return std::nullopt;
    Inside &= !Of || Counter != Of->Counter;
  }
  if (R.Loop.Iterator && MovesWith(R.Loop.Iterator) && !Replace(R.Loop.Iterator, runOfIterator()))
    return std::nullopt;
  return P.valid() ? std::optional(P) : std::nullopt;
}

/// Whether a variable has one value in all iterations: the body has it from outside, or only the loop's bounds name it.
bool BoxFinder::isSettled(const ValueDecl *V, const CounterRun &Run) const {
  auto Names = [&](const Term &T) { return !T.Value.allVariables([&](const ValueDecl *Each) { return Each != V; }); };
  const bool Captured = llvm::any_of(R.Captures, [&](const Capture &C) { return C.What.Decl == V; });
  return Values.isInvariant(V) || (!Captured && llvm::any_of(llvm::concat<const Term>(Run.Lower, Run.Upper), Names));
}

/// Sees to it that a number is not negative in any iteration of a box: it never is, or the call finds that out.
bool BoxFinder::ensure(const Polynomial &P, Box &B, const InnerLoop *Of) const {
  auto Least = lowest(P, B, Of);
  if (!Least)
    return false;
  auto IsNatural = [&](const Polynomial &Each) { return leastByType(Each, Context).value_or(-1) >= 0; };
  const CounterRun Run = runOfIterator();
  const bool HasTurns = !Run.Lower.empty() && !Run.Upper.empty(); // at least one, else there is no box
  if (IsNatural(*Least) || (HasTurns && IsNatural(*Least + Run.Lower[0].Value + -Run.Upper[0].Value)))
    return true;
  if (Least->asConstant() || !Least->allVariables([&](const ValueDecl *V) { return isSettled(V, Run); }))
    return false;
  if (!llvm::is_contained(B.Assumed, *Least))
    B.Assumed.push_back(*Least);
  return true;
}

/// The number that an expression is, as a polynomial, where it does not wrap around: in a condition on what a box comes
/// from, or in a bound of a loop around that.
std::optional<Polynomial> BoxFinder::exactly(const Expr *E, Box &B, const InnerLoop *Of) const {
  std::vector<Polynomial> Unless;
  const size_t Known = B.Assumed.size();
  auto Value = Values.exactly(E, Unless);
  if (Value && Value->valid() && llvm::all_of(Unless, [&](const Polynomial &Each) { return ensure(Each, B, Of); }))
    return Value;
  B.Assumed.truncate(Known);
  return std::nullopt;
}

/// The terms of a bound: several where it is the least (of an upper bound) or the greatest of them.
void BoxFinder::ends(const Expr *E, bool Greatest, llvm::SmallVectorImpl<Term> &Into, Box &B,
                     const InnerLoop &Of) const {
  if (auto Value = exactly(E, B, &Of))
    return Into.push_back(plain(*Value));
  const Expr *Inner = readBy(E, Context);
  if (!Inner)
    return;
  if (auto Loaded = loaded(Inner, B, Of))
    return Into.push_back(*Loaded);
  if (const Expr *Meant = Values.meaning(namedEntity(Inner)))
    return ends(Meant, Greatest, Into, B, Of);
  // `a < b ? a : b`, `std::min(a, b)`
  const Expr *One = nullptr, *Other = nullptr;
  if (auto *Choice = dyn_cast<ConditionalOperator>(Inner)) {
    auto *Test = dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts());
    if (!Test || !Test->isRelationalOp())
      return;
    auto L = exactly(Test->getLHS(), B, &Of), H = exactly(Test->getRHS(), B, &Of),
         T = exactly(Choice->getTrueExpr(), B, &Of), F = exactly(Choice->getFalseExpr(), B, &Of);
    if (!L || !H || !T || !F)
      return;
    const bool Less = Test->getOpcode() == BO_LT || Test->getOpcode() == BO_LE;
    const bool TakesLeft = *L == *T && *H == *F;
    if (!TakesLeft && !(*L == *F && *H == *T))
      return;
    if ((Less == TakesLeft) == Greatest) // the least of both where the greatest is wanted, or the other way
      return;
    One = Choice->getTrueExpr(), Other = Choice->getFalseExpr();
  } else if (auto *Call = dyn_cast<CallExpr>(Inner); Call && Call->getNumArgs() == 2) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const IdentifierInfo *Name = Callee && Callee->isInStdNamespace() ? Callee->getIdentifier() : nullptr;
    if (!Name || !Name->isStr(Greatest ? "max" : "min"))
      return;
    One = Call->getArg(0), Other = Call->getArg(1);
  }
  if (!One)
    return;
  llvm::SmallVector<Term, 2> Left, Right; // both have to be known: each is an end
  ends(One, Greatest, Left, B, Of);
  ends(Other, Greatest, Right, B, Of);
  if (Left.empty() || Right.empty())
    return;
  Into.append(Left);
  Into.append(Right);
}

CounterRun BoxFinder::run(const InnerLoop &Loop, Box &B) const {
  CounterRun Result;
  llvm::SmallVector<Term, 2> First, Last;
  ends(Loop.First, Loop.Upwards, First, B, Loop);
  ends(Loop.Limit, !Loop.Upwards, Last, B, Loop);
  // A counter below zero is a large number where it is compared without a sign.
  if (Loop.Upwards && Loop.Limit->getType()->isUnsignedIntegerType() &&
      !llvm::all_of(First, [&](const Term &Each) { return Each.isPlain() && ensure(Each.Value, B, &Loop); }))
    First.clear(), Last.clear();
  if (!Loop.Inclusive)
    for (Term &Each : Last)
      Each = plus(Each, Loop.Upwards ? -1 : 1);
  if (const int64_t Step = std::abs(Loop.Step); Step != 1) {
    auto From = only(First) ? only(First)->asConstant() : std::nullopt,
         To = only(Last) ? only(Last)->asConstant() : std::nullopt;
    Result.LastKnown = From && To;
    if (From && To && (Loop.Upwards ? *To >= *From : *To <= *From))
      Last[0] = plain(number(*To - (*To - *From) % Step));
  }
  Result.Lower = Loop.Upwards ? First : Last;
  Result.Upper = Loop.Upwards ? Last : First;
  return Result;
}

/// `a < b` and the like as a domain; false if it is no such thing.
bool BoxFinder::comparison(const BinaryOperator &Test, bool Holds, Box &B) const {
  const Expr *Left = Test.getLHS(), *Right = Test.getRHS();
  if (!Left->getType()->isIntegerType() || !Right->getType()->isIntegerType())
    return false;
  auto A = exactly(Left, B), C = exactly(Right, B);
  if (!A || !C)
    return false;
  BinaryOperatorKind Relation = Holds ? Test.getOpcode() : BinaryOperator::negateComparisonOp(Test.getOpcode());
  Polynomial Less = *C + -*A, More = *A + -*C;
  switch (Relation) {
  case BO_LT:
    B.Domain.push_back(Less + number(-1));
    return true;
  case BO_LE:
    B.Domain.push_back(Less);
    return true;
  case BO_GT:
    B.Domain.push_back(More + number(-1));
    return true;
  case BO_GE:
    B.Domain.push_back(More);
    return true;
  case BO_EQ:
    B.Domain.push_back(Less);
    B.Domain.push_back(More);
    return true;
  default:
    return false;
  }
}

void BoxFinder::condition(const Expr *Test, bool Holds, Box &B) const {
  Test = Test->IgnoreParenImpCasts();
  if (auto *Not = dyn_cast<UnaryOperator>(Test); Not && Not->getOpcode() == UO_LNot)
    return condition(Not->getSubExpr(), !Holds, B);
  if (auto *Binary = dyn_cast<BinaryOperator>(Test)) {
    if (Binary->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
      condition(Binary->getLHS(), Holds, B);
      return condition(Binary->getRHS(), Holds, B);
    }
    if (Binary->isComparisonOp() && comparison(*Binary, Holds, B))
      return;
  }
  B.Attained = B.Surely = false;
}
