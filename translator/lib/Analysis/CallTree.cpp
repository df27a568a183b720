// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the statements and expressions of what a loop calls, directly or not.
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
/// And all the copies in one form. LULESH's largest loop comes to half of that.
constexpr unsigned TooMany = 8000;

class CallTree {
public:
  /// How many statements and expressions there are in what a piece of code calls, each call a copy of its own. TooMany:
  /// that many, or functions that call themselves.
  unsigned sizeOfCalled(const Stmt *Code);
  /// Whether it calls, in one place, a function that is not small and that no other unit sees.
  bool reachesOwn() const;

private:
  struct Callee {
    unsigned Size = TooMany; ///< Until it is known.
    unsigned Calls = 0;      ///< Of code that was looked at, each once.
  };
  unsigned size(const FunctionDecl *F);

  llvm::DenseMap<const FunctionDecl *, Callee> Known;
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

unsigned CallTree::sizeOfCalled(const Stmt *Code) {
  Calls Found;
  Found.TraverseStmt(Code);
  unsigned Sum = 0;
  for (const FunctionDecl *F : Found.Called)
    Sum = std::min(Sum + size(F), TooMany);
  return Sum;
}

unsigned CallTree::size(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (!F || !F->hasBody(Definition))
    return 0;
  auto [Found, IsNew] = Known.try_emplace(Definition);
  ++Found->second.Calls;
  if (!IsNew)
    return Found->second.Size;
  Calls Body;
  Body.TraverseStmt(Definition->getBody());
  const unsigned Sum = std::min(Body.Count + sizeOfCalled(Definition->getBody()), TooMany);
  return Known[Definition].Size = Sum;
}

bool CallTree::reachesOwn() const {
  return llvm::any_of(Known, [](const auto &Each) {
    return Each.second.Calls == 1 && Each.second.Size > Small && !Each.first->isExternallyVisible();
  });
}

} // namespace

bool hetcc::holdsCallees(const Region &R) {
  CallTree Tree;
  return Tree.sizeOfCalled(R.LoopStatement) < TooMany && Tree.reachesOwn();
}
