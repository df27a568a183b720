// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds each use of a global variable in the functions that a body calls.
#include "Analysis/Calls/DeviceFunctions.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
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

/// C++: the declarations after which a function's device form is declared, see DeviceFunction::Declarations. Empty if
/// the function cannot have a device form.
static std::vector<const FunctionDecl *> declarationsOf(const DeviceFunction &F, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const FunctionDecl *Text = F.Definition->getTemplateInstantiationPattern();
  Text = Text ? Text : F.Definition;
  auto IsScope = [](const DeclContext *Scope) {
    for (; Scope; Scope = Scope->getLexicalParent())
      if (!isa<TranslationUnitDecl, NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(Scope))
        return false;
    return true;
  };
  auto Knows = [&](const FunctionDecl *D) { // whether D knows the types of the form's parameters
    return llvm::all_of(F.Needs, [&](const ValueDecl *Each) {
      return hasTypeAnywhere(*Each) ||
             SM.isBeforeInTranslationUnit(Each->getCanonicalDecl()->getLocation(), D->getBeginLoc());
    });
  };
  std::vector<const FunctionDecl *> Found;
  for (const FunctionDecl *D : Text->redecls())
    if (IsScope(D->getLexicalDeclContext()) && !D->isImplicit() && D->getFunctionTypeLoc() && Knows(D) &&
        D->getBeginLoc().isFileID() && D->getEndLoc().isFileID() && D->getLocation().isFileID() &&
        !SM.isInSystemHeader(D->getLocation()))
      Found.push_back(D);
  llvm::sort(Found, [&](const FunctionDecl *A, const FunctionDecl *B) {
    return SM.isBeforeInTranslationUnit(A->getLocation(), B->getLocation());
  });
  while (!Found.empty() && !Found.back()->doesThisDeclarationHaveABody()) // drops declarations after the definition
    Found.pop_back();
  return Found;
}

namespace {

/// The variable that an lvalue is a part of (`v[i]`, `v.x`), or that points to the object around the lvalue (`v->x`);
/// null if there is no such variable.
const DeclRefExpr *loadedFrom(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref;
    auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    auto *Member = dyn_cast<MemberExpr>(E);
    auto *Deref = dyn_cast<UnaryOperator>(E);
    if (Member && !Member->isArrow()) {
      E = Member->getBase();
      continue;
    }
    const Expr *Pointer = Element                                   ? Element->getBase()
                          : Member                                  ? Member->getBase()
                          : Deref && Deref->getOpcode() == UO_Deref ? Deref->getSubExpr()
                                                                    : nullptr;
    auto *Cast = Pointer ? dyn_cast<ImplicitCastExpr>(Pointer->IgnoreParens()) : nullptr;
    if (Cast && Cast->getCastKind() == CK_LValueToRValue)
      return dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens());
    if (!Cast || Cast->getCastKind() != CK_ArrayToPointerDecay)
      return nullptr;
    E = Cast->getSubExpr();
  }
}

/// The object that an expression copies byte by byte; null for other expressions.
const Expr *copiedFrom(const Stmt *S) {
  // The load of a pointer is left out, since it does not show what the code does with the object that the pointer leads
  // to.
  if (auto *Cast = dyn_cast<CastExpr>(S))
    return Cast->getCastKind() == CK_LValueToRValue && !Cast->getType()->isAnyPointerType() ? Cast->getSubExpr()
                                                                                            : nullptr;
  auto *Made = dyn_cast<CXXConstructExpr>(S);
  const CXXConstructorDecl *Constructor = Made ? Made->getConstructor() : nullptr;
  return Constructor && Constructor->isCopyOrMoveConstructor() && Constructor->isTrivial() && Made->getNumArgs() == 1
             ? Made->getArg(0)->IgnoreImpCasts()
             : nullptr;
}

/// What the text of a body or a function does. Functions that the text calls have their own FunctionUses.
struct FunctionUses {
  std::vector<const DeclRefExpr *> Variables; ///< global variables that the text names
  std::vector<const CallExpr *> Calls;        ///< calls of functions that the unit defines
  llvm::SmallPtrSet<const DeclRefExpr *, 8> Loaded;
  bool HasRegion = false; ///< the text contains an annotated loop; generated code replaces its text, so a device form
                          ///< cannot contain a copy of it
};

/// The variable of which a part is passed as argument `Number` to a function that only reads it; null if there is none.
const DeclRefExpr *lentFrom(const CallExpr &Call, unsigned Number, Callees &Called) {
  const FunctionDecl &Callee = *Call.getDirectCallee();
  const FunctionUse *Known = isa<CXXOperatorCallExpr>(Call) ? nullptr : Called.usesOf(&Callee);
  const bool OnlyReads = Known && Number < Callee.getNumParams() && !(*Known)[Number].Written &&
                         !((*Known)[Number].Returned && (holdsPointers(Callee.getReturnType(), /*ToChange=*/false) ||
                                                         Callee.getReturnType()->isReferenceType()));
  if (!OnlyReads)
    return nullptr;
  const Expr *Given = Call.getArg(Number)->IgnoreParens();
  auto *Cast = dyn_cast<ImplicitCastExpr>(Given);
  while (Cast && Cast->getCastKind() == CK_NoOp) { // a conversion to `const` leaves the object as it is
    Given = Cast->getSubExpr()->IgnoreParens();
    Cast = dyn_cast<ImplicitCastExpr>(Given);
  }
  if (Given->isGLValue())
    return loadedFrom(Given);
  if (Cast && Cast->getCastKind() == CK_LValueToRValue)
    return dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens());
  return Cast && Cast->getCastKind() == CK_ArrayToPointerDecay ? loadedFrom(Cast->getSubExpr()) : nullptr;
}

void collectUses(const Stmt *S, ASTContext &Context, Callees &Called, FunctionUses &Into) {
  if (const Expr *From = copiedFrom(S))
    if (const DeclRefExpr *Ref = loadedFrom(From))
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
  if (auto *If = dyn_cast<IfStmt>(S))
    Into.HasRegion |= markerId(If) >= 0;
  for (const Stmt *Part : partsOf(S))
    collectUses(Part, Context, Called, Into);
}

/// Finds out whether all names in a function that the function itself does not declare are declared before `Place`.
struct NamesOfFunction : DynamicVisitor {
  NamesOfFunction(const FunctionDecl &F, SourceLocation Place, const SourceManager &SM) : F(F), Place(Place), SM(SM) {
    VisitsImplicitCode = true;
  }
  bool Good = true;
  llvm::StringSet<> Variables; ///< the variables that the function declares
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
    if (R.Site.isInBlock() || !R.Site.Called || !R.Loop.For || !R.Site.Function)
      return Found;
    FunctionUses Body;
    collectUses(R.Loop.For->getBody(), Context, *R.Site.Called, Body);
    for (size_t I = 0; I < Body.Calls.size(); ++I)
      function(definitionOf(Body.Calls[I]));
    settleNeeds();
    for (const FunctionDecl *F : Order)
      if (const Function &Each = Functions[F]; !Each.Needs.empty()) {
        if (!isFit(*F, Each))
          return {};
        Found.All.push_back(
            {F, Each.Own.Variables, callsNeedingForms(Each.Own.Calls), {Each.Needs.begin(), Each.Needs.end()}, {}});
        if (isCXX())
          Found.All.back().Declarations = declarationsOf(Found.All.back(), Context);
      }
    Found.Calls = callsNeedingForms(Body.Calls);
    if (!Found.All.empty() && (isCXX() ? !canStandBehind(Found) : namesClash(Found)))
      return {};
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
    if (const Stmt *Body = F->getBody())
      collectUses(Body, Context, *R.Site.Called, Own);
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

  std::vector<const CallExpr *> callsNeedingForms(ArrayRef<const CallExpr *> Calls) {
    std::vector<const CallExpr *> Found;
    llvm::copy_if(Calls, std::back_inserter(Found),
                  [&](const CallExpr *Call) { return !Functions[definitionOf(Call)].Needs.empty(); });
    return Found;
  }

  bool isCXX() const { return Context.getLangOpts().CPlusPlus; }

  bool travels(const VarDecl &Var) const {
    const QualType T = Var.getType();
    const bool Leads = T->isArrayType() || T->isPointerType();
    const QualType To = T->isPointerType() ? T->getPointeeType() : T;
    if (Var.isStaticLocal() || isOfEachThread(&Var) || Context.getBaseElementType(T).isVolatileQualified() ||
        T->isReferenceType() || isa<VarTemplateSpecializationDecl>(Var) || !isReachable(Var))
      return false;
    if (!Leads)
      return isCopied(T, Context);
    const QualType Element = Context.getBaseElementType(To);
    return !T->isIncompleteArrayType() && !To->isFunctionType() && !To->isIncompleteType() &&
           !To->isVariablyModifiedType() && !Element.isVolatileQualified() && elementsTravel(Element, Context) &&
           !isUnnamed(Element);
  }

  /// Whether the region's function has access to a variable: no class around the variable hides it as private or
  /// protected.
  bool isReachable(const VarDecl &Var) const {
    auto IsPrivate = [](const Decl *D) { return D->getAccess() == AS_private || D->getAccess() == AS_protected; };
    for (const Decl *D = &Var; auto *Class = dyn_cast<CXXRecordDecl>(D->getDeclContext()); D = Class)
      if (IsPrivate(D) && !Class->Encloses(R.Site.Function))
        return false;
    return true;
  }

  bool isFit(const FunctionDecl &F, const Function &Of) {
    const SourceLocation Place = R.Site.Function->getBeginLoc();
    if (!F.hasPrototype() || F.isVariadic() || F.getBeginLoc().isMacroID() || !F.getFunctionTypeLoc() ||
        Of.Own.HasRegion)
      return false;
    for (const DeclRefExpr *Ref : Of.Own.Variables)
      if (!Of.Own.Loaded.contains(Ref) || !travels(*cast<VarDecl>(Ref->getDecl())))
        return false;
    if (isCXX()) // in C++, the form is written after the function's declarations, where the same names are known
      return true;
    NamesOfFunction Known(F, Place, Context.getSourceManager());
    Known.TraverseDecl(const_cast<FunctionDecl *>(&F));
    for (const auto &Each : Known.Variables)
      Declared.insert(Each.getKey());
    return Known.Good;
  }

  /// Whether a variable that is passed to a device form has the name of a local variable in one of the functions that
  /// pass it on.
  bool namesClash(const DeviceFunctions &Found) {
    NamesOfFunction Own(*R.Site.Function, R.Site.Function->getEndLoc(), Context.getSourceManager());
    Own.TraverseDecl(const_cast<FunctionDecl *>(R.Site.Function));
    for (const DeviceFunction &F : Found.All)
      for (const ValueDecl *Each : F.Needs)
        if (Declared.contains(Each->getName()) || Own.Variables.contains(Each->getName()))
          return true;
    return false;
  }

  /// C++: whether the device form of each function can be written after the function's declarations, and whether all
  /// calls can call the form. A call cannot if its text is more than a plain name and arguments, or if the form is not
  /// declared before the call.
  bool canStandBehind(const DeviceFunctions &Found) {
    const SourceManager &SM = Context.getSourceManager();
    auto IsBefore = [&](const DeviceFunction &F, SourceLocation Place) {
      const auto &Places = F.Declarations;
      return !Places.empty() && Places.back()->doesThisDeclarationHaveABody() &&
             (isa<CXXMethodDecl>(F.Definition) || SM.isBeforeInTranslationUnit(Places.front()->getLocation(), Place));
    };
    auto CanCall = [&](ArrayRef<const CallExpr *> Calls, SourceLocation Place) {
      return llvm::all_of(
          Calls, [&](const CallExpr *Call) { return isPlainCall(*Call) && IsBefore(*Found.find(Call), Place); });
    };
    for (const DeviceFunction &F : Found.All)
      if (!isPlain(*F.Definition) || !CanCall(F.Calls, F.Definition->getBody()->getBeginLoc()) ||
          !llvm::all_of(Found.All, [&](const DeviceFunction &Other) { return agree(F, Other); }))
        return false;
    return CanCall(Found.Calls, R.Site.Function->getBody()->getBeginLoc());
  }

  /// Whether a function of another name and with more parameters can do the same as F. False if F is an operator, a
  /// constructor, virtual, or a friend, for example.
  static bool isPlain(const FunctionDecl &F) {
    auto *Method = dyn_cast<CXXMethodDecl>(&F);
    auto IsFriend = [](const FunctionDecl *D) { return D->getFriendObjectKind() != Decl::FOK_None; };
    const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
    return !isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(F) && !F.isOverloadedOperator() &&
           !F.getLiteralIdentifier() && F.getIdentifier() && !(Method && Method->isVirtual()) && !F.isMultiVersion() &&
           F.getTemplateSpecializationKind() != TSK_ExplicitSpecialization && !F.hasAttr<AsmLabelAttr>() &&
           !F.hasAttr<ConstructorAttr>() && !F.hasAttr<DestructorAttr>() && !llvm::any_of(F.redecls(), IsFriend) &&
           !(Pattern && llvm::any_of(Pattern->redecls(), IsFriend));
  }

  /// Whether a call consists of the name of a function, unchanged by `using`, and of arguments in parentheses.
  static bool isPlainCall(const CallExpr &Call) {
    const Expr *Name = Call.getCallee()->IgnoreParenImpCasts();
    if (isa<CXXOperatorCallExpr, UserDefinedLiteral>(Call) || Call.getRParenLoc().isInvalid())
      return false;
    if (auto *Member = dyn_cast<MemberExpr>(Name))
      return Member->getMemberLoc().isValid() && !isa<UsingShadowDecl>(Member->getFoundDecl().getDecl());
    auto *Ref = dyn_cast<DeclRefExpr>(Name);
    return Ref && Ref->getLocation().isValid() &&
           !(isa<CXXMethodDecl>(Ref->getDecl()) && isa<UsingShadowDecl>(Ref->getFoundDecl()));
  }

  /// Whether one form serves both functions; true if A and B are not instances of the same template.
  static bool agree(const DeviceFunction &A, const DeviceFunction &B) {
    return !isSameText(A, B) || haveSameForm(A, B);
  }

  const Region &R;
  ASTContext &Context;
  std::map<const FunctionDecl *, Function> Functions;
  std::vector<const FunctionDecl *> Order;
  llvm::StringSet<> Declared; ///< the names of local variables in functions that need a device form
};

} // namespace

DeviceFunctions hetcc::findDeviceFunctions(const Region &R, ASTContext &Context) {
  return FunctionFinder(R, Context).find();
}

bool hetcc::isSameText(const DeviceFunction &A, const DeviceFunction &B) {
  return A.Definition->getBody()->getBeginLoc() == B.Definition->getBody()->getBeginLoc();
}

bool hetcc::haveSameForm(const DeviceFunction &A, const DeviceFunction &B) {
  auto Same = [](const auto &Of, const auto &To, auto IsSame) {
    return Of.size() == To.size() && std::equal(Of.begin(), Of.end(), To.begin(), IsSame);
  };
  return A.Needs == B.Needs &&
         Same(A.Reads, B.Reads,
              [](const DeclRefExpr *X, const DeclRefExpr *Y) {
                return X->getLocation() == Y->getLocation() &&
                       X->getDecl()->getCanonicalDecl() == Y->getDecl()->getCanonicalDecl();
              }) &&
         Same(A.Calls, B.Calls, [](const CallExpr *X, const CallExpr *Y) {
           return X->getRParenLoc() == Y->getRParenLoc() &&
                  qualifiedName(*X->getDirectCallee()) == qualifiedName(*Y->getDirectCallee());
         });
}
