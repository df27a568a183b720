// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds captured variables that may also be elements of the region's arrays.
#include "Analysis/Variables/CopiedValues.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

/// Returns the name of the captured variable if its memory may lie in an array that the region writes; else "". A
/// variable behind a reference, and a member of an object, may be an element of any array. Another variable can only be
/// written if the region writes through pointers (`ThroughPointers`).
static std::string mayBeElement(const Region &R, const Capture &C, bool ThroughPointers) {
  if (auto *Field = dyn_cast<FieldDecl>(C.What.Decl)) // a bit-field has no address, so its object is named
    return Field->isBitField() ? "(*this)" : C.Spelling;
  auto *Var = dyn_cast<VarDecl>(C.What.Decl);
  if (!Var || C.Computed || Var->getStorageClass() == SC_Register)
    return "";
  if (Var->getType()->isReferenceType())
    return C.Spelling;
  // These are mostly objects that pointers lead to, and objects with pointers that may point into the object itself.
  if (R.objectOf(C) || R.Members.has(Var))
    return ThroughPointers ? C.Spelling : "";
  const bool Reached =
      ThroughPointers && !Var->getType().isConstQualified() &&
      (Var->hasGlobalStorage() || changes(R.Site.Function->getBody(), Var->getCanonicalDecl(), R.Members).Aliased);
  return Reached ? C.Spelling : "";
}

/// Whether a pointer or a reference leads to the object that the expression names. Such an object may lie in an array
/// of the region.
static bool isLedTo(const Expr *E) {
  std::vector<MemberPath> Followed;
  const MemberPath Path = memberPath(E, &Followed);
  return !Followed.empty() || (!Path.empty() && Path.front() && Path.front()->getType()->isReferenceType());
}

std::vector<CopiedValue> hetcc::copiedAndWritten(const Region &R, const ASTContext &Context) {
  std::vector<CopiedValue> Found;
  if (llvm::none_of(R.Windows, [](const Window &W) { return W.Written; }))
    return Found;
  const bool ThroughPointers =
      llvm::any_of(R.Windows, [](const Window &W) { return W.Written && W.Type->isPointerType(); });
  const auto Add = [&](std::string Name, const std::string &Guard) {
    if (!Name.empty() && llvm::none_of(Found, [&](const CopiedValue &Other) { return Other.Name == Name; }))
      Found.push_back({std::move(Name), Guard});
  };
  const auto Leads = [&](const ValueDecl *Decl) {
    return llvm::any_of(R.Body.Replaced.Names, [&](const Renaming &N) { return N.Decl == Decl && isLedTo(N.Use); });
  };
  for (const Capture &C : R.Body.Captures)
    if (C.Kind == CaptureKind::Value)
      Add(mayBeElement(R, C, ThroughPointers || Leads(C.What.Decl)), C.Guard);
  for (const Renaming &N :
       R.Body.Replaced.Names) // objects of member functions such as `o.size()`, whose results are captured
    if (auto *Call = dyn_cast<CXXMemberCallExpr>(N.Use); Call && (ThroughPointers || isLedTo(Call))) {
      const Expr *Object = Call->getImplicitObjectArgument();
      const std::string Text = sourceText(Object, Context);
      Add(Object->isGLValue() ? Text : "*(" + Text + ")", guardOf(R, Call, Context));
    }
  for (const auto &[V, Of] :
       R.Body.Replaced.Views) // a view's steps are captured, but not the members that they are computed from
    for (const View::Term &Term : V->Terms)
      for (const MemberExpr *Each : Term.Uses)
        Add(textOfMember(*Each, Context), guardOf(R, Each, Context));
  return Found;
}
