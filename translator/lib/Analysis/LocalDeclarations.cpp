// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the enclosing function and class that the body uses. A device form stands outside that function, where such
// a name would mean nothing, or something else: what declares it has to travel along. That holds for names that are
// never evaluated too, as in `sizeof(T)`.
#include "Analysis/Body.h"
#include "Analysis/Markers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Visits the body, then whatever the declarations found there name in their turn.
class LocalNames : public RecursiveASTVisitor<LocalNames> {
public:
  LocalNames(Region &R, ASTContext &Context) : R(R), Context(Context) {}

  /// Names that the body uses may come from a `using namespace` in a block around the loop; nothing in them says so.
  void findUsingDirectives(const Stmt *Block) {
    const SourceLocation Loop = R.Loop.For->getBeginLoc();
    auto IsAround = [&](const Stmt *Child) {
      return Child && Context.getSourceManager().isPointWithin(Loop, Child->getBeginLoc(), Child->getEndLoc());
    };
    for (const Stmt *Child : Block->children()) {
      if (IsAround(Child))
        return findUsingDirectives(Child);
      if (auto *Declared = dyn_cast_or_null<DeclStmt>(Child); Declared && isa<CompoundStmt>(Block))
        for (Decl *D : Declared->decls())
          if (auto *Directive = dyn_cast<UsingDirectiveDecl>(D))
            scopeOf(Directive);
    }
  }

  bool shouldVisitImplicitCode() const { return true; }

  /// The clauses of a region inside the body are no code.
  bool TraverseIfStmt(IfStmt *If) {
    return markerId(If) < 0 ? RecursiveASTVisitor::TraverseIfStmt(If) : TraverseStmt(If->getElse());
  }
  /// Nor are those of OpenMP's directives inside it, which device code has without them.
  bool dataTraverseStmtPre(Stmt *S) {
    auto *Directive = dyn_cast<OMPExecutableDirective>(S);
    return !Directive || !Directive->hasAssociatedStmt() ||
           (TraverseStmt(const_cast<Stmt *>(withoutDirectives(Directive))), false);
  }

  /// Device code has a variable in its place, and the object around it is not there.
  bool TraverseMemberExpr(MemberExpr *Member) {
    if (const ValueDecl *Entity = memberEntity(Member); Entity && R.entity(Entity))
      return VisitExpr(Member);
    return RecursiveASTVisitor::TraverseMemberExpr(Member);
  }

  bool VisitUsingTypeLoc(UsingTypeLoc Written) {
    introducedBy(Written.getFoundDecl());
    return true;
  }
  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc Written) {
    introducedBy(Written.getTypePtr()->getTemplateName().getAsUsingShadowDecl());
    return true;
  }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc Written) {
    if (Written)
      if (NamespaceAliasDecl *Alias = Written.getNestedNameSpecifier()->getAsNamespaceAlias())
        scopeOf(Alias);
    return RecursiveASTVisitor::TraverseNestedNameSpecifierLoc(Written);
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc Written) {
    type(Written.getTypedefNameDecl());
    return true;
  }
  bool VisitTagTypeLoc(TagTypeLoc Written) {
    if (isa<ClassTemplateSpecializationDecl>(Written.getDecl()))
      R.BareInstances.push_back(Written);
    type(Written.getDecl());
    return true;
  }
  /// Generated code declares variables of types that the body does not spell.
  bool VisitExpr(Expr *E) {
    type(E->getType());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    ValueDecl *Decl = Ref->getDecl();
    introducedBy(dyn_cast<UsingShadowDecl>(Ref->getFoundDecl()));
    if (isa<OMPCapturedExprDecl>(Decl)) // stands for a member
      return true;
    if (auto *Enumerator = dyn_cast<EnumConstantDecl>(Decl))
      type(cast<EnumDecl>(Enumerator->getDeclContext()));
    else if (auto *Function = dyn_cast<FunctionDecl>(Decl))
      prototype(Function);
    else if (auto *Var = dyn_cast<VarDecl>(Decl); Var && Var->getParentFunctionOrMethod() && !isInBody(Var))
      variable(Var, Ref);
    return true;
  }

private:
  void type(QualType T) {
    for (; !T.isNull(); T = T->isArrayType() ? Context.getBaseElementType(T) : T->getPointeeType())
      if (auto *Typedef = T->getAs<TypedefType>())
        return type(Typedef->getDecl());
      else if (TagDecl *Tag = T->getAsTagDecl())
        return type(Tag);
  }

  void type(TypeDecl *Decl) {
    auto *Tag = dyn_cast<TagDecl>(Decl);
    if (Tag && Tag->getDefinition())
      Decl = Tag = Tag->getDefinition();
    if (auto *Class = dyn_cast_or_null<CXXRecordDecl>(Tag); (Class && Class->isLambda()) || isInBody(Decl))
      return; // stands where the body has it
    if (Decl->getDeclContext()->isFunctionOrMethod())
      travels(Decl);
    else if (isMemberHere(Decl) && !llvm::is_contained(R.MemberTypes, Decl))
      R.MemberTypes.push_back(Decl);
  }

  /// C++ finds a function that is defined in the unit by itself: both device forms stand behind its declaration.
  void prototype(FunctionDecl *Function) {
    if (!Context.getLangOpts().CPlusPlus && Function->isLocalExternDecl() && !isInBody(Function))
      travels(Function);
  }

  /// A name that a using-declaration of the function has brought in.
  void introducedBy(const UsingShadowDecl *Shadow) {
    if (Shadow)
      scopeOf(Shadow->getIntroducer());
  }

  /// What changes how names are looked up in the function.
  void scopeOf(NamedDecl *Decl) {
    if (Decl->getDeclContext()->isFunctionOrMethod() && !isInBody(Decl) &&
        !llvm::is_contained(R.LocalDeclarations, Decl))
      R.LocalDeclarations.push_back(Decl);
  }

  /// Adds a declaration, and what it names.
  void travels(NamedDecl *Decl) {
    if (llvm::is_contained(R.LocalDeclarations, Decl))
      return;
    R.LocalDeclarations.push_back(Decl);
    NamedDecl *Outer = std::exchange(Current, Decl);
    if (auto *Record = dyn_cast<RecordDecl>(Decl))
      for (FieldDecl *Field : Record->fields())
        TraverseDecl(Field);
    else
      TraverseDecl(Decl);
    Current = Outer;
  }

  /// A variable that is evaluated is captured, or keeps the loop on the host anyway.
  void variable(VarDecl *Var, DeclRefExpr *Ref) {
    bool Static = Var->isStaticLocal() && isConstantTable(Var, Context);
    if (Static && Tables.insert(Var).second)
      TraverseDecl(Var); // its type, and the names of its values
    auto IsVar = [&](const Capture &C) { return C.What.Decl == Var->getCanonicalDecl(); };
    bool Declared = !Current && (findWindow(R, Var->getCanonicalDecl()) >= 0 || llvm::any_of(R.Captures, IsVar) ||
                                 R.Loop.Iterator == Var->getCanonicalDecl());
    if (Static || Declared || Var->isUsableInConstantExpressions(Context))
      return;
    std::string Name = "'" + Var->getNameAsString() + "'";
    R.Fate.restrict(Place::Host, Current ? R.Source->Begin : Ref->getLocation(),
                    Current ? "'" + Current->getNameAsString() + "' is declared by means of " + Name
                            : "it asks for the type or the size of " + Name + " alone",
                    "name the type instead of the variable");
  }

  /// Whether the enclosing function may name a type by its bare name because it is a member of its class.
  bool isMemberHere(const TypeDecl *Decl) const {
    auto *Class = dyn_cast<CXXRecordDecl>(Decl->getDeclContext());
    for (const DeclContext *Scope = R.Function; Class && Scope; Scope = Scope->getParent())
      if (auto *Own = dyn_cast<CXXRecordDecl>(Scope))
        if (Own->getCanonicalDecl() == Class->getCanonicalDecl() || Own->isDerivedFrom(Class))
          return true;
    return false;
  }

  bool isInBody(const NamedDecl *Decl) const {
    SourceRange Body = R.Loop.For->getBody()->getSourceRange();
    return Decl->getLocation().isInvalid() ||
           Context.getSourceManager().isPointWithin(Decl->getLocation(), Body.getBegin(), Body.getEnd());
  }

  Region &R;
  ASTContext &Context;
  NamedDecl *Current = nullptr; ///< the declaration being looked at; null: the loop body
  llvm::SmallPtrSet<const VarDecl *, 4> Tables;
};

} // namespace

/// In the order of the source, which is one in which each finds what it names; outer declarations before inner ones.
static void putInOrder(std::vector<const NamedDecl *> &Declarations, const SourceManager &SM) {
  auto Before = [&](SourceLocation A, SourceLocation B) { return SM.isBeforeInTranslationUnit(A, B); };
  llvm::sort(Declarations, [&](const NamedDecl *A, const NamedDecl *B) {
    return A->getBeginLoc() == B->getBeginLoc() ? Before(B->getEndLoc(), A->getEndLoc())
                                                : Before(A->getBeginLoc(), B->getBeginLoc());
  });
}

void hetcc::findLocalNames(Region &R, ASTContext &Context) {
  LocalNames Names(R, Context);
  Names.TraverseStmt(const_cast<Stmt *>(R.Loop.For->getBody()));
  if (R.Function && R.Function->getBody())
    Names.findUsingDirectives(R.Function->getBody());
  putInOrder(R.LocalDeclarations, Context.getSourceManager());
}
