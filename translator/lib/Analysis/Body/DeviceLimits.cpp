// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what stops a loop body from running on an accelerator (docs/language/bodies.md, "What a body may touch"), and
// the constants that device code needs.
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Calls/OwnMemory.h"
#include "Analysis/Objects/Views.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/LibraryFunctions.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Variables/Reductions.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

using namespace hetcc;
using namespace clang;

namespace {

/// Finds everything that stops a piece of code, or a function that it calls, from running on an accelerator.
class DeviceLimits : public DynamicVisitor {
public:
  DeviceLimits(const Region &R, const UpdateStatements &Updates, Verdict &Fate, ASTContext &Context)
      : R(R), Updates(Updates), Fate(Fate), Context(Context) {
    VisitsImplicitCode = true;
  }

  DeviceNeeds Needs;

  bool dataTraverseStmtPre(Stmt *S) override { return !inItsPlace(S); }

  void function(const FunctionDecl *Callee, SourceLocation Call) {
    const FunctionDecl *Definition = nullptr;
    if (llvm::is_contained(Active, Callee->getCanonicalDecl()))
      Recursive = Recursive ? Recursive : Callee;
    if (!Seen.insert({Callee->getCanonicalDecl(), InUpdate}).second)
      return;
    if (Callee->getBuiltinID() && Callee->getName().starts_with("__sync_"))
      return InUpdate ? void()
                      : stop(Call, "it contains '" + Callee->getNameAsString() + "', which needs one address space",
                             accumulation());
    if (Callee->getBuiltinID() && !Callee->getDefinition() && (Callee->isInStdNamespace() || !isLibraryCall(Callee)))
      return; // clang expands builtins such as `std::move` itself
    const bool OfLibrary = Callee->isExternC() && !Callee->hasBody() && isOfCLibrary(*Callee, Context);
    if (OfLibrary && hasDeviceForm(Callee->getName()))
      return;
    if (OfLibrary && isDefinedForDevices(Callee->getName())) {
      Needs.Library.insert(Callee->getName().str());
      return;
    }
    if (Callee->isVariadic())
      return stop(Call, "it calls '" + Callee->getNameAsString() + "', which takes a variable number of arguments",
                  ofCheckedAccess() ? "write '[i]' in place of '.at(i)', which throws" : "");
    if (!Callee->hasBody(Definition)) {
      // A function that clang declares implicitly is harmless in C++. In C, it may be any function, since C allows
      // calls of functions without a declaration.
      if ((Callee->isImplicit() && Context.getLangOpts().CPlusPlus) || Callee->isDefaulted() || Callee->isTrivial())
        return;
      if (llvm::any_of(Callee->redecls(), [](const FunctionDecl *D) { return D->hasSkippedBody(); }))
        return stop(Call, "it calls '" + Callee->getNameAsString() + "', whose definition clang does not accept",
                    "write '" + Callee->getNameAsString() + "' without what clang does not accept");
      if (Context.getSourceManager().isInSystemHeader(Callee->getLocation()))
        return stop(Call, "it calls '" + Callee->getNameAsString() + "' of a library, which has no form for devices",
                    insteadOf(Callee->getIdentifier() ? Callee->getName() : ""));
      return ofOtherUnit(Callee, Call);
    }
    if (Definition->isWeak())
      return stop(Call,
                  "'" + Callee->getNameAsString() + "' is weak, so that another one may be called than this unit's",
                  "call a function that is not weak");
    looksInto(*Definition);
    SourceLocation Outer = CallSite;
    if (CallSite.isInvalid())
      CallSite = Call;
    const FunctionDecl *OuterFunction = Current;
    Current = Definition;
    Active.push_back(Callee->getCanonicalDecl());
    TraverseStmt(Definition->getBody());
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        TraverseStmt(Init->getInit());
    Active.pop_back();
    Current = OuterFunction;
    CallSite = Outer;
  }

  /// A function that calls itself, directly or not; null if no function does.
  const FunctionDecl *recursive() const { return Recursive; }

  bool VisitGCCAsmStmt(GCCAsmStmt *S) override { return limit(S, "inline assembly"); }
  bool VisitCXXTryStmt(CXXTryStmt *S) override { return limit(S, "a 'try' block"); }
  bool VisitCXXThrowExpr(CXXThrowExpr *E) override { return limit(E, "a 'throw' expression"); }
  bool VisitCXXNewExpr(CXXNewExpr *E) override { return limit(E, "a 'new' expression"); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) override { return limit(E, "a 'delete' expression"); }
  bool VisitCXXDynamicCastExpr(CXXDynamicCastExpr *E) override { return limit(E, "'dynamic_cast'"); }
  bool VisitCXXTypeidExpr(CXXTypeidExpr *E) override { return limit(E, "'typeid'"); }
  bool VisitVAArgExpr(VAArgExpr *E) override { return limit(E, "'va_arg'"); }
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() == CK_PointerToIntegral || (makesBytes(E) && !Copied.contains(E)))
      makesNumber(E);
    if (E->getCastKind() == CK_IntegralToPointer && !E->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNull))
      stop(E->getBeginLoc(), "it makes a pointer of an integer", "hand on the pointer itself");
    else if (makesPointers(E) && !Copied.contains(E) && !isAllocation(E->getSubExpr()) &&
             !E->getSubExpr()->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNotNull))
      stop(E->getBeginLoc(), "it makes pointers of what may be no pointers", "let the type say where pointers are");
    return true;
  }
  /// Reports a subtraction of a null pointer, `p - (char *)0`, which makes a number of an address.
  bool VisitBinaryOperator(BinaryOperator *E) override {
    auto IsNull = [&](const Expr *Side) {
      return Side->getType()->isPointerType() &&
             Side->IgnoreParenCasts()->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNotNull);
    };
    if (E->getOpcode() == BO_Sub && (IsNull(E->getLHS()) || IsNull(E->getRHS())))
      makesNumber(E);
    return true;
  }
  /// Reports an atomic operation, because it would change a device's own copy of the object, which other devices do not
  /// see.
  bool VisitAtomicExpr(AtomicExpr *E) override {
    if (!InUpdate && !Updates.contains(E))
      stop(E->getBeginLoc(), "it contains an atomic operation, which needs one address space", accumulation());
    return true;
  }
  bool VisitAddrLabelExpr(AddrLabelExpr *E) override { return limit(E, "the address of a label"); }

  bool VisitOMPExecutableDirective(OMPExecutableDirective *S) override {
    if (isa<OMPSimdDirective>(S) || isa<OMPLoopDirective>(S))
      return true;
    // BodyScan checks the object that an `omp atomic` in the body updates.
    if (isa<OMPAtomicDirective>(S) && (!Current || InUpdate))
      return true;
    if (Updates.contains(S))
      return true;
    std::string Name = llvm::omp::getOpenMPDirectiveName(S->getDirectiveKind()).str();
    stop(S->getBeginLoc(), "it contains 'omp " + Name + "', which needs one address space",
         Name == "atomic" ? "let the update stand in the loop itself, behind an 'omp atomic' there" : accumulation());
    return true;
  }

  bool VisitVarDecl(VarDecl *Var) override {
    destructor(Var->getType(), Var->getLocation());
    if (Var->hasAttr<CleanupAttr>())
      stop(Var->getLocation(), "'" + Var->getNameAsString() + "' has a cleanup function", "");
    if (Var->isStaticLocal() && !isConstantTable(Var, Context))
      stop(Var->getLocation(), "'" + Var->getNameAsString() + "' is a static variable", "");
    noteNumbers(Var->getType());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    noteCopies(Call);
    if (auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      if (auto *Method = Member->getMethodDecl(); Method && Method->isVirtual() && !Method->hasAttr<FinalAttr>())
        stop(Call->getBeginLoc(), "it calls the virtual function '" + Method->getNameAsString() + "'",
             "call a function that is not virtual");
    llvm::SaveAndRestore Known(InUpdate, InUpdate || Updates.contains(Call));
    if (const FunctionDecl *Callee = Call->getDirectCallee(); Callee && !canRunOnHosts(*Call, *Callee))
      function(Callee, Call->getBeginLoc());
    else if (Callee)
      callOnHost(*Call, *Callee);
    else if (!Call->isTypeDependent())
      stop(Call->getBeginLoc(), "it calls through a pointer to a function", "call the function by its name");
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    function(E->getConstructor(), E->getBeginLoc());
    return true;
  }

  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override {
    destructor(E->getType(), E->getBeginLoc());
    return true;
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override { return outside(E->getExpr(), E->getUsedContext()); }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override { return outside(E->getExpr(), E->getUsedContext()); }

  /// Checks the global variables that called functions use; BodyScan captures the variables that the body itself uses.
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Current || !Var || !Var->hasGlobalStorage() || isConstantValue(Var))
      return note(Var);
    if (isConstantTable(Var, Context))
      return note(Var);
    if (R.Functions.reads(Ref))
      return true;
    uses(Ref->getLocation(), *Var);
    return true;
  }
  /// Checks a static member that is named by way of an object, as in `o.count`.
  bool VisitMemberExpr(MemberExpr *E) override {
    if (makesBytes(E))
      makesNumber(E);
    auto *Var = dyn_cast<VarDecl>(E->getMemberDecl());
    if (Current && Var && !isConstantValue(Var) && !isConstantTable(Var, Context))
      uses(E->getMemberLoc(), *Var);
    return note(Var);
  }
  bool VisitExpr(Expr *E) override {
    if (E->isGLValue() && !E->getType().isNull() && E->getType()->isAtomicType())
      stop(E->getBeginLoc(), "it uses an '_Atomic' object, which needs one address space", accumulation());
    noteNumbers(E->getType());
    return true;
  }

  /// Visits the expressions of a `declare reduction` that a clause uses.
  void reduction(const OMPDeclareReductionDecl *D, SourceLocation Clause) {
    CallSite = Clause;
    Combines = true;
    for (const Expr *Part : {D->getCombiner(), D->getInitializer()})
      TraverseStmt(const_cast<Expr *>(Part));
    CallSite = {};
    Combines = false;
  }

private:
  /// Whether device code has other code, or no code, in place of a statement. The code that takes the statement's place
  /// is visited here, and the walk skips the statement itself.
  bool inItsPlace(const Stmt *S) {
    if (auto *If = dyn_cast<IfStmt>(S))
      return oneBranch(If);
    if (Current)
      return false;
    if (R.Site.Function && (madeAnew(S) || summed(S)))
      return true;
    auto *Call = dyn_cast<CXXMemberCallExpr>(S);
    const auto Through = Call ? accessorOf(Call) : std::nullopt;
    if (!Through || findWindow(R, R.named(arrayBehind(*Through))) < 0)
      return false;
    looksInto(*Call->getMethodDecl()->getDefinition()); // in device code, a subscript replaces the call
    TraverseStmt(Call->getArg(0));
    return true;
  }
  bool madeAnew(const Stmt *S) {
    const LocalObject *Own = localObject(S, R, Context);
    for (const Expr *By : Own ? llvm::ArrayRef(Own->Integers) : llvm::ArrayRef<const Expr *>())
      TraverseStmt(By);
    return Own;
  }
  /// Whether a statement is a view (Views.h) of a window. Device code has a sum of integers in its place, so only the
  /// integers are visited.
  bool summed(const Stmt *S) {
    const View *V = knownView(S, R);
    if (!V || findWindow(R, R.named(V->Array)) < 0) // BodyScan checks a view that belongs to no window
      return false;
    for (const Expr *Each : V->integers())
      TraverseStmt(Each);
    return true;
  }
  /// Whether device code has only one branch of an `if`; this branch is visited here. The `if` is either the marker of
  /// an annotated loop, which devices run as a plain loop, or has a constant condition.
  bool oneBranch(const IfStmt *If) {
    if (markerId(If) >= 0) {
      auto *Directive = dyn_cast<OMPExecutableDirective>(If->getElse());
      TraverseStmt(Directive ? statementOf(Directive) : If->getElse());
      return true;
    }
    bool Taken = false;
    if (If->getConditionVariable() || If->getInit() || If->isConsteval() || If->getCond()->isValueDependent() ||
        !If->getCond()->EvaluateAsBooleanCondition(Taken, Context) || If->getCond()->HasSideEffects(Context))
      return false;
    TraverseStmt(Taken ? If->getThen() : If->getElse());
    return true;
  }

  void makesNumber(const Expr *E) {
    stop(E->getBeginLoc(), "it makes a number of an address, which is another one on a device",
         "let the loop compute with indices");
  }
  /// Notes the conversions of the arguments of `memcpy`, `memset` and the like, because pointers that are copied byte
  /// by byte to an object of the same type are still pointers. Which pointers `memset` overwrites is not known.
  void noteCopies(const CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const unsigned Kind = Callee ? Callee->getMemoryFunctionKind() : 0;
    const bool Copies = Kind == Builtin::BImemcpy || Kind == Builtin::BImempcpy || Kind == Builtin::BImemmove;
    if ((!Copies && Kind != Builtin::BImemset) || Call->getNumArgs() < 2)
      return;
    auto Object = [&](unsigned Argument) {
      const QualType T = Call->getArg(Argument)->IgnoreParenCasts()->getType();
      return Context.getBaseElementType(T->isPointerType() ? T->getPointeeType() : T).getCanonicalType();
    };
    const QualType To = Object(0), From = Object(1);
    if (Copies && !Context.hasSameUnqualifiedType(To, From) && !(To->isPointerType() && From->isPointerType()))
      return;
    for (unsigned I = 0; I < (Copies ? 2 : 1); ++I)
      for (auto *Cast = dyn_cast<CastExpr>(Call->getArg(I)->IgnoreParens()); Cast;
           Cast = dyn_cast<CastExpr>(Cast->getSubExpr()->IgnoreParens()))
        Copied.insert(Cast);
  }
  /// Notes a call of a function of another unit. At run time, the record of that unit says what the function does; if
  /// the region or the function does not allow such a check, the loop stays on the host.
  void ofOtherUnit(const FunctionDecl *Callee, SourceLocation Call) {
    const std::string Name = Callee->getNameAsString();
    if (R.Site.isInBlock() || Combines || (R.Site.Source && R.Site.Source->Variant))
      return stop(Call, "it calls '" + Name + "', which is not defined in this unit",
                  "define '" + Name + "' in this unit, for example as a static inline function");
    if (const std::string Why = whyNotOfOtherUnit(*Callee, Context); !Why.empty())
      return stop(Call, "it calls '" + Name + "' of another unit, " + Why,
                  "define '" + Name + "' in this unit, for example as a static inline function");
    Needs.Foreign.Elsewhere.push_back(Callee->getCanonicalDecl());
    auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    const auto Addresses = llvm::count_if(Callee->parameters(), [](auto *P) { return isAddress(P->getType()); }) +
                           (Method && !Method->isStatic());
    if (Current && Addresses > 1) // AddressChecks examines the calls in the body itself
      Needs.Foreign.GetSeveralAddresses.push_back(Callee->getCanonicalDecl());
  }
  /// Notes that devices run this definition of a function although the dynamic linker may replace the function in the
  /// host's program.
  void looksInto(const FunctionDecl &Definition) {
    const FunctionDecl *Own = Definition.getCanonicalDecl();
    if (isReplaceable(Definition, Context) && !llvm::is_contained(Needs.Foreign.Replaceable, Own))
      Needs.Foreign.Replaceable.push_back(Own);
  }
  void uses(SourceLocation Loc, const VarDecl &Var) {
    stop(Loc, "'" + Current->getNameAsString() + "' uses the variable '" + Var.getNameAsString() + "'",
         "pass it as an argument");
  }
  /// Notes a call of the C library for devices that run host code. The conversions to `void *` of pointers that an
  /// allocator gets are harmless, because the allocator looks at none of the bytes.
  void callOnHost(const CallExpr &Call, const FunctionDecl &Callee) {
    Needs.HostLibrary.insert(Callee.getName().str());
    for (const Expr *Given : Call.arguments())
      for (auto *Cast = dyn_cast<CastExpr>(Given->IgnoreParens()); Cast && allocates(Callee.getName());
           Cast = dyn_cast<CastExpr>(Cast->getSubExpr()->IgnoreParens()))
        Copied.insert(Cast);
  }
  /// Whether a call of a function of the C library touches nothing but its arguments and data of the iteration.
  bool canRunOnHosts(const CallExpr &Call, const FunctionDecl &Callee) const {
    const bool OfLibrary =
        Callee.getIdentifier() && Callee.isExternC() && !Callee.hasBody() && isOfCLibrary(Callee, Context);
    if (!OfLibrary || R.Site.isInBlock() || Combines)
      return false;
    const Stmt *Body = Current ? Current->getBody() : R.Loop.For ? R.Loop.For->getBody() : nullptr;
    const auto IsOwn = [&](const VarDecl &Var) { return !Current && isPrivate(R, Var); };
    return staysWithinArguments(Callee.getName()) || (Body && givesBackOwn(Call, *Body, IsOwn));
  }
  /// Whether clang knows a library function, such as printf, as a builtin, but devices have no form of it.
  bool isLibraryCall(const FunctionDecl *F) const {
    return Context.BuiltinInfo.isPredefinedLibFunction(F->getBuiltinID()) && !hasDeviceForm(F->getName());
  }
  bool note(VarDecl *Var) {
    if (Var && Var->hasGlobalStorage() && isConstantTable(Var, Context) &&
        !llvm::is_contained(Needs.Tables, Var->getCanonicalDecl()))
      Needs.Tables.push_back(Var->getCanonicalDecl());
    return true;
  }
  void noteNumbers(QualType T) {
    if (T.isNull() || T->isDependentType())
      return;
    T = Context.getBaseElementType(T);
    if (auto *Complex = T->getAs<ComplexType>()) {
      Needs.UsesComplex = true;
      T = Complex->getElementType();
    }
    Needs.UsesWideFloat |= T->isSpecificBuiltinType(BuiltinType::LongDouble) ||
                           T->isSpecificBuiltinType(BuiltinType::Float128) ||
                           T->isSpecificBuiltinType(BuiltinType::Ibm128);
  }
  std::string accumulation() const {
    return std::string("use a 'reduction' clause, or 'omp atomic'") + (Current ? " in the loop itself" : "") +
           ", where the loop accumulates";
  }

  /// Whether an expression calls an allocator of the C library, whose memory holds no pointers yet.
  static bool isAllocation(const Expr *E) {
    auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return Callee && Callee->getIdentifier() && isAllocator(Callee->getName()) && Callee->isExternC() &&
           !Callee->hasBody();
  }

  /// Whether a container's `at`, which throws, has led to the visited function.
  bool ofCheckedAccess() const {
    return llvm::any_of(Active, [](const FunctionDecl *F) {
      return F->getIdentifier() && F->getName() == "at" && isa<CXXMethodDecl>(F) &&
             cast<CXXMethodDecl>(F)->getParent()->isInStdNamespace();
    });
  }

  /// Advice: what the body can do instead of calling the library's function `Name`.
  std::string insteadOf(StringRef Name) const {
    if ((Name.starts_with("omp_") && Name.ends_with("_lock")) || Name.starts_with("pthread_"))
      return accumulation() + ", and let iterations write elements of their own";
    if (isAllocator(Name))
      return "declare an array of constant length in the loop, or let iterations have rows of one that is allocated "
             "before the loop";
    return ofCheckedAccess() ? "write '[i]' in place of '.at(i)', which throws"
                             : "compute it before the loop, or call a function that this unit defines";
  }
  bool limit(const Stmt *S, StringRef What) {
    stop(S->getBeginLoc(), "it contains " + What.str(), "");
    return true;
  }
  void destructor(QualType T, SourceLocation Loc) {
    if (auto *Class = Context.getBaseElementType(T)->getAsCXXRecordDecl(); Class && Class->hasDefinition())
      if (!T->isReferenceType() && !Class->hasTrivialDestructor() && Class->getDestructor())
        function(Class->getDestructor(), Loc);
  }
  /// Visits an expression that the body evaluates but that is written elsewhere, such as a default argument. `Where`
  /// contains the expression's text.
  bool outside(Expr *E, const DeclContext *Where) {
    const FunctionDecl *Outer = Current;
    Current = Current ? Current : dyn_cast<FunctionDecl>(Where);
    Current = Current ? Current : R.Site.Function;
    TraverseStmt(E);
    Current = Outer;
    return true;
  }
  void stop(SourceLocation Loc, std::string Cause, std::string Remedy) {
    if (Current)
      Cause += ", in '" + Current->getNameAsString() + "'";
    Fate.restrict(RunsOn::Host, CallSite.isValid() ? CallSite : Loc, std::move(Cause), std::move(Remedy));
  }

  const Region &R; ///< empty if the code belongs to no region
  const UpdateStatements &Updates;
  Verdict &Fate;
  ASTContext &Context;
  std::set<std::pair<const FunctionDecl *, bool>> Seen; ///< functions that have been visited, each with the value that
                                                        ///< InUpdate had then
  /// The visited function consists of updates that become reductions, for which devices have partials (values that are
  /// still to be combined).
  bool InUpdate = false;
  llvm::SmallVector<const FunctionDecl *, 8> Active; ///< the chain of calls that leads to the visited function
  const FunctionDecl *Recursive = nullptr;
  llvm::SmallPtrSet<const CastExpr *, 4> Copied; ///< conversions of pointers to bytes that are copied to pointers
  bool Combines = false;                         ///< the visited code is a reduction's combiner or initializer
  const FunctionDecl *Current = nullptr;         ///< the visited function; null: the loop body
  SourceLocation CallSite;                       ///< the call in the body that leads to the visited function
};

} // namespace

DeviceNeeds hetcc::findDeviceNeeds(const Region &R, const UpdateStatements &Updates, Verdict &Fate,
                                   ASTContext &Context) {
  DeviceLimits Limits(R, Updates, Fate, Context);
  Limits.TraverseStmt(const_cast<Stmt *>(R.Loop.For->getBody()));
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(R.Site.Marker->getElse()))
    for (const auto *Clause : Directive->getClausesOfKind<OMPReductionClause>())
      for (const Expr *Operation : Clause->reduction_ops())
        if (const OMPDeclareReductionDecl *D = declaredReduction(Operation))
          Limits.reduction(D, Clause->getBeginLoc());
  return std::move(Limits.Needs);
}

FunctionLimits hetcc::findFunctionLimits(const FunctionDecl &F, ASTContext &Context) {
  const Region None{};
  const UpdateStatements NoUpdates;
  Verdict Fate;
  DeviceLimits Limits(None, NoUpdates, Fate, Context);
  Limits.function(&F, F.getLocation());
  if (const FunctionDecl *Again = Limits.recursive())
    Fate.restrict(RunsOn::Host, F.getLocation(), "'" + Again->getNameAsString() + "' calls itself", "");
  ForeignFunctions &Foreign = Limits.Needs.Foreign;
  llvm::erase(Foreign.Replaceable, F.getCanonicalDecl()); // the region that calls F checks whether F is replaced
  return {Fate.Where == RunsOn::Everywhere ? "" : Fate.Cause, std::move(Foreign)};
}
