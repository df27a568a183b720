// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the statements and expressions of the functions that a loop calls, directly or not.
#include "Analysis/Calls/CallTree.h"

#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

using namespace hetcc;
using namespace clang;

namespace {

/// A function of at most so many statements and expressions is small: gcc inlines it everywhere
/// (max-inline-insns-auto).
constexpr unsigned Small = 40;
/// The limit for all copies in one form of a loop together. LULESH's largest loop needs half as many.
constexpr unsigned TooMany = 8000;

class CallTree {
public:
  /// The number of statements and expressions in all functions that `Code` calls, directly or not; a function counts
  /// once for each call, as if it were inlined. TooMany if the number is at least TooMany, or if there is recursion.
  unsigned sizeOfCalled(const Stmt *Code);
  /// Whether the counted code calls, in one place only, a function that is not small and that no other unit sees.
  bool reachesOwn() const;

private:
  struct Callee {
    unsigned Size = TooMany; ///< TooMany until the size is known.
    unsigned Calls = 0;      ///< How many calls of the function the counted code contains; each body is counted once.
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
  return Tree.sizeOfCalled(R.Loop.Statement) < TooMany && Tree.reachesOwn();
}
