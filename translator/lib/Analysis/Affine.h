// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: integer expressions of a body as polynomials, and flat subscripts in terms of the dimensions
// that a clause gives to a pointer.
#ifndef HETCC_LIB_ANALYSIS_AFFINE_H
#define HETCC_LIB_ANALYSIS_AFFINE_H

#include "Analysis/Conversions.h"
#include "Analysis/Polynomial.h"
#include "Analysis/Region.h"
#include "llvm/ADT/DenseMap.h"

namespace hetcc {

struct InnerLoop;
struct View;

/// Where a pointer leads: in the array of a window, behind indices of its outer dimensions, to an index of the next
/// one.
struct Place {
  const clang::ValueDecl *Array = nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Rows;
  std::optional<Polynomial> Index = Polynomial(); ///< nothing where that is not known
};

/// The values of expressions of one body. That of a pointer is the index that it leads to: a caller that compares two
/// of them knows that they are in one row of one array.
class Affine {
public:
  Affine(const Region &R, clang::ASTContext &Context) : R(R), Context(Context) {}

  /// The constant that an expression is, or a number of a clause.
  std::optional<int64_t> number(const clang::Expr *E) const;
  std::optional<int64_t> number(const Number &N) const;

  /// An expression as a polynomial; nullopt if it is none. `Instead` gives values to some of its parts. The value is
  /// the polynomial's or differs from it by a multiple of a power of two, as that of `i - 1` without a sign may: that
  /// is what a subscript is, which cannot be so large.
  using Substitution = llvm::DenseMap<const clang::Expr *, Polynomial>;
  std::optional<Polynomial> evaluate(const clang::Expr *E, const Substitution &Instead = Substitution()) const {
    return evaluate(E, Instead, nullptr, 0);
  }
  /// An expression that is compared or counted to: its value is the polynomial's where none of `Unless` is negative.
  std::optional<Polynomial> exactly(const clang::Expr *E, std::vector<Polynomial> &Unless) const {
    return evaluate(E, Substitution(), &Unless, 0);
  }

  /// What exactly() tells, where the types of the variables alone tell that it holds or `Else` does.
  std::optional<Polynomial> surely(const clang::Expr *E, llvm::function_ref<bool(const Polynomial &)> Else) const;
  /// Whether the types of its variables keep a number from being negative.
  bool isNatural(const Polynomial &P) const;
  /// Whether arithmetic or a conversion on the way to a value may leave out multiples of less than 2 to the power of so
  /// many bits: in types without a sign that have fewer, in such with one where signed numbers wrap.
  bool wrapsBelow(const clang::Expr *E, unsigned Bits) const { return wrapsBelow(E, Bits, 0); }

  /// A first value or bound of the region's loop, as the iterator's value: of a pointer, the index that it leads to.
  std::optional<Polynomial> ofIterator(const clang::Expr *E) const;

  /// The value of an index inside counted loops, the outermost first, where all of them are in their first turn, which
  /// is taken if any is; nullopt if that is not known.
  std::optional<Polynomial> atFirst(Polynomial Index, llvm::ArrayRef<InnerLoop> Around) const;

  /// The expression that a constant local of the body stands for wherever it is in scope, or one that each turn sets
  /// wherever it is read: nothing that it is made of changes there. Null for all other variables.
  const clang::Expr *meaning(const clang::ValueDecl *D) const;

  /// The element or object that a local reference of the body stands for: nothing that this is made of changes as long
  /// as the reference lives. Null where it may.
  const clang::Expr *boundTo(const clang::VarDecl *Ref) const;

  /// What a variable of the body is bound to, or the value of a pointer, as long as it lives; null where that changes.
  const clang::Expr *standsFor(const clang::VarDecl *Var) const {
    return Var->getType()->isReferenceType() ? boundTo(Var) : meaning(Var);
  }
  /// The window of rows that a way leads into, see AccessPath; nothing where an expression is none.
  struct RowAccess {
    unsigned Window = 0;
    llvm::SmallVector<const clang::Expr *, 3> Indices; ///< an index that stands nowhere in the text is 0
    unsigned Implied = 0;                              ///< a bit for each of these
    bool Arrow = false;                                ///< of what is named, the object behind the arrow is the element
    const clang::DeclRefExpr *By = nullptr;            ///< as AccessPath has it
    const clang::Expr *Object = nullptr;
  };
  std::optional<RowAccess> rowAccess(const clang::Expr *E) const;

  /// Where a pointer leads, or what a variable of such a type does; nothing where the array is not known.
  std::optional<Place> place(const clang::Expr *Pointer) const { return place(Pointer, nullptr, 0); }
  std::optional<Place> placeOf(const clang::ValueDecl *D) const { return placeOf(D, 0); }
  bool isSameRow(const Place &A, const Place &B) const;
  /// A pointer moved by a number, which may be null, as an expression whose value is the index it leads to.
  const clang::Expr *moved(const clang::Expr *Pointer, const clang::Expr *By) const;

  /// The container whose number of elements a call of `size()` is; null for all others.
  const Window *lengthOf(const clang::Expr *E) const;

  /// Declared outside the loop, so the same for all iterations (BodyScan has seen that it is not written); so are
  /// members of objects that functions only read.
  bool isInvariant(const clang::ValueDecl *D) const;

  /// How many elements of the array's type make one of the clause's; nullopt if that is not known or no whole number.
  std::optional<int64_t> partsOf(const Window &W) const;

  /// Elements of the array's type from one index of a dimension to the next under a window's clause.
  std::optional<Polynomial> stride(const Window &W, unsigned Dimension) const;

private:
  bool loadsOnlyRows(const clang::Stmt *S, const clang::ValueDecl *Of) const;
  std::optional<Polynomial> evaluate(const clang::Expr *E, const Substitution &Instead, std::vector<Polynomial> *Unless,
                                     unsigned Depth) const;
  static void keepWithin(IntegerForm Type, bool MayFallBelow, bool MayExceed, const Polynomial &P,
                         std::vector<Polynomial> &Unless);
  bool wrapsBelow(const clang::Expr *E, unsigned Bits, unsigned Depth) const;
  std::optional<Polynomial> converted(const clang::CastExpr &Cast, const Substitution &Instead,
                                      std::vector<Polynomial> *Unless, unsigned Depth) const;
  bool maySubtract(int64_t Value, clang::QualType Type) const;
  bool isSettled(const clang::VarDecl *Local) const;
  const clang::Expr *setAnew(const clang::VarDecl *Var) const;
  // Places.cpp.
  std::optional<Place> place(const clang::Expr *E, std::vector<Polynomial> *Unless, unsigned Depth) const;
  std::optional<Place> place(const View &V, std::vector<Polynomial> *Unless, unsigned Depth) const;
  std::optional<Place> placeOf(const clang::ValueDecl *D, unsigned Depth) const;
  std::optional<Place> row(const clang::Expr *Array, unsigned Depth) const;
  const llvm::DenseMap<const clang::ValueDecl *, Place> &pointerCounters() const;

  const Region &R;
  clang::ASTContext &Context;
  mutable llvm::DenseMap<const clang::VarDecl *, bool> Settled;            ///< what isSettled() has found
  mutable llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Set; ///< what setAnew() has found
  mutable std::optional<llvm::DenseMap<const clang::ValueDecl *, Place>> Counters; ///< what pointerCounters() has found
};

} // namespace hetcc
#endif
