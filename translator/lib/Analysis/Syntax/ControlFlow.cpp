// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks clang's control flow graph to find where a value is valid.
#include "Analysis/Syntax/ControlFlow.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Whether control may go where the graph has no edges: to exception handlers, back to setjmp(), or to cleanup
/// functions at the end of a variable's life.
bool isHidden(const Stmt *S) {
  return anyIn(S, [](const Stmt *Part) {
    if (auto *Declared = dyn_cast<DeclStmt>(Part))
      return llvm::any_of(Declared->decls(), [](const Decl *Each) { return Each->hasAttr<CleanupAttr>(); });
    auto *Call = dyn_cast<CallExpr>(Part);
    return isa<CXXTryStmt>(Part) ||
           (Call && Call->getDirectCallee() && Call->getDirectCallee()->hasAttr<ReturnsTwiceAttr>());
  });
}

/// Collects all uses of variables, also uses in OpenMP clauses and in types: the graph contains only some of these.
struct AllUses : DynamicVisitor {
  std::vector<const Stmt *> Found;
  llvm::SmallPtrSet<const Stmt *, 16> OnlyNamed;
  bool dataTraverseStmtPre(Stmt *S) override {
    auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S);
    return !Trait || Trait->getTypeOfArgument()->isVariablyModifiedType();
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    Found.push_back(Ref);
    return true;
  }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *D) override {
    auto Add = [&](const auto *Clause) {
      for (const Expr *Item : Clause->varlists())
        OnlyNamed.insert(Item->IgnoreParenImpCasts());
    };
    llvm::for_each(D->getClausesOfKind<OMPSharedClause>(), Add);
    llvm::for_each(D->getClausesOfKind<OMPPrivateClause>(), Add);
    llvm::for_each(D->getClausesOfKind<OMPLastprivateClause>(), Add);
    return true;
  }
};

} // namespace

const Stmt *hetcc::needed(const Stmt *S, const FunctionDecl *Function, bool ValidFirst, ASTContext &Context,
                          llvm::function_ref<Effect(const Stmt *)> EffectOf) {
  if (isHidden(S))
    return S;
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  std::unique_ptr<CFG> Graph = CFG::buildCFG(Function, const_cast<Stmt *>(S), &Context, Options);
  if (!Graph)
    return S;
  llvm::SmallPtrSet<const Stmt *, 32> InGraph;
  for (const CFGBlock *Block : *Graph)
    for (const CFGElement &Element : *Block)
      if (auto Each = Element.getAs<CFGStmt>())
        InGraph.insert(Each->getStmt());
  AllUses Uses;
  Uses.TraverseStmt(const_cast<Stmt *>(S));
  for (const Stmt *Each : Uses.Found)
    if (!InGraph.contains(Each) && !Uses.OnlyNamed.contains(Each) && EffectOf(Each) == Effect::Needs)
      return Each;
  const Stmt *Found = nullptr;
  // For each block, whether the value is valid on entry. All entries begin as true, and become false when the loop
  // below finds a path on which the value is not valid.
  std::vector<bool> Valid(Graph->getNumBlockIDs(), true);
  Valid[Graph->getEntry().getBlockID()] = ValidFirst;
  for (bool Changed = true; Changed && !Found;) {
    Changed = false;
    for (const CFGBlock *Block : *Graph) {
      bool Now = Valid[Block->getBlockID()];
      for (const CFGElement &Element : *Block)
        if (auto Each = Element.getAs<CFGStmt>()) {
          const Effect Does = EffectOf(Each->getStmt());
          if (Does == Effect::Needs && !Now)
            Found = Found ? Found : Each->getStmt();
          Now = Does == Effect::Sets || (Now && Does != Effect::Loses);
        }
      for (const CFGBlock *Next : Block->succs())
        if (Next && !Now && Valid[Next->getBlockID()]) {
          Valid[Next->getBlockID()] = false;
          Changed = true;
        }
    }
  }
  return Found;
}
