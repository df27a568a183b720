// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/CallTree.h"

#include "Analysis/DynamicVisitor.h"
#include "Analysis/Region.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Statements and expressions of which one function is small: gcc copies that anywhere (max-inline-insns-auto).
constexpr unsigned Small = 40;
/// And all the copies in one form: as much as gcc lets a function become (large-function-insns, large-function-growth).
constexpr unsigned TooMany = 20000;

class CallTree {
public:
  /// How many statements and expressions there are in a piece of code and in what it calls, each call a copy of its
  /// own. TooMany: that many, or functions that call themselves.
  unsigned size(const Stmt *Code);
  bool reachesOwn() const { return ReachesOwn; }

private:
  unsigned size(const FunctionDecl *F);

  llvm::DenseMap<const FunctionDecl *, unsigned> Sizes; ///< TooMany while it is being looked at
  bool ReachesOwn = false;                              ///< a function that is not small and that no other unit sees
};

class Calls : public DynamicVisitor {
public:
  unsigned Count = 0;
  llvm::SmallVector<const FunctionDecl *, 8> Called;

  Calls() { VisitsImplicitCode = true; }
  bool VisitStmt(Stmt *) override { return ++Count < TooMany; }
  bool VisitCallExpr(CallExpr *E) override {
    Called.push_back(E->getDirectCallee());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    Called.push_back(E->getConstructor());
    return true;
  }
};

unsigned CallTree::size(const Stmt *Code) {
  Calls Found;
  Found.TraverseStmt(Code);
  unsigned Sum = Found.Count;
  for (const FunctionDecl *F : Found.Called)
    Sum = std::min(Sum + size(F), TooMany);
  return Sum;
}

unsigned CallTree::size(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (!F || !F->hasBody(Definition))
    return 0;
  if (auto [Known, IsNew] = Sizes.try_emplace(Definition, TooMany); !IsNew)
    return Known->second;
  const unsigned Sum = size(Definition->getBody());
  ReachesOwn |= Sum > Small && !Definition->isExternallyVisible();
  return Sizes[Definition] = Sum;
}

} // namespace

bool hetcc::holdsCallees(const Region &R) {
  CallTree Tree;
  return Tree.size(R.LoopStatement) < TooMany && Tree.reachesOwn();
}
