// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows that a pointer passed to `free` in a body is null or was allocated in the same body. For `free(p->q)` this is
// true if all pointers that the body stores in p, and in the memory that p leads to, are null or allocated in the body.
#include "Analysis/Calls/OwnMemory.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

using namespace hetcc;
using namespace clang;

bool hetcc::allocates(llvm::StringRef Library) {
  return llvm::is_contained(
      llvm::ArrayRef<llvm::StringRef>({"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "free"}),
      Library);
}

/// The name of the allocation function that a call calls; empty for calls of other functions, and other expressions.
static llvm::StringRef allocatorOf(const Expr *E) {
  auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const bool OfLibrary = Callee && Callee->getIdentifier() && Callee->isExternC() && !Callee->hasBody();
  return OfLibrary && allocates(Callee->getName()) ? Callee->getName() : "";
}

namespace {

/// The memory that is reached from a variable by following Depth pointers; the variable itself if Depth is 0.
struct Cell {
  const VarDecl *Root = nullptr;
  unsigned Depth = 0;
};

/// The cell that an lvalue is a part of; Root is null if the lvalue is not reached from a variable.
Cell cellOf(const Expr *E) {
  Cell Found;
  for (;;) {
    E = E->IgnoreParenImpCasts();
    auto *Member = dyn_cast<MemberExpr>(E);
    auto *Deref = dyn_cast<UnaryOperator>(E);
    if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      E = Element->getBase();
      Found.Depth += !E->IgnoreParenImpCasts()->getType()->isArrayType();
    } else if (Member && isa<FieldDecl>(Member->getMemberDecl())) {
      E = Member->getBase();
      Found.Depth += Member->isArrow();
    } else if (Deref && Deref->getOpcode() == UO_Deref) {
      E = Deref->getSubExpr();
      ++Found.Depth;
    } else {
      auto *Ref = dyn_cast<DeclRefExpr>(E);
      Found.Root = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      return Found;
    }
  }
}

/// Whether T is a pointer to memory that may itself hold pointers.
bool leadsToPointers(QualType T) {
  return T->isPointerType() && holdsPointers(T->getPointeeType(), /*ToChange=*/false);
}

/// Collects the pointers that a body stores in variables and in memory reached from variables.
class Stores : public DynamicVisitor {
public:
  explicit Stores(const Stmt &Body) { TraverseStmt(&Body); }

  /// Whether the body declares the variable, and not as static, so that all values stored in it are known.
  bool declares(const VarDecl *Var) const { return Declared.contains(Var); }
  /// The pointers that the body stores in a cell; an element is null if the stored value is not known.
  llvm::ArrayRef<const Expr *> at(const Cell &Of) const {
    auto Found = Known.find({Of.Root, Of.Depth});
    return Found == Known.end() ? llvm::ArrayRef<const Expr *>() : llvm::ArrayRef<const Expr *>(Found->second);
  }
  /// Whether other code may change the cells of a variable, because its address or value may be stored elsewhere.
  bool isUsedOtherwise(const VarDecl *Var) const { return Otherwise.contains(Var); }

private:
  bool VisitVarDecl(VarDecl *Var) override {
    if (!Var->isLocalVarDecl() || Var->isStaticLocal() || Var->getType()->isReferenceType())
      return true;
    Declared.insert(Var);
    if (const Expr *Init = Var->getInit())
      store({Var, 0}, Init->getType()->isPointerType() ? Init : nullptr);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      Consumed.insert(E->getLHS()->IgnoreParens());
    if (E->isAssignmentOp() && holdsPointers(E->getType(), /*ToChange=*/false)) {
      store(cellOf(E->getLHS()), E->getOpcode() == BO_Assign && E->getType()->isPointerType() ? E->getRHS() : nullptr);
      noteUse(E->getLHS());
    }
    return !E->isEqualityOp() || (noteUse(E->getLHS()) && noteUse(E->getRHS()));
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp())
      Consumed.insert(E->getSubExpr()->IgnoreParens());
    if (E->isIncrementDecrementOp() && E->getType()->isPointerType())
      store(cellOf(E->getSubExpr()), nullptr);
    if (E->getOpcode() == UO_Deref)
      Cells.push_back(E);
    return (E->getOpcode() != UO_LNot && E->getOpcode() != UO_Deref) || noteUse(E->getSubExpr());
  }
  bool VisitCallExpr(CallExpr *E) override {
    if (!allocatorOf(E).empty())
      for (const Expr *Given : E->arguments())
        noteUse(Given->IgnoreParenCasts());
    return true;
  }
  // The functions below note uses that do not copy a pointer, but dereference it, compare it, or test it for null.
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    Cells.push_back(E);
    if (auto *Decay = dyn_cast<ImplicitCastExpr>(E->getBase()->IgnoreParens()))
      Consumed.insert(Decay->getSubExpr()->IgnoreParens());
    return noteUse(E->getBase());
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    Cells.push_back(E);
    // A data member is a part of the object. A member function is not, and gets the object's address.
    if (isa<FieldDecl>(E->getMemberDecl()))
      Consumed.insert(E->getBase()->IgnoreParens());
    return noteUse(E->getBase());
  }
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue)
      Consumed.insert(E->getSubExpr()->IgnoreParens());
    return E->getCastKind() != CK_PointerToBoolean || noteUse(E->getSubExpr());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (auto *Var = dyn_cast<VarDecl>(E->getDecl()); Var && !Noted.contains(E))
      Uses.push_back(E);
    return true;
  }
  bool dataTraverseStmtPre(Stmt *S) override { return !isa<UnaryExprOrTypeTraitExpr>(S); } // operands are not evaluated
  /// Notes each name of a variable whose value is loaded. settle() uses this list after the whole body has been
  /// visited.
  bool dataTraverseStmtPost(Stmt *S) override {
    if (auto *Cast = dyn_cast<CastExpr>(S); Cast && Cast->getCastKind() == CK_LValueToRValue)
      if (auto *Ref = dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
        Loaded.insert(Ref);
    return true;
  }
  bool noteUse(const Expr *E) {
    for (E = E->IgnoreParenImpCasts();; E = E->IgnoreParenImpCasts()) {
      auto *Ref = dyn_cast<DeclRefExpr>(E);
      if (Ref)
        Noted.insert(Ref);
      auto *Element = dyn_cast<ArraySubscriptExpr>(E);
      auto *Member = dyn_cast<MemberExpr>(E);
      auto *Unary = dyn_cast<UnaryOperator>(E);
      if (!Element && !Member && !(Unary && Unary->getOpcode() == UO_Deref))
        return true;
      E = Element ? Element->getBase() : Member ? Member->getBase() : Unary->getSubExpr();
    }
  }
  void store(const Cell &Where, const Expr *Value) {
    if (Where.Root)
      Known[{Where.Root, Where.Depth}].push_back(Value);
  }

public:
  /// Finds the variables whose address, or whose pointers, the body stores or passes elsewhere (isUsedOtherwise()).
  /// Called when the whole body has been visited.
  void settle() {
    for (const Expr *Each : Cells)
      if (const VarDecl *Root = Consumed.contains(Each) || !Each->isGLValue() ? nullptr : cellOf(Each).Root)
        Otherwise.insert(Root);
    for (const DeclRefExpr *Each : Uses)
      if (auto *Var = cast<VarDecl>(Each->getDecl());
          !Noted.contains(Each) && (!Loaded.contains(Each) || leadsToPointers(Var->getType())))
        Otherwise.insert(Var);
  }

private:
  llvm::SmallPtrSet<const VarDecl *, 16> Declared, Otherwise;
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Noted, Loaded;
  llvm::SmallVector<const Expr *, 32> Cells;    ///< expressions for parts of variables, and for memory that pointers
                                                ///< lead to
  llvm::SmallPtrSet<const Expr *, 32> Consumed; ///< the expressions in Cells that are read, assigned, or subscripted
                                                ///< further
  llvm::SmallVector<const DeclRefExpr *, 32> Uses;
  llvm::DenseMap<std::pair<const VarDecl *, unsigned>, llvm::SmallVector<const Expr *, 2>> Known;
};

/// Decides whether pointers in a body lead to memory that the body has allocated.
class OwnMemory {
public:
  OwnMemory(const Stmt &Body, llvm::function_ref<bool(const VarDecl &)> IsOwn) : All(Body), IsOwn(IsOwn) {
    All.settle();
  }

  /// Whether a value is null, or leads to the beginning of memory that the body has allocated.
  bool has(const Expr *E) {
    E = E ? E->IgnoreParenCasts() : nullptr;
    if (!E)
      return false;
    if (auto *Choice = dyn_cast<ConditionalOperator>(E))
      return has(Choice->getTrueExpr()) && has(Choice->getFalseExpr());
    // An integer that is converted to a pointer here is 0, since loops that convert other integers to pointers are not
    // run on devices.
    if (E->getType()->isIntegerType() || isa<GNUNullExpr, CXXNullPtrLiteralExpr>(E))
      return true;
    if (const llvm::StringRef Name = allocatorOf(E); !Name.empty())
      return Name != "free" && (!Name.starts_with("realloc") || has(cast<CallExpr>(E)->getArg(0)));
    const Cell Of = cellOf(E);
    if (!Of.Root || !(All.declares(Of.Root) || IsOwn(*Of.Root)) || All.isUsedOtherwise(Of.Root))
      return false;
    for (unsigned Depth = 0; Depth <= Of.Depth; ++Depth)
      if (!holds({Of.Root, Depth}))
        return false;
    return true;
  }

private:
  bool holds(const Cell &Of) {
    if (!Seen.insert({Of.Root, Of.Depth}).second)
      return true;
    return llvm::all_of(All.at(Of), [&](const Expr *Value) { return has(Value); });
  }

  Stores All;
  llvm::function_ref<bool(const VarDecl &)> IsOwn;
  std::set<std::pair<const VarDecl *, unsigned>> Seen;
};

} // namespace

bool hetcc::givesBackOwn(const CallExpr &Call, const Stmt &Body, llvm::function_ref<bool(const VarDecl &)> IsOwn) {
  const llvm::StringRef Name = allocatorOf(&Call);
  const bool Takes = Name == "free" || Name.starts_with("realloc");
  return !Name.empty() && (!Takes || (Call.getNumArgs() > 0 && OwnMemory(Body, IsOwn).has(Call.getArg(0))));
}
