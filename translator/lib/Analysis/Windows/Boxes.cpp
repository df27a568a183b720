// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From accesses to boxes: subscripts become terms, in which the counters of inner loops are replaced from the innermost
// outwards by the bound that makes an end least or greatest.
#include "Analysis/Body.h"
#include "Analysis/Windows/ArrayUse.h"
#include "Analysis/Windows/Paths.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

Polynomial number(int64_t C) { return Polynomial::constant(C); }

Term plain(Polynomial P) {
  Term T;
  T.Value = std::move(P);
  return T;
}

Term plus(Term T, int64_t C) {
  if (T.Table)
    T.Add = T.Add + number(C);
  else
    T.Value = T.Value + number(C * T.Divisor);
  return T;
}

/// What a counter runs over: from the greatest of the lower ends to the least of the upper ones, which belong to it.
struct Run {
  llvm::SmallVector<Term, 2> Lower, Upper;
  bool LastKnown = true; ///< of a loop with a step: the value that it ends on is the one given
};

class BoxFinder {
public:
  BoxFinder(const Region &R, ASTContext &Context)
      : R(R), Context(Context), Values(R, Context), Ways(R.Loop.For->getBody(), Context) {}

  ArrayUse of(unsigned Window);

private:
  struct Subscripts {
    llvm::SmallVector<std::optional<Term>, 3> Indices;
    bool isPolynomial() const { return Indices.size() == 1 && Indices[0] && Indices[0]->isPlain(); }
  };
  Subscripts subscripts(const Access &A) const;
  std::optional<Term> index(const Expr *E) const;
  std::optional<Term> element(const Expr *E) const;
  void ends(const Expr *E, bool Greatest, llvm::SmallVectorImpl<Term> &Into) const;
  Run run(const InnerLoop &Loop) const;
  void condition(const Expr *Test, bool Holds, Box &B) const;
  bool comparison(const BinaryOperator &Test, bool Holds, Box &B) const;

  void findStrides(ArrayUse &Use, ArrayRef<Subscripts> All, ArrayRef<const Access *> Accesses);
  std::optional<llvm::SmallVector<Polynomial, 4>> chain(ArrayRef<Subscripts> All,
                                                        ArrayRef<const Access *> Accesses) const;
  void distribute(const Polynomial &Index, Box &B) const;
  void straighten(Box &B, const ArrayUse &Use) const;

  Box box(const Access &A, const Subscripts &S, const ArrayUse &Use) const;
  void eliminate(const InnerLoop &Loop, bool Breaks, Box &B) const;
  void replace(llvm::SmallVectorImpl<Term> &End, bool Upper, const ValueDecl *Counter, const Run &Of, Box &B) const;
  void settle(Box &B) const;
  bool isSurely(const Access &A, const Subscripts &S, const Box &B) const;
  bool comesBeforeReads(const Access &A) const;
  bool isOwn(const ValueDecl *V) const { return V == R.Loop.Iterator || Values.isInvariant(V); }
  bool isOwn(const Polynomial &P) const {
    return P.valid() && P.allVariables([&](const ValueDecl *V) { return isOwn(V); }) && P.split(R.Loop.Iterator);
  }

  const Region &R;
  ASTContext &Context;
  Affine Values;
  Paths Ways;
  llvm::SmallVector<Polynomial, 4> Strides; ///< of the flat array that is looked at, the largest first; the last is 1
};

/// What an expression converts, where that is the same number.
const Expr *unconverted(const Expr *E, const ASTContext &Context) {
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

/// `row[polynomial]`, where the region writes nothing of row.
std::optional<Term> BoxFinder::element(const Expr *E) const {
  auto Level = subscript(unconverted(E, Context));
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

/// A subscript as a term; nullopt if it is none.
std::optional<Term> BoxFinder::index(const Expr *E) const {
  if (auto Value = Values.evaluate(E); Value && Value->valid())
    return plain(*Value);
  auto *Binary = dyn_cast<BinaryOperator>(unconverted(E, Context));
  if (!Binary || (Binary->getOpcode() != BO_Div && Binary->getOpcode() != BO_Shr))
    return std::nullopt;
  auto Value = Values.evaluate(Binary->getLHS());
  auto By = Values.number(Binary->getRHS());
  if (!Value || !By || *By < 0)
    return std::nullopt;
  if (Binary->getOpcode() == BO_Shr)
    By = *By < 62 ? std::optional(int64_t(1) << *By) : std::nullopt;
  if (!By || *By < 1 || !Value->valid())
    return std::nullopt;
  Term T = plain(*Value);
  T.Divisor = *By; // which C rounds towards zero: settle() wants numbers that are not negative
  return T;
}

BoxFinder::Subscripts BoxFinder::subscripts(const Access &A) const {
  Subscripts S;
  for (const Expr *Each : A.Indices)
    S.Indices.push_back(index(Each));
  return S;
}

/// The terms of a bound: several where it is the least (of an upper bound) or the greatest of them.
void BoxFinder::ends(const Expr *E, bool Greatest, llvm::SmallVectorImpl<Term> &Into) const {
  if (auto Value = Values.evaluate(E); Value && Value->valid())
    return Into.push_back(plain(*Value));
  const Expr *Inner = unconverted(E, Context);
  if (const Expr *Meant = Values.meaning(namedEntity(Inner)))
    return ends(Meant, Greatest, Into);
  if (auto Loaded = element(Inner))
    return Into.push_back(*Loaded);
  // `a < b ? a : b`, `std::min(a, b)`
  const Expr *A = nullptr, *B = nullptr;
  if (auto *Choice = dyn_cast<ConditionalOperator>(Inner)) {
    auto *Test = dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts());
    if (!Test || !Test->isRelationalOp())
      return;
    auto L = Values.evaluate(Test->getLHS()), H = Values.evaluate(Test->getRHS()),
         T = Values.evaluate(Choice->getTrueExpr()), F = Values.evaluate(Choice->getFalseExpr());
    if (!L || !H || !T || !F)
      return;
    const bool Less = Test->getOpcode() == BO_LT || Test->getOpcode() == BO_LE;
    const bool TakesLeft = *L == *T && *H == *F;
    if (!TakesLeft && !(*L == *F && *H == *T))
      return;
    if ((Less == TakesLeft) == Greatest) // the least of both where the greatest is wanted, or the other way
      return;
    A = Choice->getTrueExpr(), B = Choice->getFalseExpr();
  } else if (auto *Call = dyn_cast<CallExpr>(Inner); Call && Call->getNumArgs() == 2) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const IdentifierInfo *Name = Callee && Callee->isInStdNamespace() ? Callee->getIdentifier() : nullptr;
    if (!Name || !Name->isStr(Greatest ? "max" : "min"))
      return;
    A = Call->getArg(0), B = Call->getArg(1);
  }
  if (!A)
    return;
  llvm::SmallVector<Term, 2> Left, Right; // both have to be known: each is an end
  ends(A, Greatest, Left);
  ends(B, Greatest, Right);
  if (Left.empty() || Right.empty())
    return;
  Into.append(Left);
  Into.append(Right);
}

Run BoxFinder::run(const InnerLoop &Loop) const {
  Run Result;
  llvm::SmallVector<Term, 2> First, Last;
  ends(Loop.First, Loop.Upwards, First);
  ends(Loop.Limit, !Loop.Upwards, Last);
  if (!Loop.Inclusive)
    for (Term &Each : Last)
      Each = plus(Each, Loop.Upwards ? -1 : 1);
  if (const int64_t Step = std::abs(Loop.Step); Step != 1) {
    auto From = First.size() == 1 && First[0].isPlain() ? First[0].Value.asConstant() : std::nullopt,
         To = Last.size() == 1 && Last[0].isPlain() ? Last[0].Value.asConstant() : std::nullopt;
    Result.LastKnown = From && To;
    if (From && To && (Loop.Upwards ? *To >= *From : *To <= *From))
      Last[0] = plain(number(*To - (*To - *From) % Step));
  }
  Result.Lower = Loop.Upwards ? First : Last;
  Result.Upper = Loop.Upwards ? Last : First;
  return Result;
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

/// `a < b` and the like as a domain; false if it is no such thing.
bool BoxFinder::comparison(const BinaryOperator &Test, bool Holds, Box &B) const {
  const Expr *Left = Test.getLHS(), *Right = Test.getRHS();
  if (!Left->getType()->isIntegerType() || !Right->getType()->isIntegerType())
    return false;
  // Numbers below zero are large where they are compared without a sign.
  if (Left->getType()->isUnsignedIntegerType())
    for (const Expr *Side : {Left, Right})
      if (const Expr *Inner = unconverted(Side, Context);
          !Inner->getType()->isUnsignedIntegerType() && Values.number(Inner).value_or(-1) < 0)
        return false;
  auto A = Values.evaluate(Left), C = Values.evaluate(Right);
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

// ---- Flat subscripts ------------------------------------------------------------------------------------------------

/// The factors of the iterator and of counters, the largest first, if each divides the one before.
std::optional<llvm::SmallVector<Polynomial, 4>> BoxFinder::chain(ArrayRef<Subscripts> All,
                                                                 ArrayRef<const Access *> Accesses) const {
  llvm::SmallVector<Polynomial, 4> Found = {number(1)};
  auto Add = [&](const ValueDecl *Counter, const Polynomial &Index) {
    auto Parts = Index.split(Counter);
    if (!Parts || Parts->first.terms().size() > 1)
      return false;
    if (Parts->first.terms().empty())
      return true;
    auto &[P, C] = *Parts->first.terms().begin();
    Polynomial Size = Polynomial::term(P, std::abs(C));
    const bool Fixed = Size.allVariables([&](const ValueDecl *V) { return Values.isInvariant(V); });
    if (Fixed && !llvm::is_contained(Found, Size))
      Found.push_back(Size);
    return Fixed;
  };
  for (auto [S, A] : llvm::zip(All, Accesses)) {
    if (!S.isPolynomial())
      continue;
    const Polynomial &Index = S.Indices[0]->Value;
    if (!Add(R.Loop.Iterator, Index))
      return std::nullopt;
    for (const PathStep &Step : Ways.around(A->Whole))
      if (Step.What == PathStep::Kind::Loop && !Add(Step.Counted.Counter, Index))
        return std::nullopt;
  }
  llvm::sort(Found, [](const Polynomial &A, const Polynomial &B) {
    auto &[P, C] = *A.terms().begin();
    auto &[Q, D] = *B.terms().begin();
    return P.size() != Q.size() ? P.size() > Q.size() : C > D;
  });
  for (size_t I = 0; I + 1 < Found.size(); ++I)
    if (!dividedBy(Found[I], Found[I + 1]))
      return std::nullopt;
  constexpr size_t MostDimensions = 4;
  return Found.size() <= MostDimensions ? std::optional(Found) : std::nullopt;
}

void BoxFinder::findStrides(ArrayUse &Use, ArrayRef<Subscripts> All, ArrayRef<const Access *> Accesses) {
  auto Found = chain(All, Accesses);
  Strides = Found ? *Found : llvm::SmallVector<Polynomial, 4>{number(1)};
  Use.Split = Strides.size() > 1;
  for (size_t D = 1; D < Strides.size(); ++D)
    Use.Inner.push_back(*dividedBy(Strides[D - 1], Strides[D]));
}

/// Gives each dimension the multiples of its stride that the larger ones leave over.
void BoxFinder::distribute(const Polynomial &Index, Box &B) const {
  Polynomial Rest = Index;
  for (const Polynomial &Stride : Strides) {
    Polynomial Own, Left;
    const auto Size = Stride.asConstant();
    for (auto &[P, C] : Rest.terms()) {
      const Polynomial Each = Polynomial::term(P, C);
      if (auto Quotient = dividedBy(Each, Stride))
        Own = Own + *Quotient;
      else if (Size && P.empty()) {
        const int64_t Rounded = llvm::divideFloorSigned(C, *Size);
        Own = Own + number(Rounded);
        Left = Left + number(C - Rounded * *Size);
      } else
        Left = Left + Each;
    }
    B.Dimensions.push_back({{plain(Own)}, {plain(Own + number(1))}});
    Rest = Left;
  }
}

/// Moves whole rows from inner dimensions to the outer ones, so that those begin within their extent: where an offset
/// belongs is known when the counters are gone.
void BoxFinder::straighten(Box &B, const ArrayUse &Use) const {
  for (size_t D = B.Dimensions.size(); D-- > 1;) {
    Interval &Own = B.Dimensions[D], &Outer = B.Dimensions[D - 1];
    if (Own.Lower.empty() || Own.Upper.empty() || !Own.Lower[0].isPlain() || !Use.Inner[D - 1])
      continue;
    const Polynomial &Length = *Use.Inner[D - 1];
    int64_t Rows = 0;
    if (auto First = Own.Lower[0].Value.asConstant(); First && Length.asConstant())
      Rows = llvm::divideFloorSigned(*First, *Length.asConstant());
    else if (!First && !Length.asConstant())
      for (int64_t Each : {-1, 1})
        if (auto At = (Own.Lower[0].Value + -(Length * number(Each))).asConstant(); At && *At >= (Each < 0 ? 1 : 0))
          Rows = Each;
    if (Rows == 0 || !llvm::all_of(llvm::concat<Term>(Own.Lower, Own.Upper, Outer.Lower, Outer.Upper),
                                   [](const Term &T) { return T.isPlain(); }))
      continue;
    for (Term &T : llvm::concat<Term>(Own.Lower, Own.Upper))
      T.Value = T.Value + -(Length * number(Rows));
    for (Term &T : llvm::concat<Term>(Outer.Lower, Outer.Upper))
      T.Value = T.Value + number(Rows);
  }
}

// ---- Boxes ----------------------------------------------------------------------------------------------------------

/// Replaces a counter in the terms of an end. What cannot be replaced goes: the end is further out then.
void BoxFinder::replace(llvm::SmallVectorImpl<Term> &End, bool Upper, const ValueDecl *Counter, const Run &Of,
                        Box &B) const {
  llvm::SmallVector<Term, 2> Kept;
  int Direction = 0;
  for (const Term &T : End) {
    auto Parts = T.Value.split(Counter);
    auto InAdd = T.Add.split(Counter);
    if (!Parts || !InAdd || !(InAdd->first == Polynomial())) {
      B.Attained = B.Surely = false;
      continue;
    }
    auto &[Factor, Rest] = *Parts;
    if (Factor == Polynomial()) {
      Kept.push_back(T);
      continue;
    }
    // Of products of what does not change the sign is that of their number; the proofs look at extents.
    const bool Single = Factor.terms().size() == 1;
    const int64_t Sign = Single ? Factor.terms().begin()->second : 0;
    const bool Other = Direction && (Direction > 0) != (Sign > 0); // of the least of ends that run both ways
    Direction = Sign > 0 ? 1 : -1;
    const bool AtLast = (Sign > 0) == Upper;
    const auto &Ends = AtLast ? Of.Upper : Of.Lower;
    if (!Single || !Factor.valid() || Other || !Of.LastKnown || Ends.empty())
      B.Attained = false;
    if (!Single || !Factor.valid()) {
      B.Surely = false;
      continue;
    }
    for (const Term &Each : Ends) {
      Term New = T;
      const bool Fits = Each.isPlain() || (T.isPlain() && Factor == number(1) && Each.Divisor == 1);
      if (!Fits) {
        B.Attained = B.Surely = false;
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
  Run Of = run(Loop);
  if (Breaks)
    B.Attained = B.Surely = false;
  // Conditions on the counter shorten its run.
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
      B.Attained = B.Surely = false;
      continue;
    }
    if (!Whole)
      B.Attained = B.Surely = false;
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
  // The loop runs.
  if (Of.Lower.empty() || Of.Upper.empty())
    B.Attained = B.Surely = false;
  for (const Term &First : Of.Lower)
    for (const Term &Last : Of.Upper) {
      if (!First.isPlain() || !Last.isPlain()) {
        B.Attained = false; // the segment may be empty
        continue;
      }
      Polynomial Turns = Last.Value + -First.Value;
      if (auto Known = Turns.asConstant(); !Known || *Known < 0)
        B.Domain.push_back(Turns);
    }
}

/// What is left is made of the iterator and of what does not change.
void BoxFinder::settle(Box &B) const {
  for (Interval &Each : B.Dimensions)
    for (auto *End : {&Each.Lower, &Each.Upper})
      llvm::erase_if(*End, [&](const Term &T) {
        const bool Known = isOwn(T.Value) && isOwn(T.Add);
        if (!Known)
          B.Attained = B.Surely = false;
        return !Known;
      });
  llvm::erase_if(B.Domain, [&](const Polynomial &P) {
    const bool Known = isOwn(P);
    if (!Known)
      B.Attained = B.Surely = false;
    return !Known;
  });
  for (Interval &Each : B.Dimensions)
    if (Each.Lower.empty() || Each.Upper.empty())
      B.Attained = B.Surely = false;
}

Box BoxFinder::box(const Access &A, const Subscripts &S, const ArrayUse &Use) const {
  Box B;
  B.Read = A.Read;
  B.Write = A.Write;
  B.Surely = A.Write;
  B.From = &A;
  if (Use.Split && S.isPolynomial())
    distribute(S.Indices[0]->Value, B);
  else
    for (unsigned D = 0; D < Use.rank(); ++D) {
      const bool Known = !Use.Split && D < S.Indices.size() && S.Indices[D];
      B.Dimensions.push_back(Known ? Interval{{*S.Indices[D]}, {plus(*S.Indices[D], 1)}} : Interval());
      if (!Known)
        B.Attained = B.Surely = false;
    }
  for (const PathStep &Step : llvm::reverse(Ways.around(A.Whole)))
    if (Step.What == PathStep::Kind::Loop)
      eliminate(Step.Counted, Step.Breaks, B);
    else if (Step.What == PathStep::Kind::Condition)
      condition(Step.Test, Step.Holds, B);
    else
      B.Attained = B.Surely = false;
  settle(B);
  if (Use.Split)
    straighten(B, Use);
  B.Surely = B.Surely && isSurely(A, S, B);
  return B;
}

/// Whether nothing of the array is read before a write, or in a loop around it, where the next turn may read what this
/// one writes.
bool BoxFinder::comesBeforeReads(const Access &A) const {
  const SourceManager &SM = Context.getSourceManager();
  const Stmt *Body = R.Loop.For->getBody(), *Within = Body;
  for (bool Inner = true; Inner;) { // the statement of the body that the access is in
    Inner = false;
    if (auto *Braces = dyn_cast<CompoundStmt>(Within))
      for (const Stmt *Each : Braces->body())
        if (anyIn(Each, [&](const Stmt *S) { return S == A.Whole; })) {
          Within = Each;
          Inner = isa<CompoundStmt>(Each);
          break;
        }
  }
  return llvm::none_of(R.Accesses, [&](const Access &Other) {
    return Other.Window == A.Window && Other.Read &&
           !SM.isBeforeInTranslationUnit(Within->getEndLoc(), Other.Whole->getBeginLoc());
  });
}

/// Whether the elements of the box are those that the iteration writes: each counter runs through one dimension, or the
/// index is one number.
bool BoxFinder::isSurely(const Access &A, const Subscripts &S, const Box &B) const {
  if (!A.Assigned || A.Read || !comesBeforeReads(A))
    return false;
  llvm::SmallPtrSet<const ValueDecl *, 4> Used, Counters;
  for (const PathStep &Step : Ways.around(A.Whole))
    if (Step.What == PathStep::Kind::Loop) {
      if (std::abs(Step.Counted.Step) != 1)
        return false;
      Counters.insert(Step.Counted.Counter);
      for (const Expr *Bound : {Step.Counted.First, Step.Counted.Limit}) // each by itself, whatever the others are
        if (anyIn(Bound, [&](const Stmt *Part) {
              auto *E = dyn_cast<Expr>(Part);
              return E && Counters.contains(namedEntity(E));
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

/// How long the inner dimensions of an array are by its type.
static void innerExtents(const Window &W, const Affine &Values, const ASTContext &Context, ArrayUse &Use) {
  QualType Row = W.Type;
  for (unsigned D = 0; D < W.DeclaredRank; ++D) {
    if (D > 0) {
      std::optional<Polynomial> Length;
      if (auto *Fixed = Context.getAsConstantArrayType(Row))
        Length = number(int64_t(Fixed->getZExtSize()));
      else if (auto *Variable = Context.getAsVariableArrayType(Row); Variable && Variable->getSizeExpr())
        Length = Values.evaluate(Variable->getSizeExpr());
      Use.Inner.push_back(Length);
    }
    Row = Row->isPointerType() ? Row->getPointeeType() : Context.getAsArrayType(Row)->getElementType();
  }
}

/// Adds a box, or widens one that differs from it by numbers only: of what is read, the hull of both; of what is
/// written, both where they meet.
void add(std::vector<Box> &All, Box New) {
  auto Distance = [](ArrayRef<Term> A, ArrayRef<Term> B) -> std::optional<int64_t> {
    if (A.size() != B.size() || A.empty())
      return A.size() == B.size() ? std::optional<int64_t>(0) : std::nullopt;
    if (A.size() > 1)
      return A == B ? std::optional<int64_t>(0) : std::nullopt;
    if (A[0] == B[0])
      return 0;
    if (!A[0].isPlain() || !B[0].isPlain())
      return std::nullopt;
    return (B[0].Value + -A[0].Value).asConstant();
  };
  for (Box &Old : All) {
    if (Old.Read != New.Read || Old.Write != New.Write || Old.Surely != New.Surely || Old.Attained != New.Attained ||
        Old.Corners != New.Corners || !(Old.Domain == New.Domain))
      continue;
    bool Fits = true;
    unsigned Differ = 0;
    for (auto [A, B] : llvm::zip(Old.Dimensions, New.Dimensions)) {
      auto Lower = Distance(A.Lower, B.Lower), Upper = Distance(A.Upper, B.Upper);
      Fits &= Lower && Upper;
      Differ += Lower != 0 || Upper != 0;
    }
    if (!Fits || (New.Write && Differ))
      continue;
    Old.Corners &= Differ <= 1;
    for (auto [A, B] : llvm::zip(Old.Dimensions, New.Dimensions)) {
      if (*Distance(A.Lower, B.Lower) < 0)
        A.Lower = B.Lower;
      if (*Distance(A.Upper, B.Upper) > 0)
        A.Upper = B.Upper;
    }
    return;
  }
  All.push_back(std::move(New));
}

ArrayUse BoxFinder::of(unsigned Number) {
  const Window &W = R.Windows[Number];
  ArrayUse Use;
  Use.Window = Number;
  llvm::SmallVector<const Access *, 8> Accesses;
  std::vector<Subscripts> All;
  for (const Access &A : R.Accesses)
    if (A.Window == Number) {
      Accesses.push_back(&A);
      All.push_back(subscripts(A));
    }
  Strides = {Polynomial::constant(1)};
  if (W.Flat)
    findStrides(Use, All, Accesses);
  else
    innerExtents(W, Values, Context, Use);
  for (auto [A, S] : llvm::zip(Accesses, All)) {
    Box B = box(*A, S, Use);
    const bool Known = llvm::all_of(B.Dimensions, [](const Interval &D) { return !D.Lower.empty() && !D.Upper.empty(); });
    Use.WritesAnywhere |= A->Write && !Known;
    add(Use.Boxes, std::move(B));
  }
  if (W.Pointed) { // from where a pointer leads is not followed
    Box All;
    All.Dimensions.resize(Use.rank());
    All.Read = true, All.Write = W.Written;
    All.Attained = false;
    Use.WritesAnywhere |= W.Written;
    Use.Boxes.push_back(std::move(All));
  }
  return Use;
}

} // namespace

std::vector<ArrayUse> hetcc::findUses(const Region &R, ASTContext &Context) {
  BoxFinder Finder(R, Context);
  std::vector<ArrayUse> Uses;
  for (unsigned W = 0; W < R.Windows.size(); ++W)
    Uses.push_back(Finder.of(W));
  return Uses;
}
