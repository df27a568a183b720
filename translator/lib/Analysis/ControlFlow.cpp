// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/ControlFlow.h"
#include "clang/Analysis/CFG.h"

using namespace hetcc;
using namespace clang;

const Stmt *hetcc::needed(const Stmt *S, const FunctionDecl *Function, bool ValidFirst, ASTContext &Context,
                          llvm::function_ref<Effect(const Stmt *)> EffectOf) {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  std::unique_ptr<CFG> Graph = CFG::buildCFG(Function, const_cast<Stmt *>(S), &Context, Options);
  if (!Graph)
    return S;
  const Stmt *Found = nullptr;
  // Valid on entry until a path shows otherwise.
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
