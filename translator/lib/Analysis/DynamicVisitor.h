// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A walk over the AST whose visitors override virtual functions: Clang's RecursiveASTVisitor is compiled once for all
// of them, which takes some eight seconds. Names and order are those of RecursiveASTVisitor; LLVM 20 has such a class
// too.
#ifndef HETCC_LIB_ANALYSIS_DYNAMICVISITOR_H
#define HETCC_LIB_ANALYSIS_DYNAMICVISITOR_H

#include "clang/AST/ASTFwd.h"
#include "clang/AST/NestedNameSpecifier.h"
#include "clang/AST/TypeLoc.h"

namespace hetcc {

/// Every walk ends, and returns false, when a `Visit...` function returns false. Of a construct of OpenMP's it visits
/// the clauses and the statement, and not the names that Clang makes of what the statement uses of those around it.
class DynamicVisitor {
public:
  virtual ~DynamicVisitor() = default;
  bool TraverseStmt(const clang::Stmt *S); ///< null: nothing to visit
  bool TraverseDecl(clang::Decl *D);
  bool TraverseTypeLoc(clang::TypeLoc Written);
  bool TraverseType(clang::QualType T); ///< one that is not written anywhere
  virtual bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc Written);

protected:
  DynamicVisitor() = default;
  DynamicVisitor(const DynamicVisitor &) = default;
  DynamicVisitor &operator=(const DynamicVisitor &) = default;

  bool VisitsImplicitCode = false;
  bool VisitsTemplateInstantiations = false;

  /// Before a statement or expression is visited; false: neither it nor what it consists of is.
  virtual bool dataTraverseStmtPre(clang::Stmt *) { return true; }
  /// Behind all that a statement or expression consists of, unless the function above said false.
  virtual bool dataTraverseStmtPost(clang::Stmt *) { return true; }

  // Defined in one place: a unit with a visitor would hold hundreds of them.
  virtual bool VisitStmt(clang::Stmt *S);
#define STMT(CLASS, BASE) virtual bool Visit##CLASS(clang::CLASS *S);
#include "clang/AST/StmtNodes.inc"
  virtual bool VisitDecl(clang::Decl *D);
#define DECL(CLASS, BASE) virtual bool Visit##CLASS##Decl(clang::CLASS##Decl *D);
#include "clang/AST/DeclNodes.inc"
  virtual bool VisitType(clang::Type *T); ///< only of types that are not written
  virtual bool VisitTypeLoc(clang::TypeLoc Written);
#define ABSTRACT_TYPELOC(CLASS, BASE) TYPELOC(CLASS, BASE)
#define TYPELOC(CLASS, BASE) virtual bool Visit##CLASS##TypeLoc(clang::CLASS##TypeLoc Written);
#include "clang/AST/TypeLocNodes.def"

private:
  friend class DynamicWalk;
};

} // namespace hetcc
#endif
