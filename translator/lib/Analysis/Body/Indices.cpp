// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks arrays that are indexed by another array, as in `x[col[k]]`. A device has only the elements of x that it
// needs, packed. So the device's copy of col has the positions of these elements in place of the original indices. The
// loop may therefore use x only at indices from col, and col only in such subscripts; otherwise the loop stays on the
// host.
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The expression inside of the conversions of a subscript; null if a conversion may change the value of an index.
const Expr *convertedFrom(const Expr *Index, const ASTContext &Context) {
  for (Index = Index->IgnoreParens(); auto *Cast = dyn_cast<CastExpr>(Index);) {
    const Expr *From = Cast->getSubExpr()->IgnoreParens();
    const CastKind Kind = Cast->getCastKind();
    const bool Keeps =
        Kind == CK_LValueToRValue || Kind == CK_NoOp ||
        (Kind == CK_IntegralCast && Context.getIntWidth(Cast->getType()) >= Context.getIntWidth(From->getType()));
    if (!Keeps)
      return nullptr;
    Index = From;
  }
  return Index;
}

class Indices {
public:
  Indices(const Region &R, Verdict &Fate, const ASTContext &Context) : R(R), Fate(Fate), Context(Context) {}

  void run() {
    for (const Window &W : R.Windows)
      if (W.Spec->How == Association::Indexed)
        window(W);
  }

private:
  /// The access to the array of indices that is the subscript of A: `col[k]` for `x[col[k]]`. `Through` is the number
  /// of col's window. Null if the subscript is anything else.
  const Access *indexOf(const Access &A, int Through) const {
    const Expr *Index = convertedFrom(A.Indices.front(), Context);
    auto Found = llvm::find_if(R.Body.Accesses, [&](const Access &Other) {
      return Index && int(Other.Window) == Through && Other.Whole->getSourceRange() == Index->getSourceRange();
    });
    return Found == R.Body.Accesses.end() ? nullptr : &*Found;
  }

  void window(const Window &W) {
    const int Through = throughWindow(R, W);
    if (Through < 0)
      return;
    const std::string &Name = W.Spec->Array.Text, &By = W.Spec->Through->Text;
    if (W.Flat && W.Shape.rank() > 1)
      Fate.toHost(W.Spec->Array.Begin,
                  "one subscript reaches through all dimensions of '" + Name + "', so it is no index of one",
                  "give '" + Name + "' a type that has rows");
    if (W.Spec->ElementSize)
      Fate.toHost(W.Spec->Array.Begin,
                  "'" + Name + "' has elements of another size than its type, so a subscript counts others",
                  "give '" + Name + "' the type of its elements");
    if (W.Pointed)
      Fate.toHost(W.Spec->Array.Begin, "a pointer leads into '" + Name + "', of which a device has some elements only",
                  "use '" + Name + "[" + By + "[...]]'");
    if (R.Windows[size_t(Through)].Pointed)
      Fate.toHost(W.Spec->Through->Begin,
                  "a pointer leads into '" + By + "', which says which elements of '" + Name + "' a device has",
                  "use '" + Name + "[" + By + "[...]]'");
    for (const Access &A : R.Body.Accesses)
      if (&R.Windows[A.Window] == &W && !indexOf(A, Through))
        Fate.toHost(A.Whole->getExprLoc(), "this index of '" + Name + "' is no element of '" + By + "'",
                    "use '" + Name + "[" + By +
                        "[...]]', and another pointer to the array, with a map of its own, for the rest");
    for (const Access &A : R.Body.Accesses)
      if (int(A.Window) == Through && !isSubscript(A, Through))
        Fate.toHost(A.Whole->getExprLoc(), "it uses '" + By + "' for more than to index '" + Name + "'",
                    "use another pointer to the array, with a map of its own, for the rest");
  }

  /// Whether an access to the array of indices, `col[k]`, is the subscript of an array that is indexed through this
  /// array.
  bool isSubscript(const Access &Index, int Through) const {
    return llvm::any_of(R.Body.Accesses, [&](const Access &A) {
      const Window &W = R.Windows[A.Window];
      return W.Spec->How == Association::Indexed && throughWindow(R, W) == Through && indexOf(A, Through) == &Index;
    });
  }

  const Region &R;
  Verdict &Fate;
  const ASTContext &Context;
};

} // namespace

void hetcc::checkIndices(const Region &R, Verdict &Fate, const ASTContext &Context) { Indices(R, Fate, Context).run(); }
