// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises counted loops.
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/Conversions.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Finds the counter and its first value in `int j = First` or `j = First`; false if there is no counter.
bool findCounter(const Stmt *Init, Counting By, InnerLoop &Loop) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Init); Declaration && Declaration->isSingleDecl()) {
    auto *Var = dyn_cast<VarDecl>(Declaration->getSingleDecl());
    Loop.Counter = Var ? Var->getCanonicalDecl() : nullptr;
    Loop.First = Var ? Var->getInit() : nullptr;
  } else if (auto *Assign = dyn_cast_or_null<BinaryOperator>(Init); Assign && Assign->getOpcode() == BO_Assign) {
    Loop.Counter = namedDirectly(Assign->getLHS());
    Loop.First = Assign->getRHS();
  }
  if (!isa_and_nonnull<VarDecl>(Loop.Counter) || !Loop.First)
    return false;
  const QualType T = Loop.Counter->getType();
  return T->isIntegerType() || (By == Counting::Pointers && T->isObjectPointerType() && !T.isVolatileQualified() &&
                                !T->getPointeeType()->isIncompleteType());
}

/// The amount by which `++j`, `j += 2` and the like move the counter; 0 if the amount is not known.
int64_t stepOf(const Expr *Increment, const InnerLoop &Loop, ASTContext &Context) {
  if (auto *Unary = dyn_cast_or_null<UnaryOperator>(Increment); Unary && Unary->isIncrementDecrementOp())
    return namedDirectly(Unary->getSubExpr()) != Loop.Counter ? 0 : Unary->isIncrementOp() ? 1 : -1;
  auto *Binary = dyn_cast_or_null<BinaryOperator>(Increment);
  bool Moves = Binary && (Binary->getOpcode() == BO_AddAssign || Binary->getOpcode() == BO_SubAssign);
  if (!Moves || namedDirectly(Binary->getLHS()) != Loop.Counter || Binary->getRHS()->isValueDependent())
    return 0;
  auto Given = Binary->getRHS()->getIntegerConstantExpr(Context);
  if (!Given || Loop.Counter->getType()->isBooleanType())
    return 0;
  // The amount is taken modulo the range of the counter's type: for an unsigned counter, `j += -1` is `j--`.
  const llvm::APInt Amount = Given->extOrTrunc(unsigned(Context.getTypeSize(Loop.Counter->getType())));
  if (Amount.isMinSignedValue() || Amount.getBitWidth() > 64)
    return 0;
  return Binary->getOpcode() == BO_AddAssign ? Amount.getSExtValue() : -Amount.getSExtValue();
}

/// Finds the limit in `j < Limit`, with the counter on either side; false if there is no limit.
bool findLimit(const Expr *Condition, int64_t Step, InnerLoop &Loop) {
  auto *Binary = dyn_cast_or_null<BinaryOperator>(Condition ? Condition->IgnoreParenImpCasts() : nullptr);
  if (!Binary || !Binary->isComparisonOp())
    return false;
  bool OnLeft = namedDirectly(Binary->getLHS()) == Loop.Counter;
  if (!OnLeft && namedDirectly(Binary->getRHS()) != Loop.Counter)
    return false;
  Loop.Limit = OnLeft ? Binary->getRHS() : Binary->getLHS();
  auto Relation = OnLeft ? Binary->getOpcode() : BinaryOperator::reverseComparisonOp(Binary->getOpcode());
  if (Loop.Counter->getType()->isIntegerType() ? !Loop.Limit->getType()->isIntegerType()
                                               : !Loop.Limit->getType()->isPointerType())
    return false; // a limit of another type, such as double, may be a fraction
  Loop.Step = Step;
  Loop.Upwards = Step > 0;
  Loop.Unequal = Relation == BO_NE;
  Loop.Inclusive = Relation == BO_LE || Relation == BO_GE;
  if (Relation == BO_NE)
    return Step == 1 || Step == -1;
  return Step > 0 ? Relation == BO_LT || Relation == BO_LE : Step < 0 && (Relation == BO_GT || Relation == BO_GE);
}

std::optional<int64_t> constantOf(const Expr *E, const ASTContext &Context) {
  auto Value = E->isValueDependent() ? std::nullopt : E->getIntegerConstantExpr(Context);
  return Value && Value->isRepresentableByInt64() ? std::optional(Value->getExtValue()) : std::nullopt;
}

/// Whether a signed counter is compared as an unsigned number: a negative counter then compares as a large number.
bool isComparedAsUnsigned(const ForStmt *For, const InnerLoop &Loop) {
  auto *Condition = cast<BinaryOperator>(For->getCond()->IgnoreParenImpCasts());
  const Expr *Side = namedDirectly(Condition->getLHS()) == Loop.Counter ? Condition->getLHS() : Condition->getRHS();
  return Loop.Counter->getType()->isSignedIntegerOrEnumerationType() &&
         Side->getType()->isUnsignedIntegerOrEnumerationType();
}

bool mayWrap(QualType T, const ASTContext &Context) {
  return T->isUnsignedIntegerOrEnumerationType() || Context.getIntWidth(T) < Context.getIntWidth(Context.IntTy) ||
         Context.getLangOpts().isSignedOverflowDefined();
}

/// Whether the first value after the limit can be represented in the counter's type, as the constants in the loop show.
/// The counter then does not wrap around.
bool endsWithin(const InnerLoop &Loop, const ASTContext &Context) {
  const QualType T = Loop.Counter->getType();
  const IntegerForm Form = {Context.getIntWidth(T), !T->isUnsignedIntegerOrEnumerationType()};
  const auto First = constantOf(Loop.First, Context), Limit = constantOf(Loop.Limit, Context);
  const int64_t Most = Form.most(), Least = Form.least();
  if (!Limit || *Limit < Least || *Limit > Most || std::abs(Loop.Step) > Most)
    return false;
  int64_t Last = *Limit + (Loop.Inclusive ? 0 : Loop.Upwards ? -1 : 1); // the last value that the limit allows
  if (First && *First >= Least && *First <= Most) {
    const int64_t Distance = Loop.Upwards ? Last - *First : *First - Last;
    if (Distance < 0)
      return true;
    Last = *First + Distance / std::abs(Loop.Step) * Loop.Step;
  }
  return Loop.Upwards ? Last <= Most - Loop.Step : Last >= Least - Loop.Step;
}

/// Whether the counter may have values that do not lie between its first value and the limit, because it begins beyond
/// the limit, or wraps around at the end of its type. A signed counter may wrap around if it is compared as an unsigned
/// number, if its type is narrower than int, or if signed numbers wrap (`-fwrapv`). Such a loop may still end: a jump
/// may leave a loop whose condition never becomes false.
bool mayGoAround(const ForStmt *For, const InnerLoop &Loop, const ASTContext &Context) {
  const QualType T = Loop.Counter->getType();
  if (T->isPointerType()) // a pointer does not wrap, because it stays in its array
    return Loop.Unequal && mayLeave(For->getBody(), /*Turns=*/false);
  const bool Narrow = Context.getIntWidth(T) < Context.getIntWidth(Context.IntTy);
  const bool Unsigned = T->isUnsignedIntegerOrEnumerationType();
  const auto First = constantOf(Loop.First, Context), Limit = constantOf(Loop.Limit, Context),
             Lowest = Loop.Upwards ? First : Limit;
  if (isComparedAsUnsigned(For, Loop) &&
      !(First && *First >= 0 && (Loop.Upwards || !Loop.Inclusive || (Limit && *Limit > 0))))
    return true;
  const unsigned ValueBits = Context.getIntWidth(T) - !Unsigned;
  if ((Loop.Unequal || mayWrap(T, Context)) && mayLeave(For->getBody(), /*Turns=*/false)) {
    const bool Ordered = First && Limit && (Loop.Upwards ? *First <= *Limit : *First >= *Limit);
    const int64_t Least = Unsigned ? 0 : -(int64_t(1) << (ValueBits - 1)) * 2;
    const int64_t Most = ValueBits >= 63 ? INT64_MAX : (int64_t(1) << ValueBits) - 1;
    const bool Ends = Limit && (Loop.Upwards ? *Limit <= Most - Loop.Inclusive : *Limit >= Least + Loop.Inclusive);
    if (Loop.Unequal ? !Ordered : !Ends && (Narrow || Loop.Inclusive))
      return true;
  }
  if (!mayWrap(T, Context))
    return false;
  if (Loop.Unequal) // the counter may begin beyond the limit
    return !(Unsigned && Lowest == 0) && !(First && Limit && (Loop.Upwards ? *First <= *Limit : *First >= *Limit));
  return Narrow && std::abs(Loop.Step) != 1 && !endsWithin(Loop, Context);
}

/// Whether a counter of at least 32 bits may wrap around at the end of its type. This needs a limit that is nearly the
/// last number of the type, or a limit of a wider type beyond that number. In a loop that no jump leaves, it also needs
/// a large step, since with small steps the loop would run for longer than any program.
bool mayWrap(const ForStmt *For, const InnerLoop &Loop, const ASTContext &Context) {
  constexpr int64_t LargeStep = 1 << 16;
  const QualType T = Loop.Counter->getType();
  if (T->isPointerType() || Loop.Unequal || !mayWrap(T, Context) || endsWithin(Loop, Context))
    return false;
  const bool IsLarge = std::abs(Loop.Step) >= LargeStep;
  if (!IsLarge && !mayLeave(For->getBody(), /*Turns=*/false))
    return false;
  return std::abs(Loop.Step) != 1 || Context.getIntWidth(Loop.Limit->getType()) > Context.getIntWidth(T);
}

/// The body of the function that contains the declaration `Of`; null for declarations outside of functions.
const Stmt *functionAround(const Decl *Of) {
  for (const DeclContext *Scope = Of->getDeclContext(); Scope; Scope = Scope->getParent())
    if (auto *F = dyn_cast<FunctionDecl>(Scope))
      return F->getBody();
  return nullptr;
}

/// Whether a pointer or a reference may change the counter. The pointer is made in the loop or, if the counter lives
/// longer than the loop, anywhere in the function.
bool isReferredTo(const ForStmt *For, const ValueDecl *Counter) {
  const Stmt *Scope = isa_and_nonnull<DeclStmt>(For->getInit()) ? For : functionAround(Counter);
  return changes(Scope ? Scope : For, Counter, MemberEntities()).Aliased;
}

} // namespace

bool hetcc::mayBeEntered(const Stmt *S) {
  struct Finder : DynamicVisitor {
    llvm::SmallPtrSet<const LabelDecl *, 4> Labels;
    llvm::SmallDenseMap<const LabelDecl *, unsigned> Jumps;
    unsigned Switches = 0;
    bool HasCase = false, Indirect = false;
    bool dataTraverseStmtPre(Stmt *Part) override {
      Switches += isa<SwitchStmt>(Part);
      return true;
    }
    bool dataTraverseStmtPost(Stmt *Part) override {
      Switches -= isa<SwitchStmt>(Part);
      return true;
    }
    bool VisitSwitchCase(SwitchCase *) override { return !(HasCase |= Switches == 0); }
    bool VisitLabelStmt(LabelStmt *Part) override { return Labels.insert(Part->getDecl()), true; }
    bool VisitGotoStmt(GotoStmt *Part) override { return ++Jumps[Part->getLabel()], true; }
    bool VisitAddrLabelExpr(AddrLabelExpr *) override { return Indirect = true; }
  } Inside;
  if (!Inside.TraverseStmt(S) || Inside.HasCase)
    return true;
  return llvm::any_of(Inside.Labels, [&](const LabelDecl *Label) {
    const Stmt *Whole = functionAround(Label);
    Finder All;
    if (!Whole)
      return true;
    All.TraverseStmt(Whole);
    return All.Indirect || All.Jumps.lookup(Label) != Inside.Jumps.lookup(Label);
  });
}

std::optional<InnerLoop> hetcc::countedLoop(const ForStmt *For, ASTContext &Context, Counting By) {
  InnerLoop Loop;
  if (!findCounter(For->getInit(), By, Loop) ||
      !findLimit(For->getCond(), stepOf(For->getInc(), Loop, Context), Loop) || mayGoAround(For, Loop, Context) ||
      changes(For->getBody(), Loop.Counter, MemberEntities()).Assigned ||
      changes(For->getCond(), Loop.Counter, MemberEntities()).Assigned || isReferredTo(For, Loop.Counter) ||
      mayBeEntered(For->getBody()))
    return std::nullopt;
  Loop.MayWrap = mayWrap(For, Loop, Context);
  return Loop;
}

/// A range-based for statement over an array, as a loop that counts by a pointer from the first element to the end;
/// nothing for other ranges.
static std::optional<InnerLoop> countedRange(const CXXForRangeStmt *S) {
  auto Single = [](const DeclStmt *D) {
    return D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  };
  const VarDecl *Begin = Single(S->getBeginStmt()), *End = Single(S->getEndStmt());
  if (!Begin || !End || !Begin->getInit() || !End->getInit() || !Begin->getType()->isObjectPointerType() ||
      mayBeEntered(S->getBody()))
    return std::nullopt;
  InnerLoop Loop;
  Loop.Counter = Begin->getCanonicalDecl();
  Loop.First = Begin->getInit();
  Loop.Limit = End->getInit();
  Loop.Unequal = true;
  return Loop;
}

std::optional<InnerLoop> hetcc::countedLoop(const Stmt *Loop, ASTContext &Context) {
  if (auto *For = dyn_cast<ForStmt>(Loop))
    return countedLoop(For, Context, Counting::Pointers);
  auto *Range = dyn_cast<CXXForRangeStmt>(Loop);
  return Range ? countedRange(Range) : std::nullopt;
}

const Stmt *hetcc::bodyOf(const Stmt *Loop) {
  if (auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  auto *Range = dyn_cast<CXXForRangeStmt>(Loop);
  return Range ? Range->getBody() : nullptr;
}

void InnerLoops::walk(const Stmt *S) {
  if (mayNameElement(S) && !Open.empty())
    Around[cast<Expr>(S)] = Open;
  const auto Loop = countedLoop(S, Context);
  auto *Range = dyn_cast<CXXForRangeStmt>(S);
  for (const Stmt *Child : partsOf(S)) {
    const bool Counts = Loop && (Child == withoutDirectives(bodyOf(S)) || (Range && Child == Range->getLoopVarStmt()));
    if (Counts)
      Open.push_back(*Loop);
    walk(Child);
    if (Counts)
      Open.pop_back();
  }
}

llvm::ArrayRef<InnerLoop> InnerLoops::around(const Expr *Subscript) const {
  auto It = Around.find(Subscript);
  if (It == Around.end())
    return {};
  return It->second;
}
