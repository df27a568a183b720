// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First lists what each piece of code, and each function that it calls, does by itself (Facts). Then finds the
// functions that read what other threads write: such code "asks" (Waiting::Asks). Then decides for each loop that asks
// whether a thread may wait in it.
#include "Analysis/Calls/Waits.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/LibraryFunctions.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace hetcc;
using namespace clang;

bool hetcc::isOfTeam(const Stmt *S) {
  if (auto *If = dyn_cast_or_null<IfStmt>(S); If && markerId(If) >= 0)
    S = If->getElse();
  return isa_and_nonnull<OMPBarrierDirective, OMPSingleDirective, OMPForDirective, OMPForSimdDirective,
                         OMPSectionsDirective>(S);
}

bool hetcc::meetsAtEnd(const Stmt *S) {
  if (auto *If = dyn_cast_or_null<IfStmt>(S); If && markerId(If) >= 0)
    S = If->getElse();
  return isOfTeam(S) && !cast<OMPExecutableDirective>(S)->hasClausesOfKind<OMPNowaitClause>();
}

namespace {

/// What a piece of code does by itself, without the functions that it calls.
struct Facts {
  bool Waits = false, Asks = false, Tells = false; ///< the code does what the enumerators of Waiting say
  std::string Unproven;                            ///< see Waits::Unproven
  llvm::SmallSetVector<const FunctionDecl *, 8> Calls;
  std::vector<const Stmt *> Loops;
  bool JumpsBack = false; ///< has a `goto` that may jump backwards
  bool MakesTeam = false; ///< has an inner parallel region
  bool Throws = false;    ///< throws an exception, or calls a function that does not return
  bool InLibrary = false; ///< the code is of the C++ standard library, whose loops over its own atomic objects do not
                          ///< wait: they only repeat an update until it succeeds
};

/// The method that a call of the virtual function `Method` certainly runs; null if this is only known at run time.
const CXXMethodDecl *certain(const CXXMethodDecl *Method, const Expr *Object, bool Qualified) {
  return Qualified ? Method : Method->getDevirtualizedMethod(Object, /*IsAppleKext=*/false);
}

/// What has been found out about variables and loops, in all pieces of code.
struct Marks {
  llvm::SmallPtrSet<const VarDecl *, 4> Own;      ///< volatile variables that no other thread can access
  llvm::SmallPtrSet<const Stmt *, 4> Worksharing; ///< loops of OpenMP directives, which have a trip count
};

/// Visits a piece of code and lists what it does.
class FactFinder : public DynamicVisitor {
public:
  FactFinder(Facts &Found, Marks &All, ASTContext &Context)
      : Found(Found), All(All), InLibrary(Found.InLibrary), Context(Context) {
    VisitsImplicitCode = true;
  }

  void body(const FunctionDecl &F) {
    TraverseStmt(F.getBody());
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        TraverseStmt(Init->getInit());
    if (auto *Destructor = dyn_cast<CXXDestructorDecl>(&F))
      parts(*Destructor->getParent());
  }

  bool dataTraverseStmtPre(Stmt *S) override { return !hasUnevaluatedOperands(S); }
  bool VisitCallExpr(CallExpr *E) override {
    auto [Object, Given] = objectAndGiven(E);
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee) {
      const Expr *By = E->getCallee()->IgnoreParenImpCasts();
      // If code of the library calls a function that it got as a parameter, that function is examined where the program
      // passes it to the library.
      if (!E->isTypeDependent() && !isa<CXXPseudoDestructorExpr>(By) && !(InLibrary && isParameter(By)))
        unproven("calls through a pointer to a function");
      return true;
    }
    auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    if (Method && Method->isVirtual() && Object) {
      auto *Named = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParens());
      virtualCall(certain(Method, Object, Named && Named->hasQualifier()), *Method);
      return true;
    }
    callee(*Callee);
    const bool ByLibrary = !Callee->hasBody() || isOfStandardLibrary(*Callee);
    auto IsUnknown = [&](const Expr *Each) { return isUnknownFunction(Each) && !(InLibrary && isParameter(Each)); };
    if (ByLibrary && llvm::any_of(Given, IsUnknown))
      unproven("calls '" + Callee->getNameAsString() + "' with a pointer to a function");
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override { return callee(*E->getConstructor()); }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) override { return callee(*E->getConstructor()); }
  /// Counts each function that is named as called, because code may take its address and call it later.
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    return !F || (Method && Method->isVirtual()) || callee(*F);
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) override { return !E->getOperatorNew() || callee(*E->getOperatorNew()); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) override {
    const QualType T = E->getDestroyedType();
    const CXXRecordDecl *Class = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
    const CXXDestructorDecl *Destructor = Class && Class->hasDefinition() ? Class->getDestructor() : nullptr;
    if (Destructor && Destructor->isVirtual() && !Class->isEffectivelyFinal())
      virtualCall(nullptr, *Destructor);
    else if (!T.isNull())
      destructor(T);
    return !E->getOperatorDelete() || callee(*E->getOperatorDelete());
  }
  bool VisitVarDecl(VarDecl *Var) override {
    const DeclContext *Scope = Var->getDeclContext();
    while (Scope && !isa<FunctionDecl>(Scope)) // the statement of an OpenMP directive is a DeclContext as well
      Scope = Scope->getParent();
    const Stmt *Whole = Scope ? cast<FunctionDecl>(Scope)->getBody() : nullptr;
    if (Var->getType().isVolatileQualified() && Var->hasLocalStorage() && Whole &&
        !changes(Whole, Var, MemberEntities()).Aliased)
      All.Own.insert(Var);
    destructor(Var->getType());
    if (auto *Cleanup = Var->getAttr<CleanupAttr>())
      callee(*Cleanup->getFunctionDecl());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override { return destructor(E->getType()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override { return TraverseStmt(E->getExpr()); }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override { return TraverseStmt(E->getExpr()); }

  bool VisitCXXThrowExpr(CXXThrowExpr *) override { return Found.Throws = true; }
  bool VisitAsmStmt(AsmStmt *) override { return unproven("has inline assembly"); }
  bool VisitCoroutineSuspendExpr(CoroutineSuspendExpr *) override { return unproven("suspends a coroutine"); }

  bool VisitAtomicExpr(AtomicExpr *) override { return asks(); }
  bool VisitExpr(Expr *E) override {
    auto *Ref = dyn_cast<DeclRefExpr>(E); // in a directive's statement, its own type lacks the variable's `volatile`
    const QualType T = Ref ? Ref->getDecl()->getType().getNonReferenceType() : E->getType();
    const bool IsRead = E->isGLValue() && !T.isNull() && (T.isVolatileQualified() || T->isAtomicType());
    return !IsRead || onOwn(E) || asks();
  }
  bool VisitOMPLoopDirective(OMPLoopDirective *S) override {
    const Stmt *Loop = S->getInnermostCapturedStmt()->getCapturedStmt()->IgnoreContainers(/*IgnoreCaptured=*/true);
    unsigned Count = S->getLoopsNumber();
    for (const OMPOrderedClause *Each : S->getClausesOfKind<OMPOrderedClause>())
      if (const Expr *Loops = Each->getNumForLoops(); Loops && !Loops->isValueDependent())
        Count = std::max(Count, unsigned(Loops->EvaluateKnownConstInt(Context).getZExtValue()));
    for (unsigned I = 0; I < Count && Loop; ++I) {
      All.Worksharing.insert(Loop);
      const Stmt *Body = isa<ForStmt, CXXForRangeStmt>(Loop) ? bodyOf(Loop) : nullptr;
      Loop = Body ? Body->IgnoreContainers(/*IgnoreCaptured=*/true) : nullptr;
    }
    return true;
  }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *S) override {
    if (S->hasClausesOfKind<OMPDetachClause>())
      unproven("has a task with 'detach'");
    Found.MakesTeam |= isOpenMPParallelDirective(S->getDirectiveKind());
    return !isa<OMPFlushDirective, OMPAtomicDirective, OMPCriticalDirective, OMPTaskyieldDirective>(S) || asks();
  }

  bool VisitForStmt(ForStmt *S) override { return loop(S); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) override { return loop(S); }
  bool VisitWhileStmt(WhileStmt *S) override { return loop(S); }
  bool VisitDoStmt(DoStmt *S) override { return loop(S); }
  bool VisitGotoStmt(GotoStmt *S) override {
    const LabelStmt *Label = S->getLabel()->getStmt();
    const SourceManager &SM = Context.getSourceManager();
    Found.JumpsBack |= !Label || SM.isBeforeInTranslationUnit(Label->getBeginLoc(), S->getBeginLoc());
    return true;
  }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) override { return Found.JumpsBack = true; }

private:
  /// The object that a member function is called on, null for other functions; and the arguments without the object.
  static std::pair<const Expr *, llvm::ArrayRef<const Expr *>> objectAndGiven(const CallExpr *E) {
    const llvm::ArrayRef<const Expr *> All(E->getArgs(), E->getNumArgs());
    if (auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      return {Member->getImplicitObjectArgument(), All};
    if (isa<CXXOperatorCallExpr>(E) && isa_and_nonnull<CXXMethodDecl>(E->getDirectCallee()))
      return {All.front(), All.drop_front()};
    return {nullptr, All};
  }
  /// Whether an argument is a pointer to an unknown function. False for `f` and `&f`, where VisitDeclRefExpr() notes f.
  static bool isUnknownFunction(const Expr *Given) {
    const Expr *E = Given->IgnoreParenCasts();
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
      E = Unary->getSubExpr()->IgnoreParenCasts();
    auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Given->getType()->isFunctionPointerType() && !(Ref && isa<FunctionDecl>(Ref->getDecl()));
  }

  static bool isParameter(const Expr *E) {
    auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
    return Ref && isa<ParmVarDecl>(Ref->getDecl());
  }

  /// Whether an expression reads or changes a variable j of Marks::Own: `(j)`, `++j` or `j = 1`.
  bool onOwn(const Expr *E) const {
    E = E->IgnoreParens();
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->isIncrementDecrementOp())
      return onOwn(Unary->getSubExpr());
    if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isAssignmentOp())
      return onOwn(Binary->getLHS());
    auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && All.Own.contains(dyn_cast<VarDecl>(Ref->getDecl()));
  }

  /// Notes that the code uses an atomic or volatile object, or has an `omp critical` or the like; always true.
  bool asks() {
    Found.Asks |= !InLibrary;
    return Found.Tells = true;
  }
  bool unproven(const std::string &Cause) {
    if (Found.Unproven.empty())
      Found.Unproven = Cause;
    return true;
  }
  bool loop(const Stmt *S) {
    Found.Loops.push_back(S);
    return true;
  }

  /// Notes a call of the virtual function `Named`. `Certain`: the method that the call certainly runs, or null. Virtual
  /// functions of the C++ library are known by their headers; a call of any other is a possible wait.
  void virtualCall(const CXXMethodDecl *Certain, const CXXMethodDecl &Named) {
    const Waiting W = isOfStandardLibrary(Named) ? waitingInStandard(Named, Context) : Waiting::Waits;
    if (Certain)
      callee(*Certain);
    else if (W == Waiting::Waits)
      unproven("calls the virtual function '" + Named.getNameAsString() + "'");
    else
      note(W, /*IsCompiled=*/true);
    Found.Tells = true;
  }

  bool destructor(QualType T) {
    if (T.isNull() || T->isReferenceType() || T->isDependentType())
      return true;
    const CXXRecordDecl *Class = Context.getBaseElementType(T)->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition() && !Class->hasTrivialDestructor() && Class->getDestructor())
      callee(*Class->getDestructor());
    return true;
  }
  /// Notes that the destructors of all members and bases of a class are called.
  void parts(const CXXRecordDecl &Class) {
    for (const FieldDecl *Field : Class.fields())
      destructor(Field->getType());
    for (const CXXBaseSpecifier &Base : Class.bases())
      destructor(Base.getType());
    for (const CXXBaseSpecifier &Base : Class.vbases())
      destructor(Base.getType());
  }

  /// Notes what a called function means for threads. `IsCompiled`: headers do not define the function, so `W` is all
  /// that is known of it.
  void note(Waiting W, bool IsCompiled) {
    Found.Waits |= W == Waiting::Waits;
    Found.Asks |= W == Waiting::Asks && (!InLibrary || IsCompiled);
    Found.Tells |= W != Waiting::Never && W != Waiting::Unknown;
  }
  /// Whether F is a builtin that clang expands itself. Notes what such a builtin does.
  bool builtin(const FunctionDecl &F) {
    if (!F.getBuiltinID() || F.hasBody() || Context.BuiltinInfo.isPredefinedLibFunction(F.getBuiltinID()))
      return false;
    const StringRef Name = F.getName();
    if (Name.contains("setjmp") || Name.contains("longjmp"))
      unproven("calls '" + Name.str() + "'");
    if (Name.starts_with("__sync_") || Name.starts_with("__atomic_") || Name.starts_with("__c11_") ||
        Name.contains("pause") || Name.contains("yield"))
      asks();
    return true;
  }
  /// Notes a call of a function; always true.
  bool callee(const FunctionDecl &F) {
    if (F.isDependentContext() || F.isTrivial() || builtin(F) ||
        (F.isReplaceableGlobalAllocationFunction() && !F.hasBody()))
      return true;
    Found.Throws |= F.isNoReturn();
    const bool Standard = isOfStandardLibrary(F);
    const Waiting W = Standard ? waitingInStandard(F, Context) : Waiting::Unknown;
    const FunctionDecl *Definition = nullptr;
    const bool IsCompiled = Standard && !F.hasBody();
    note(W, IsCompiled);
    if (W != Waiting::Unknown && (W != Waiting::Asks || IsCompiled))
      return true;
    if (F.hasBody(Definition) && !Definition->isWeak())
      Found.Calls.insert(Definition);
    else if (isa<CXXDestructorDecl>(F) && F.isDefaulted())
      Found.Calls.insert(&F);
    else if (const Waiting Known = waitingIn(F, Context); Known != Waiting::Unknown)
      note(Known, /*IsCompiled=*/false);
    else if (InLibrary)
      note(Waiting::Asks, /*IsCompiled=*/true);
    else if (!F.isDefaulted())
      unproven("calls '" + F.getNameAsString() + "'");
    return true;
  }

  Facts &Found;
  Marks &All;
  const bool InLibrary;
  ASTContext &Context;
};

/// Searches the pieces of code, and all functions that they call.
class Search {
public:
  Search(const MemberEntities &Members, ASTContext &Context) : Members(Members), Context(Context) {}

  Waits run(llvm::ArrayRef<const Stmt *> Code, llvm::ArrayRef<const Stmt *> Loops) {
    for (const Stmt *S : Code)
      Pieces.push_back(factsOf(S));
    for (size_t I = 0; I < Pieces.size(); ++I)
      for (const FunctionDecl *Callee : std::vector(Pieces[I].Calls.begin(), Pieces[I].Calls.end()))
        if (Numbers.try_emplace(Callee, Pieces.size()).second)
          Pieces.push_back(factsOf(*Callee));
    findAsking();
    HasInnerTeams = llvm::any_of(Pieces, [](const Facts &Each) { return Each.MakesTeam; });
    Waits Found;
    for (const Facts &Each : Pieces) {
      Found.Known |= Each.Waits || (Each.JumpsBack && asks(Each)) ||
                     llvm::any_of(Each.Loops, [&](const Stmt *Loop) { return waits(Loop, Each.InLibrary); });
      Found.Tells |= Each.Tells;
      if (Found.Unproven.empty())
        Found.Unproven = Each.Unproven;
    }
    Found.Known |= llvm::any_of(Loops, [&](const Stmt *Loop) { return waits(Loop, /*InLibrary=*/false); });
    Found.Known |= isRecursionAsking();
    return Found;
  }

private:
  Facts factsOf(const Stmt *S, bool InLibrary = false) const {
    Facts Found;
    Found.InLibrary = InLibrary;
    FactFinder(Found, All, Context).TraverseStmt(S);
    return Found;
  }
  Facts factsOf(const FunctionDecl &F) const {
    Facts Found;
    Found.InLibrary = isOfStandardLibrary(F);
    FactFinder(Found, All, Context).body(F);
    return Found;
  }

  const Facts &of(const FunctionDecl *F) const { return Pieces[Numbers.lookup(F)]; }
  bool asks(const Facts &Of) const {
    return Of.Asks || llvm::any_of(Of.Calls, [&](const FunctionDecl *F) { return Asking.contains(F); });
  }
  /// Whether S, a part of a piece, reads what other threads write meanwhile.
  bool asks(const Stmt *S, bool InLibrary) const { return S && asks(factsOf(S, InLibrary)); }

  /// Sets Asking: the functions that read what other threads write, or that call such functions.
  void findAsking() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (auto [F, Number] : Numbers)
        Changed |= asks(Pieces[Number]) && Asking.insert(F).second;
    }
  }

  /// Whether a function in Asking calls itself, directly or not.
  bool isRecursionAsking() const {
    return llvm::any_of(Asking, [&](const FunctionDecl *F) { return reachedFrom(of(F)).contains(F); });
  }

  /// The functions that code calls, directly or not.
  llvm::SetVector<const FunctionDecl *> reachedFrom(const Facts &Code) const {
    llvm::SetVector<const FunctionDecl *> Reached(Code.Calls.begin(), Code.Calls.end());
    for (size_t I = 0; I < Reached.size(); ++I)
      Reached.insert(of(Reached[I]).Calls.begin(), of(Reached[I]).Calls.end());
    return Reached;
  }

  /// Whether a thread may stay in a loop until another thread has written something.
  bool waits(const Stmt *Loop, bool InLibrary) const {
    return !All.Worksharing.contains(Loop) && asks(Loop, InLibrary) && !isCounted(Loop, InLibrary) &&
           !isKeptInStep(Loop);
  }

  /// Whether each turn of a loop has a construct that all threads of the team execute equally often, so that no thread
  /// may be in the loop for longer than the others. False if the code has inner teams, to which the construct may
  /// belong.
  bool isKeptInStep(const Stmt *Loop) const {
    if (HasInnerTeams)
      return false;
    const Stmt *Body = isa<CXXForRangeStmt>(Loop) ? cast<CXXForRangeStmt>(Loop)->getBody()
                       : isa<ForStmt>(Loop)       ? cast<ForStmt>(Loop)->getBody()
                       : isa<WhileStmt>(Loop)     ? cast<WhileStmt>(Loop)->getBody()
                                                  : cast<DoStmt>(Loop)->getBody();
    if (isOfTeam(Body))
      return true;
    auto *Braces = dyn_cast<CompoundStmt>(Body);
    return Braces && llvm::any_of(Braces->body(), isOfTeam) && !hasContinue(Body) &&
           !anyIn(Body, [](const Stmt *S) { return isa<LabelStmt>(S); });
  }

  /// Whether a loop ends after a number of turns that does not depend on other threads.
  bool isCounted(const Stmt *Loop, bool InLibrary) const {
    auto *For = dyn_cast<ForStmt>(Loop);
    auto *Range = dyn_cast<CXXForRangeStmt>(Loop);
    // A loop with a `break` or the like may be one that only ends when another thread has done something.
    if (const Stmt *Body = bodyOf(Loop); !Body || mayLeave(Body, /*Turns=*/false) || throws(Body))
      return false;
    if (Range)
      return llvm::none_of(ArrayRef<const Stmt *>({Range->getInit(), Range->getRangeStmt(), Range->getBeginStmt(),
                                                   Range->getEndStmt(), Range->getCond(), Range->getInc()}),
                           [&](const Stmt *Part) { return asks(Part, InLibrary); });
    if (asks(For->getCond(), InLibrary) || asks(For->getInc(), InLibrary))
      return false;
    if (const auto Counted = countedLoop(Loop, Context))
      return keepsValue(Counted->Limit, For);
    return For->getInc() && For->getCond() && isWalk(For);
  }

  /// Whether code, or a function that it calls, throws an exception or does not return.
  bool throws(const Stmt *S) const {
    const Facts Own = factsOf(S);
    return Own.Throws || llvm::any_of(reachedFrom(Own),
                                      [&](const FunctionDecl *F) { return !isOfStandardLibrary(*F) && of(F).Throws; });
  }

  /// Whether an expression has the same value in all turns of a loop.
  bool keepsValue(const Expr *E, const ForStmt *Loop) const {
    const bool Flushes = anyIn(Loop, [](const Stmt *S) { return isa<OMPFlushDirective>(S); });
    return !anyIn(E, [&](const Stmt *S) {
      auto *Named = dyn_cast<Expr>(S);
      const ValueDecl *Decl = Named ? Members.named(Named) : nullptr;
      auto *Var = dyn_cast_or_null<VarDecl>(Decl);
      const bool IsShared = Decl ? !(Var && Var->hasLocalStorage()) : isa<MemberExpr, ArraySubscriptExpr>(S);
      const FunctionDecl *In = Var && Var->hasLocalStorage() ? functionOf(*Var) : nullptr, *Definition = nullptr;
      if (In && In->hasBody(Definition) && changes(Definition->getBody(), Decl, Members).Aliased)
        return true;
      const Changes Of = Decl ? changes(Loop, Decl, Members) : Changes();
      return Of.Assigned || Of.Aliased || (IsShared && Flushes);
    });
  }

  /// Whether a statement uses `Iterator`, an object of a class, only in `*Iterator` and `Iterator->x`.
  static bool isOnlyFollowed(const VarDecl *Iterator, const Stmt *S) {
    auto Names = [&](const Stmt *Part) {
      auto *E = dyn_cast<Expr>(Part);
      return E && namedDirectly(E) == Iterator->getCanonicalDecl();
    };
    auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
    const OverloadedOperatorKind Kind = Call ? Call->getOperator() : OO_None;
    if (Kind == OO_Arrow || (Kind == OO_Star && Call->getNumArgs() == 1))
      if (Names(Call->getArg(0)->IgnoreParenImpCasts()))
        return true;
    return !Names(S) && llvm::all_of(partsOf(S), [&](const Stmt *Part) { return isOnlyFollowed(Iterator, Part); });
  }

  /// Whether a loop visits a structure to its end, as `for (p = first; p; p = p->next)` or with an iterator of the
  /// standard library. True only if the body changes neither variables of the loop's condition nor members like `next`,
  /// and calls no function of the program. The caller has found that no jump leaves the loop.
  bool isWalk(const ForStmt *For) const {
    const Stmt *Body = For->getBody();
    auto CallsProgram = [](const Stmt *S) {
      auto *Call = dyn_cast<CallExpr>(S);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      return Call && !(Callee && (isOfStandardLibrary(*Callee) || !Callee->hasBody()));
    };
    auto IsOwn = [&](const Expr *E) {
      auto *Var = dyn_cast_or_null<VarDecl>(namedDirectly(E));
      const Changes Of = Var ? changes(Body, Var, Members) : Changes();
      return Var && Var->hasLocalStorage() && ((!Of.Assigned && !Of.Aliased) || isOnlyFollowed(Var, Body));
    };
    auto IsForeign = [&](const Stmt *S) { // whether S names a variable that more than the loop's header may change
      return isa<DeclRefExpr>(S) && isa<VarDecl>(cast<DeclRefExpr>(S)->getDecl()) && !IsOwn(cast<Expr>(S));
    };
    auto MayChange = [&](const Stmt *S) { // whether S, a part of the condition, reads memory that others may change
      auto *Unary = dyn_cast<UnaryOperator>(S);
      auto *Member = dyn_cast<MemberExpr>(S);
      return isa<ArraySubscriptExpr>(S) || (Unary && Unary->getOpcode() == UO_Deref) ||
             (Member && isa<FieldDecl>(Member->getMemberDecl())) || IsForeign(S);
    };
    auto IsSet = [&](const Stmt *S) { // whether the body sets a member that the increment names, such as `next`
      auto *Member = dyn_cast<MemberExpr>(S);
      return Member && anyIn(Body, [&](const Stmt *Part) {
               auto *Assign = dyn_cast<BinaryOperator>(Part);
               const Expr *To = Assign && Assign->isAssignmentOp() ? Assign->getLHS()->IgnoreParens() : nullptr;
               auto *Set = dyn_cast_or_null<MemberExpr>(To);
               return Set && Set->getMemberDecl() == Member->getMemberDecl();
             });
    };
    return !mayBeEntered(Body) && !anyIn(Body, CallsProgram) && !anyIn(For->getCond(), CallsProgram) &&
           !anyIn(For->getInc(), CallsProgram) && !anyIn(For->getCond(), MayChange) && !anyIn(For->getInc(), IsSet) &&
           !anyIn(For->getInc(), IsForeign);
  }

  const MemberEntities &Members;
  ASTContext &Context;
  mutable Marks All; ///< grows while FactFinder visits code
  bool HasInnerTeams = false;
  std::vector<Facts> Pieces;                            ///< first the given pieces, then the called functions
  llvm::DenseMap<const FunctionDecl *, size_t> Numbers; ///< the index of each called function in Pieces
  llvm::SmallPtrSet<const FunctionDecl *, 16> Asking;   ///< functions that read what other threads write meanwhile
};

} // namespace

Waits hetcc::findWaits(llvm::ArrayRef<const Stmt *> Code, llvm::ArrayRef<const Stmt *> Loops,
                       const MemberEntities &Members, ASTContext &Context) {
  return Search(Members, Context).run(Code, Loops);
}
