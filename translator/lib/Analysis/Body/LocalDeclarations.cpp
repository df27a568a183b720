// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the declarations of the enclosing function and class that the loop body names. The device form of a loop (the
// kernel) is outside of that function, where such a name would be unknown or mean another declaration, so device code
// repeats the declaration. This includes names in unevaluated operands, as in `sizeof(T)`.
#include "Analysis/Objects/Views.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"

using namespace hetcc;
using namespace clang;

/// The statement that follows S's directives and their markers (`if` statements that PragmaHandler adds); S may be
/// null. A directive's own source range ends with its line, and does not contain the statement.
static const Stmt *behindDirectives(const Stmt *S) {
  for (const Stmt *Outer = nullptr; S && S != Outer;) {
    Outer = S;
    S = withoutDirectives(S);
    if (auto *If = dyn_cast_or_null<IfStmt>(S); If && markerId(If) >= 0)
      S = If->getElse();
  }
  return S;
}

/// The direct child of statement `Of`, directives removed, whose text contains the location `Place`; null if there is
/// none.
static const Stmt *partAround(const Stmt *Of, SourceLocation Place, const SourceManager &SM) {
  for (const Stmt *Child : Of->children()) {
    const Stmt *Part = behindDirectives(Child);
    if (Part && SM.isPointWithin(Place, textOf(Part).getBegin(), textOf(Part).getEnd()))
      return Part;
  }
  return nullptr;
}

namespace {

/// Visits the body, and each declaration that device code has to repeat, since this declaration may name other
/// declarations.
class LocalNames : public DynamicVisitor {
public:
  LocalNames(const Region &R, Verdict &Fate, ASTContext &Context) : R(R), Fate(Fate), Context(Context) {
    VisitsImplicitCode = true;
  }

  OuterDeclarations Found;

  /// Adds the `using namespace` directives of the blocks around the loop. The AST does not tell which names in the body
  /// were found through a directive, so all directives before the loop are added.
  void findUsingDirectives(const Stmt *Block) {
    const SourceManager &SM = Context.getSourceManager();
    const SourceLocation Loop = R.Loop.For->getBeginLoc();
    for (; Block; Block = partAround(Block, Loop, SM))
      for (const Stmt *Child : Block->children())
        if (auto *Declared = dyn_cast_or_null<DeclStmt>(Child); Declared && isa<CompoundStmt>(Block))
          for (Decl *D : Declared->decls())
            if (auto *Directive = dyn_cast<UsingDirectiveDecl>(D);
                Directive && SM.isBeforeInTranslationUnit(Directive->getLocation(), Loop))
              scopeOf(Directive);
  }

  bool dataTraverseStmtPre(Stmt *S) override { return !Captured.contains(S) && !inItsPlace(S); }

  /// Skips the captured expression of a lambda whose body names the captured variable, because the use in the lambda's
  /// body is visited. If device code has another variable in place of the captured one, the lambda captures that
  /// variable (LambdaCaptures.cpp).
  bool VisitLambdaExpr(LambdaExpr *E) override {
    for (const auto &[Each, Value] : llvm::zip(E->captures(), E->capture_inits()))
      if (Each.capturesVariable() && !E->isInitCapture(&Each) &&
          mentions(E->getBody(), cast<ValueDecl>(Each.getCapturedVar()->getCanonicalDecl()), R.Members))
        Captured.insert(Value);
    return true;
  }

  // ---- Types, and scopes before `::`.

  bool VisitElaboratedTypeLoc(ElaboratedTypeLoc Written) override {
    if (Written.getQualifierLoc())
      qualified(Written.getNamedTypeLoc());
    return true;
  }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc Written) override {
    if (!Written)
      return true;
    const NestedNameSpecifier *Scope = Written.getNestedNameSpecifier();
    if (NamespaceAliasDecl *Alias = Scope->getAsNamespaceAlias())
      scopeOf(Alias);
    else if (NamespaceDecl *Namespace = Scope->getAsNamespace(); Namespace && !Written.getPrefix())
      outer(Namespace, Written.getLocalBeginLoc());
    else if (Written.getTypeLoc() && Written.getPrefix())
      qualified(Written.getTypeLoc());
    return DynamicVisitor::TraverseNestedNameSpecifierLoc(Written);
  }
  bool VisitUsingTypeLoc(UsingTypeLoc Written) override {
    introducedBy(Written.getFoundDecl());
    if (isOuter(Written.getFoundDecl(), Written.getBeginLoc()))
      Found.OuterNames.push_back({Written.getBeginLoc(), nullptr, Written.getType()});
    return true;
  }
  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc Written) override {
    const TemplateName Name = Written.getTypePtr()->getTemplateName();
    introducedBy(Name.getAsUsingShadowDecl());
    outer(Name.getAsTemplateDecl(), Written.getTemplateNameLoc());
    return true;
  }
  bool VisitDeducedTemplateSpecializationTypeLoc(DeducedTemplateSpecializationTypeLoc Written) override {
    outer(Written.getTypePtr()->getTemplateName().getAsTemplateDecl(), Written.getTemplateNameLoc());
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc Written) override {
    type(Written.getTypedefNameDecl());
    outerType(Written.getTypedefNameDecl(), Written);
    return true;
  }
  bool VisitTagTypeLoc(TagTypeLoc Written) override {
    type(Written.getDecl());
    outerType(Written.getDecl(), Written);
    return true;
  }
  /// Notes the types of all expressions. Generated code may declare variables of these types, even if the body does not
  /// write the types.
  bool VisitExpr(Expr *E) override {
    type(E->getType());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    ValueDecl *Decl = Ref->getDecl();
    introducedBy(dyn_cast<UsingShadowDecl>(Ref->getFoundDecl()));
    if (isa<OMPCapturedExprDecl>(Decl)) // the declaration that clang puts in place of a member
      return true;
    if (Ref->hasQualifier())
      Qualified.insert(Ref->getLocation());
    if (auto *Enumerator = dyn_cast<EnumConstantDecl>(Decl)) {
      type(cast<EnumDecl>(Enumerator->getDeclContext()));
      outer(Enumerator, Ref->getLocation());
    } else if (auto *Function = dyn_cast<FunctionDecl>(Decl)) {
      prototype(Function);
      if (!isa<CXXMethodDecl>(Function) || cast<CXXMethodDecl>(Function)->isStatic())
        outer(Function->isLocalExternDecl() && Function->getDefinition() ? Function->getDefinition() : Function,
              Ref->getLocation());
    } else if (auto *Var = dyn_cast<VarDecl>(Decl); Var && !isInText(Var)) {
      if (Var->getParentFunctionOrMethod())
        variable(Var, Ref);
      else if (Current || (Var->getType()->isArrayType() && isConstantTable(Var, Context))) // other variables are
                                                                                            // captures
        outer(Var, Ref->getLocation());
    }
    return true;
  }

private:
  /// Whether device code has other code, or no code, in place of statement S. If so, the function has visited the parts
  /// of S that remain in device code, and the caller does not descend into S.
  bool inItsPlace(Stmt *S) {
    if (auto *If = dyn_cast<IfStmt>(S); If && markerId(If) >= 0) // skips the clauses of a directive inside the body
      return TraverseStmt(If->getElse()), true;
    // Skips its clauses as well.
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(S); Directive && Directive->hasAssociatedStmt())
      return TraverseStmt(withoutDirectives(Directive)), true;
    return isCopied(S) || summed(S) || capturedAlone(S) || lookedThrough(S);
  }
  bool isCopied(const Stmt *S) {
    if (llvm::any_of(R.Body.Replaced.Names,
                     [&](const Renaming &N) { return N.Use == S && N.As != Renaming::Kind::Name; }))
      return true;
    const LocalObject *Own = localObject(S, R, Context);
    for (const Expr *By : Own ? llvm::ArrayRef(Own->Integers) : llvm::ArrayRef<const Expr *>())
      TraverseStmt(By);
    return Own;
  }
  /// Whether S is a view (an expression such as `image.row(y)`) for which device code has a sum of integers. Device
  /// code does not name the view's object, so only the integers are visited.
  bool summed(const Stmt *S) {
    const View *V = knownView(S, R);
    auto Same = [&](const auto &Used) { return Used.first->Whole->getSourceRange() == V->Whole->getSourceRange(); };
    if (!V || llvm::none_of(R.Body.Replaced.Views, Same))
      return false;
    for (const Expr *Each : V->integers())
      TraverseStmt(Each);
    return true;
  }
  /// Whether S names a member for which device code has a variable. If so, the object is not visited, since device code
  /// does not have it.
  bool capturedAlone(Stmt *S) {
    if (!isa<MemberExpr, UnaryOperator, CXXMemberCallExpr>(S))
      return false;
    const ValueDecl *Entity = R.Members.member(cast<Expr>(S));
    return Entity && R.entity(Entity) && VisitExpr(cast<Expr>(S));
  }
  bool lookedThrough(const Stmt *S) {
    auto *Call = dyn_cast<CXXMemberCallExpr>(S);
    const auto Through = Call ? accessorOf(Call) : std::nullopt;
    return Through && findWindow(R, R.named(arrayBehind(*Through))) >= 0 && TraverseStmt(Call->getArg(0));
  }

  /// Notes that the name of a type follows `::`, perhaps with `template` in between.
  void qualified(TypeLoc Name) {
    auto Instance = Name.getAs<TemplateSpecializationTypeLoc>();
    Qualified.insert(Instance ? Instance.getTemplateNameLoc() : Name.getBeginLoc());
  }

  void type(QualType T) {
    for (; !T.isNull(); T = T->isArrayType() ? Context.getBaseElementType(T) : T->getPointeeType())
      if (auto *Typedef = T->getAs<TypedefType>(); Typedef && !T->isVariablyModifiedType())
        return type(Typedef->getDecl());
      else if (TagDecl *Tag = T->getAsTagDecl())
        return type(Tag);
  }

  void type(TypeDecl *Decl) {
    auto *Tag = dyn_cast<TagDecl>(Decl);
    if (Tag && Tag->getDefinition())
      Decl = Tag = Tag->getDefinition();
    if (auto *Class = dyn_cast_or_null<CXXRecordDecl>(Tag); Class && Class->isLambda())
      return; // the lambda's class is not repeated, since device code contains the lambda itself
    if (Decl->getDeclContext()->isFunctionOrMethod() && !isInText(Decl))
      repeatInDeviceCode(Decl);
  }

  /// Handles a function that a block declares, as `extern int f();`: this declaration hides others of the same name.
  /// Functions of a namespace are left out, because device code names them by their qualified name.
  void prototype(FunctionDecl *Function) {
    if (Function->isLocalExternDecl() && !isInText(Function) &&
        Function->getDeclContext()->getEnclosingNamespaceContext()->isTranslationUnit())
      repeatInDeviceCode(Function);
  }

  /// Adds the using-declaration by which a name was found; Shadow is null if the name was found without one.
  void introducedBy(const UsingShadowDecl *Shadow) {
    if (Shadow)
      scopeOf(Shadow->getIntroducer());
  }

  /// Adds a using-declaration, using-directive or namespace alias of the function.
  void scopeOf(NamedDecl *Decl) {
    if (Decl->getDeclContext()->isFunctionOrMethod() && !isInText(Decl) &&
        !llvm::is_contained(Found.LocalDeclarations, Decl))
      Found.LocalDeclarations.push_back(Decl);
  }

  // ---- Names of scopes around the function.

  /// Whether the name at `Loc` is written without `::` and means a declaration in a class or in a named namespace.
  /// Functions that only a `friend` declaration declares are left out, because they have no qualified name that code
  /// could use.
  bool isOuter(const NamedDecl *Decl, SourceLocation Loc) const {
    if (!Context.getLangOpts().CPlusPlus || !Decl || Loc.isInvalid() || Qualified.contains(Loc) ||
        Decl->getParentFunctionOrMethod() || Decl->isInIdentifierNamespace(Decl::IDNS_OrdinaryFriend))
      return false;
    const DeclContext *Scope = Decl->getDeclContext();
    while (isa<EnumDecl>(Scope) || Scope->isTransparentContext())
      Scope = Scope->getParent();
    return Scope->isRecord() || !Scope->getRedeclContext()->isTranslationUnit();
  }
  void outer(const NamedDecl *Decl, SourceLocation Loc) {
    if (isOuter(Decl, Loc))
      Found.OuterNames.push_back({Loc, Decl, {}});
  }
  void outerType(const TypeDecl *Decl, TypeLoc Written) {
    // Inside of its class, the class's own name may be written without template arguments.
    auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Decl);
    if (isOuter(Decl, Written.getBeginLoc()) || (Instance && !Qualified.contains(Written.getBeginLoc())))
      Found.OuterNames.push_back({Written.getBeginLoc(), nullptr, Written.getType()});
  }

  // ---- Declarations of the function.

  /// Adds a declaration of the function that device code repeats, and visits the names in the declaration.
  void repeatInDeviceCode(NamedDecl *Decl) {
    if (llvm::is_contained(Found.LocalDeclarations, Decl))
      return;
    Found.LocalDeclarations.push_back(Decl);
    NamedDecl *Outer = std::exchange(Current, Decl);
    if (auto *Class = dyn_cast<CXXRecordDecl>(Decl); Class && Class->hasDefinition())
      for (const CXXBaseSpecifier &Base : Class->bases())
        TraverseTypeLoc(Base.getTypeSourceInfo()->getTypeLoc());
    if (auto *Record = dyn_cast<RecordDecl>(Decl)) {
      for (clang::Decl *Part : Record->decls())
        if (!Part->isImplicit())
          TraverseDecl(Part);
    } else {
      TraverseDecl(Decl);
    }
    Current = Outer;
  }

  /// Whether a name is part of an access such as `cells[i].x[k]`, but not in one of the access's indices. Device code
  /// replaces the access by a subscript on another pointer, so the name is not needed there.
  bool isLeftOut(const DeclRefExpr *Ref) const {
    auto Is = [&](const Stmt *S) { return S == Ref; };
    return llvm::any_of(R.Body.Accesses, [&](const Access &A) {
      return A.ByPath && anyIn(A.Whole, Is) &&
             llvm::none_of(A.Indices, [&](const Expr *Index) { return anyIn(Index, Is); });
    });
  }

  /// Handles a local variable of the function. If the body evaluates the variable, it is a capture or a window, or
  /// keeps the loop on the host for another reason. So only variables in operands such as `sizeof(x)` are left to
  /// handle here.
  void variable(VarDecl *Var, DeclRefExpr *Ref) {
    auto IsVar = [&](const Capture &C) { return C.What.Decl == Var->getCanonicalDecl(); };
    if (Var->isStaticLocal() && isConstantTable(Var, Context) && !isKnownNumber(*Var, Context))
      return repeatInDeviceCode(Var);
    if (Current && isKnownNumber(*Var, Context))
      return repeatInDeviceCode(Var);
    if (!Current && (findWindow(R, Var->getCanonicalDecl()) >= 0 || holdersOf(R, Ref) >= 0 || isLeftOut(Ref) ||
                     llvm::any_of(R.Body.Captures, IsVar) || R.Loop.Iterator == Var->getCanonicalDecl() ||
                     Var->isUsableInConstantExpressions(Context)))
      return;
    std::string Name = "'" + Var->getNameAsString() + "'";
    Fate.restrict(RunsOn::Host, Current ? R.Site.Source->Begin : Ref->getLocation(),
                  Current ? "'" + Current->getNameAsString() + "' is declared by means of " + Name
                          : "it asks for the type or the size of " + Name + " alone",
                  "name the type instead of the variable");
  }

  /// Whether a declaration is inside of the loop body, or inside of another declaration that device code repeats.
  bool isInText(const NamedDecl *Decl) const {
    auto IsIn = [&](SourceRange Text) {
      return Context.getSourceManager().isPointWithin(Decl->getLocation(), Text.getBegin(), Text.getEnd());
    };
    return Decl->getLocation().isInvalid() || IsIn(textOf(behindDirectives(R.Loop.For->getBody()))) ||
           llvm::any_of(Found.LocalDeclarations,
                        [&](const NamedDecl *Around) { return Around != Decl && IsIn(Around->getSourceRange()); });
  }

  const Region &R;
  Verdict &Fate;
  ASTContext &Context;
  NamedDecl *Current = nullptr;             ///< the declaration that is visited; null: the loop body
  llvm::DenseSet<SourceLocation> Qualified; ///< locations of names that follow `::`
  llvm::DenseSet<const Stmt *> Captured;    ///< captured expressions of lambdas whose bodies name the variable
};

} // namespace

/// Sorts declarations in the order of the source, so that each declaration comes after those that it names, and outer
/// declarations come before inner ones.
static void putInOrder(std::vector<const NamedDecl *> &Declarations, const SourceManager &SM) {
  auto Before = [&](SourceLocation A, SourceLocation B) { return SM.isBeforeInTranslationUnit(A, B); };
  llvm::sort(Declarations, [&](const NamedDecl *A, const NamedDecl *B) {
    return A->getBeginLoc() == B->getBeginLoc() ? Before(B->getEndLoc(), A->getEndLoc())
                                                : Before(A->getBeginLoc(), B->getBeginLoc());
  });
}

std::vector<SourceRange> hetcc::blocksAround(const Region &R, const ASTContext &Context) {
  std::vector<const FunctionDecl *> Functions; // innermost first
  for (const DeclContext *Scope = R.Site.Function; Scope; Scope = Scope->getParent())
    if (auto *F = dyn_cast<FunctionDecl>(Scope))
      Functions.push_back(F);
  std::vector<SourceRange> Blocks;
  for (const FunctionDecl *F : llvm::reverse(Functions)) {
    Blocks.push_back(F->getSourceRange());
    for (const Stmt *Part = F->getBody(); Part;) {
      Part = partAround(Part, R.Loop.For->getBeginLoc(), Context.getSourceManager());
      if (isa_and_nonnull<CompoundStmt, ForStmt, WhileStmt, IfStmt, SwitchStmt, CXXForRangeStmt>(Part))
        Blocks.push_back(Part->getSourceRange());
    }
  }
  return Blocks;
}

OuterDeclarations hetcc::findLocalNames(const Region &R, Verdict &Fate, ASTContext &Context) {
  LocalNames Names(R, Fate, Context);
  Names.TraverseStmt(const_cast<Stmt *>(R.Loop.For->getBody()));
  if (R.Site.Function && R.Site.Function->getBody())
    Names.findUsingDirectives(R.Site.Function->getBody());
  putInOrder(Names.Found.LocalDeclarations, Context.getSourceManager());
  return std::move(Names.Found);
}
