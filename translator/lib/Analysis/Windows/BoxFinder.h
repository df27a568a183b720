// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Windows: the parts of findUses(). Subscripts become terms (Terms.cpp), the subscripts of flat arrays, `a[i
// * m + j]`, are split into dimensions (Splits.cpp), and the counters of inner loops are replaced by their bounds, from
// the innermost loop outwards (Boxes.cpp).
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_BOXFINDER_H
#define HETCC_LIB_ANALYSIS_WINDOWS_BOXFINDER_H

#include "Analysis/Region/Steps.h"
#include "Analysis/Windows/ArrayUse.h"
#include "Analysis/Windows/Paths.h"
#include "Analysis/Windows/Spellings.h"

namespace hetcc {

inline Term plain(Polynomial P) {
  Term T;
  T.Value = std::move(P);
  return T;
}

inline Term plus(Term T, int64_t C) {
  if (T.Table)
    T.Add = T.Add + number(C);
  else
    T.Value = T.Value + number(C * T.Divisor);
  return T;
}

/// The values of a counter: from the greatest of the lower terms to the least of the upper terms, which is the last
/// value.
struct CounterRun {
  llvm::SmallVector<Term, 2> Lower, Upper;
  bool LastKnown = true; ///< the counter's last value is known to be the upper end; false for some loops whose step is
                         ///< not 1
};

/// Finds the boxes of one window after the other.
class BoxFinder {
public:
  BoxFinder(const Region &R, clang::ASTContext &Context)
      : R(R), Context(Context), Values(R, Context), Ways(R.Loop.For->getBody(), Context) {}

  ArrayUse of(unsigned Window);

private:
  /// The subscripts of an access as terms. If they contain a conditional operator (`Choice`), these are the terms for
  /// the case that its condition has the value `Holds`.
  struct Subscripts {
    const Access *Of = nullptr;
    const clang::ConditionalOperator *Choice = nullptr; ///< null: the subscripts contain no conditional operator
    bool Holds = true;
    llvm::SmallVector<std::optional<Term>, 3> Indices = {};
    bool isPolynomial() const { return Indices.size() == 1 && Indices[0] && Indices[0]->isPlain(); }
  };
  void subscripts(const Access &A, std::vector<Subscripts> &Into);
  const clang::ConditionalOperator *choiceIn(const clang::Expr *E, unsigned Depth = 0) const;
  std::optional<Polynomial> evaluate(const clang::Expr *E) const { return Values.evaluate(E, Chosen); }
  std::optional<Term> index(const clang::Expr *E) const;
  std::optional<Term> element(const clang::Expr *Read) const;
  std::optional<Term> member(const clang::Expr *Read) const;
  bool keeps(unsigned Window, const clang::FieldDecl &Member) const;
  std::optional<Term> chosen(const clang::Expr *E) const;
  std::optional<Term> summed(const clang::BinaryOperator &Sum, Box &B, const InnerLoop &Of) const;
  std::optional<Term> loaded(const clang::Expr *E, Box &B, const InnerLoop &Of) const;
  bool isNatural(const Polynomial &P, const clang::Expr *E) const;
  std::optional<Polynomial> exactly(const clang::Expr *E, Box &B, const InnerLoop *Of = nullptr) const;
  bool ensure(const Polynomial &P, Box &B, const InnerLoop *Of) const;
  std::optional<Polynomial> lowest(Polynomial P, Box &B, const InnerLoop *Of) const;
  bool isSettled(const clang::ValueDecl *V, const CounterRun &Run) const;
  CounterRun runOfIterator() const;
  void ends(const clang::Expr *E, llvm::ArrayRef<IntegerForm> Outer, bool Greatest, llvm::SmallVectorImpl<Term> &Into,
            Box &B, const InnerLoop &Of) const;
  bool comesBackInto(const InnerLoop &Loop, llvm::ArrayRef<Term> Last, Box &B) const;
  CounterRun run(const InnerLoop &Loop, Box &B) const;
  void condition(const clang::Expr *Test, bool Holds, Box &B) const;
  bool comparison(const clang::BinaryOperator &Test, bool Holds, Box &B) const;

  void findStrides(ArrayUse &Use, llvm::ArrayRef<Subscripts> All);
  std::optional<llvm::SmallVector<Polynomial, 4>> chain(llvm::ArrayRef<Subscripts> All) const;
  void distribute(const Polynomial &Index, Box &B) const;
  void straighten(Box &B, const ArrayUse &Use) const;

  Box box(const Subscripts &S, const ArrayUse &Use) const;
  void eliminate(const InnerLoop &Loop, bool Breaks, Box &B) const;
  void replace(llvm::SmallVectorImpl<Term> &End, bool Upper, const clang::ValueDecl *Counter, const CounterRun &Of,
               Box &B) const;
  void settle(Box &B) const;
  bool isWrittenBeforeRead(const Access &A, const Subscripts &S, const Box &B) const;
  bool comesBeforeReads(const Access &A) const;
  bool isOwn(const clang::ValueDecl *V) const { return V == R.Loop.Iterator || Values.isInvariant(V); }
  bool isOwn(const Polynomial &P) const {
    return P.valid() && P.allVariables([&](const clang::ValueDecl *V) { return isOwn(V); }) && P.split(R.Loop.Iterator);
  }

  const Region &R;
  clang::ASTContext &Context;
  Affine Values;
  Paths Ways;
  /// While the subscripts of one access are read: the conditional operator, and the operand that is assumed to be its
  /// value.
  Affine::Substitution Chosen;
  /// The strides of the dimensions of the flat array that is being split, the largest first; the last is 1.
  llvm::SmallVector<Polynomial, 4> Strides;
};

} // namespace hetcc
#endif
