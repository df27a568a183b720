// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows one variable through the control flow graph of a loop or function, to find out whether the program may use
// the value that a loop leaves in the variable (see needed()).
#include "Analysis/Variables/ThreadVariables.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/ControlFlow.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Finds the uses of a variable in a statement.
struct Mentions : DynamicVisitor {
  const VarDecl *Var = nullptr;
  std::vector<const DeclRefExpr *> All;
  llvm::SmallPtrSet<const Expr *, 8> Targets; ///< the variable's name on the left side of plain assignments
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (namedDirectly(Ref) == Var)
      All.push_back(Ref);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->getOpcode() == BO_Assign && namedDirectly(E->getLHS()) == Var)
      Targets.insert(E->getLHS()->IgnoreParenImpCasts());
    return true;
  }
};

Mentions mentionsOf(const Stmt *S, const VarDecl *Var) {
  Mentions Found;
  Found.Var = Var;
  Found.TraverseStmt(S);
  return Found;
}

bool isAssignment(const Stmt *S, const Mentions &Of) {
  auto *E = dyn_cast<BinaryOperator>(S);
  return E && E->getOpcode() == BO_Assign && Of.Targets.contains(E->getLHS()->IgnoreParenImpCasts());
}

bool isUse(const Stmt *S, const Mentions &Of) {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  return Ref && namedDirectly(Ref) == Of.Var && !Of.Targets.contains(Ref);
}

/// Whether every iteration of a loop sets the variable before it uses the variable.
bool isSetFirst(const ForStmt *For, const FunctionDecl *Function, const VarDecl *Var, ASTContext &Context) {
  // At the beginning of an iteration, the variable counts as not valid, so a value that an earlier iteration left is
  // not accepted.
  const Mentions All = mentionsOf(For, Var);
  return !needed(For, Function, false, Context, [&](const Stmt *S) {
    return isAssignment(S, All) ? Effect::Sets : isUse(S, All) ? Effect::Needs : Effect::None;
  });
}

template <typename... Clauses> bool isListed(const OMPExecutableDirective &Parallel, const VarDecl *Var) {
  auto In = [&](auto Found) {
    return llvm::any_of(Found, [&](const auto *Clause) {
      return llvm::any_of(Clause->varlists(), [&](const Expr *Each) { return namedDirectly(Each) == Var; });
    });
  };
  return (In(Parallel.getClausesOfKind<Clauses>()) || ...);
}

/// Whether a variable is a scalar in OpenMP's sense, and is neither threadprivate (never copied) nor a static member
/// (always shared).
bool isScalar(const VarDecl *Var) {
  const QualType Type = Var->getType().getNonReferenceType();
  return Type->isScalarType() && !Type.isConstQualified() && !Var->isStaticDataMember() && !isOfEachThread(Var);
}

bool isInside(SourceLocation Loc, const Stmt *Block, const SourceManager &SM) {
  return !SM.isBeforeInTranslationUnit(Loc, Block->getBeginLoc()) &&
         !SM.isBeforeInTranslationUnit(Block->getEndLoc(), Loc);
}

bool isInside(const VarDecl *Var, const Stmt *Block, const SourceManager &SM) {
  return isInside(Var->getLocation(), Block, SM);
}

/// Whether each thread of the block or team has its own variable: a copy, or a variable that the block declares.
bool isThreadsOwn(const Region &Loop, const VarDecl *Var, const SourceManager &SM) {
  // Variables whose values may be used after the team ends, that is, the team's reductions and threadprivate variables,
  // do not count.
  if (Loop.Site.Source->joinsTeam())
    return isOwnInTeam(Loop, Var) && !Var->getType()->isReferenceType() && !isOfEachThread(Var) &&
           !(Loop.Site.Team && isListed<OMPReductionClause>(*Loop.Site.Team, Var));
  const auto *Parallel = cast<OMPExecutableDirective>(Loop.Site.Marker->getElse());
  return isCopiedByThreads(Loop, Var) ||
         (Var->hasLocalStorage() && isInside(Var, Parallel->getInnermostCapturedStmt()->getCapturedStmt(), SM));
}

/// Finds the variables that a statement names and that are declared outside of the statement, each once.
struct Named : DynamicVisitor {
  const Stmt *Around = nullptr;
  const SourceManager *SM = nullptr;
  std::vector<ThreadVariable> Found;
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    auto *Var = dyn_cast_or_null<VarDecl>(namedDirectly(Ref));
    if (Var && !isInside(Var, Around, *SM) &&
        llvm::none_of(Found, [&](const ThreadVariable &Other) { return Other.Var == Var; }))
      Found.push_back({Var, Ref});
    return true;
  }
};

std::vector<ThreadVariable> namedIn(const Stmt *S, const ASTContext &Context) {
  Named All;
  All.Around = S;
  All.SM = &Context.getSourceManager();
  All.TraverseStmt(S);
  return std::move(All.Found);
}

} // namespace

bool hetcc::isPrivate(const Region &R, const VarDecl &Var) {
  auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(R.Site.Marker->getElse());
  return Directive && isListed<OMPPrivateClause>(*Directive, Var.getCanonicalDecl());
}

bool hetcc::isCopiedByThreads(const Region &Block, const VarDecl *Var) {
  const auto &Parallel = *cast<OMPExecutableDirective>(Block.Site.Marker->getElse());
  if (isListed<OMPPrivateClause, OMPFirstprivateClause>(Parallel, Var))
    return true;
  return Block.Site.Source->copiesScalars() && isScalar(Var) &&
         !isListed<OMPSharedClause, OMPReductionClause>(Parallel, Var);
}

bool hetcc::hasOtherName(const VarDecl &Var) {
  return llvm::any_of(Var.getASTContext().getTranslationUnitDecl()->decls(), [&](const Decl *Each) {
    const auto *Alias = Each->getAttr<AliasAttr>();
    return Alias && Alias->getAliasee().contains(Var.getName());
  });
}

bool hetcc::isOwnInTeam(const Region &Loop, const VarDecl *Var) {
  if (isOfEachThread(Var))
    return true;
  if (Loop.Site.Team && isListed<OMPPrivateClause, OMPFirstprivateClause, OMPReductionClause>(*Loop.Site.Team, Var))
    return true;
  if (!Var->hasLocalStorage())
    return false;
  return !Loop.Site.Team || isInside(Var, Loop.Site.Team->getInnermostCapturedStmt()->getCapturedStmt(),
                                     Var->getASTContext().getSourceManager());
}

bool hetcc::mayDifferInTeam(const Region &Loop, const ValueDecl *Decl) {
  auto *Var = dyn_cast<VarDecl>(Decl);
  const bool OfMember = !Var || Loop.Members.has(Var);
  return OfMember || Var->getType()->isReferenceType() || isOwnInTeam(Loop, Var);
}

std::vector<std::string> hetcc::scalarsOfTarget(const Region &Block, ASTContext &Context) {
  const auto &Parallel = *cast<OMPExecutableDirective>(Block.Site.Marker->getElse());
  std::vector<std::string> Names;
  for (const ThreadVariable &Each : namedIn(Block.Loop.Statement, Context))
    if (Block.Site.Source->copiesScalars() && isCopiedByThreads(Block, Each.Var) &&
        !isListed<OMPPrivateClause, OMPFirstprivateClause>(Parallel, Each.Var) &&
        Each.Var != namedDirectly(Block.Loop.Lower) && Each.Var != namedDirectly(Block.Loop.Bound))
      Names.push_back(Each.Var->isLocalVarDeclOrParm() || !Context.getLangOpts().CPlusPlus
                          ? Each.Var->getNameAsString()
                          : "::" + qualifiedName(*Each.Var));
  llvm::sort(Names);
  return Names;
}

std::vector<ThreadVariable> hetcc::setAnew(const Region &Loop, ASTContext &Context) {
  auto *Parallel = dyn_cast_or_null<OMPExecutableDirective>(Loop.Site.Marker->getElse());
  const SourceManager &SM = Context.getSourceManager();
  const Stmt *Body = Loop.Loop.For->getBody();
  std::vector<ThreadVariable> All = namedIn(Loop.Loop.For, Context);
  llvm::erase_if(All, [&](const ThreadVariable &Each) {
    const QualType Type = Each.Var->getType();
    const Changes Found =
        changes(Body, Each.Var, Loop.Members, [&](const FunctionDecl &F) { return keepsNoAddress(Loop, F, Context); });
    return !Parallel || Each.Var == Loop.Loop.Iterator || !(Type->isArithmeticType() || Type->isEnumeralType()) ||
           Type.isVolatileQualified() || !Found.Assigned || Found.Aliased || !isThreadsOwn(Loop, Each.Var, SM) ||
           !isSetFirst(Loop.Loop.For, Loop.Site.Function, Each.Var, Context);
  });
  return All;
}

namespace {

/// Whether other functions of this unit may run while a call or an atomic operation is executed: the callee calls them
/// back, or another thread runs them, and the callee or the atomic operation waits for that thread. False for builtins
/// that are not atomic, and for functions such as omp_get_thread_num().
bool mayRunOthers(const Stmt *S) {
  if (isa<AtomicExpr>(S))
    return true;
  auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const bool TakesFunction = Callee && llvm::any_of(Callee->parameters(), [](const ParmVarDecl *P) {
                               return P->getType()->isFunctionPointerType();
                             });
  const StringRef Name = Callee && Callee->getIdentifier() ? Callee->getName() : "";
  const bool Alone = (Callee && Callee->getBuiltinID() && !Name.starts_with("__sync_")) || Name.starts_with("omp_get_");
  return Call && (TakesFunction || !Alone);
}

/// Finds the functions of a unit that name a variable. Sets `Elsewhere` if code outside of functions names it.
struct NamingFunctions : DynamicVisitor {
  const VarDecl *Var = nullptr;
  const FunctionDecl *Current = nullptr;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Found;
  bool Elsewhere = false, NamesMain = false;
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody())
      Current = F;
    return true;
  }
  bool VisitVarDecl(VarDecl *Each) override {
    if (Each->isFileVarDecl())
      Current = nullptr;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
    NamesMain |= F && F->isMain();
    if (namedDirectly(Ref) == Var) {
      Elsewhere |= !Current;
      Found.insert(Current);
    }
    return true;
  }
};

/// Whether code makes OpenMP tasks, which may run later than their place in the text suggests.
bool makesTasks(const Stmt *S) {
  struct Finder : DynamicVisitor {
    bool Found = false;
    bool VisitOMPExecutableDirective(OMPExecutableDirective *D) override {
      Found |= isOpenMPTaskingDirective(D->getDirectiveKind()) || D->hasClausesOfKind<OMPDependClause>();
      return !Found;
    }
  } Tasks;
  Tasks.TraverseStmt(S);
  return Tasks.Found;
}

/// Finds out whether the program uses the value that a loop leaves in a scalar that all threads share.
class SharedScalar {
public:
  SharedScalar(const Region &Loop, const VarDecl *Var, ASTContext &Context) : Loop(Loop), Var(Var), Context(Context) {}

  bool isForgotten() const {
    if (Var->hasLocalStorage())
      // If another function declares the variable, the loop is in a lambda that captures it.
      return functionOf(*Var) == Loop.Site.Function->getCanonicalDecl() &&
             isForgottenIn(*Loop.Site.Function, /*Begins=*/true, /*CallsLose=*/false);
    if (Var->isExternallyVisible() || Var->hasAttr<UsedAttr>() || Context.getLangOpts().CPlusPlus || hasOtherName(*Var))
      return false;
    NamingFunctions All;
    All.Var = Var;
    All.TraverseDecl(Context.getTranslationUnitDecl());
    return !All.Elsewhere && llvm::all_of(All.Found, [&](const FunctionDecl *F) {
      return isForgottenIn(*F, F->isMain() && !All.NamesMain, /*CallsLose=*/true);
    });
  }

private:
  /// Whether function F, which may run after the loop, does not use the value that the loop has left in the variable.
  /// `Begins`: the variable's value is valid when F begins. `CallsLose`: functions that F calls may run the loop.
  bool isForgottenIn(const FunctionDecl &F, bool Begins, bool CallsLose) const {
    const Stmt *Whole = F.getBody();
    const SourceManager &SM = Context.getSourceManager();
    const Mentions All = mentionsOf(Whole, Var);
    return !makesTasks(Whole) && !changes(Whole, Var, Loop.Members).Aliased &&
           !needed(Whole, &F, Begins, Context, [&](const Stmt *S) {
             const bool Assigns = isAssignment(S, All);
             if (!Assigns && !isUse(S, All))
               return CallsLose && mayRunOthers(S) ? Effect::Loses : Effect::None;
             if (isInside(S->getBeginLoc(), Loop.Loop.Statement, SM) || isReduced(S))
               return Effect::Loses;
             return Assigns ? Effect::Sets : Effect::Needs;
           });
  }

  /// Whether an expression is an item of a `reduction` clause of the loop. When such a loop runs again, it only
  /// combines further values into the item, and does not use the value that it left before.
  bool isReduced(const Stmt *S) const {
    auto Has = [S](const OMPReductionClause *Clause) { return llvm::is_contained(Clause->varlists(), S); };
    auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(Loop.Site.Marker->getElse());
    return Directive && llvm::any_of(Directive->getClausesOfKind<OMPReductionClause>(), Has);
  }

  const Region &Loop;
  const VarDecl *const Var;
  ASTContext &Context;
};

} // namespace

bool hetcc::isForgotten(const Region &Loop, const VarDecl &Var, ASTContext &Context) {
  return !isInLambda(Loop) && SharedScalar(Loop, &Var, Context).isForgotten();
}

std::vector<ThreadVariable> hetcc::sharedSetAnew(const Region &Loop, ASTContext &Context) {
  auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(Loop.Site.Marker->getElse());
  // For a directive that the user wrote for hetcc, BodyScan reports the shared variable instead.
  if (!Directive || !Loop.Site.Source->Automatic || Loop.Site.isInBlock() || Loop.Site.InTarget ||
      !Loop.Site.Source->isLoop() || Directive->hasClausesOfKind<OMPCollapseClause>() || isInLambda(Loop))
    return {};
  std::vector<ThreadVariable> All = namedIn(Loop.Loop.For->getBody(), Context);
  llvm::erase_if(All, [&](const ThreadVariable &Each) {
    const QualType Type = Each.Var->getType();
    const bool Scalar = Type->isArithmeticType() || Type->isEnumeralType();
    if (!Scalar || Type.isVolatileQualified() || Type.isConstQualified() || Each.Var == Loop.Loop.Iterator ||
        isOfEachThread(Each.Var) || (Loop.Site.Source->joinsTeam() && isOwnInTeam(Loop, Each.Var)) ||
        isListed<OMPSharedClause, OMPPrivateClause, OMPFirstprivateClause, OMPLastprivateClause, OMPReductionClause,
                 OMPLinearClause>(*Directive, Each.Var))
      return true;
    const Changes Found = changes(Loop.Loop.For->getBody(), Each.Var, Loop.Members);
    return !Found.Assigned || Found.Aliased || !isSetFirst(Loop.Loop.For, Loop.Site.Function, Each.Var, Context) ||
           !isForgotten(Loop, *Each.Var, Context);
  });
  return All;
}

namespace {

/// Finds the variables that get a result of omp_target_allocate(), directly or from other variables.
struct AllocatedPointers : DynamicVisitor {
  llvm::SmallPtrSet<const ValueDecl *, 8> All;
  bool Grew = true;
  void assign(const ValueDecl *To, const Expr *From) {
    From = From ? From->IgnoreParenCasts() : nullptr;
    auto *Call = dyn_cast_or_null<CallExpr>(From);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    const bool Gives = Callee && Callee->getDeclName().isIdentifier() && Callee->getName() == "omp_target_allocate";
    if (To && From && (Gives || (namedDirectly(From) && All.contains(namedDirectly(From)))))
      Grew |= All.insert(To).second;
  }
  bool VisitVarDecl(VarDecl *Var) override {
    assign(cast<ValueDecl>(Var->getCanonicalDecl()), Var->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->getOpcode() == BO_Assign)
      assign(namedDirectly(E->getLHS()), E->getRHS());
    return true;
  }
};

} // namespace

std::vector<ThreadVariable> hetcc::allocatedPointers(const Region &Loop, ASTContext &Context) {
  const auto *Parallel = cast<OMPExecutableDirective>(Loop.Site.Marker->getElse());
  const Stmt *Block = Parallel->getInnermostCapturedStmt()->getCapturedStmt();
  AllocatedPointers Allocated;
  while (std::exchange(Allocated.Grew, false))
    Allocated.TraverseStmt(Block);
  auto IsNamed = [&](const VarDecl *Var) {
    return llvm::any_of(Loop.Site.Source->Windows, [&](const WindowSpec &Spec) {
      return !Spec.Allocated && Spec.Array.Text == Var->getNameAsString();
    });
  };
  std::vector<ThreadVariable> Found = namedIn(Loop.Site.LoopOfBlock, Context);
  llvm::erase_if(Found, [&](const ThreadVariable &Each) {
    const QualType Type = Each.Var->getType();
    return !Allocated.All.contains(Each.Var) || !Type->isPointerType() || Type->getPointeeType()->isArrayType() ||
           !isThreadsOwn(Loop, Each.Var, Context.getSourceManager()) || IsNamed(Each.Var);
  });
  return Found;
}

void hetcc::checkLeftInTeam(Region &Loop, ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const Stmt *Whole =
      Loop.Site.Team ? Loop.Site.Team->getInnermostCapturedStmt()->getCapturedStmt() : Loop.Site.Function->getBody();
  for (const ThreadVariable &Each : setAnew(Loop, Context)) {
    const std::string Name = Each.Var->getNameAsString();
    if (isListed<OMPPrivateClause, OMPFirstprivateClause, OMPLastprivateClause, OMPReductionClause>(
            *cast<OMPExecutableDirective>(Loop.Site.Marker->getElse()), Each.Var))
      continue;
    const Mentions All = mentionsOf(Whole, Each.Var);
    const Stmt *Use = needed(Whole, Loop.Site.Function, true, Context, [&](const Stmt *S) {
      const bool Assigns = isAssignment(S, All);
      if (!Assigns && !isUse(S, All))
        return Effect::None;
      if (isInside(S->getBeginLoc(), Loop.Loop.Statement, SM))
        return Effect::Loses;
      return Assigns ? Effect::Sets : Effect::Needs;
    });
    const Changes Found =
        changes(Whole, Each.Var, Loop.Members, [&](const FunctionDecl &F) { return keepsNoAddress(Loop, F, Context); });
    if (Use || Found.Aliased)
      Loop.Fate.restrict(
          RunsOn::Host, Each.Use->getBeginLoc(),
          Use ? "the program uses what the loop leaves in '" + Name + "', which each thread has of its own"
              : "the loop sets '" + Name + "', which each thread has of its own, and its address is taken",
          "declare '" + Name + "' inside the loop, or name it in 'private' of its directive");
  }
}

bool hetcc::isSetInEachTurn(const Region &Loop, const ForStmt *Inner, const VarDecl *Var, ASTContext &Context) {
  const QualType Type = Var->getType();
  const Stmt *Body = Loop.Loop.For->getBody();
  if (!(Type->isArithmeticType() || Type->isEnumeralType() || Type->isPointerType()) || Type.isVolatileQualified() ||
      !Var->hasLocalStorage() || changes(Body, Var, Loop.Members).Aliased ||
      !isSetFirst(Inner, Loop.Site.Function, Var, Context))
    return false;
  const SourceManager &SM = Context.getSourceManager();
  const Mentions All = mentionsOf(Body, Var);
  return !needed(Body, Loop.Site.Function, true, Context, [&](const Stmt *S) {
    const bool Assigns = isAssignment(S, All);
    if (!Assigns && !isUse(S, All))
      return Effect::None;
    return isInside(S->getBeginLoc(), Inner, SM) ? Effect::Loses : Assigns ? Effect::Sets : Effect::Needs;
  });
}

void hetcc::checkLeftValues(const Region &Block, ArrayRef<const Region *> Loops, ASTContext &Context, Verdict &Fate) {
  const SourceManager &SM = Context.getSourceManager();
  auto Inside = [&](const Stmt *S, const Region *Loop) { return isInside(S->getBeginLoc(), Loop->Loop.Statement, SM); };
  std::vector<const VarDecl *> Done;
  for (const Region *Loop : Loops)
    for (const ThreadVariable &Each : setAnew(*Loop, Context)) {
      if (llvm::is_contained(Done, Each.Var))
        continue;
      Done.push_back(Each.Var);
      const Mentions All = mentionsOf(Block.Loop.Statement, Each.Var);
      // Whether S is in one of the loops, and this loop sets the variable: after it, the variable's value is not valid.
      auto Sets = [&](const Stmt *S) {
        return llvm::any_of(Loops, [&](const Region *Other) {
          return Inside(S, Other) && changes(Other->Loop.For->getBody(), Each.Var, Other->Members).Assigned;
        });
      };
      const Stmt *Use = needed(Block.Loop.Statement, Block.Site.Function, true, Context, [&](const Stmt *S) {
        const bool Assigns = isAssignment(S, All), Uses = isUse(S, All);
        if (!Assigns && !Uses)
          return Effect::None;
        if (Sets(S))
          return Effect::Loses;
        return Assigns ? Effect::Sets : Effect::Needs;
      });
      if (changes(Block.Loop.Statement, Each.Var, Block.Members).Aliased)
        Fate.restrict(RunsOn::Host, Loop->Loop.Statement->getBeginLoc(),
                      "a loop sets '" + Each.Var->getNameAsString() +
                          "', whose address is taken, and an accelerator leaves nothing in it",
                      "declare '" + Each.Var->getNameAsString() + "' inside the loop");
      if (Use)
        Fate.restrict(RunsOn::Host, Use->getBeginLoc(),
                      "it uses what a loop left in '" + Each.Var->getNameAsString() +
                          "', and an accelerator leaves nothing in it",
                      "set '" + Each.Var->getNameAsString() +
                          "' anew before it is used, or accumulate in a 'reduction'");
    }
}
