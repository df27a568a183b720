// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: integer expressions of a body as polynomials in the program's variables, and the strides of
// arrays whose dimensions a clause gives (`a[i * m + j]`).
#ifndef HETCC_LIB_ANALYSIS_VALUES_AFFINE_H
#define HETCC_LIB_ANALYSIS_VALUES_AFFINE_H

#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/Conversions.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Values/Polynomial.h"
#include "llvm/ADT/DenseMap.h"

namespace hetcc {

struct InnerLoop;
struct View;

/// The row of an array that a pointer leads into, and the index in that row. `&a[i][j]`: Array a, Rows {i}, Index j.
struct Place {
  const clang::ValueDecl *Array = nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Rows;
  std::optional<Polynomial> Index = Polynomial(); ///< nothing if the index is not known
};

/// Evaluates expressions of the body of one region. The value of a pointer is the index of the element that it leads
/// to, so a caller compares two pointers only if both lead into the same row of the same array.
class Affine {
public:
  Affine(const Region &R, clang::ASTContext &Context) : R(R), Context(Context) {}

  /// The value of a constant expression, or of a constant number in a clause; nothing if the expression or number is
  /// not constant.
  std::optional<int64_t> number(const clang::Expr *E) const;
  std::optional<int64_t> number(const Number &N) const;

  /// `E` as a polynomial; nullopt if `E` is not one. `Instead` gives values to some subexpressions of `E`. The value of
  /// `E` may differ from the polynomial by a multiple of 2^32: an unsigned `i - 1` wraps at i = 0. For a subscript the
  /// difference does not matter, since no array has so many elements.
  using Substitution = llvm::DenseMap<const clang::Expr *, Polynomial>;
  std::optional<Polynomial> evaluate(const clang::Expr *E, const Substitution &Instead = Substitution()) const {
    return evaluate(E, Instead, nullptr, 0);
  }
  /// `E` as a polynomial, for uses that need the exact value, as a comparison or the bound of a loop does. Appends
  /// polynomials to `Unless`; if none of them is negative, the result equals the value of `E`.
  std::optional<Polynomial> exactly(const clang::Expr *E, std::vector<Polynomial> &Unless) const {
    return evaluate(E, Substitution(), &Unless, 0);
  }

  /// Like exactly(), but nothing if a polynomial that exactly() would append may be negative: neither the types of its
  /// variables exclude a negative value, nor does `Else`, which returns true for polynomials known not to be negative.
  std::optional<Polynomial> surely(const clang::Expr *E, llvm::function_ref<bool(const Polynomial &)> Else) const;
  /// Whether the types of its variables alone ensure that P is not negative.
  bool isNatural(const Polynomial &P) const;
  /// Whether the evaluation of `E` may drop a multiple of 2^n, where n is less than `Bits`. An operation does so in an
  /// unsigned type of n bits, and in a signed type of n bits where signed numbers wrap (`-fwrapv`).
  bool wrapsBelow(const clang::Expr *E, unsigned Bits) const { return wrapsBelow(E, Bits, 0); }

  /// The first value or the bound of the region's loop. If the iterator is a pointer, the result is the index of the
  /// element that the first value or the bound leads to.
  std::optional<Polynomial> ofIterator(const clang::Expr *E) const;

  /// The value of `Index` in the first turns of the counted loops `Around` it (InnerLoop.h), which are listed from the
  /// outermost inwards; nullopt if the value is not known.
  std::optional<Polynomial> atFirst(Polynomial Index, llvm::ArrayRef<InnerLoop> Around) const;

  /// The expression that a local variable of the body equals wherever the variable is read, because nothing in the
  /// expression changes in between: the initializer of a variable that is never changed, or what each turn sets the
  /// variable to. Null for all other variables.
  const clang::Expr *meaning(const clang::ValueDecl *D) const;

  /// The element or object that a local reference of the body is bound to. Null if something in the initializer may
  /// change as long as the reference lives.
  const clang::Expr *boundTo(const clang::VarDecl *Ref) const;

  /// Returns boundTo() of a reference, and meaning() of any other variable.
  const clang::Expr *standsFor(const clang::VarDecl *Var) const {
    return Var->getType()->isReferenceType() ? boundTo(Var) : meaning(Var);
  }
  /// An access to rows by way of members of elements, such as `cells[i].x[k]`, see AccessPath: the window of these
  /// rows, and the indices.
  struct RowAccess {
    unsigned Window = 0;
    llvm::SmallVector<const clang::Expr *, 3> Indices; ///< the subscripts; a literal 0 for `*p` and `p->`
    unsigned Implied = 0;                              ///< a bit set for each such literal 0
    bool Arrow = false; ///< for `p->m`: the access is to `*p`, and `m` a member of the element
    const clang::DeclRefExpr *Reference = nullptr; ///< see AccessPath::Reference
    /// See AccessPath::Object.
    const clang::Expr *Object = nullptr;
  };
  /// `E` as a RowAccess; nothing if `E` is no such access, or if the region has no rows that members of elements lead
  /// to.
  std::optional<RowAccess> rowAccess(const clang::Expr *E) const;

  /// Where a pointer, or a variable of a pointer's type, leads; nothing if the array is not known.
  std::optional<Place> place(const clang::Expr *Pointer) const { return place(Pointer, nullptr, 0); }
  std::optional<Place> placeOf(const clang::ValueDecl *D) const { return placeOf(D, 0); }
  bool isSameRow(const Place &A, const Place &B) const;
  /// The expression `Pointer + By`, whose value is the index of the element that the sum leads to. If `By` is null, the
  /// pointer is not moved.
  const clang::Expr *moved(const clang::Expr *Pointer, const clang::Expr *By) const;

  /// The window of the container whose `size()` a call is; null for all other expressions.
  const Window *lengthOf(const clang::Expr *E) const;

  /// Whether D has the same value in all iterations: it is declared outside the loop (BodyScan has checked that the
  /// loop does not write it), or is a member of an object that called functions only read.
  bool isInvariant(const clang::ValueDecl *D) const;

  /// The number of elements of the array's type in one element of the window, whose size in bytes a clause may give;
  /// nullopt if the number is not known, or is no whole number.
  std::optional<int64_t> partsOf(const Window &W) const;

  /// The number of elements, of the array's type, from one index of `Dimension` to the next, under the extents that the
  /// clause of the window gives.
  std::optional<Polynomial> stride(const Window &W, unsigned Dimension) const;

private:
  bool loadsOnlyRows(const clang::Stmt *S, const clang::ValueDecl *Of) const;
  std::optional<Polynomial> evaluate(const clang::Expr *E, const Substitution &Instead, std::vector<Polynomial> *Unless,
                                     unsigned Depth) const;
  std::optional<Polynomial> arithmetic(const clang::BinaryOperator &Binary, const Substitution &Instead,
                                       std::vector<Polynomial> *Unless, unsigned Depth) const;
  std::optional<Polynomial> distance(const clang::Expr *From, const clang::Expr *To, std::vector<Polynomial> *Unless,
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
  std::optional<Place> placeOf(const clang::CastExpr &Cast, std::vector<Polynomial> *Unless, unsigned Depth) const;
  /// The place of an element whose address is taken: i in `&a[i]`.
  std::optional<Place> placeOfElement(const clang::Expr *Element, std::vector<Polynomial> *Unless,
                                      unsigned Depth) const;
  /// The place of `Pointer`, a pointer or an iterator, moved by `By` elements towards the end of the array; with
  /// `Backwards`, towards its beginning.
  std::optional<Place> movedPlace(const clang::Expr *Pointer, const clang::Expr *By, bool Backwards,
                                  std::vector<Polynomial> *Unless, unsigned Depth) const;
  std::optional<Place> row(const clang::Expr *Array, unsigned Depth) const;
  const llvm::DenseMap<const clang::ValueDecl *, Place> &pointerCounters() const;

  const Region &R;
  clang::ASTContext &Context;
  /// The results of isSettled() so far.
  mutable llvm::DenseMap<const clang::VarDecl *, bool> Settled;
  mutable llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Set;         ///< the results of setAnew() so far
  mutable std::optional<llvm::DenseMap<const clang::ValueDecl *, Place>> Counters; ///< the result of pointerCounters()
};

} // namespace hetcc
#endif
