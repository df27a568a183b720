// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes boxes of the terms of subscripts: replaces the counters of inner loops by the bounds of these loops.
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Windows/BoxFinder.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

/// Replaces a counter in the terms of an end by the bounds of the counter. Drops a term if this is not possible, so
/// that the box becomes larger.
void BoxFinder::replace(llvm::SmallVectorImpl<Term> &End, bool Upper, const ValueDecl *Counter, const CounterRun &Of,
                        Box &B) const {
  llvm::SmallVector<Term, 2> Kept;
  int Direction = 0;
  for (const Term &T : End) {
    auto Parts = T.Value.split(Counter);
    const auto InAdd = T.Add.split(Counter), InWithin = T.Within.split(Counter);
    if (!Parts || !InAdd || !(InAdd->first == Polynomial()) || !InWithin || !(InWithin->first == Polynomial())) {
      B.Attained = B.WrittenBeforeRead = false;
      continue;
    }
    auto &[Factor, Rest] = *Parts;
    if (Factor == Polynomial()) {
      Kept.push_back(T);
      continue;
    }
    // It is not known whether the table's values rise with the counter, so its greatest value may be anywhere.
    if (T.Table) {
      B.Attained = B.WrittenBeforeRead = false;
      continue;
    }
    // A factor such as `2 * n` has the sign of its number, 2, if n is not negative. B.Assumed gets this assumption.
    const bool Single = Factor.terms().size() == 1;
    const int64_t Sign = Single ? Factor.terms().begin()->second : 0;
    // If another term of this end moves in the other direction, no value of the counter gives the end for both.
    const bool Other = Direction && (Direction > 0) != (Sign > 0);
    Direction = Sign > 0 ? 1 : -1;
    const bool AtLast = (Sign > 0) == Upper;
    const auto &Ends = AtLast ? Of.Upper : Of.Lower;
    if (!Single || !Factor.valid() || Other || !Of.LastKnown || Ends.empty())
      B.Attained = false;
    if (!Single || !Factor.valid()) {
      B.WrittenBeforeRead = false;
      continue;
    }
    const Polynomial Assumed = Polynomial::term(Factor.terms().begin()->first, 1);
    if (!Assumed.asConstant() && !llvm::is_contained(B.Assumed, Assumed))
      B.Assumed.push_back(Assumed);
    for (const Term &Each : Ends) {
      Term New = T;
      const bool Fits = Each.isPlain() || (T.isPlain() && Factor == number(1) && Each.Divisor == 1);
      if (!Fits) {
        B.Attained = B.WrittenBeforeRead = false;
        continue;
      }
      if (Each.isPlain()) {
        New.Value = Rest + Factor * Each.Value;
      } else {
        New = Each;
        New.Add = Each.Add + Rest;
      }
      Kept.push_back(New);
    }
  }
  End.assign(Kept.begin(), Kept.end());
}

void BoxFinder::eliminate(const InnerLoop &Loop, bool Breaks, Box &B) const {
  CounterRun Of = run(Loop, B);
  // If a bound of the counter is not known, conditions around the access may still limit the counter, but it is not
  // known whether the counter reaches these limits.
  if (Breaks || Of.Lower.empty() || Of.Upper.empty())
    B.Attained = B.WrittenBeforeRead = false;
  // Conditions on the counter limit the range of its values.
  llvm::SmallVector<Polynomial, 2> Others;
  const bool Whole = std::abs(Loop.Step) == 1;
  for (const Polynomial &Each : B.Domain) {
    auto Parts = Each.split(Loop.Counter);
    if (Parts && Parts->first == Polynomial()) {
      Others.push_back(Each);
      continue;
    }
    auto Factor = Parts ? Parts->first.asConstant() : std::nullopt;
    if (!Factor || std::abs(*Factor) != 1) {
      B.Attained = B.WrittenBeforeRead = false;
      continue;
    }
    if (!Whole)
      B.Attained = B.WrittenBeforeRead = false;
    if (*Factor > 0)
      Of.Lower.push_back(plain(-Parts->second));
    else
      Of.Upper.push_back(plain(Parts->second));
  }
  B.Domain.assign(Others.begin(), Others.end());
  unsigned Moving = 0;
  for (const Interval &Each : B.Dimensions)
    Moving += llvm::any_of(llvm::concat<const Term>(Each.Lower, Each.Upper), [&](const Term &T) {
      auto Parts = T.Value.split(Loop.Counter);
      return !Parts || !(Parts->first == Polynomial());
    });
  if (Moving > 1 || llvm::any_of(llvm::concat<const Term>(Of.Lower, Of.Upper),
                                 [&](const Term &T) { return !T.isPlain() || !isOwn(T.Value); }))
    B.Corners = false;
  for (Interval &Each : B.Dimensions) {
    replace(Each.Lower, false, Loop.Counter, Of, B);
    replace(Each.Upper, true, Loop.Counter, Of, B);
  }
  // The loop accesses the box only if it has a turn, so its last value must not be before its first.
  for (const Term &First : Of.Lower)
    for (const Term &Last : Of.Upper) {
      if (!First.isPlain() || !Last.isPlain()) {
        B.Attained = false; // the table may have equal values, so the loop may have no turn
        continue;
      }
      Polynomial Turns = Last.Value + -First.Value;
      if (auto Known = Turns.asConstant(); !Known || *Known < 0)
        B.Domain.push_back(Turns);
    }
}

/// Of terms that differ only by a number, keeps the greatest (`Sign` 1) or the least (`Sign` -1), because it implies
/// the others.
static void dropImplied(llvm::SmallVectorImpl<Term> &Terms, int64_t Sign) {
  llvm::SmallVector<Term, 4> Kept;
  for (const Term &Each : Terms) {
    auto Difference = [&](const Term &Other) {
      return Each.isPlain() && Other.isPlain() ? (Each.Value + -Other.Value).asConstant() : std::nullopt;
    };
    auto Same = llvm::find_if(Kept, [&](const Term &Other) { return Difference(Other) || Each == Other; });
    if (Same == Kept.end())
      Kept.push_back(Each);
    else if (Difference(*Same).value_or(0) * Sign > 0)
      *Same = Each;
  }
  Terms.assign(Kept.begin(), Kept.end());
}

/// Drops terms and conditions that contain a variable which the region changes, other than the iterator, because their
/// values are not known. Then drops terms and conditions that other ones imply.
void BoxFinder::settle(Box &B) const {
  for (Interval &Each : B.Dimensions)
    for (auto *End : {&Each.Lower, &Each.Upper})
      llvm::erase_if(*End, [&](const Term &T) {
        const bool Known = isOwn(T.Value) && isOwn(T.Add) && isOwn(T.Within);
        if (!Known)
          B.Attained = B.WrittenBeforeRead = false;
        return !Known;
      });
  llvm::erase_if(B.Domain, [&](const Polynomial &P) {
    const bool Known = isOwn(P);
    if (!Known)
      B.Attained = B.WrittenBeforeRead = false;
    return !Known;
  });
  for (Interval &Each : B.Dimensions) {
    if (Each.Lower.empty() || Each.Upper.empty())
      B.Attained = B.WrittenBeforeRead = false;
    dropImplied(Each.Lower, 1);
    dropImplied(Each.Upper, -1);
  }
  llvm::SmallVector<Term, 4> Conditions;
  for (const Polynomial &Each : B.Domain)
    Conditions.push_back(plain(Each));
  dropImplied(Conditions, -1);
  B.Domain.clear();
  for (const Term &Each : Conditions)
    B.Domain.push_back(Each.Value);
}

Box BoxFinder::box(const Subscripts &S, const ArrayUse &Use) const {
  const Access &A = *S.Of;
  Box B;
  B.Read = A.Read;
  B.Write = A.Write;
  B.WrittenBeforeRead = A.Write;
  B.From = A.Whole;
  if (Use.Split && S.isPolynomial())
    distribute(S.Indices[0]->Value, B);
  else
    for (unsigned D = 0; D < Use.rank(); ++D) {
      const bool Known = !Use.Split && D < S.Indices.size() && S.Indices[D];
      B.Dimensions.push_back(Known ? Interval{{*S.Indices[D]}, {plus(*S.Indices[D], 1)}} : Interval());
      if (!Known)
        B.Attained = B.WrittenBeforeRead = false;
    }
  if (S.Choice)
    condition(S.Choice->getCond(), S.Holds, B);
  for (const PathStep &Step : llvm::reverse(Ways.around(A.Whole)))
    if (Step.What == PathStep::Kind::Loop)
      eliminate(Step.Counted, Step.Breaks, B);
    else if (Step.What == PathStep::Kind::Condition)
      condition(Step.Test, Step.Holds, B);
    else
      B.Attained = B.WrittenBeforeRead = false;
  settle(B);
  if (Use.Split)
    straighten(B, Use);
  B.WrittenBeforeRead = B.WrittenBeforeRead && !S.Choice && isWrittenBeforeRead(A, S, B);
  return B;
}

/// Whether the body reads the array neither before the write A nor in a loop around A. In such a loop, the next turn
/// may read an element that this turn writes.
bool BoxFinder::comesBeforeReads(const Access &A) const {
  const SourceManager &SM = Context.getSourceManager();
  const Stmt *Body = R.Loop.For->getBody(), *Within = Body;
  for (bool Inner = true; Inner;) { // goes down to the statement of the body that contains the access
    Inner = false;
    if (auto *Braces = dyn_cast<CompoundStmt>(Within))
      for (const Stmt *Each : Braces->body())
        if (anyIn(Each, [&](const Stmt *S) { return S == A.Whole; })) {
          Within = Each;
          Inner = isa<CompoundStmt>(Each);
          break;
        }
  }
  return llvm::none_of(R.Body.Accesses, [&](const Access &Other) {
    return Other.Window == A.Window && Other.Read && !comesAfter(Other.Whole, Within, SM);
  });
}

/// Whether an iteration certainly writes all elements of the box: in each dimension, the index is a counter that runs
/// through the dimension, or a single number.
bool BoxFinder::isWrittenBeforeRead(const Access &A, const Subscripts &S, const Box &B) const {
  if (!A.Overwrites || !comesBeforeReads(A))
    return false;
  llvm::SmallPtrSet<const ValueDecl *, 4> Used, Counters;
  for (const PathStep &Step : Ways.around(A.Whole))
    if (Step.What == PathStep::Kind::Loop) {
      if (std::abs(Step.Counted.Step) != 1)
        return false;
      Counters.insert(Step.Counted.Counter);
      for (const Expr *Bound : {Step.Counted.First, Step.Counted.Limit}) // no bound may contain another counter
        if (anyIn(Bound, [&](const Stmt *Part) {
              auto *E = dyn_cast<Expr>(Part);
              return E && Counters.contains(R.named(E));
            }))
          return false;
    }
  Box Raw;
  if (Strides.size() > 1 && S.isPolynomial())
    distribute(S.Indices[0]->Value, Raw);
  else
    for (const auto &Each : S.Indices)
      Raw.Dimensions.push_back(Each ? Interval{{*Each}, {}} : Interval());
  for (const Interval &Each : Raw.Dimensions) {
    if (Each.Lower.empty() || !Each.Lower[0].isPlain())
      return false;
    unsigned Found = 0;
    for (const ValueDecl *Counter : Counters) {
      auto Parts = Each.Lower[0].Value.split(Counter);
      if (!Parts)
        return false;
      if (Parts->first == Polynomial())
        continue;
      auto Factor = Parts->first.asConstant();
      if (++Found > 1 || !Factor || std::abs(*Factor) != 1 || !Used.insert(Counter).second)
        return false;
    }
  }
  return Used.size() == Counters.size() && B.Dimensions.size() == Raw.Dimensions.size();
}

/// Notes the lengths of the inner dimensions that an array's type gives. A length is left out if the variables in the
/// type may have changed since the declaration, because no expression then has the value.
static void innerExtents(const Window &W, const Affine &Values, const FunctionDecl &F, const ASTContext &Context,
                         ArrayUse &Use) {
  for (unsigned D = 0; D < W.DeclaredRank; ++D) {
    const QualType Row = typeOfRow(W, D, Context);
    if (D > 0) {
      std::optional<Polynomial> Length;
      if (auto *Fixed = Context.getAsConstantArrayType(Row))
        Length = number(int64_t(Fixed->getZExtSize()));
      else if (auto *Variable = Context.getAsVariableArrayType(Row);
               Variable && Variable->getSizeExpr() && neverChanges(Variable->getSizeExpr(), F))
        Length = Values.evaluate(Variable->getSizeExpr());
      Use.Inner.push_back(Length);
    }
  }
}

/// How far end B of an interval lies beyond end A; nullopt if that is not a known number.
static std::optional<int64_t> distance(ArrayRef<Term> A, ArrayRef<Term> B) {
  if (A == B)
    return 0;
  const Polynomial *From = only(A), *To = only(B);
  return From && To ? (*To + -*From).asConstant() : std::nullopt;
}

/// Whether one box may take the place of both: their ends differ only by numbers and, if they are written, not at all.
static bool canBeOne(const Box &A, const Box &B) {
  return A.Read == B.Read && A.Write == B.Write && A.WrittenBeforeRead == B.WrittenBeforeRead &&
         A.Attained == B.Attained && A.Domain == B.Domain &&
         llvm::all_of(llvm::zip(A.Dimensions, B.Dimensions), [&](auto Pair) {
           auto &[Own, Other] = Pair;
           const auto Lower = distance(Own.Lower, Other.Lower), Upper = distance(Own.Upper, Other.Upper);
           return Lower && Upper && (!A.Write || (*Lower == 0 && *Upper == 0));
         });
}

/// The smallest box around boxes of which each pair can be one.
static Box hullOf(ArrayRef<Box> Members) {
  Box Hull = Members.front();
  for (const Box &Each : Members) {
    for (auto [Own, Other] : llvm::zip(Hull.Dimensions, Each.Dimensions)) {
      if (*distance(Own.Lower, Other.Lower) < 0)
        Own.Lower = Other.Lower;
      if (*distance(Own.Upper, Other.Upper) > 0)
        Own.Upper = Other.Upper;
    }
    for (const Polynomial &Assumed : Each.Assumed)
      if (!llvm::is_contained(Hull.Assumed, Assumed))
        Hull.Assumed.push_back(Assumed);
  }
  auto Has = [&](llvm::SmallVector<Term, 1> Interval::*End) { // some member has the hull's corner with these ends
    return llvm::any_of(Members, [&](const Box &Each) {
      return Each.Corners && llvm::all_of(llvm::zip(Hull.Dimensions, Each.Dimensions),
                                          [&](auto Pair) { return std::get<0>(Pair).*End == std::get<1>(Pair).*End; });
    });
  };
  Hull.Corners = Has(&Interval::Lower) && Has(&Interval::Upper);
  return Hull;
}

/// Merges boxes that can be one. All boxes are compared before any are merged, so that the result does not depend on
/// the order of the accesses.
static std::vector<Box> merged(std::vector<Box> All) {
  std::vector<llvm::SmallVector<Box, 4>> Groups;
  for (Box &Each : All) {
    auto Of = llvm::find_if(Groups, [&](const auto &Group) { return canBeOne(Group.front(), Each); });
    if (Of == Groups.end())
      Of = Groups.emplace(Groups.end());
    Of->push_back(std::move(Each));
  }
  std::vector<Box> Result;
  for (const auto &Group : Groups)
    Result.push_back(hullOf(Group));
  return Result;
}

bool hetcc::tellsWhere(const ArrayUse &Use, const Box &B) {
  auto IsKnown = [](const Interval &D) { return !D.Lower.empty() && !D.Upper.empty(); };
  return Use.Split ? llvm::all_of(B.Dimensions, IsKnown) : llvm::any_of(B.Dimensions, IsKnown);
}

/// Enlarges the box of an access to an array whose rows the body also reaches through pointers. A pointer into a row
/// may lead to any element of the row, and the body may use it before a write.
static void openRow(const Window &W, const Access &Of, Box &B) {
  B.WrittenBeforeRead = false;
  if (!Of.Addressed)
    return;
  B.Dimensions.back() = {};
  B.Read = true;
  B.Write = W.Written;
  B.Attained = false;
}

ArrayUse BoxFinder::of(unsigned Number) {
  const Window &W = R.Windows[Number];
  ArrayUse Use;
  Use.Window = Number;
  std::vector<Subscripts> All;
  for (const Access &A : R.Body.Accesses)
    if (A.Window == Number && (A.Read || A.Write || (W.Rows && W.Pointed && A.Addressed)))
      subscripts(A, All);
  Strides = {Polynomial::constant(1)};
  if (W.Flat)
    findStrides(Use, All);
  else
    innerExtents(W, Values, *R.Site.Function, Context, Use);
  for (const Subscripts &S : All) {
    Box B = box(S, Use);
    if (W.Rows && W.Pointed)
      openRow(W, *S.Of, B);
    Use.WritesAnywhere |= S.Of->Write && !tellsWhere(Use, B);
    Use.Boxes.push_back(std::move(B));
  }
  Use.Boxes = merged(std::move(Use.Boxes));
  // Pointers may lead to any element, so the boxes do not describe the use.
  if (W.Pointed && (!W.Rows || W.RowsUnseen)) {
    Box All;
    All.Dimensions.resize(Use.rank());
    All.Read = true, All.Write = W.Written;
    All.Attained = false;
    Use.WritesAnywhere |= W.Written;
    Use.Boxes.push_back(std::move(All));
  }
  return Use;
}

std::vector<ArrayUse> hetcc::findUses(const Region &R, ASTContext &Context) {
  BoxFinder Finder(R, Context);
  std::vector<ArrayUse> Uses;
  for (unsigned W = 0; W < R.Windows.size(); ++W)
    Uses.push_back(Finder.of(W));
  return Uses;
}
