// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of BoxFinder that turns subscripts, loop bounds and conditions into terms: `floor(polynomial / divisor)`, or
// an element of an integer array (a "table") plus a polynomial, as `row[i] + 1`. Terms are the ends of boxes (the part
// of an array that one iteration uses).
#include "Analysis/Objects/AccessPaths.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Windows/BoxFinder.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

/// The expression inside of conversions that do not change a number.
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

/// Whether the region does not write `Member` in any element of window `Number`. It may write other members.
bool BoxFinder::keeps(unsigned Number, const FieldDecl &Member) const {
  const Window &W = R.Windows[Number];
  bool Seen = false;
  const auto IsOther = [&](const Access &A) {
    if (A.Window != Number || (!A.Write && !A.Addressed))
      return true;
    Seen = true;
    const Expr *Whole = A.Whole->IgnoreParenImpCasts();
    const ValueDecl *Own = nullptr; // the member of the element that the access reads or writes
    if (auto *Behind = dyn_cast<MemberExpr>(Whole); Behind && Behind->isArrow())
      Own = Behind->getMemberDecl();
    anyIn(R.Loop.For->getBody(), [&](const Stmt *S) {
      auto *Of = dyn_cast<MemberExpr>(S);
      if (!Own && Of && !Of->isArrow() && Of->getBase()->IgnoreParenImpCasts() == Whole)
        Own = Of->getMemberDecl();
      return Own != nullptr;
    });
    return isa_and_nonnull<FieldDecl>(Own) && Own->getCanonicalDecl() != Member.getCanonicalDecl();
  };
  const bool ByOthers = W.Pointed || !W.Lendings.empty() || !W.Writer.empty();
  return llvm::all_of(R.Body.Accesses, IsOther) && (!W.Written || (Seen && !ByOthers));
}

/// The term for `cells[polynomial].length`, also if references and pointers lead to the element, provided that the
/// region does not write this member; else nullopt.
std::optional<Term> BoxFinder::member(const Expr *Read) const {
  constexpr uint64_t MostPlaces = uint64_t(1) << 19; // offsets that hetrt_term can represent are smaller
  const auto Path = R.Site.isInBlock()
                        ? std::nullopt
                        : accessPath(Read, Context, [&](const VarDecl *Var) { return Values.standsFor(Var); });
  if (!Path || Path->Indices.size() != 1 || !Path->Indices[0] || Path->Parts[0].empty() || !Path->Parts[0][0].Field)
    return std::nullopt;
  const MemberPath Array = pathOf(Path->Array);
  auto Own = llvm::find_if(R.Windows, [&](const Window &W) {
    return !W.Rows && W.DeclaredRank == 1 && W.RowParts.empty() && pathOf(W.Spec->Array.Checked) == Array;
  });
  if (Own == R.Windows.end() || !keeps(unsigned(Own - R.Windows.begin()), *Path->Parts[0][0].Field))
    return std::nullopt;
  const auto Part = partOf(Own->ElementType, Path->Parts[0], Context);
  const auto Form = Part ? formOf(Part->Type, Context) : std::nullopt;
  const bool Fits = Form && !Part->Type.isVolatileQualified() && Part->Place < MostPlaces && !Read->refersToBitField();
  auto Value = Fits ? Values.evaluate(Path->Indices[0]) : std::nullopt;
  if (!Value || !Value->valid())
    return std::nullopt;
  Term T;
  T.Value = *Value;
  T.Table = Own->Array.Decl;
  T.Read = *Form;
  T.Part = Path->Parts[0];
  T.Place = Part->Place;
  return T;
}

/// The term for an index that is read from an array, as `a[index[i]]` or `boxes[blocks[i].box]`, with the conversions
/// around it. nullopt for other expressions.
std::optional<Term> BoxFinder::chosen(const Expr *E) const {
  const auto Inner = converted(E, Context);
  auto Found = Inner ? element(Inner->E) : std::nullopt;
  if (const Expr *Meant = Inner && !Found ? Values.meaning(R.named(Inner->E)) : nullptr)
    Found = chosen(Meant);
  const auto Form = Found ? formOf(Inner->E->getType(), Context) : std::nullopt;
  return Form && Found->convert(*Form, Inner->To) ? Found : std::nullopt;
}

/// The term for `row[polynomial]` or, by member(), for a member of an element, if the region does not write it; else
/// nullopt.
std::optional<Term> BoxFinder::element(const Expr *Read) const {
  if (isa<MemberExpr>(Read))
    return member(Read);
  auto Level = subscript(Read);
  const ValueDecl *Array = Level ? R.named(Level->Base) : nullptr;
  const int Number = Array ? findWindow(R, Array) : -1;
  const auto Form = formOf(Read->getType(), Context);
  if (Number < 0 || !Form || R.Windows[size_t(Number)].Written ||
      !R.Windows[size_t(Number)].ElementType->isIntegerType() || R.Windows[size_t(Number)].DeclaredRank != 1)
    return std::nullopt;
  auto Value = Values.evaluate(Level->Index);
  if (!Value || !Value->valid())
    return std::nullopt;
  Term T;
  T.Value = *Value;
  T.Table = Array;
  T.Read = *Form;
  return T;
}

/// The term for a sum or difference of loaded() and a polynomial, as `row[i] + 1`, in the type of the sum.
std::optional<Term> BoxFinder::summed(const BinaryOperator &Sum, Box &B, const InnerLoop &Of) const {
  if (!Sum.isAdditiveOp())
    return std::nullopt;
  const bool Adds = Sum.getOpcode() == BO_Add;
  auto Found = loaded(Sum.getLHS(), B, Of);
  const auto More = exactly(Found ? Sum.getRHS() : Sum.getLHS(), B, &Of);
  if (!Found && Adds)
    Found = loaded(Sum.getRHS(), B, Of);
  if (!Found || !More)
    return std::nullopt;
  Found->Add = Found->Add + (Adds ? *More : -*More);
  const auto Form = formOf(Sum.getType(), Context);
  const bool Wraps = Form && (!Form->Signed || Context.getLangOpts().isSignedOverflowDefined());
  return !Wraps || Found->convert(AnyInteger, *Form) ? Found : std::nullopt;
}

/// The term for a bound of loop `Of` that is read from an array, as `length[polynomial]` or `length[polynomial] + 1`,
/// with the conversions around it. nullopt for other expressions.
std::optional<Term> BoxFinder::loaded(const Expr *E, Box &B, const InnerLoop &Of) const {
  const auto Inner = converted(E, Context);
  if (!Inner)
    return std::nullopt;
  auto Found = element(Inner->E);
  if (!Found)
    if (const Expr *Meant = Values.meaning(R.named(Inner->E)))
      Found = loaded(Meant, B, Of);
  if (auto *Sum = dyn_cast<BinaryOperator>(Inner->E); Sum && !Found)
    Found = summed(*Sum, B, Of);
  const auto Form = formOf(Inner->E->getType(), Context);
  const bool Fits = Found && (Inner->To.empty() || (Form && Found->convert(*Form, Inner->To)));
  return Fits ? Found : std::nullopt;
}

/// A subscript as a term: a polynomial, perhaps divided by a constant; nullopt for other expressions.
std::optional<Term> BoxFinder::index(const Expr *E) const {
  if (auto Value = evaluate(E); Value && Value->valid())
    return plain(*Value);
  auto *Binary = dyn_cast<BinaryOperator>(unconverted(E, Context));
  if (!Binary || (Binary->getOpcode() != BO_Div && Binary->getOpcode() != BO_Shr))
    return std::nullopt;
  auto Value = evaluate(Binary->getLHS());
  // An unsigned `i - 1` may wrap around to a large number, which the division makes a small index again, so the value
  // must be known not to be negative. Sums are assumed not to wrap around at the upper end.
  const auto IsFar = [](const Polynomial &P) {
    auto Constant = P.terms().find({});
    return Constant != P.terms().end() && Constant->second >= INT64_C(1) << 30;
  };
  if (Binary->getLHS()->getType()->isUnsignedIntegerType() && Chosen.empty())
    Value = Values.surely(Binary->getLHS(), IsFar);
  auto By = Values.number(Binary->getRHS());
  if (!Value || !By || *By < 0)
    return std::nullopt;
  if (Binary->getOpcode() == BO_Shr)
    By = *By < 62 ? std::optional(int64_t(1) << *By) : std::nullopt;
  if (!By || *By < 1 || !Value->valid())
    return std::nullopt;
  if (Binary->getOpcode() == BO_Div && !isNatural(*Value, Binary->getLHS()))
    return std::nullopt; // a term rounds down, but C rounds negative quotients towards zero
  Term T = plain(*Value);
  T.Divisor = *By;
  return T;
}

/// Whether a value is certainly not negative, because it is unsigned, or because it is a sum of non-negative multiples
/// of a non-negative iterator and of a non-negative constant.
bool BoxFinder::isNatural(const Polynomial &P, const Expr *E) const {
  if (E->getType()->isUnsignedIntegerType())
    return true;
  const auto Least = Values.ofIterator(R.Loop.Decreasing ? R.Loop.Bound : R.Loop.Lower);
  return Least && Least->asConstant().value_or(-1) >= 0 &&
         P.allVariables([&](const ValueDecl *V) { return V == R.Loop.Iterator; }) &&
         llvm::all_of(P.terms(), [](auto &Each) { return Each.second >= 0; });
}

/// The conditional operator in a subscript, as `i > 0 ? i - 1 : i`, or in the value of a local variable in the
/// subscript; null if there is none.
const ConditionalOperator *BoxFinder::choiceIn(const Expr *E, unsigned Depth) const {
  constexpr unsigned Deepest = 8;
  E = unconverted(E, Context);
  if (auto *Choice = dyn_cast<ConditionalOperator>(E))
    return Choice;
  if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Depth < Deepest) {
    const ConditionalOperator *Left = choiceIn(Binary->getLHS(), Depth + 1);
    return Left ? Left : choiceIn(Binary->getRHS(), Depth + 1);
  }
  const Expr *Meant = Depth < Deepest ? Values.meaning(R.named(E)) : nullptr;
  return Meant ? choiceIn(Meant, Depth + 1) : nullptr;
}

void BoxFinder::subscripts(const Access &A, std::vector<Subscripts> &Into) {
  const ConditionalOperator *Choice = nullptr;
  for (const Expr *Each : A.Indices)
    Choice = Choice ? Choice : choiceIn(Each);
  auto Add = [&](bool Holds) {
    Subscripts S{&A, Choice, Holds};
    for (const Expr *Each : A.Indices) {
      S.Indices.push_back(index(Each));
      const bool IsRow = R.Windows[A.Window].Rows && S.Indices.size() < A.Indices.size();
      if (IsRow && !S.Indices.back() && !R.Site.isInBlock())
        S.Indices.back() = chosen(Each);
    }
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

/// The values of the region's iterator. Its bounds are assumed not to wrap around, since the loop would otherwise run
/// through nearly all numbers of its type.
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

/// The least value of P, without counters: over all loops around the access of a box or, if `Of` is given, over the
/// loops around loop Of. nullopt if it is not known.
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

/// Whether a variable has the same value in all iterations: it is declared outside of the loop and not changed, or only
/// the loop's bounds use it.
bool BoxFinder::isSettled(const ValueDecl *V, const CounterRun &Run) const {
  auto Names = [&](const Term &T) { return !T.Value.allVariables([&](const ValueDecl *Each) { return Each != V; }); };
  const bool Captured = llvm::any_of(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == V; });
  return Values.isInvariant(V) || (!Captured && llvm::any_of(llvm::concat<const Term>(Run.Lower, Run.Upper), Names));
}

/// Whether P is not negative in all iterations of a box. If the compiler cannot prove this, the function adds a
/// condition to B.Assumed, which the runtime checks; false if that is not possible either.
bool BoxFinder::ensure(const Polynomial &P, Box &B, const InnerLoop *Of) const {
  auto Least = lowest(P, B, Of);
  if (!Least)
    return false;
  auto IsNatural = [&](const Polynomial &Each) { return Values.isNatural(Each); };
  const CounterRun Run = runOfIterator();
  // A box means at least one iteration, so lower <= upper.
  const bool HasTurns = !Run.Lower.empty() && !Run.Upper.empty();
  if (IsNatural(*Least) || (HasTurns && IsNatural(*Least + Run.Lower[0].Value + -Run.Upper[0].Value)))
    return true;
  if (Least->asConstant() || !Least->allVariables([&](const ValueDecl *V) { return isSettled(V, Run); }))
    return false;
  if (!llvm::is_contained(B.Assumed, *Least))
    B.Assumed.push_back(*Least);
  return true;
}

/// The exact value of an expression as a polynomial, if no wrap-around can occur; nullopt if it is not known. The
/// expression is in a condition around the access of box B, or in a bound of loop `Of` around this access.
std::optional<Polynomial> BoxFinder::exactly(const Expr *E, Box &B, const InnerLoop *Of) const {
  std::vector<Polynomial> Unless;
  const size_t Known = B.Assumed.size();
  auto Value = Values.exactly(E, Unless);
  if (Value && Value->valid() && llvm::all_of(Unless, [&](const Polynomial &Each) { return ensure(Each, B, Of); }))
    return Value;
  B.Assumed.truncate(Known);
  return std::nullopt;
}

/// Appends the terms of a loop bound, to which the conversions `Outer` are applied afterwards: one term, or two for
/// `min(a, b)` as an upper bound and for `max(a, b)` as a lower bound (`Greatest`). Appends none if the bound is not
/// known.
void BoxFinder::ends(const Expr *E, llvm::ArrayRef<IntegerForm> Outer, bool Greatest, llvm::SmallVectorImpl<Term> &Into,
                     Box &B, const InnerLoop &Of) const {
  const auto Form = formOf(E->getType(), Context);
  const bool Kept = Outer.empty() || (Form && conversionsOf(*Form, Outer).empty());
  if (auto Value = Kept ? exactly(E, B, &Of) : std::nullopt)
    return Into.push_back(plain(*Value));
  if (auto Loaded = loaded(E, B, Of)) {
    if (Kept || (Form && Loaded->convert(*Form, Outer)))
      Into.push_back(*Loaded);
    return;
  }
  auto Converted = converted(E, Context);
  if (!Converted)
    return;
  const Expr *Inner = Converted->E;
  Converted->To.append(Outer.begin(), Outer.end());
  if (const Expr *Meant = Values.meaning(R.named(Inner)))
    return ends(Meant, Converted->To, Greatest, Into, B, Of);
  const auto Own = formOf(Inner->getType(), Context);
  if (!Converted->To.empty() && (!Own || !conversionsOf(*Own, Converted->To).empty()))
    return; // a conversion that changes numbers may change which of two operands is the lesser
  // Minimum or maximum: `a < b ? a : b`, `std::min(a, b)`.
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
    // The expression is a minimum, but only a maximum has two terms here, or the reverse.
    if ((Less == TakesLeft) == Greatest)
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
  llvm::SmallVector<Term, 2> Left, Right; // the bound is known only if both operands are
  ends(One, {}, Greatest, Left, B, Of);
  ends(Other, {}, Greatest, Right, B, Of);
  if (Left.empty() || Right.empty())
    return;
  Into.append(Left);
  Into.append(Right);
}

/// Whether the counter of a loop may wrap around to the other end of its type. False if it is known to stop before.
/// `Last` are the terms for the counter's last value.
bool BoxFinder::comesBackInto(const InnerLoop &Loop, llvm::ArrayRef<Term> Last, Box &B) const {
  const auto Form = formOf(Loop.Counter->getType(), Context);
  if (!Form || Last.empty())
    return true;
  return !llvm::all_of(Last, [&](const Term &Each) {
    const Polynomial Next = Each.Value + number(Loop.Step);
    return Each.isPlain() &&
           ensure(Loop.Upwards ? number(Form->most()) + -Next : Next + number(-Form->least()), B, &Loop);
  });
}

CounterRun BoxFinder::run(const InnerLoop &Loop, Box &B) const {
  CounterRun Result;
  llvm::SmallVector<Term, 2> First, Last;
  ends(Loop.First, {}, Loop.Upwards, First, B, Loop);
  ends(Loop.Limit, {}, !Loop.Upwards, Last, B, Loop);
  // A negative counter compares as a large number with an unsigned limit, so all first values must be known not to be
  // negative.
  if (Loop.Upwards && Loop.Limit->getType()->isUnsignedIntegerType() &&
      !llvm::all_of(First, [&](const Term &Each) { return Each.isPlain() && ensure(Each.Value, B, &Loop); }))
    First.clear(), Last.clear();
  if (!Loop.Inclusive)
    for (Term &Each : Last)
      Each = plus(Each, Loop.Upwards ? -1 : 1);
  if (Loop.MayWrap && comesBackInto(Loop, Last, B)) {
    First.clear();
    if (Loop.Upwards && Loop.Counter->getType()->isUnsignedIntegerType())
      First.push_back(plain(number(0)));
  }
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

/// Adds a comparison such as `a < b`, or its negation without Holds, to the domain of a box (the iterator values for
/// which the box holds). False if the domain cannot express it.
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
  B.Attained = B.WrittenBeforeRead = false;
}
