// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks `memory(replicate)`: whether a local pointer of the same name can replace an array of a block.
#include "Analysis/Block/Replicas.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Diagnostics.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Looks for a use of an array that does not convert the array to a pointer: `sizeof a`, `&a`, a reference, a
/// range-based for.
class UseAsArray : public DynamicVisitor {
public:
  explicit UseAsArray(const ValueDecl *Array) : Array(Array) {}
  const Expr *Found = nullptr;

  bool dataTraverseStmtPre(Stmt *S) override {
    auto *Cast = dyn_cast<ImplicitCastExpr>(S);
    return !Cast || Cast->getCastKind() != CK_ArrayToPointerDecay ||
           !isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (E->getDecl() == Array)
      Found = E;
    return !Found;
  }

private:
  const ValueDecl *Array;
};

/// Why a local pointer of the same name cannot replace the window's array; empty if it can.
std::string obstacle(const Region &Block, const Window &W) {
  const auto *Variable = dyn_cast_or_null<VarDecl>(W.Array.Decl);
  const bool IsName = W.Spec->Array.Tokens.size() == 1 && W.Spec->Array.Tokens.front().is(tok::identifier);
  if (!Variable || !IsName || W.Container)
    return "it is no pointer or array by a name of its own";
  // Functions that the block calls may use a name that is not local, and would access the original array instead of the
  // copy.
  if (!Variable->isLocalVarDeclOrParm() || Variable->hasExternalStorage())
    return "others may reach it by its name, which is not local";
  if (Variable->getType()->isReferenceType())
    return "it is a reference, and others may change what it refers to";
  UseAsArray Uses(Variable);
  if (Variable->getType()->isArrayType())
    Uses.TraverseStmt(Block.Loop.Statement);
  return Uses.Found ? "the block asks for its type or its address, which are not those of a copy" : "";
}

} // namespace

bool hetcc::isReplicated(const Window &W) { return !W.Spec->Implied && W.Spec->How != Association::Indexed; }

bool hetcc::checkReplicas(const Region &Block, Diagnostics &Diags) {
  for (const Window &W : Block.Windows) {
    const std::string Why = Block.Site.Source->replicates() && isReplicated(W) ? obstacle(Block, W) : "";
    if (Why.empty())
      continue;
    Diags.report(W.Spec->Array.Begin, message::err_replicate_array) << W.Spec->Array.Text << Why;
    Diags.report(W.Spec->Array.Begin, message::note_remedy)
        << "let a local pointer lead to it, and name that in the clauses and in the block";
    return false;
  }
  return true;
}
