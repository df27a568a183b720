// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts bounds checks for reduction arrays into the emulated kernel, which runs on the host. They are needed because
// a kernel's private copy of such an array has memory only for the section in the `reduction` or `map` clause.
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Kernel/ReductionText.h"
#include "Kernel/ReductionWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Collects the subscript expressions in a body that denote elements of a reduction array.
class ElementFinder : public DynamicVisitor {
public:
  ElementFinder(const Region &R, const Capture &Of, const ASTContext &Context) : R(R), Of(Of), Context(Context) {}

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    const Expr *Base = E;
    while (auto *Outer = dyn_cast<ArraySubscriptExpr>(Base))
      Base = Outer->getBase()->IgnoreParenImpCasts();
    if (R.named(Base) == Of.What.Decl && Context.hasSameUnqualifiedType(E->getType(), Of.Reduced.Element))
      Found.push_back(E);
    return true;
  }

  std::vector<const Expr *> Found;

private:
  const Region &R;
  const Capture &Of;
  const ASTContext &Context;
};

} // namespace

void ReductionWriter::checkElements(TokenEdits &Edits) const {
  const std::string Access = "hetrt_v->";
  for (const Capture *C : Items) {
    if (!C->Reduced.Array)
      continue;
    ElementFinder Elements(R, *C, Context);
    Elements.TraverseStmt(R.Loop.For->getBody());
    const unsigned Line = Context.getSourceManager().getPresumedLineNumber(R.Site.Source->HashLoc);
    const std::string Right = ", " + valuesIn(*C, "hetrt_partial_bytes", Access + named("offset", *C)) + ", " + Access +
                              named("first", *C) + ", " + Access + named("count", *C) + ", sizeof(" + valueType(*C) +
                              "), \"array '" + C->What.name() + "' (" + clauseOf(*C) + ", line " +
                              std::to_string(Line) + ")\"))";
    for (const Expr *Each : Elements.Found) {
      const size_t First = Tokens.find(Each->getBeginLoc()), Last = Tokens.find(Each->getEndLoc());
      if (First != TokenStream::None && Last != TokenStream::None)
        Edits.surround(First, Last, "(*(" + valueType(*C) + " *)hetrt_section_element((void *)&", Right);
    }
  }
}
