// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/DeviceFunctions.h"
#include "Analysis/Body.h"
#include "Analysis/Callees.h"
#include "Analysis/DynamicVisitor.h"
#include "Analysis/ThreadVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace hetcc;
using namespace clang;

static const FunctionDecl *definitionOf(const CallExpr *Call) {
  const FunctionDecl *Definition = nullptr;
  if (const FunctionDecl *Callee = Call->getDirectCallee())
    Callee->hasBody(Definition);
  return Definition;
}

bool DeviceFunctions::reads(const DeclRefExpr *Use) const {
  return llvm::any_of(All, [&](const DeviceFunction &F) { return llvm::is_contained(F.Reads, Use); });
}

const DeviceFunction *DeviceFunctions::find(const CallExpr *Call) const {
  const FunctionDecl *Definition = definitionOf(Call);
  auto Found = llvm::find_if(All, [&](const DeviceFunction &F) { return Definition && F.Definition == Definition; });
  return Found == All.end() ? nullptr : &*Found;
}

namespace {

/// The variable of which a value is loaded, without following pointers; or null.
const DeclRefExpr *loadedFrom(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref;
    auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    auto *Decay = Element ? dyn_cast<ImplicitCastExpr>(Element->getBase()->IgnoreParens()) : nullptr;
    auto *Member = dyn_cast<MemberExpr>(E);
    if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      E = Decay->getSubExpr();
    else if (Member && !Member->isArrow())
      E = Member->getBase();
    else
      return nullptr;
  }
}

/// What a body or a function does, without those that it calls.
struct FunctionUses {
  std::vector<const DeclRefExpr *> Variables; ///< of the file's
  std::vector<const CallExpr *> Calls;        ///< of functions that the unit defines
  llvm::SmallPtrSet<const DeclRefExpr *, 8> Loaded;
};

/// The variable of which a part is lent to a function that only reads it; or null.
const DeclRefExpr *lentFrom(const CallExpr &Call, unsigned Number, Callees &Called) {
  auto *Decay = dyn_cast<ImplicitCastExpr>(Call.getArg(Number)->IgnoreParens());
  while (Decay && Decay->getCastKind() == CK_NoOp) // to a pointer to `const`
    Decay = dyn_cast<ImplicitCastExpr>(Decay->getSubExpr()->IgnoreParens());
  if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
    return nullptr;
  const FunctionDecl &Callee = *Call.getDirectCallee();
  const FunctionUse *Known = Called.of(&Callee);
  const bool OnlyReads = Known && Number < Callee.getNumParams() && !(*Known)[Number].Written &&
                         !((*Known)[Number].Returned && holdsPointers(Callee.getReturnType(), /*ToChange=*/false));
  return OnlyReads ? loadedFrom(Decay->getSubExpr()) : nullptr;
}

void collectUses(const Stmt *S, ASTContext &Context, Callees &Called, FunctionUses &Into) {
  if (auto *Cast = dyn_cast<CastExpr>(S); Cast && Cast->getCastKind() == CK_LValueToRValue)
    if (const DeclRefExpr *Ref = loadedFrom(Cast->getSubExpr()))
      Into.Loaded.insert(Ref);
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->hasGlobalStorage() && !isConstantValue(Var) && !isConstantTable(Var, Context))
      Into.Variables.push_back(Ref);
  if (auto *Call = dyn_cast<CallExpr>(S); Call && definitionOf(Call)) {
    Into.Calls.push_back(Call);
    for (unsigned I = 0; I < Call->getNumArgs(); ++I)
      if (const DeclRefExpr *Ref = lentFrom(*Call, I, Called))
        Into.Loaded.insert(Ref);
  }
  for (const Stmt *Part : partsOf(S))
    collectUses(Part, Context, Called, Into);
}

/// Whether all that a function names outside of itself is declared before a place.
struct NamesOfFunction : DynamicVisitor {
  NamesOfFunction(const FunctionDecl &F, SourceLocation Place, const SourceManager &SM) : F(F), Place(Place), SM(SM) {
    VisitsImplicitCode = true;
  }
  bool Good = true;
  llvm::StringSet<> Variables; ///< that it declares
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return known(E->getDecl()); }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) override { return known(T.getTypedefNameDecl()); }
  bool VisitRecordTypeLoc(RecordTypeLoc T) override { return known(T.getDecl()); }
  bool VisitEnumTypeLoc(EnumTypeLoc T) override { return known(T.getDecl()); }
  bool VisitVarDecl(VarDecl *Var) override {
    Variables.insert(Var->getName());
    return true;
  }

private:
  bool known(const NamedDecl *D) {
    const bool Own = D == &F || D->getParentFunctionOrMethod() || D->getLocation().isInvalid();
    Good &= Own || llvm::any_of(D->redecls(), [&](const Decl *Each) {
              return Each->getLocation().isValid() && SM.isBeforeInTranslationUnit(Each->getLocation(), Place);
            });
    return Good;
  }
  const FunctionDecl &F;
  SourceLocation Place;
  const SourceManager &SM;
};

class FunctionFinder {
public:
  FunctionFinder(const Region &R, ASTContext &Context) : R(R), Context(Context) {}

  DeviceFunctions find() {
    DeviceFunctions Found;
    if (Context.getLangOpts().CPlusPlus || R.InBlock || !R.Called || !R.Loop.For || !R.Function)
      return Found;
    FunctionUses Body;
    collectUses(R.Loop.For->getBody(), Context, *R.Called, Body);
    for (size_t I = 0; I < Body.Calls.size(); ++I)
      function(definitionOf(Body.Calls[I]));
    settleNeeds();
    for (const FunctionDecl *F : Order)
      if (const Function &Each = Functions[F]; !Each.Needs.empty()) {
        if (!isFit(*F, Each))
          return {};
        Found.All.push_back({F, Each.Own.Variables, needy(Each.Own.Calls), {Each.Needs.begin(), Each.Needs.end()}});
      }
    if (!Found.All.empty() && namesClash(Found))
      return {};
    Found.Calls = needy(Body.Calls);
    const SourceManager &SM = Context.getSourceManager();
    llvm::sort(Found.All, [&](const DeviceFunction &A, const DeviceFunction &B) {
      return SM.isBeforeInTranslationUnit(A.Definition->getLocation(), B.Definition->getLocation());
    });
    return Found;
  }

private:
  struct Function {
    FunctionUses Own;
    llvm::SmallSetVector<const ValueDecl *, 4> Needs;
  };

  void function(const FunctionDecl *F) {
    if (!Functions.try_emplace(F).second)
      return;
    Order.push_back(F);
    FunctionUses Own;
    collectUses(F->getBody(), Context, *R.Called, Own);
    for (const CallExpr *Call : Own.Calls)
      function(definitionOf(Call));
    Function &Into = Functions[F];
    for (const DeclRefExpr *Ref : Own.Variables)
      Into.Needs.insert(cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl()));
    Into.Own = std::move(Own);
  }

  void settleNeeds() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const FunctionDecl *F : Order)
        for (const CallExpr *Call : Functions[F].Own.Calls) {
          const auto Others = Functions[definitionOf(Call)].Needs;
          for (const ValueDecl *Each : Others)
            Changed |= Functions[F].Needs.insert(Each);
        }
    }
    const SourceManager &SM = Context.getSourceManager();
    for (const FunctionDecl *F : Order) {
      auto All = Functions[F].Needs.takeVector();
      llvm::sort(All, [&](const ValueDecl *A, const ValueDecl *B) {
        return SM.isBeforeInTranslationUnit(A->getLocation(), B->getLocation());
      });
      Functions[F].Needs.insert(All.begin(), All.end());
    }
  }

  std::vector<const CallExpr *> needy(ArrayRef<const CallExpr *> Calls) {
    std::vector<const CallExpr *> Found;
    llvm::copy_if(Calls, std::back_inserter(Found),
                  [&](const CallExpr *Call) { return !Functions[definitionOf(Call)].Needs.empty(); });
    return Found;
  }

  bool travels(const VarDecl &Var) const {
    const QualType T = Var.getType();
    if (Var.isStaticLocal() || isOfEachThread(&Var) || T.isVolatileQualified())
      return false;
    return T->isConstantArrayType() ? elementsTravel(T, Context) && !isUnnamed(Context.getBaseElementType(T))
                                    : isCopied(T, Context);
  }

  bool isFit(const FunctionDecl &F, const Function &Of) {
    const SourceLocation Place = R.Function->getBeginLoc();
    if (!F.hasPrototype() || F.isVariadic() || F.getBeginLoc().isMacroID() || !F.getFunctionTypeLoc())
      return false;
    for (const DeclRefExpr *Ref : Of.Own.Variables)
      if (!Of.Own.Loaded.contains(Ref) || !travels(*cast<VarDecl>(Ref->getDecl())))
        return false;
    NamesOfFunction Known(F, Place, Context.getSourceManager());
    Known.TraverseDecl(const_cast<FunctionDecl *>(&F));
    for (const auto &Each : Known.Variables)
      Declared.insert(Each.getKey());
    return Known.Good;
  }

  /// Whether a variable that is handed on has the name of another one on the way.
  bool namesClash(const DeviceFunctions &Found) {
    NamesOfFunction Own(*R.Function, R.Function->getEndLoc(), Context.getSourceManager());
    Own.TraverseDecl(const_cast<FunctionDecl *>(R.Function));
    for (const DeviceFunction &F : Found.All)
      for (const ValueDecl *Each : F.Needs)
        if (Declared.contains(Each->getName()) || Own.Variables.contains(Each->getName()))
          return true;
    return false;
  }

  const Region &R;
  ASTContext &Context;
  std::map<const FunctionDecl *, Function> Functions;
  std::vector<const FunctionDecl *> Order;
  llvm::StringSet<> Declared; ///< in functions that need something
};

} // namespace

DeviceFunctions hetcc::findDeviceFunctions(const Region &R, ASTContext &Context) {
  return FunctionFinder(R, Context).find();
}
