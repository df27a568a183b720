// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The default Visit functions of DynamicVisitor, which do nothing and let the walk go on.
#include "Analysis/Syntax/DynamicVisitor.h"

using namespace hetcc;
using namespace clang;

bool DynamicVisitor::VisitStmt(Stmt *) { return true; }
#define STMT(CLASS, BASE)                                                                                              \
  bool DynamicVisitor::Visit##CLASS(CLASS *) { return true; }
#include "clang/AST/StmtNodes.inc"
bool DynamicVisitor::VisitDecl(Decl *) { return true; }
#define DECL(CLASS, BASE)                                                                                              \
  bool DynamicVisitor::Visit##CLASS##Decl(CLASS##Decl *) { return true; }
#include "clang/AST/DeclNodes.inc"
bool DynamicVisitor::VisitType(Type *) { return true; }
bool DynamicVisitor::VisitTypeLoc(TypeLoc) { return true; }
#define ABSTRACT_TYPELOC(CLASS, BASE) TYPELOC(CLASS, BASE)
#define TYPELOC(CLASS, BASE)                                                                                           \
  bool DynamicVisitor::Visit##CLASS##TypeLoc(CLASS##TypeLoc) { return true; }
#include "clang/AST/TypeLocNodes.def"
