// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises the statements of a body that only combine values into a reduction variable.

#include "Analysis/Variables/RunningUses.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/LibraryFunctions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Updates.h"
#include "Analysis/Variables/Reductions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The variable that `Name`, an expression such as `omp_in` in a combiner or an initializer, names.
const ValueDecl *combinerVariable(const Expr *Name) {
  return cast<DeclRefExpr>(Name->IgnoreParenImpCasts())->getDecl();
}

/// The expression of a statement, without parentheses and temporaries around it; null if it is no expression.
const Expr *expressionOf(const Stmt *S) {
  auto *E = dyn_cast_or_null<Expr>(S);
  while (auto *Full = dyn_cast_or_null<FullExpr>(E ? E->IgnoreParens() : nullptr))
    E = Full->getSubExpr();
  return E ? E->IgnoreParens() : nullptr;
}

/// Appends the operands of the comma operators in `E` to `Into`: a, b and c of `a, b, c`.
void flatten(const Expr *E, SmallVectorImpl<const Expr *> &Into) {
  E = expressionOf(E);
  if (auto *Comma = dyn_cast<BinaryOperator>(E); Comma && Comma->getOpcode() == BO_Comma) {
    flatten(Comma->getLHS(), Into);
    flatten(Comma->getRHS(), Into);
  } else {
    Into.push_back(E);
  }
}

SmallVector<const Expr *, 4> combinersOf(const OMPDeclareReductionDecl &Declared) {
  SmallVector<const Expr *, 4> All;
  flatten(Declared.getCombiner(), All);
  return All;
}

/// The two sides of an assignment, also of an assignment by a class's plain `operator=`; null for other expressions.
std::pair<const Expr *, const Expr *> assignmentOf(const Expr *E) {
  if (auto *Assign = dyn_cast_or_null<BinaryOperator>(E); Assign && Assign->getOpcode() == BO_Assign)
    return {Assign->getLHS(), Assign->getRHS()};
  if (auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E); Call && isPlainAssignment(Call))
    return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

/// A part of an object: the members that lead from the object's name to the part, the outermost first.
using MembersOf = SmallVector<const ValueDecl *, 2>;

bool isRelation(const Expr *E) {
  auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  return Binary && Binary->isRelationalOp();
}

bool mayBeSkipped(const Stmt *S, unsigned Depth = 0);

/// Whether a call of a function does nothing but compute its result from what it reads.
bool onlyComputes(const FunctionDecl *F, unsigned Depth) {
  constexpr unsigned Deepest = 4;
  const FunctionDecl *Definition = nullptr;
  if (!F || Depth > Deepest)
    return false;
  const bool GetsAddress =
      llvm::any_of(F->parameters(), [](const ParmVarDecl *P) { return P->getType()->isAnyPointerType(); });
  if (!F->hasBody(Definition))
    return F->getIdentifier() && F->isExternC() && !GetsAddress && hasDeviceForm(F->getName()) &&
           isOfCLibrary(*F, F->getASTContext());
  return !Definition->isWeak() && !Definition->isReplaceableGlobalAllocationFunction() &&
         mayBeSkipped(Definition->getBody(), Depth + 1);
}

/// Whether an assignment is to a local variable, or to a part of one.
bool isLocal(const Expr *To) {
  auto *Var = dyn_cast_or_null<VarDecl>(MemberEntities().root(To));
  return Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType() && !Var->getType().isVolatileQualified();
}

/// Whether an expression, or the body of a function, has no side effects and cannot stop the program, so that the
/// program behaves the same whether or not the code is executed.
bool mayBeSkipped(const Stmt *S, unsigned Depth) {
  return !anyIn(S, [Depth](const Stmt *Part) {
    auto *Call = dyn_cast<CallExpr>(Part);
    auto *Unary = dyn_cast<UnaryOperator>(Part);
    auto *Binary = dyn_cast<BinaryOperator>(Part);
    const Expr *To = Unary && Unary->isIncrementDecrementOp() ? Unary->getSubExpr()
                     : Binary && Binary->isAssignmentOp()     ? Binary->getLHS()
                                                              : nullptr;
    auto *Made = dyn_cast<CXXConstructExpr>(Part);
    auto *For = dyn_cast<ForStmt>(Part);
    const bool MayStop = (Binary && (Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Rem) &&
                          Binary->getType()->isIntegerType()) ||
                         (Unary && Unary->getOpcode() == UO_Deref) || (For && !For->getCond());
    if (auto *Declared = dyn_cast<DeclStmt>(Part);
        Declared && llvm::any_of(Declared->decls(), [](const Decl *Each) {
          auto *Var = dyn_cast<VarDecl>(Each);
          return Var && (Var->isStaticLocal() || Var->needsDestruction(Var->getASTContext()) != QualType::DK_none);
        }))
      return true;
    return MayStop || (Call && !onlyComputes(Call->getDirectCallee(), Depth)) || (To && (Depth == 0 || !isLocal(To))) ||
           (Made && !Made->getConstructor()->isTrivial()) ||
           isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, StmtExpr, AtomicExpr, AsmStmt, WhileStmt, DoStmt, GotoStmt,
               CXXTryStmt, LambdaExpr, CXXBindTemporaryExpr, CXXDefaultArgExpr, CXXDefaultInitExpr>(Part);
  });
}

/// The members that follow the object's name in an expression, the outermost first: a and b of `o.a.b`.
MembersOf membersOf(const Expr *E) {
  MembersOf Members;
  for (E = E->IgnoreParenImpCasts(); auto *Member = dyn_cast<MemberExpr>(E);
       E = Member->getBase()->IgnoreParenImpCasts())
    Members.insert(Members.begin(), Member->getMemberDecl());
  return Members;
}

/// For a combiner `omp_out = omp_in.m < omp_out.m ? omp_in : omp_out`: the members m, and the relation by which
/// `omp_in` is chosen. Nothing for other combiners.
std::optional<std::pair<MembersOf, BinaryOperatorKind>> choiceOf(const OMPDeclareReductionDecl &Declared,
                                                                 const Expr &Combiner) {
  const ValueDecl *In = combinerVariable(Declared.getCombinerIn()), *Out = combinerVariable(Declared.getCombinerOut());
  const auto [To, From] = assignmentOf(&Combiner);
  auto *Choice = From ? dyn_cast<ConditionalOperator>(From->IgnoreParenImpCasts()) : nullptr;
  auto *Test = Choice ? dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts()) : nullptr;
  if (!Test || !Test->isRelationalOp() || namedDirectly(To) != Out ||
      membersOf(Test->getLHS()) != membersOf(Test->getRHS()))
    return std::nullopt;
  const bool InLeft = mentions(Test->getLHS(), In, MemberEntities()) && mentions(Test->getRHS(), Out, MemberEntities()),
             OutLeft =
                 mentions(Test->getLHS(), Out, MemberEntities()) && mentions(Test->getRHS(), In, MemberEntities());
  const ValueDecl *True = namedDirectly(Choice->getTrueExpr()), *False = namedDirectly(Choice->getFalseExpr());
  if (InLeft == OutLeft || !((True == In && False == Out) || (True == Out && False == In)))
    return std::nullopt;
  const auto Op = InLeft ? Test->getOpcode() : BinaryOperator::reverseComparisonOp(Test->getOpcode());
  return std::pair(membersOf(Test->getLHS()), True == In ? Op : BinaryOperator::negateComparisonOp(Op));
}

/// Walks a loop's body, and finds the first mention of the item that is not part of an update (isUpdate()).
class UseFinder : public DynamicVisitor {
public:
  UseFinder(const ReducedItem &Item, Callees &Called, const ASTContext &Context)
      : Item(Item), Called(Called), Context(Context),
        Wanted(Item.Declared ? std::nullopt : combiningOf(Item.Operator)) {
    if (Item.Declared)
      Combiners = combinersOf(*Item.Declared);
  }
  const Stmt *Found = nullptr;

  void begin(const Stmt *Body) { Statements.begin(Body); }
  bool dataTraverseStmtPre(Stmt *S) override {
    if (Found || hasUnevaluatedOperands(S))
      return false;
    if (const Stmt *Inside = withoutDirectives(S); Inside != S) {
      if (Statements.contains(S))
        Statements.begin(Inside);
      return TraverseStmt(Inside), false;
    }
    Statements.note(S);
    SmallVector<const Stmt *, 4> Rest;
    if (!Statements.contains(S) || !isUpdate(S, Rest))
      return true;
    for (const Stmt *Each : Rest)
      TraverseStmt(Each);
    return false;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return mention(E); }
  bool VisitMemberExpr(MemberExpr *E) override { return mention(E); }

  bool VisitLambdaExpr(LambdaExpr *E) override {
    for (const LambdaCapture &Each : E->captures())
      if (Each.capturesVariable() && Each.getCaptureKind() != LCK_ByRef &&
          Each.getCapturedVar()->getCanonicalDecl() == Item.Var)
        Found = E;
    return !Found;
  }

private:
  bool mention(const Expr *E) {
    if (namedDirectly(E) == Item.Var)
      Found = E;
    return !Found;
  }

  /// Whether an expression is the item, an element of it, or a part of one of these. `Rest` gets the subscripts.
  bool isPlace(const Expr *E, MembersOf &Members, SmallVectorImpl<const Stmt *> &Rest) const {
    for (E = E->IgnoreParenImpCasts(); namedDirectly(E) != Item.Var;)
      if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
        Rest.push_back(Element->getIdx());
        E = Element->getBase()->IgnoreParenImpCasts();
      } else if (auto *Member = dyn_cast<MemberExpr>(E); Member && !Member->isArrow()) {
        Members.insert(Members.begin(), Member->getMemberDecl());
        E = Member->getBase()->IgnoreParenImpCasts();
      } else {
        return false;
      }
    return true;
  }
  bool isPlace(const Expr *E, SmallVectorImpl<const Stmt *> &Rest) const {
    MembersOf Members;
    return isPlace(E, Members, Rest) && Members.empty();
  }
  bool namesItem(const Stmt *S) const { return mentions(S, Item.Var, MemberEntities()); }

  /// Whether a statement only combines values into the item. `Rest` gets the parts of the statement that the walk still
  /// has to examine, such as the combined values.
  bool isUpdate(const Stmt *S, SmallVectorImpl<const Stmt *> &Rest) const {
    if (!namesItem(S))
      return false;
    auto *If = dyn_cast<IfStmt>(S);
    const Expr *E = expressionOf(S);
    if (auto One = updateOf(If ? S : E, Context); One && isCombining(*One, Rest))
      return true;
    Rest.clear();
    if (If)
      return isChoice(*If, Rest);
    auto *Assign = dyn_cast_or_null<BinaryOperator>(E);
    if (Assign && Assign->getOpcode() == BO_Assign &&
        (isChain(*Assign, Rest) || isEndOfSearch(*Assign, Rest) || isOwnExtreme(*Assign, Rest)))
      return true;
    Rest.clear();
    return E && (isOfClass(*E, Rest) ||
                 llvm::any_of(Combiners, [&](const Expr *Each) { return isLikeCombiner(*E, *Each, Rest); }));
  }

  /// Whether an update by the operation `How` is accepted: if `How` is the item's operation, or the bitwise form of a
  /// logical operation (`found |= e` under `||`, `good &= e` under `&&`).
  bool fits(Combining How) const {
    return How == Wanted || (Wanted == Combining::Either && How == Combining::Or) ||
           (Wanted == Combining::Both && How == Combining::And);
  }

  bool isCombining(const SingleUpdate &One, SmallVectorImpl<const Stmt *> &Rest) const {
    MembersOf Members;
    if (!isPlace(One.Target, Members, Rest) || (One.Guarded && !mayBeSkipped(One.Guarded)))
      return false;
    for (const Expr *Value : One.Values)
      if (Value != One.Operation)
        Rest.push_back(Value);
    if (!Item.Declared)
      return Members.empty() && fits(One.How);
    return llvm::any_of(Combiners, [&](const Expr *Each) {
      const auto Same = updateOf(Each, Context);
      const ValueDecl *Out = combinerVariable(Item.Declared->getCombinerOut());
      return Same && Same->How == One.How && membersOf(Same->Target) == Members &&
             llvm::none_of(Same->Values, [&](const Expr *Value) {
               return Value != Same->Operation && mentions(Value, Out, MemberEntities());
             });
    });
  }

  /// Recognises `s = a + s + b`.
  bool isChain(const BinaryOperator &Assign, SmallVectorImpl<const Stmt *> &Rest) const {
    if (!Wanted || !isPlace(Assign.getLHS(), Rest))
      return false;
    const Expr *E = Assign.getRHS()->IgnoreParenImpCasts();
    while (!sameExpression(E, Assign.getLHS(), Context)) {
      auto *Binary = dyn_cast<BinaryOperator>(E);
      const auto How = Binary ? combiningOf(Binary->getOpcode(), Assign.getLHS()->getType(), Binary->getType())
                              : std::optional<Combining>();
      if (!How || !fits(*How) || Binary->isLogicalOp())
        return false;
      const bool InLeft = namesItem(Binary->getLHS());
      if (!InLeft && Binary->getOpcode() == BO_Sub)
        return false;
      Rest.push_back(InLeft ? Binary->getRHS() : Binary->getLHS());
      E = (InLeft ? Binary->getLHS() : Binary->getRHS())->IgnoreParenImpCasts();
    }
    return true;
  }

  /// Recognises `found = 1` under `||`, and `good = 0` under `&&`: the variable gets the value that no further combined
  /// value changes.
  bool isEndOfSearch(const BinaryOperator &Assign, SmallVectorImpl<const Stmt *> &Rest) const {
    Rest.clear();
    const auto Value = Assign.getRHS()->getIntegerConstantExpr(Context);
    return Value && isPlace(Assign.getLHS(), Rest) &&
           ((Wanted == Combining::Either && *Value != 0) || (Wanted == Combining::Both && *Value == 0));
  }

  /// Recognises `m = larger(m, e)`, where `larger` is a function of the program: `return a > b ? a : b;`.
  bool isOwnExtreme(const BinaryOperator &Assign, SmallVectorImpl<const Stmt *> &Rest) const {
    Rest.clear();
    auto *Call = dyn_cast<CallExpr>(Assign.getRHS()->IgnoreParenImpCasts());
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr, *Definition = nullptr;
    if (!Callee || !Callee->hasBody(Definition) || Definition->isWeak() || Call->getNumArgs() != 2 ||
        isa<CXXOperatorCallExpr>(Call) || !isPlace(Assign.getLHS(), Rest))
      return false;
    const Expr *Returned = returnedAlone(*Definition);
    auto *Choice = dyn_cast_or_null<ConditionalOperator>(Returned ? Returned->IgnoreParenImpCasts() : nullptr);
    auto *Test = Choice ? dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts()) : nullptr;
    if (!Test || !Test->isRelationalOp())
      return false;
    const ValueDecl *True = namedDirectly(Choice->getTrueExpr()), *False = namedDirectly(Choice->getFalseExpr()),
                    *Left = namedDirectly(Test->getLHS()), *Right = namedDirectly(Test->getRHS());
    if (!isa_and_nonnull<ParmVarDecl>(True) || !isa_and_nonnull<ParmVarDecl>(False) || True == False ||
        !((True == Left && False == Right) || (True == Right && False == Left)))
      return false;
    const auto Op = True == Left ? Test->getOpcode() : BinaryOperator::reverseComparisonOp(Test->getOpcode());
    const bool First = sameExpression(Assign.getLHS(), Call->getArg(0), Context);
    if (!hasTypeOf(True, Assign.getLHS()) || !hasTypeOf(False, Assign.getLHS()) ||
        !Context.hasSameUnqualifiedType(Callee->getReturnType(), Assign.getLHS()->getType()) ||
        !Context.hasSameUnqualifiedType(Call->getArg(First ? 1 : 0)->IgnoreParenImpCasts()->getType(),
                                        Assign.getLHS()->getType()))
      return false;
    Rest.push_back(Call->getArg(First ? 1 : 0));
    return extremeOf(Op) == Wanted && sameExpression(Assign.getLHS(), Call->getArg(First ? 0 : 1), Context);
  }

  bool hasTypeOf(const ValueDecl *Parameter, const Expr *Target) const {
    return Context.hasSameUnqualifiedType(Parameter->getType().getNonReferenceType(), Target->getType());
  }

  /// Recognises `s += e` for complex numbers.
  bool isOfClass(const Expr &E, SmallVectorImpl<const Stmt *> &Rest) const {
    Rest.clear();
    auto *Compound = dyn_cast<CompoundAssignOperator>(&E);
    if (Compound && Compound->getLHS()->getType()->isAnyComplexType()) {
      Rest.push_back(Compound->getRHS());
      return isPlace(Compound->getLHS(), Rest) &&
             fitsComplex(BinaryOperator::getOverloadedOperator(Compound->getOpcode()));
    }
    auto *Call = dyn_cast<CXXOperatorCallExpr>(&E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee || !isOfStandardLibrary(*Callee) || Call->getNumArgs() != 2 || !fitsComplex(Call->getOperator()))
      return false;
    Rest.push_back(Call->getArg(1));
    return isPlace(Call->getArg(0), Rest);
  }
  bool fitsComplex(OverloadedOperatorKind Op) const {
    if (Item.Declared)
      return false;
    const bool IsSum = Item.Operator == "+" || Item.Operator == "-";
    return IsSum ? Op == OO_PlusEqual || Op == OO_MinusEqual : Item.Operator == "*" && Op == OO_StarEqual;
  }

  /// Appends the operands of the `&&` operators in a condition to `Into`: a, b and c of `a && b && c`.
  static void conjuncts(const Expr *E, SmallVectorImpl<const Expr *> &Into) {
    E = E->IgnoreParenImpCasts();
    if (auto *And = dyn_cast<BinaryOperator>(E); And && And->getOpcode() == BO_LAnd) {
      conjuncts(And->getLHS(), Into);
      conjuncts(And->getRHS(), Into);
    } else {
      Into.push_back(E);
    }
  }

  /// Recognises choices other than the plain `if (e < s) s = e;`: choices with further conditions, and choices between
  /// objects by one of their members, as in `if (good && e < s.least) { s.least = e; s.at = i; }`.
  bool isChoice(const IfStmt &If, SmallVectorImpl<const Stmt *> &Rest) const {
    const bool IsExtreme = Wanted == Combining::Least || Wanted == Combining::Most;
    const auto Chooses = Combiners.size() == 1 ? choiceOf(*Item.Declared, *Combiners.front()) : std::nullopt;
    if ((!IsExtreme && !Chooses) || If.getElse() || If.getInit() || If.getConditionVariable())
      return false;
    SmallVector<const Expr *, 4> Parts;
    conjuncts(If.getCond(), Parts);
    const BinaryOperator *Test = nullptr;
    for (const Expr *Each : Parts)
      if (!namesItem(Each)) {
        if (Test && !mayBeSkipped(Each))
          return false;
        Rest.push_back(Each);
      } else if (Test || !isRelation(Each)) {
        return false;
      } else {
        Test = cast<BinaryOperator>(Each);
      }
    if (!Test)
      return false;
    MembersOf Compared;
    const bool InLeft = namesItem(Test->getLHS());
    const Expr *Value = InLeft ? Test->getRHS() : Test->getLHS();
    Rest.push_back(Value);
    if (!isPlace(InLeft ? Test->getLHS() : Test->getRHS(), Compared, Rest))
      return false;
    const auto Op = InLeft ? BinaryOperator::reverseComparisonOp(Test->getOpcode()) : Test->getOpcode();
    const Expr *Target = InLeft ? Test->getLHS() : Test->getRHS();
    const bool SameType = Context.hasSameUnqualifiedType(Value->IgnoreParenImpCasts()->getType(),
                                                         Target->IgnoreParenImpCasts()->getType());
    const bool Fits = Chooses ? Chooses->first == Compared && Chooses->second == Op : extremeOf(Op) == Wanted;
    return Fits && SameType && setsAll(If.getThen(), Compared, Value, Rest);
  }

  /// Whether the statement `Then` only sets parts of the item, and sets the part `Compared` to `Value`.
  bool setsAll(const Stmt *Then, const MembersOf &Compared, const Expr *Value,
               SmallVectorImpl<const Stmt *> &Rest) const {
    SmallVector<const Stmt *, 4> All;
    if (auto *Braces = dyn_cast<CompoundStmt>(Then))
      All.append(Braces->body_begin(), Braces->body_end());
    else
      All.push_back(Then);
    bool SetsCompared = false;
    SmallVector<MembersOf, 4> Set; // the parts of the item that earlier assignments have set
    for (const Stmt *Each : All) {
      const auto [To, From] = assignmentOf(expressionOf(Each));
      MembersOf Members;
      if (!To || !isPlace(To, Members, Rest) || !mayBeSkipped(From->IgnoreParenImpCasts()) ||
          llvm::any_of(Set, [&](const MembersOf &Other) { return overlap(Other, Members); }))
        return false;
      Set.push_back(Members);
      Rest.push_back(From);
      SetsCompared |= Members == Compared && sameExpression(From, Value, Context);
      SetsCompared |= Members.empty() && !Compared.empty() && isPartOf(Value, From, Compared);
    }
    return SetsCompared;
  }
  /// Whether one part contains the other.
  static bool overlap(const MembersOf &A, const MembersOf &B) {
    const size_t Both = std::min(A.size(), B.size());
    return ArrayRef(A).take_front(Both) == ArrayRef(B).take_front(Both);
  }
  /// Whether `Value` is the part of the object `Whole` to which these members lead.
  bool isPartOf(const Expr *Value, const Expr *Whole, const MembersOf &Members) const {
    Value = Value->IgnoreParenImpCasts();
    for (const ValueDecl *Each : llvm::reverse(Members)) {
      auto *Member = dyn_cast<MemberExpr>(Value);
      if (!Member || Member->getMemberDecl() != Each)
        return false;
      Value = Member->getBase()->IgnoreParenImpCasts();
    }
    return sameExpression(Value, Whole, Context);
  }

  /// Whether an expression has the form of a combiner that calls a function, with the item in place of `omp_out`, and
  /// other values in place of `omp_in`: `s = add(s, x[i])` for the combiner `omp_out = add(omp_out, omp_in)`.
  bool isLikeCombiner(const Expr &E, const Expr &Combiner, SmallVectorImpl<const Stmt *> &Rest) const {
    Rest.clear();
    auto *Own = dyn_cast<BinaryOperator>(&E), *Other = dyn_cast<BinaryOperator>(&Combiner);
    if (Own && Other && Own->getOpcode() == BO_Assign && Other->getOpcode() == BO_Assign)
      return isPlace(Own->getLHS(), Rest) &&
             isSameCall(Own->getRHS()->IgnoreParenImpCasts(), Other->getRHS()->IgnoreParenImpCasts(), Rest);
    return isSameCall(&E, &Combiner, Rest);
  }
  bool isSameCall(const Expr *E, const Expr *Combiner, SmallVectorImpl<const Stmt *> &Rest) const {
    auto *Own = dyn_cast<CallExpr>(E), *Other = dyn_cast<CallExpr>(Combiner);
    if (!Own || !Other || !Own->getDirectCallee() || !Other->getDirectCallee() ||
        Own->getDirectCallee()->getCanonicalDecl() != Other->getDirectCallee()->getCanonicalDecl() ||
        Own->getNumArgs() != Other->getNumArgs())
      return false;
    const ValueDecl *Out = combinerVariable(Item.Declared->getCombinerOut()),
                    *In = combinerVariable(Item.Declared->getCombinerIn());
    const FunctionUse *Uses = Called.usesOf(Own->getDirectCallee());
    auto Fits = [&](const Expr *Given, const Expr *There, size_t Parameter) {
      if (!mentions(There, Out, MemberEntities()) && !mentions(There, In, MemberEntities()))
        return sameExpression(Given, There, Context);
      if (!mentions(There, Out, MemberEntities())) {
        Rest.push_back(Given);
        return Uses && Parameter < Uses->size() && !(*Uses)[Parameter].Written && !(*Uses)[Parameter].CastsConstAway;
      }
      auto *Address = dyn_cast<UnaryOperator>(Given->IgnoreParenImpCasts());
      return isPlace(Address && Address->getOpcode() == UO_AddrOf ? Address->getSubExpr() : Given, Rest);
    };
    auto *Method = dyn_cast<CXXMemberCallExpr>(Own), *OtherMethod = dyn_cast<CXXMemberCallExpr>(Other);
    if (Method && OtherMethod &&
        !Fits(Method->getImplicitObjectArgument(), OtherMethod->getImplicitObjectArgument(),
              Uses ? Uses->size() - 1 : 0))
      return false;
    // If an operator is a member function, argument 0 is the object, whose use is the last entry of `Uses`.
    const unsigned Offset = Uses && isa<CXXOperatorCallExpr>(Own) && isa<CXXMethodDecl>(Own->getDirectCallee()) ? 1 : 0;
    for (unsigned I = 0; I < Own->getNumArgs(); ++I)
      if (!Fits(Own->getArg(I), Other->getArg(I), Offset && I == 0 ? Uses->size() - 1 : I - Offset))
        return false;
    return true;
  }

  const ReducedItem &Item;
  Callees &Called;
  const ASTContext &Context;
  const std::optional<Combining> Wanted; ///< the operation of the item's operator; nullopt for a `declare reduction`
  SmallVector<const Expr *, 4> Combiners;
  UnusedValues Statements;
};

} // namespace

const Stmt *hetcc::useOfRunningValue(const Stmt *Body, const ReducedItem &Item, Callees &Called,
                                     const ASTContext &Context) {
  if (!Item.Var)
    return Body;
  UseFinder Finder(Item, Called, Context);
  Finder.begin(Body);
  Finder.TraverseStmt(Body);
  return Finder.Found;
}

bool hetcc::countsInitial(const OMPDeclareReductionDecl &Declared, const ASTContext &Context) {
  const Expr *Initial = Declared.getInitializer();
  const auto Combiners = combinersOf(Declared);
  const bool Chooses = llvm::all_of(Combiners, [&](const Expr *Each) {
    const auto Known = updateOf(Each, Context);
    return Known ? Known->How != Combining::Sum && Known->How != Combining::Product && Known->How != Combining::Xor
                 : choiceOf(Declared, *Each).has_value();
  });
  if (!Initial || Chooses)
    return false;
  if (mentions(Initial, combinerVariable(Declared.getInitOrig()), MemberEntities()))
    return true;
  // Compares the initial value with the neutral element: 1 for a product, 0 for a sum.
  const auto Known = Combiners.size() == 1 ? updateOf(Combiners.front(), Context) : std::nullopt;
  auto *Assign = dyn_cast<BinaryOperator>(Initial->IgnoreParenImpCasts());
  auto *Private = cast<VarDecl>(combinerVariable(Declared.getInitPriv()));
  const Expr *Value = Assign && Assign->getOpcode() == BO_Assign ? Assign->getRHS() : Private->getInit();
  Expr::EvalResult Result;
  if (!Known || !Value || Value->isValueDependent() || !Value->EvaluateAsRValue(Result, Context))
    return false;
  const bool IsProduct = Known->How == Combining::Product;
  if (Result.Val.isInt())
    return Result.Val.getInt() != (IsProduct ? 1 : 0);
  return Result.Val.isFloat() && Result.Val.getFloat().convertToDouble() != (IsProduct ? 1 : 0);
}
