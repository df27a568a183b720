// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: the walk over the loop body that finds how the body uses the region's windows (arrays of data
// clauses) and captures (variables that devices get copies of).
#ifndef HETCC_LIB_ANALYSIS_BODY_BODYSCAN_H
#define HETCC_LIB_ANALYSIS_BODY_BODYSCAN_H

#include "Analysis/Body/AddressChecks.h"
#include "Analysis/Body/BodyNames.h"
#include "Analysis/Body/CapturedValues.h"
#include "Analysis/Body/ClauseVariables.h"
#include "Analysis/Body/LambdaCopies.h"
#include "Analysis/Body/MissingClauses.h"
#include "Analysis/Body/RunConditions.h"
#include "Analysis/Body/Use.h"
#include "Analysis/Body/UsedParts.h"
#include "Analysis/Objects/ElementCalls.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Values/Affine.h"
#include "Analysis/Variables/Reductions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtVisitor.h"

namespace hetcc {

struct ArgumentArray;
struct ObjectArgument;

/// Walks the body once. Every kind of statement and expression that the class understands has a Visit function. Any
/// other kind keeps the loop on the host, so that the body contains nothing whose effect on a device is not known.
class BodyScan : public clang::ConstStmtVisitor<BodyScan, void, unsigned> {
  using Base = clang::ConstStmtVisitor<BodyScan, void, unsigned>;

public:
  BodyScan(Region &R, const UpdateStatements &Updates, clang::ASTContext &Context)
      : R(R), Updates(Updates), Context(Context) {}
  void run();

  // Statements.
  void VisitStmt(const clang::Stmt *S, unsigned);
  void VisitCompoundStmt(const clang::CompoundStmt *S, unsigned);
  void VisitDeclStmt(const clang::DeclStmt *S, unsigned);
  void VisitIfStmt(const clang::IfStmt *S, unsigned);
  void VisitSwitchStmt(const clang::SwitchStmt *S, unsigned);
  void VisitSwitchCase(const clang::SwitchCase *S, unsigned) { visit(S->getSubStmt()); }
  void VisitForStmt(const clang::ForStmt *S, unsigned);
  void VisitWhileStmt(const clang::WhileStmt *S, unsigned);
  void VisitDoStmt(const clang::DoStmt *S, unsigned);
  void VisitCXXForRangeStmt(const clang::CXXForRangeStmt *S, unsigned);
  /// Only a `return` in a lambda gets here, so the value goes to the code that calls the lambda.
  void VisitReturnStmt(const clang::ReturnStmt *S, unsigned) { visitStoredOrPassed(S->getRetValue()); }
  void VisitLabelStmt(const clang::LabelStmt *S, unsigned) { visit(S->getSubStmt()); }
  void VisitAttributedStmt(const clang::AttributedStmt *S, unsigned) { visit(S->getSubStmt()); }
  void VisitNullStmt(const clang::NullStmt *, unsigned) {}
  void VisitBreakStmt(const clang::BreakStmt *, unsigned) { Runs.jump(); }
  void VisitContinueStmt(const clang::ContinueStmt *, unsigned) { Runs.jump(); }
  void VisitGotoStmt(const clang::GotoStmt *, unsigned) { Runs.jump(); }
  void VisitOMPExecutableDirective(const clang::OMPExecutableDirective *S, unsigned);

  // Names of objects, and expressions that lead from one object to another.
  void VisitDeclRefExpr(const clang::DeclRefExpr *E, unsigned U);
  void VisitMemberExpr(const clang::MemberExpr *E, unsigned U);
  void VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *E, unsigned U);
  void VisitCXXThisExpr(const clang::CXXThisExpr *E, unsigned);
  void VisitUnaryDeref(const clang::UnaryOperator *E, unsigned U);
  void VisitUnaryAddrOf(const clang::UnaryOperator *E, unsigned U);

  // Operators.
  void VisitUnaryOperator(const clang::UnaryOperator *E, unsigned U);
  void VisitBinaryOperator(const clang::BinaryOperator *E, unsigned U);
  void VisitCompoundAssignOperator(const clang::CompoundAssignOperator *E, unsigned U);
  void VisitConditionalOperator(const clang::ConditionalOperator *E, unsigned U);
  void VisitBinaryConditionalOperator(const clang::BinaryConditionalOperator *E, unsigned U);
  void VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *E, unsigned U) {
    visit(E->getSemanticForm(), U);
  }
  void VisitCastExpr(const clang::CastExpr *E, unsigned U);
  void VisitExplicitCastExpr(const clang::ExplicitCastExpr *E, unsigned U);

  // Calls, and the making of objects.
  void VisitCallExpr(const clang::CallExpr *E, unsigned U);
  void VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr *E, unsigned);
  void VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr *E, unsigned);
  void VisitCXXConstructExpr(const clang::CXXConstructExpr *E, unsigned);
  void VisitLambdaExpr(const clang::LambdaExpr *E, unsigned);
  void VisitInitListExpr(const clang::InitListExpr *E, unsigned);
  void VisitCXXParenListInitExpr(const clang::CXXParenListInitExpr *E, unsigned);
  void VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *E, unsigned) {
    visitStoredOrPassed(E->getInitializer());
  }
  void VisitArrayInitLoopExpr(const clang::ArrayInitLoopExpr *E, unsigned) {
    visit(E->getCommonExpr()->getSourceExpr(), Reads);
  }
  void VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *E, unsigned) {
    visitStoredOrPassed(E->getSubExpr());
  }

  // Expressions that only wrap another expression.
  void VisitParenExpr(const clang::ParenExpr *E, unsigned U) { visit(E->getSubExpr(), U); }
  void VisitFullExpr(const clang::FullExpr *E, unsigned U) { visit(E->getSubExpr(), U); }
  void VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *E, unsigned U) { visit(E->getSubExpr(), U); }
  void VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr *E, unsigned U) {
    visit(E->getSubExpr(), U);
  }
  void VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr *E, unsigned U) {
    visit(E->getReplacement(), U);
  }
  void VisitGenericSelectionExpr(const clang::GenericSelectionExpr *E, unsigned U) { visit(E->getResultExpr(), U); }
  void VisitChooseExpr(const clang::ChooseExpr *E, unsigned U) { visit(E->getChosenSubExpr(), U); }
  void VisitStmtExpr(const clang::StmtExpr *E, unsigned);
  void VisitAtomicExpr(const clang::AtomicExpr *E, unsigned);

  // Values that do not depend on the loop, and operands that are not evaluated. A default argument or initializer is
  // not part of the body's text, so DeviceLimits looks at its variables.
  void VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *E, unsigned);
  void VisitIntegerLiteral(const clang::IntegerLiteral *, unsigned) {}
  void VisitFloatingLiteral(const clang::FloatingLiteral *, unsigned) {}
  void VisitImaginaryLiteral(const clang::ImaginaryLiteral *, unsigned) {}
  void VisitCharacterLiteral(const clang::CharacterLiteral *, unsigned) {}
  void VisitStringLiteral(const clang::StringLiteral *, unsigned) {}
  void VisitPredefinedExpr(const clang::PredefinedExpr *, unsigned) {}
  void VisitSourceLocExpr(const clang::SourceLocExpr *, unsigned) {}
  void VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr *, unsigned) {}
  void VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr *, unsigned) {}
  void VisitGNUNullExpr(const clang::GNUNullExpr *, unsigned) {}
  void VisitOpaqueValueExpr(const clang::OpaqueValueExpr *, unsigned) {}
  void VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr *, unsigned) {}
  void VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr *, unsigned) {}
  void VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *, unsigned) {}
  void VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *, unsigned) {}
  void VisitOffsetOfExpr(const clang::OffsetOfExpr *, unsigned) {}
  void VisitSizeOfPackExpr(const clang::SizeOfPackExpr *, unsigned) {}
  void VisitTypeTraitExpr(const clang::TypeTraitExpr *, unsigned) {}
  void VisitCXXNoexceptExpr(const clang::CXXNoexceptExpr *, unsigned) {}
  void VisitConceptSpecializationExpr(const clang::ConceptSpecializationExpr *, unsigned) {}
  void VisitRequiresExpr(const clang::RequiresExpr *, unsigned) {}

private:
  void visit(const clang::Stmt *S, unsigned U = None);
  void visitStoredOrPassed(const clang::Expr *E);
  void conditionally(const clang::Expr *Condition, const clang::Stmt *S, unsigned U = None);
  /// An element of an array that a call names, such as `m(i, j)`: the call, the subscript in the called function, and
  /// how the body uses the element.
  struct NamedElement {
    const clang::Expr *Whole = nullptr;
    ElementCall Of;
    unsigned Use = None;
  };
  std::optional<NamedElement> namedElement(const clang::Expr *E, unsigned U) const;
  void argument(const clang::Expr *E, clang::QualType Parameter, const clang::FunctionDecl *Callee, unsigned Number,
                const std::optional<NamedElement> &Named = std::nullopt);
  bool passObject(const clang::Expr *E, const clang::FunctionDecl *Callee, unsigned Number, unsigned Result,
                  const std::optional<NamedElement> &Named);
  bool areOneForAll(const ObjectArgument &Handed) const;
  const clang::ValueDecl *copyObject(const ObjectArgument &Handed, const std::optional<NamedElement> &Named,
                                     llvm::function_ref<unsigned(const ArgumentArray &)> UseOf);
  void arrayOfObject(const ObjectArgument &Handed, const ArgumentArray &Each, ObjectCopy &Own,
                     const std::optional<NamedElement> &Named, unsigned U);
  void renameObject(const Designated &O, const clang::ValueDecl *Entity);
  std::string spelling(const Designated &O, const clang::ValueDecl *Entity) const;
  void checkObjects();
  bool element(const NamedElement &Named, unsigned Window);
  void object(const clang::Expr *E, const clang::CXXMethodDecl *Method, unsigned U, const clang::Expr *Call = nullptr);
  void arguments(llvm::ArrayRef<const clang::Expr *> Given, const clang::FunctionDecl *Callee,
                 const clang::Expr *Object = nullptr, const std::optional<NamedElement> &Named = std::nullopt);
  void variable(const clang::VarDecl *Var);
  void addressed(const clang::Expr *Object, unsigned U);
  bool hasKnownLengths(clang::QualType T);
  void declareParameters(const clang::FunctionDecl *F);
  void loadPointer(const clang::CastExpr *E, unsigned U);

  void called();
  void named(const clang::Expr *E, const clang::ValueDecl *Decl, unsigned U);
  void window(Window &W, const clang::Expr *E, unsigned U);
  void access(Access A, const clang::Expr *Array, int Index, unsigned U);
  /// An element or a row that an expression names by subscripts, the array, which is a container or has rows, and the
  /// indices.
  struct Subscripted {
    const clang::Expr *Array = nullptr;
    int Window = -1;
    llvm::SmallVector<const clang::Expr *, 3> Indices;
    unsigned Named = 0; ///< how many of the first indices a row reference implies: 1 for `r[j]` after `auto &r = m[i];`
  };
  std::optional<Subscripted> subscripted(const clang::Expr *E) const;
  void element(const clang::Expr *Whole, const Subscripted &Of, unsigned U);

  // Rows behind members of elements, as in `cells[i].x[k]` (PartsOfObjects.cpp).
  bool rowOfPart(const clang::Expr *E, unsigned U);
  Access accessOf(const clang::Expr *E, const Affine::RowAccess &To) const;
  void visitIndices(const Affine::RowAccess &To);

  // Rows that are used as a whole, for which device code has objects (RowObjects.cpp).
  std::optional<Subscripted> row(const clang::Expr *E) const;
  void rowObject(const clang::Expr *E, const Subscripted &Of, unsigned U);
  bool rowReference(const clang::VarDecl *Var);
  bool rowLoop(const clang::CXXForRangeStmt *S);
  bool numberOfObject(const clang::CXXMemberCallExpr *E);
  bool beginOfContainer(const clang::CXXMemberCallExpr *E, unsigned U);
  bool sizeOfRow(const clang::CXXMemberCallExpr *E);
  void declare(const clang::VarDecl *Var);
  /// Which part of an array a pointer may reach: the whole array, only parts of the array's objects, or only the rows
  /// that accesses name.
  enum class Reach { All, Part, Row };
  void pointed(Window &W, unsigned U, Reach How = Reach::All);
  static Reach reachOf(const Window &W, const clang::ValueDecl &Pointer);
  /// Whether the use U counts as a write of the window. If a function of another unit may write the window, this is
  /// noted for a check at run time; the result is false if a clause says that the loop only reads the array.
  bool written(Window &W, unsigned U);
  unsigned lendAbroad(const clang::FunctionDecl &Callee, unsigned Number);

  // Pointers that lead into one array as long as they live (FollowedPointers.cpp).
  std::optional<int> windowOf(const clang::ValueDecl *Pointer) const;
  bool isFollowed(const clang::VarDecl *Var) const;
  void stopAtView(const View &V);
  void use(const View &V);
  void viewed(const View &V, unsigned U);
  bool hasPointers(const clang::Stmt *S) const;
  void pointer(const clang::Expr *E);
  void pointerToRow(const clang::Expr *E, bool OfRows);
  void addressed(const clang::Expr *E, const Affine::RowAccess &To);
  void noteBegin(const clang::Expr *Call, int Window);
  bool element(const clang::Expr *Whole, const clang::Expr *Pointer, llvm::ArrayRef<const clang::Expr *> Behind,
               unsigned U);
  bool iterator(const clang::CXXOperatorCallExpr *E, unsigned U);
  bool reference(const clang::Expr *Use, const clang::ValueDecl *Decl, unsigned U);
  bool isReference(const clang::VarDecl *Var) const;
  bool comparison(const clang::BinaryOperator *E);
  bool comparison(const clang::Expr *Left, const clang::Expr *Right);
  bool rangeLoop(const clang::CXXForRangeStmt *S);
  bool pointerLoop(const clang::ForStmt *S);

  void stop(clang::SourceLocation Loc, std::string Cause, std::string Remedy = "") {
    R.Fate.toHost(Loc, std::move(Cause), std::move(Remedy));
  }

  Region &R; ///< the scan sets Body, and adds to Windows how the body uses them
  const UpdateStatements &Updates;
  clang::ASTContext &Context;
  BodyNames Names{R, Context};
  Reductions Reduced{R, Context};
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Aliases; ///< local references to objects that the body does not
                                                          ///< declare
  /// Local references to rows, with the expressions that name the rows.
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Rows;
  bool IsAlone = false; ///< the visited DeclStmt declares one variable only
  /// Local references to elements, with the expressions that name the elements.
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> ElementReferences;
  /// While the element that a reference stands for is visited: the use of the reference, and the element.
  std::optional<std::pair<const clang::Expr *, const clang::Expr *>> Named;
  llvm::SmallPtrSet<const clang::Stmt *, 8> Bodies;        ///< bodies of lambdas that have been visited
  UsedParts Parts;
  Receiver Receiving;                    ///< of the visited object
  std::optional<NamedElement> Following; ///< if the visited call returns a pointer: the element to which the pointer
                                         ///< leads
  Affine Values{R, Context};
  AddressChecks Addresses{R, Names, Values};
  ClauseVariables Clauses{R, Reduced, Context};
  MissingClauses Missing{R};
  CapturedValues Captured{R, Names, Clauses, Missing, Context};
  LambdaCopies Lambdas{R};
  RunConditions Runs;
};

} // namespace hetcc
#endif
