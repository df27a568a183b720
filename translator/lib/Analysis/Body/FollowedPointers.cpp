// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Followed pointers: pointers of a body that are known to lead into one array as long as they live. They are the loop's
// iterator, counters of inner loops, and pointers that the body declares and never moves. The elements that the body
// reaches through a followed pointer have known indices. Any other use of the pointer, such as passing it to a
// function, counts as a use of the array at indices that are not known.
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Objects/Views.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace hetcc;
using namespace clang;

/// Whether device code has all pointers that an expression names. Device code has the pointers that the body declares,
/// and the arrays of the loop, by whatever expression the body reaches an array.
bool BodyScan::hasPointers(const Stmt *S) const {
  auto *Name = dyn_cast<Expr>(S);
  if (const View *V = Name ? Names.view(Name) : nullptr)
    return llvm::all_of(V->Terms, [&](const View::Term &Each) { return !Each.Count || hasPointers(Each.Count); });
  if (const auto Row = Name && Name->isGLValue() ? Values.rowAccess(Name) : std::nullopt)
    return llvm::all_of(Row->Indices, [&](const Expr *Index) { return hasPointers(Index); });
  const ValueDecl *D = Name ? R.named(Name) : nullptr;
  if (D && findWindow(R, D) >= 0)
    return true;
  if (D && leadsToElements(D->getType().getNonReferenceType()) && D != R.Loop.Iterator && !Names.isLocal(D))
    return false;
  return llvm::all_of(partsOf(S), [&](const Stmt *Part) { return hasPointers(Part); });
}

/// The window (array of a data clause) that a pointer leads into, if the pointer's type is that of the elements or rows
/// there; else nothing.
std::optional<int> BodyScan::windowOf(const ValueDecl *Pointer) const {
  const auto At = Values.placeOf(Pointer);
  const int Of = At ? findWindow(R, At->Array) : -1;
  if (Of < 0)
    return std::nullopt;
  const Window &W = R.Windows[size_t(Of)];
  QualType Row = typeOfRow(W, unsigned(At->Rows.size()) + 1, Context);
  if (At->Rows.size() + 1 == W.DeclaredRank)
    Row = W.ElementType;
  const bool Fits = At->Rows.size() < W.DeclaredRank && Pointer->getType()->isPointerType() &&
                    Context.hasSameUnqualifiedType(Pointer->getType()->getPointeeType(), Row);
  return Fits ? std::optional(Of) : std::nullopt;
}

/// Whether a variable that the body declares is a pointer that can be followed.
bool BodyScan::isFollowed(const VarDecl *Var) const {
  if (!Var->getType()->isPointerType() || Var->isStaticLocal() || !windowOf(Var->getCanonicalDecl()))
    return false;
  return hasPointers(Var->getInit());
}

/// Notes that the address of an element of a row, or of a row, is taken.
void BodyScan::addressed(const Expr *E, const Affine::RowAccess &To) {
  visitIndices(To);
  Access A = accessOf(E, To);
  A.Addressed = true;
  R.Body.Accesses.push_back(std::move(A));
}

/// Visits the name of a row. Device code writes it in another way if it has other rows, so the access is noted.
/// `OfRows`: an operator of the row's object is called.
void BodyScan::pointerToRow(const Expr *E, bool OfRows) {
  Access A;
  A.Whole = E;
  const Expr *Array = E;
  while (const auto Outer =
             isa<ArraySubscriptExpr>(Array->IgnoreParenImpCasts()) || OfRows ? subscript(Array) : std::nullopt) {
    A.Indices.insert(A.Indices.begin(), Outer->Index);
    visit(Outer->Index, Reads);
    Array = Outer->Base;
  }
  const ValueDecl *Root = R.named(Array);
  A.Window = unsigned(std::max(0, Root ? findWindow(R, Root) : -1));
  A.Addressed = true;
  if (Root && findWindow(R, Root) >= 0 && R.Windows[A.Window].DeclaredRank > 1 && !Named)
    R.Body.Accesses.push_back(std::move(A));
  pointer(Array);
}

/// Visits the value of a followed pointer, an expression such as `a + i`. The expression only names the array, so no
/// element counts as used; the numbers in the expression, such as i, are read.
void BodyScan::pointer(const Expr *E) {
  if (const View *V = Names.view(E))
    return use(*V);
  E = behindRange(withoutCopies(E)->IgnoreParenCasts());
  if (const ValueDecl *D = R.named(E)) {
    if (D->getType().getNonReferenceType()->isIntegerType())
      return visit(E, Reads);
    if (findWindow(R, D) >= 0)
      Captured.rename(E, D);
    return;
  }
  // `v.begin()`: device code has the address of the first element in its place.
  if (const Expr *Of = rangeOfCall(E, /*End=*/false)) {
    const auto Part = Values.rowAccess(Of->IgnoreParenImpCasts());
    return Part ? addressed(E, *Part) : noteBegin(E, findWindow(R, R.named(Of)));
  }
  if (const auto Part = Values.rowAccess(E))
    return addressed(E, *Part);
  const auto Row = isa<CXXOperatorCallExpr>(E) ? subscripted(E) : std::nullopt;
  const bool OfRows = Row && R.Windows[size_t(Row->Window)].Rows;
  if (auto *Call = OfRows ? nullptr : dyn_cast<CXXOperatorCallExpr>(E)) {
    for (const Expr *Each : Call->arguments()) {
      const ValueDecl *D = R.named(Each);
      const bool Names = leadsToElements(Each->getType()) || (D && findWindow(R, D) >= 0);
      Names ? pointer(Each) : visit(Each, Reads);
    }
    return;
  }
  if (isa<ArraySubscriptExpr>(E) || OfRows)
    return pointerToRow(E, OfRows);
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getType()->isIntegerType())
    return visit(E, Reads);
  else if (Unary)
    return pointer(Unary->getSubExpr());
  auto *Sum = dyn_cast<BinaryOperator>(E);
  if (!Sum || !Sum->getType()->isPointerType())
    return visit(E, Reads);
  for (const Expr *Side : {Sum->getLHS(), Sum->getRHS()})
    Side->getType()->isPointerType() ? pointer(Side) : visit(Side, Reads);
}

void BodyScan::stopAtView(const View &V) {
  const MemberExpr *Own = Names.ownMember(V);
  if (!Own)
    return stop(V.Whole->getBeginLoc(), "it reaches the memory of an object by pointers to several types",
                "take a pointer to the elements before the loop");
  stop(V.Whole->getBeginLoc(),
       "it reaches the memory of an object by way of '" + textOfMember(*Own, Context) +
           "', which is not one and the same for all iterations",
       "take a pointer to the elements before the loop, or hand on numbers instead of objects");
}

/// Notes that device code needs the value of a view (Views.h), and therefore the strides in the view.
void BodyScan::use(const View &V) {
  for (const View::Term &Each : V.Terms) {
    if (Each.Count && !Each.Object)
      visit(Each.Count, Reads);
    const LocalObject *Own = Each.Object ? localObject(Each.Object, R, Context) : nullptr;
    // An object of a lambda that was visited before is on the list already.
    if (Own && !llvm::is_contained(R.Body.Replaced.LocalObjects, Own))
      R.Body.Replaced.LocalObjects.push_back(Own);
    if (!Each.Step)
      continue;
    const std::string Guard = guardOf(R, Each.Uses, Context);
    if (llvm::none_of(R.Body.IndexMembers, [&](const IndexMember &M) { return M.Decl == Each.Step; }))
      R.Body.IndexMembers.push_back({Each.Step, Each.Uses.back(), Each.Code, !Guard.empty()});
    if (llvm::none_of(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Each.Step; })) {
      R.Body.Captures.push_back({{Each.Step, ""}, CaptureKind::Value, Context.LongLongTy, {}, Each.Code, Guard});
      R.Body.Captures.back().Computed = true;
    }
  }
  // The view is used only if none of the pointers that lead to it is null, so the runtime checks these conditions.
  for (const View::Condition &Each : V.Needed)
    if (const std::string Text = guarded(Each.Code, guardOf(R, Each.Uses, Context), "1");
        !llvm::is_contained(R.Body.NeededByViews, Text))
      R.Body.NeededByViews.push_back(Text);
  auto Same = [&](const auto &Other) { return Other.first->Whole->getBeginLoc() == V.Whole->getBeginLoc(); };
  if (llvm::none_of(R.Body.Replaced.Views, Same))
    R.Body.Replaced.Views.emplace_back(&V, unsigned(findWindow(R, R.named(V.Array))));
}

/// Visits a view: either a pointer into an object's memory, which may lead to any element there, or an element of that
/// memory.
void BodyScan::viewed(const View &V, unsigned U) {
  use(V);
  const int Of = findWindow(R, R.named(V.Array));
  if (!V.isElement())
    return pointed(R.Windows[size_t(Of)], U);
  Access A;
  A.Whole = V.Whole;
  A.Indices.push_back(V.Index);
  A.ByPointer = true;
  access(std::move(A), nullptr, Of, U);
}

void BodyScan::noteBegin(const Expr *Call, int Window) {
  auto Same = [&](const auto &Other) { return Other.first->getBeginLoc() == Call->getBeginLoc(); };
  if (Window >= 0 && R.Windows[size_t(Window)].Container && llvm::none_of(R.Body.Replaced.Begins, Same))
    R.Body.Replaced.Begins.emplace_back(Call, unsigned(Window));
}

/// Notes the access `Whole` to an element by way of a pointer and the indices `Behind` it, which have been visited. If
/// it is not known where the pointer leads, the function returns false and does nothing.
bool BodyScan::element(const Expr *Whole, const Expr *Pointer, llvm::ArrayRef<const Expr *> Behind, unsigned U) {
  if (!leadsToElements(Pointer->getType()))
    return false;
  const auto At = Values.place(Pointer);
  const int Of = At ? findWindow(R, At->Array) : -1;
  if (Of < 0 || !hasPointers(Pointer))
    return false;
  const Window &W = R.Windows[size_t(Of)];
  const size_t Rank = At->Rows.size() + std::max<size_t>(1, Behind.size());
  if (Rank > W.DeclaredRank || (W.Rows && Rank < W.DeclaredRank) || W.ElementType->isVoidType())
    return false;
  pointer(Pointer);
  Access A;
  A.Whole = Whole;
  A.Indices.append(At->Rows.begin(), At->Rows.end());
  A.Indices.push_back(Values.moved(Pointer, Behind.empty() ? nullptr : Behind.front()));
  A.Indices.append(Behind.begin() + !Behind.empty(), Behind.end());
  A.ByPointer = true;
  access(std::move(A), nullptr, Of, U);
  return true;
}

/// Visits an operator on followed iterators: `*i`, `i[n]`, `i < end`, `end - i`. False for all other operators.
bool BodyScan::iterator(const CXXOperatorCallExpr *E, unsigned U) {
  if (E->getNumArgs() == 0 || elementOfIterator(E->getArg(0)->IgnoreParenImpCasts()->getType()).isNull())
    return false;
  switch (E->getOperator()) {
  case OO_Star:
    return E->getNumArgs() == 1 && element(E, E->getArg(0), {}, U);
  case OO_Subscript:
    if (!Values.place(E->getArg(0)) || !hasPointers(E->getArg(0)))
      return false;
    visit(E->getArg(1), Reads);
    return element(E, E->getArg(0), {E->getArg(1)}, U);
  default:
    return E->getNumArgs() == 2 && (E->isComparisonOp() || E->getOperator() == OO_Minus) &&
           comparison(E->getArg(0), E->getArg(1));
  }
}

/// Visits the use of a reference that stands for an element, as the same use of the element; false for other
/// references.
bool BodyScan::reference(const Expr *Use, const ValueDecl *Decl, unsigned U) {
  auto Found = ElementReferences.find(Decl);
  if (Found == ElementReferences.end())
    return false;
  llvm::SaveAndRestore Here(Named, std::optional(std::pair(Use, Found->second)));
  visit(Found->second, U);
  return true;
}

/// Whether a reference that the body declares stands for one element as long as it lives.
bool BodyScan::isReference(const VarDecl *Var) const {
  const Expr *To = Values.boundTo(Var);
  if (!To || R.Site.isInBlock() || !Context.hasSameUnqualifiedType(Var->getType().getNonReferenceType(), To->getType()))
    return false;
  const auto Level = subscript(To);
  auto *Unary = dyn_cast<UnaryOperator>(To);
  auto *Call = dyn_cast<CXXOperatorCallExpr>(To);
  const Expr *Pointer = Unary && Unary->getOpcode() == UO_Deref  ? Unary->getSubExpr()
                        : Call && Call->getOperator() == OO_Star ? Call->getArg(0)
                        : isa<ArraySubscriptExpr>(To)            ? Level->Base
                                                                 : nullptr;
  if (Names.view(To))
    return true;
  if (Level && Call && Call->getOperator() == OO_Subscript) { // an element of a container of objects
    const int Of = findWindow(R, R.named(Level->Base));
    return Of >= 0 && R.Windows[size_t(Of)].Objects && R.Windows[size_t(Of)].DeclaredRank == 1;
  }
  const auto At = Pointer ? Values.place(Pointer) : std::nullopt;
  const int Of = At ? findWindow(R, At->Array) : -1;
  return Of >= 0 && hasPointers(Pointer) && At->Rows.size() + 1 == R.Windows[size_t(Of)].DeclaredRank &&
         !R.Windows[size_t(Of)].ElementType->isVoidType();
}

/// Visits `p < end` or `p - a` if both pointers lead into the same array: a device has one copy of it, so the result is
/// the same there. False for all others.
bool BodyScan::comparison(const BinaryOperator *E) {
  return comparesAddresses(E) && comparison(E->getLHS(), E->getRHS());
}

bool BodyScan::comparison(const Expr *Left, const Expr *Right) {
  const auto One = Values.place(Left), Other = Values.place(Right);
  if (!One || !Other || One->Array != Other->Array || !hasPointers(Left) || !hasPointers(Right))
    return false;
  if (const int Of = findWindow(R, One->Array);
      Of >= 0 && R.Windows[size_t(Of)].Rows && !Values.isSameRow(*One, *Other))
    return false;
  pointer(Left);
  pointer(Right);
  return true;
}

/// Visits the head of a range-based for statement over a row or an array, like the head of a loop that counts by a
/// pointer. False for all other statements.
bool BodyScan::rangeLoop(const CXXForRangeStmt *S) {
  const auto Loop = countedLoop(S, Context);
  const auto Of = Loop ? windowOf(Loop->Counter) : std::nullopt;
  if (!Of || R.Windows[size_t(*Of)].Container || S->getInit() || !hasPointers(S->getRangeInit()))
    return false;
  Names.declare(Loop->Counter);
  Names.follow(Loop->Counter, *Of);
  pointer(S->getRangeInit());
  return true;
}

/// Visits the head of a loop that counts by a pointer which can be followed, such as `for (p = a; p < a + n; ++p)`;
/// false for all other loops.
bool BodyScan::pointerLoop(const ForStmt *S) {
  const auto Loop = countedLoop(S, Context, Counting::Pointers);
  const auto Of = Loop && Loop->Counter->getType()->isPointerType() ? windowOf(Loop->Counter) : std::nullopt;
  const bool Private = Of && llvm::any_of(R.Body.Captures, [&](const Capture &C) {
                         return C.What.Decl == Loop->Counter && C.Kind == CaptureKind::Private;
                       });
  if (!Of || !(Private || isa<DeclStmt>(S->getInit())) || !hasPointers(Loop->First) || !hasPointers(Loop->Limit))
    return false;
  Names.declare(Loop->Counter);
  if (Private) // generated code declares the counter in each iteration, by its own name
    R.Body.Unqualified.insert(Loop->Counter);
  Names.follow(Loop->Counter, *Of);
  pointer(Loop->First);
  pointer(Loop->Limit);
  return true;
}
