// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only use of RecursiveASTVisitor: a walk that passes each visited node on to the virtual functions of a
// DynamicVisitor.
#include "Analysis/Syntax/DynamicVisitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace hetcc;
using namespace clang;

namespace hetcc {

/// Clang's walk, which calls the DynamicVisitor for each node.
class DynamicWalk : public RecursiveASTVisitor<DynamicWalk> {
public:
  explicit DynamicWalk(DynamicVisitor &Visitor) : Visitor(Visitor) {}

  bool shouldVisitImplicitCode() const { return Visitor.VisitsImplicitCode; }
  bool shouldVisitTemplateInstantiations() const { return Visitor.VisitsTemplateInstantiations; }
  bool dataTraverseStmtPre(Stmt *S) { return Visitor.dataTraverseStmtPre(S); }
  bool dataTraverseStmtPost(Stmt *S) { return Visitor.dataTraverseStmtPost(S); }
  /// Visits only the statement of an OpenMP construct, and not the declarations that clang adds for the captured
  /// variables: these are not in the text.
  bool TraverseCapturedStmt(CapturedStmt *S) { return TraverseStmt(S->getCapturedStmt()); }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc Written) {
    return Visitor.TraverseNestedNameSpecifierLoc(Written);
  }

  bool VisitStmt(Stmt *S) { return Visitor.VisitStmt(S); }
#define STMT(CLASS, BASE)                                                                                              \
  bool Visit##CLASS(CLASS *S) { return Visitor.Visit##CLASS(S); }
#include "clang/AST/StmtNodes.inc"
  bool VisitDecl(Decl *D) { return Visitor.VisitDecl(D); }
#define DECL(CLASS, BASE)                                                                                              \
  bool Visit##CLASS##Decl(CLASS##Decl *D) { return Visitor.Visit##CLASS##Decl(D); }
#include "clang/AST/DeclNodes.inc"
  bool VisitType(Type *T) { return Visitor.VisitType(T); }
  bool VisitTypeLoc(TypeLoc Written) { return Visitor.VisitTypeLoc(Written); }
#define ABSTRACT_TYPELOC(CLASS, BASE) TYPELOC(CLASS, BASE)
#define TYPELOC(CLASS, BASE)                                                                                           \
  bool Visit##CLASS##TypeLoc(CLASS##TypeLoc Written) { return Visitor.Visit##CLASS##TypeLoc(Written); }
#include "clang/AST/TypeLocNodes.def"

private:
  DynamicVisitor &Visitor;
};

} // namespace hetcc

bool DynamicVisitor::TraverseStmt(const Stmt *S) { return DynamicWalk(*this).TraverseStmt(const_cast<Stmt *>(S)); }

bool DynamicVisitor::TraverseDecl(Decl *D) { return DynamicWalk(*this).TraverseDecl(D); }

bool DynamicVisitor::TraverseTypeLoc(TypeLoc Written) { return DynamicWalk(*this).TraverseTypeLoc(Written); }

bool DynamicVisitor::TraverseType(QualType T) { return DynamicWalk(*this).TraverseType(T); }

bool DynamicVisitor::TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc Written) {
  return DynamicWalk(*this).RecursiveASTVisitor::TraverseNestedNameSpecifierLoc(Written);
}
