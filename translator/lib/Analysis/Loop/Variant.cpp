// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that the function of a `variant` clause, a kernel that the user wrote, has parameters for the arguments that
// the runtime will pass.
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Diagnostics.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The number of parameters before those for the clause's arguments: the iterator's first value, and the number of
/// iterations.
constexpr unsigned Leading = 2;

/// The function that a clause's expression names; null if it does not name a function.
const FunctionDecl *functionOf(const ClauseExpr &E) {
  auto *Ref = dyn_cast<DeclRefExpr>(E.Checked->IgnoreParenImpCasts());
  return Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
}

class Check {
public:
  Check(Region &R, ASTContext &Context, Diagnostics &Diags)
      : R(R), V(*R.Site.Source->Variant), Context(Context), Diags(Diags) {}

  bool run() {
    // The user's kernel uses the program's strides, so no device may hold one of its windows packed.
    for (Window &W : R.Windows)
      W.Strided = false;
    for (const ClauseExpr &Argument : V.Arguments)
      if (!checkArgument(Argument))
        return false;
    return !V.Function || checkFunction();
  }

private:
  bool checkArgument(const ClauseExpr &Argument) {
    if (argumentWindow(R, Argument) >= 0)
      return true;
    QualType T = Argument.Checked->IgnoreParenImpCasts()->getType().getNonReferenceType();
    if (T->isDependentType() || T->isScalarType() || (T->isRecordType() && T.isTriviallyCopyableType(Context)))
      return true;
    Diags.report(Argument.Begin, message::err_variant_argument) << Argument.Text << V.Name << T;
    return false;
  }

  bool checkFunction() {
    const FunctionDecl *F = functionOf(*V.Function);
    if (!F) {
      Diags.report(V.NameLoc, message::err_variant_function) << V.Name;
      Diags.report(V.NameLoc, message::note_remedy)
          << "declare the kernel as a function that returns void, without '__global__'";
      return false;
    }
    if (!F->hasPrototype())
      return true;
    const unsigned Arguments = unsigned(V.Listed ? V.Arguments.size() : R.Windows.size());
    if (F->getNumParams() != Leading + Arguments) {
      Diags.report(V.NameLoc, message::err_variant_count) << V.Name << F->getNumParams() << Leading + Arguments;
      return false;
    }
    for (unsigned P = 0; P < F->getNumParams(); ++P) {
      const QualType T = F->getParamDecl(P)->getType();
      const bool IsArray = P >= Leading && (!V.Listed || argumentWindow(R, V.Arguments[P - Leading]) >= 0);
      enum { Integer, Pointer, Value } Wanted = P < Leading ? Integer : IsArray ? Pointer : Value;
      const bool Good = Wanted == Integer   ? T->isIntegerType() && Context.getTypeSize(T) == 64
                        : Wanted == Pointer ? T->isPointerType()
                                            : !T->isPointerType() || argumentIsPointer(P - Leading);
      if (Good)
        continue;
      Diags.report(V.NameLoc, message::err_variant_parameter) << P + 1 << V.Name << T << unsigned(Wanted);
      return false;
    }
    return true;
  }

  /// Whether an argument has a pointer type, as memory has that the program has allocated on the device.
  bool argumentIsPointer(unsigned Number) const {
    return V.Arguments[Number].Checked->getType().getNonReferenceType()->isPointerType();
  }

  Region &R;
  const VariantClause &V;
  ASTContext &Context;
  Diagnostics &Diags;
};

} // namespace

int hetcc::argumentWindow(const Region &R, const ClauseExpr &Argument) {
  for (size_t W = 0; W < R.Windows.size(); ++W)
    if (R.Windows[W].Spec->Array.Text == Argument.Text)
      return int(W);
  return -1;
}

bool hetcc::checkVariant(Region &R, ASTContext &Context, Diagnostics &Diags) {
  return !R.Site.Source->Variant || R.Fate.Where == RunsOn::Plain || Check(R, Context, Diags).run();
}
