// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what its parts about the loop body share.
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

/// Whether elements of a window mean the same in another address space. Unlike values, they may have constructors and
/// assignments of their own (`std::pair`): the runtime moves their bytes and brings them back to where they were. With
/// Pointers, also where they hold pointers to objects, which mean the same to a device that reaches the host's memory.
bool elementsTravel(clang::QualType T, clang::ASTContext &Context, bool Pointers = false);

/// Whether no device that a loop may run on reaches the host's memory, so that elements that hold pointers are of no
/// use.
inline bool canReachOnlyCopies(const Region &R) { return R.Source->Automatic && !R.Source->HasOneMemory; }

/// For an object of a class that hands out its elements by `data()`, how to reach them in a loop of ours; else empty.
std::string pointerToElements(clang::QualType T, const std::string &Name);

/// What `data()` of a container of the standard library points to; null for any other type. Elements of all of them lie
/// one after another, but for std::vector<bool>, whose subscript yields no reference.
clang::QualType elementOfContainer(clang::QualType T);

/// What the `[]` of a class yields references to; null where it has none that does.
clang::QualType elementBySubscript(clang::QualType T);

/// The object that a call asks by a member function of the standard library's that takes nothing, such as `size()`, of
/// one of these names; null for all other expressions.
const clang::Expr *objectAsked(const clang::Expr *E, llvm::ArrayRef<llvm::StringRef> Names);

/// What the definition of a function returns, if nothing else is in it; else null.
const clang::Expr *returnedAlone(const clang::FunctionDecl &Definition);

/// Whether a call asks an object of the standard library how many elements it has, or whether it has any.
bool asksForSize(const clang::Expr *E);

/// Whether a call asks an object for a number that its members alone decide: for its size, or by a member function of
/// the unit's that computes no more than `last - first`. It is as good as a member.
bool asksForNumber(const clang::Expr *E);

/// Whether all threads of a program have a variable of their own: thread-local, or threadprivate.
bool isOfEachThread(const clang::VarDecl *Var);

/// The variable or member that an expression names, which in a clause and a construct may go by a name of clang's.
MemberPath pathOf(const clang::Expr *E);

/// How values of a type lead to rows; nothing for one whose values lead to none, or by way of more.
std::optional<RowHolder> rowHolder(clang::QualType T, const clang::ASTContext &Context);

/// Where the pointers in a value lie that begins at `At`, in bytes. False: some leads to something else than elements.
bool pointersIn(clang::QualType T, clang::QualType Element, uint64_t At, llvm::SmallVectorImpl<uint64_t> &Into,
                const clang::ASTContext &Context);

/// The type of what an array of type T, or a pointer to one, has at index [0]...[0], of so many dimensions; T where
/// there are fewer. Elements that lead to rows have the rows' elements behind them.
clang::QualType typeOfRow(clang::QualType T, unsigned Dimensions, const clang::ASTContext &Context);

/// Likewise of a window, whose rows may lie behind parts of its elements.
clang::QualType typeOfRow(const Window &W, unsigned Dimensions, const clang::ASTContext &Context);

/// The size of a row of an array, `Row` of type T, in generated code. Of rows of variable length of which an
/// alias-declaration tells, g++ takes no `sizeof`: it ends in an internal error.
std::string sizeOfRow(const std::string &Row, clang::QualType T, const clang::ASTContext &Context);

/// How long dimension D of an array of type T is by that type, in generated code.
std::string lengthByType(std::string Array, clang::QualType T, unsigned D, const clang::ASTContext &Context);

/// Whether an alias-declaration, which is no typedef, tells of rows of variable length in the type of an array.
bool hasLengthsByAlias(clang::QualType T, const clang::ASTContext &Context);

/// Whether a type has no name by which generated code could declare a variable.
bool isUnnamed(clang::QualType T);

/// Whether a variable is a constant that may be copied into the device image.
bool isConstantTable(const clang::VarDecl *Var, clang::ASTContext &Context);

/// Whether no value of a variable is an address.
bool leadsNowhere(const clang::VarDecl &Var);

/// Whether a variable is `constexpr`, and its value the same one on a device.
bool isConstantValue(const clang::VarDecl *Var);

/// Whether objects of a type may be longer than it says: it ends with an array that has no length, or one of zero.
bool hasOpenEnd(clang::QualType T);

/// What an iterator of the standard library leads to, of the kind whose elements lie one behind the other; null for all
/// other types, pointers too.
clang::QualType elementOfIterator(clang::QualType T);
/// Whether values of a type lead to elements that lie one behind the other.
inline bool leadsToElements(clang::QualType T) { return T->isPointerType() || !elementOfIterator(T).isNull(); }

/// An expression without what makes objects of objects that are the same iterator.
const clang::Expr *withoutCopies(const clang::Expr *E);
/// The container whose `begin()`, `cbegin()` or `data()` a call is, or whose `end()`; null for all others. Of an array
/// a device has a pointer, of which these cannot be asked.
const clang::Expr *rangeOfCall(const clang::Expr *E, bool End);

/// The array, container or pointer that the arithmetic of a pointer or an iterator starts from: of `n + x - 1`, `&x[n]`
/// and `x.begin() + n` it is x.
const clang::Expr *startOf(const clang::Expr *Pointer);

/// The statement that an OpenMP directive stands before, or null.
const clang::Stmt *statementOf(const clang::OMPExecutableDirective *Directive);

/// The statement that the text of a statement ends with.
const clang::Stmt *lastPart(const clang::Stmt *S);

/// From its first token to its last. What Clang has for the end of a directive, and of what ends with one, is that of
/// its line.
clang::SourceRange textOf(const clang::Stmt *S);

/// The statement that directives stand before; any other as it is. What clauses name is no use of it.
const clang::Stmt *withoutDirectives(const clang::Stmt *S);

/// What a statement is made up of, directives left out. Clang's own children end at the statement of a directive.
std::vector<const clang::Stmt *> partsOf(const clang::Stmt *S);

/// Whether it is of a kind that may name an element of a window: Access::Whole is.
inline bool mayNameElement(const clang::Stmt *S) {
  auto *Unary = llvm::dyn_cast<clang::UnaryOperator>(S);
  auto *Member = llvm::dyn_cast<clang::MemberExpr>(S);
  auto *Name = llvm::dyn_cast<clang::DeclRefExpr>(S); // of a reference that stands for one
  return llvm::isa<clang::ArraySubscriptExpr, clang::CallExpr>(S) || (Unary && Unary->getOpcode() == clang::UO_Deref) ||
         (Member && Member->isArrow()) || (Name && Name->getDecl()->getType()->isReferenceType());
}

/// Whether a statement, which may be null, or anything in it is what is looked for; directives left out.
bool anyIn(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Is);

/// Whether a statement has a `continue` that goes on with a loop around it.
bool hasContinue(const clang::Stmt *S);

/// Whether an expression of the same function stands behind a statement, neither in it nor before. Where statements end
/// is not asked: a directive's range ends with its line.
bool standsBehind(const clang::Expr *E, const clang::Stmt *S, const clang::SourceManager &SM);

/// Whether a statement names a variable or member anywhere; directives left out.
bool mentions(const clang::Stmt *S, const clang::ValueDecl *Decl);

bool isLoop(const clang::Stmt *S);

/// Whether control may leave a statement other than at its end. Of the body of a loop, that ends a turn; without Turns,
/// only what ends the loop counts.
bool mayLeave(const clang::Stmt *S, bool Turns = true);

/// Whether an operator is the assignment of an object that the compiler copies as it copies a number.
bool isPlainAssignment(const clang::CXXOperatorCallExpr *E);

/// Finds what stops the body, or a function that it calls, from running on an accelerator; and the constants
/// that travel into device code.
void findDeviceLimits(Region &R, clang::ASTContext &Context);

/// Finds the declarations of the enclosing function and class that have to travel with the body. The captures are
/// known.
void findLocalNames(Region &R, clang::ASTContext &Context);

/// Whether S changes Var by its name, or lets something else refer to it.
struct Changes {
  bool Aliased = false, Assigned = false;
};
/// Functions that are known to keep no address that they are handed assign.
Changes changes(const clang::Stmt *S, const clang::ValueDecl *Var,
                llvm::function_ref<bool(const clang::FunctionDecl &)> KeepsNone = nullptr);

/// Whether a variable has kept the value that it had where it was declared, or where F began.
bool neverChanges(const clang::ValueDecl *Decl, const clang::FunctionDecl &F);
/// Whether the length of an array that F declares still has the value that it had at the array's declaration.
bool neverChanges(const clang::Expr *Length, const clang::FunctionDecl &F);

/// Whether every iteration writes all elements of window W that belong to it, by one unconditional plain assignment for
/// each index: in straight-line code, or in loops that run over whole dimensions, from 0 to the extent.
bool writesAll(const Region &R, unsigned W, clang::ASTContext &Context);

} // namespace hetcc
#endif
