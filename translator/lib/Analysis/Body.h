// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: questions about the expressions, statements and types of a loop body that several analyses ask.
#ifndef HETCC_LIB_ANALYSIS_BODY_H
#define HETCC_LIB_ANALYSIS_BODY_H

#include "Analysis/Region.h"

namespace clang {
class OMPDeclareReductionDecl;
class OMPExecutableDirective;
} // namespace clang

namespace hetcc {

/// Whether values of this type can be copied byte by byte and mean the same in another address space.
bool travelsByValue(clang::QualType T, clang::ASTContext &Context);

/// Whether elements of a window (an array of a data clause) mean the same in another address space. Unlike values,
/// elements may be of classes with constructors and assignments (`std::pair`), because the runtime copies their bytes,
/// and copies them back to the same place. With `Pointers`, elements may hold pointers to objects, which are valid on a
/// device that reaches the host's memory.
bool elementsTravel(clang::QualType T, clang::ASTContext &Context, bool Pointers = false);

/// Whether no device that the loop may run on reaches the host's memory, so that elements that hold pointers are of no
/// use on these devices.
inline bool canReachOnlyCopies(const Region &R) { return R.Source->Automatic && !R.Source->HasOneMemory; }

/// Advice for messages: how the loop can use the elements of an object whose class has `data()`, or `get()` and `[]`.
/// Empty for all other classes.
std::string pointerToElements(clang::QualType T, const std::string &Name);

/// Whether T is std::vector<bool>, whose elements have no addresses.
bool holdsBits(clang::QualType T);

/// The base `a` of `a[i]`, `a.x`, `a + i`, `*a` or `&a`; null for other expressions.
const clang::Expr *baseOf(const clang::Expr *E);

/// The type that `data()` of a container of the standard library points to; null for all other types. The elements of
/// such a container are contiguous. std::vector<bool> does not count: its `[]` returns no reference.
clang::QualType elementOfContainer(clang::QualType T);

/// The type that the `[]` of a class returns references to; null if the class has no such operator.
clang::QualType elementBySubscript(clang::QualType T);

/// The object v of a call `v.size()`, if the member function is one of the standard library's without parameters, and
/// its name is one of `Names`. Null for all other expressions.
const clang::Expr *objectAsked(const clang::Expr *E, llvm::ArrayRef<llvm::StringRef> Names);

/// The value that a function returns, if its body is a single `return`; else null.
const clang::Expr *returnedAlone(const clang::FunctionDecl &Definition);

/// Whether an expression is a call of `size()`, `length()` or `empty()` of an object of the standard library.
bool asksForSize(const clang::Expr *E);

/// Whether a call asks an object for a number that its members alone decide: its size, or the result of a member
/// function of the unit that only computes a number, such as `last - first`. The callers treat such a call like a
/// member.
bool asksForNumber(const clang::Expr *E);

/// Whether each thread has its own copy of a variable, because it is thread-local or threadprivate.
bool isOfEachThread(const clang::VarDecl *Var);

/// The variable that an expression names, and the members that follow it, as in `o.part.x`; empty if the expression
/// names no variable. If clang has made the variable to hold the value of a clause's expression, the result is the path
/// of that expression.
MemberPath pathOf(const clang::Expr *E);

/// How values of a type lead to rows of elements: pointers, std::vector and std::unique_ptr do. Nothing for all other
/// types.
std::optional<RowHolder> rowHolder(clang::QualType T, const clang::ASTContext &Context);

/// Collects the offsets, in bytes, of all pointers in a value of type T that lies at the offset `At`. False if one of
/// the pointers points to another type than `Element`.
bool pointersIn(clang::QualType T, clang::QualType Element, uint64_t At, llvm::SmallVectorImpl<uint64_t> &Into,
                const clang::ASTContext &Context);

/// The type of `x[0]...[0]` with `Dimensions` subscripts, where x is an array of type T; with fewer subscripts if T has
/// fewer dimensions. A pointer or a std::vector counts as a dimension, too.
clang::QualType typeOfRow(clang::QualType T, unsigned Dimensions, const clang::ASTContext &Context);

/// The type of `x[0]...[0]`, where x is the array of window W; the rows may lie behind members of the elements.
clang::QualType typeOfRow(const Window &W, unsigned Dimensions, const clang::ASTContext &Context);

/// Code for the size of `Row`, a row of type T of an array. For a row of variable length the code does not use
/// `sizeof`, because g++ ends in an internal error if an alias-declaration names the type.
std::string sizeOfRow(const std::string &Row, clang::QualType T, const clang::ASTContext &Context);

/// Code for the length of dimension D of an array, taken from the array's type T.
std::string lengthByType(std::string Array, clang::QualType T, unsigned D, const clang::ASTContext &Context);

/// Whether an alias-declaration (`using Row = float[n];`), and not a typedef, gives the type of an array rows of
/// variable length.
bool hasLengthsByAlias(clang::QualType T, const clang::ASTContext &Context);

/// Whether a type has no name by which generated code could declare a variable.
bool isUnnamed(clang::QualType T);

/// Whether a variable is a constant that may be copied into the device image.
bool isConstantTable(const clang::VarDecl *Var, clang::ASTContext &Context);

/// Whether the values of a variable hold no addresses.
bool leadsNowhere(const clang::VarDecl &Var);

/// Whether a variable is `constexpr`, and has the same value on a device.
bool isConstantValue(const clang::VarDecl *Var);

/// Whether objects of a type may be longer than the type: its last member is an array without length, or of length 0.
bool hasOpenEnd(clang::QualType T);

/// The element type of an iterator of the standard library whose elements are contiguous; null for all other types,
/// also for pointers.
clang::QualType elementOfIterator(clang::QualType T);
/// Whether values of a type are pointers, or iterators over contiguous elements.
inline bool leadsToElements(clang::QualType T) { return T->isPointerType() || !elementOfIterator(T).isNull(); }

/// `E` without the constructors, conversions and temporaries around it that only copy an iterator.
const clang::Expr *withoutCopies(const clang::Expr *E);
/// The container whose `begin()`, `cbegin()` or `data()` a call is, or with `End` its `end()` or `cend()`; null for all
/// other expressions. Device code replaces such a call, because it has a pointer in place of the container.
const clang::Expr *rangeOfCall(const clang::Expr *E, bool End);

/// The array, container or pointer that the arithmetic of a pointer or an iterator starts from: x in `n + x - 1`,
/// `&x[n]` and `x.begin() + n`.
const clang::Expr *startOf(const clang::Expr *Pointer);

/// The statement that an OpenMP directive stands before, or null.
const clang::Stmt *statementOf(const clang::OMPExecutableDirective *Directive);

/// The innermost statement that ends where S ends, such as the body of a loop S.
const clang::Stmt *lastPart(const clang::Stmt *S);

/// The text of a statement, from its first token to its last. Clang's own range of a directive, and of a statement that
/// ends with a directive, reaches to the end of the directive's line.
clang::SourceRange textOf(const clang::Stmt *S);

/// The statement that the directives at the beginning of S belong to; any other statement as it is. With this function,
/// a caller does not see names in clauses.
const clang::Stmt *withoutDirectives(const clang::Stmt *S);

/// The children of a statement, with directives left out: in place of a directive, the list has the statement that
/// belongs to it. Clang's children() does not descend into that statement.
std::vector<const clang::Stmt *> partsOf(const clang::Stmt *S);

/// Whether a statement is of a kind that may name an element of a window, so that Access::Whole may point to it.
inline bool mayNameElement(const clang::Stmt *S) {
  auto *Unary = llvm::dyn_cast<clang::UnaryOperator>(S);
  auto *Member = llvm::dyn_cast<clang::MemberExpr>(S);
  auto *Name = llvm::dyn_cast<clang::DeclRefExpr>(S); // the name may be that of a reference to an element
  return llvm::isa<clang::ArraySubscriptExpr, clang::CallExpr>(S) || (Unary && Unary->getOpcode() == clang::UO_Deref) ||
         (Member && Member->isArrow()) || (Name && Name->getDecl()->getType()->isReferenceType());
}

/// Whether an expression does not evaluate its operands, as `sizeof` and `noexcept` do not.
bool hasUnevaluatedOperands(const clang::Stmt *S);

/// Whether `Is` holds of S, which may be null, or of something in S; directives are left out.
bool anyIn(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Is);

/// Whether a statement has a `continue` that belongs to a loop around the statement.
bool hasContinue(const clang::Stmt *S);

/// Whether an expression stands after a statement of the same function, neither in the statement nor before it. The
/// ends of statements are not compared, because clang takes the end of the line as the end of a directive.
bool comesAfter(const clang::Expr *E, const clang::Stmt *S, const clang::SourceManager &SM);

/// Whether a statement names a variable or member anywhere; names in directives do not count.
bool mentions(const clang::Stmt *S, const clang::ValueDecl *Decl, const MemberEntities &Members);

bool isLoop(const clang::Stmt *S);

/// Whether control may leave a statement other than at its end. `Turns`: if S is the body of a loop, a `continue`,
/// which only ends a turn of this loop, counts as well; a jump that ends the loop always counts.
bool mayLeave(const clang::Stmt *S, bool Turns = true);

/// Whether an assignment of objects is trivial, so that the compiler copies the object as it copies a number.
bool isPlainAssignment(const clang::CXXOperatorCallExpr *E);

/// Finds what stops the body, or a function that it calls, from running on an accelerator; and the constants
/// that travel into device code.
void findDeviceLimits(Region &R, clang::ASTContext &Context);

/// Finds the declarations of the enclosing function and class that have to travel with the body. Must be called after
/// the captures have been found.
void findLocalNames(Region &R, clang::ASTContext &Context);

/// What a statement does to a variable: whether the statement assigns to the variable by its name, and whether pointers
/// or references may lead to the variable from then on.
struct Changes {
  bool Aliased = false, Assigned = false;
};
/// What S does to Var. `KeepsNone` says of which functions it is known that they keep no address that they get: a call
/// that hands Var's address to such a function counts as an assignment, not as an alias.
Changes changes(const clang::Stmt *S, const clang::ValueDecl *Var, const MemberEntities &Members,
                llvm::function_ref<bool(const clang::FunctionDecl &)> KeepsNone = nullptr);

/// Whether a variable still has the value that it had at its declaration or, if it is a parameter, when F began.
bool neverChanges(const clang::ValueDecl *Decl, const clang::FunctionDecl &F);
/// Whether the length of an array that F declares still has the value that it had at the array's declaration.
bool neverChanges(const clang::Expr *Length, const clang::FunctionDecl &F);

/// Whether every iteration writes all elements of window W that belong to the iteration, by one unconditional plain
/// assignment for each index: in straight-line code, or in loops that run over whole dimensions, from 0 to the extent.
bool writesAll(const Region &R, unsigned W, clang::ASTContext &Context);

} // namespace hetcc
#endif
