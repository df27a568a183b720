// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edits the capture lists of lambdas in device code. There, the body of a lambda uses additional variables: bounds of
// arrays, strides of rows, and variables that replace members. So a capture list without a default gets `&` as default,
// and items that this default covers are removed: `[&k, &v, n]` becomes `[&, n]`.
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Statements.h"
#include "Kernel/KernelWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Collects all lambdas in a statement.
struct LambdaFinder : DynamicVisitor {
  std::vector<const LambdaExpr *> Found;
  bool VisitLambdaExpr(LambdaExpr *E) override {
    Found.push_back(E);
    return true;
  }
};

/// An item of a capture list, by the indices of its tokens.
struct Item {
  size_t First = 0, Name = 0;
  bool Kept = false; ///< the item stays in the list
};

} // namespace

/// Whether device code changes names inside of the lambda.
bool KernelWriter::isEditedInside(const LambdaExpr &Lambda) const {
  const auto [First, Last] = statementTokens(Lambda.getBody());
  auto IsInside = [&, First = First, Last = Last](const Expr *E) {
    const size_t At = Tokens.find(E->getBeginLoc());
    return First != TokenStream::None && At != TokenStream::None && First < At && At < Last;
  };
  return llvm::any_of(Lambda.explicit_captures(), [](const LambdaCapture &C) { return C.capturesThis(); }) ||
         llvm::any_of(R.Body.Accesses, [&](const Access &A) { return IsInside(A.Whole); }) ||
         llvm::any_of(R.Body.Replaced.Names, [&](const Renaming &N) { return IsInside(N.Use); });
}

void KernelWriter::editCaptures(const LambdaExpr &Lambda, TokenEdits &Edits) const {
  const size_t Open = Tokens.find(Lambda.getIntroducerRange().getBegin()),
               Close = Tokens.find(Lambda.getIntroducerRange().getEnd());
  if (Open == TokenStream::None || Close == TokenStream::None)
    return;
  const bool ByCopy = Lambda.getCaptureDefault() == LCD_ByCopy, HasDefault = Lambda.getCaptureDefault() != LCD_None;
  std::vector<Item> Items;
  for (const LambdaCapture &C : Lambda.explicit_captures()) {
    const size_t Name = Tokens.find(C.getLocation());
    // The captures of a pack have the same name.
    if (Name == TokenStream::None || (!Items.empty() && Items.back().Name == Name))
      continue;
    const bool IsOwn = C.capturesVariable() && (Lambda.isInitCapture(&C) || isNamed(*C.getCapturedVar()));
    const bool IsDefault = C.getCaptureKind() == (ByCopy ? LCK_ByCopy : LCK_ByRef) && !Lambda.isInitCapture(&C);
    Items.push_back({Tokens[Name - 1].is(tok::amp) ? Name - 1 : Name, Name, IsOwn && !IsDefault});
  }
  for (size_t I = 0; I < Items.size(); ++I)
    if (!Items[I].Kept) // also removes the comma after the item
      Edits.replace(Items[I].First, I + 1 < Items.size() ? Items[I + 1].First - 1 : Close - 1, "");
  // If items after the last kept one were removed, removes the comma after the last kept item.
  for (size_t I = Items.size(); I-- > 0;)
    if (Items[I].Kept) {
      if (I + 1 < Items.size())
        Edits.replace(Items[I + 1].First - 1, Close - 1, "");
      break;
    }
  const bool Any = llvm::any_of(Items, [](const Item &Each) { return Each.Kept; });
  if (!HasDefault)
    Edits.insertAfter(Open, Any ? "&, " : "&");
  else if (!Any && !Items.empty()) // removes the comma after the default
    Edits.replace(Items.front().First - 1, Close - 1, "");
}

/// Whether device code has a variable for `Captured`, because the body declares it, or because it is the iterator or a
/// captured variable of the region.
bool KernelWriter::isNamed(const ValueDecl &Captured) const {
  const SourceRange Body = textOf(R.Loop.For->getBody());
  const SourceManager &SM = Context.getSourceManager();
  const bool OfBody = SM.isPointWithin(SM.getExpansionLoc(Captured.getLocation()), SM.getExpansionLoc(Body.getBegin()),
                                       SM.getExpansionLoc(Body.getEnd()));
  const auto *Decl = cast<ValueDecl>(Captured.getCanonicalDecl());
  return OfBody || Decl == R.Loop.Iterator || R.entity(Decl);
}

void KernelWriter::editLambdas(TokenEdits &Edits) const {
  LambdaFinder Lambdas;
  Lambdas.TraverseStmt(R.Loop.For->getBody());
  for (const LambdaExpr *Each : Lambdas.Found)
    if (isEditedInside(*Each))
      editCaptures(*Each, Edits);
}
