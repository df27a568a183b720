// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A walk over the AST whose visitors override virtual functions. Clang's RecursiveASTVisitor is a template that takes
// some eight seconds to compile; with this class, it is compiled once for all visitors. Names and order are those of
// RecursiveASTVisitor; LLVM 20 has such a class too.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_DYNAMICVISITOR_H
#define HETCC_LIB_ANALYSIS_SYNTAX_DYNAMICVISITOR_H

#include "clang/AST/ASTFwd.h"
#include "clang/AST/NestedNameSpecifier.h"
#include "clang/AST/TypeLoc.h"

namespace hetcc {

/// A walk ends, and returns false, when a `Visit...` function returns false. In an OpenMP construct, the walk visits
/// the clauses and the statement, but not the expressions that Clang adds for the variables that the statement
/// captures.
class DynamicVisitor {
public:
  virtual ~DynamicVisitor() = default;
  bool TraverseStmt(const clang::Stmt *S); ///< visits nothing if S is null
  bool TraverseDecl(clang::Decl *D);
  bool TraverseTypeLoc(clang::TypeLoc Written);
  bool TraverseType(clang::QualType T); ///< visits a type that is not written in the source
  virtual bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc Written);

protected:
  DynamicVisitor() = default;
  DynamicVisitor(const DynamicVisitor &) = default;
  DynamicVisitor &operator=(const DynamicVisitor &) = default;

  bool VisitsImplicitCode = false;
  bool VisitsTemplateInstantiations = false;

  /// Called before a statement or expression is visited; false: the walk skips it and its parts.
  virtual bool dataTraverseStmtPre(clang::Stmt *) { return true; }
  /// Called after all parts of a statement or expression have been visited. Not called if dataTraverseStmtPre() has
  /// returned false for the statement.
  virtual bool dataTraverseStmtPost(clang::Stmt *) { return true; }

  // These hundreds of functions are defined in VisitNothing.cpp, so that not every unit with a visitor compiles them.
  virtual bool VisitStmt(clang::Stmt *S);
#define STMT(CLASS, BASE) virtual bool Visit##CLASS(clang::CLASS *S);
#include "clang/AST/StmtNodes.inc"
  virtual bool VisitDecl(clang::Decl *D);
#define DECL(CLASS, BASE) virtual bool Visit##CLASS##Decl(clang::CLASS##Decl *D);
#include "clang/AST/DeclNodes.inc"
  virtual bool VisitType(clang::Type *T); ///< only called for types that are not written in the source
  virtual bool VisitTypeLoc(clang::TypeLoc Written);
#define ABSTRACT_TYPELOC(CLASS, BASE) TYPELOC(CLASS, BASE)
#define TYPELOC(CLASS, BASE) virtual bool Visit##CLASS##TypeLoc(clang::CLASS##TypeLoc Written);
#include "clang/AST/TypeLocNodes.def"

private:
  friend class DynamicWalk;
};

} // namespace hetcc
#endif
