// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Objects: evaluates called functions statement by statement, with symbolic values for variables and for the
// objects that the functions make. If a construct is not understood, or has an effect that other code might observe,
// the evaluation ends without a result.
#ifndef HETCC_LIB_ANALYSIS_OBJECTS_VIEWFOLLOWER_H
#define HETCC_LIB_ANALYSIS_OBJECTS_VIEWFOLLOWER_H

#include "Analysis/Region/View.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace hetcc::views {

/// A product of a constant, members of the caller's objects, and at most one expression of the caller (Variable). The
/// "caller" is the loop body that has the view.
struct Product {
  int64_t Factor = 1;
  llvm::SmallVector<const clang::MemberExpr *, 2> Members;
  const clang::Expr *Variable = nullptr;
};
using Sum = llvm::SmallVector<Product, 3>;

struct ObjectState;

/// A symbolic value. Kind::Made is an object that an evaluated function has made; Kind::Callers is an object of the
/// caller.
struct Value {
  enum class Kind { Unknown, Number, Null, Pointer, Made, Callers } Is = Kind::Unknown;
  Sum Terms;                               ///< a Number's value; a Pointer's distance from Base in bytes
  const clang::MemberExpr *Base = nullptr; ///< for a Pointer: the member of a caller's object from which it is computed
  std::shared_ptr<ObjectState> State;      ///< for a Made object: its members
  const clang::Expr *Object = nullptr;     ///< for Callers: the expression that names the object, or a pointer to it
};

/// The members of an object that an evaluated function has made.
struct ObjectState {
  const clang::CXXRecordDecl *Class = nullptr;
  std::map<const clang::FieldDecl *, Value> Members;
  bool Kept = false; ///< a LocalObject of the caller: later code must not change its members
};

using Locals = llvm::DenseMap<const clang::VarDecl *, LocalObject>;

/// The Number `Constant`.
Value number(int64_t Constant);

/// Evaluates an expression of the caller symbolically, through the functions that it calls.
class Follower {
public:
  Follower(clang::ASTContext &Context, const Locals &Objects) : Context(Context), Objects(Objects) {}

  /// The value of a pointer expression of the caller, or the address of the element that an expression names; nullopt
  /// if it is not known.
  std::optional<Value> pointer(const clang::Expr *E);

  /// The integer expressions in the initializer of a local object, in the order of the text; nullopt if the initializer
  /// cannot be evaluated.
  std::optional<llvm::SmallVector<const clang::Expr *, 2>> integersOf(const clang::VarDecl *Var);

  /// Whether the evaluated expression uses local objects of the caller.
  bool usesObjects() const { return !Done.empty(); }
  /// The local object whose declaration contains the integer expression `By`; null if the evaluated expression itself
  /// contains it.
  const clang::VarDecl *ownerOf(const clang::Expr *By) const { return Owner.lookup(By); }

private:
  /// Evaluates the destructors of all objects that were made; false if anything could not be evaluated.
  bool ends();

  /// The state of one call that is being evaluated, or of the caller's code.
  struct Frame {
    const clang::FunctionDecl *Function = nullptr; ///< the called function; null for the caller's code
    std::map<const clang::ValueDecl *, Value> Variables;
    Value This;
    Value Result;
    bool Returned = false;
    unsigned Around = 0;     ///< how many conditions with unknown values decide whether the call is executed
    unsigned References = 0; ///< how many parameters are references to numbers
  };

  /// Ends the evaluation without a result.
  Value fail();
  /// Counts a step of the evaluation; false if there were too many, or the evaluation has failed.
  bool spend() { return !Failed && (Left ? --Left, true : (Failed = true, false)); }

  // ---- Numbers.

  /// The product of two Numbers; Unknown if both depend on expressions of the caller.
  Value productOf(const Value &A, const Value &B);

  /// Whether sums in type T may be treated as sums without wrap-around: in signed types of 32 bits or more, an overflow
  /// is undefined, and in unsigned types of 64 bits, sums wrap around like addresses.
  bool counts(clang::QualType T) const;

  /// The value of a cast.
  Value converted(const clang::CastExpr &Cast, Frame &In);

  Value binary(const clang::BinaryOperator &E, Frame &In);

  /// The value `Pointer + Sign * By`, where the pointer points to type To.
  Value moved(const Value &Pointer, const Value &By, clang::QualType To, int64_t Sign);

  /// The value of a condition; nullopt if it is not known.
  std::optional<bool> condition(const clang::Expr *E, Frame &In);

  // ---- Expressions.

  /// The value of an integer expression of the caller, as one symbol: the evaluation does not look at its parts.
  Value ofCaller(const clang::Expr *E);

  /// The value of a local object of the caller, computed from its initializer.
  Value local(const clang::VarDecl *Var, Frame &In);
  const clang::VarDecl *localOf(const clang::Expr *E) const;

  /// Evaluates an expression: returns its value, and applies its effects on variables and objects of the evaluated
  /// functions.
  Value evaluate(const clang::Expr *E, Frame &In);

  /// The address of a glvalue that is not of class type.
  Value address(const clang::Expr *E, Frame &In);

  Value unary(const clang::UnaryOperator &E, Frame &In);

  /// The object that a glvalue of class type designates.
  Value object(const clang::Expr *E, Frame &In);

  /// The object that a pointer points to.
  Value behind(const clang::Expr *Pointer, Frame &In);

  /// The object whose member the expression E names: `o` in `o.m`, or `*p` in `p->m`.
  Value around(const clang::MemberExpr &E, Frame &In);

  /// The value of the variable or member that a glvalue designates.
  Value load(const clang::Expr *E, Frame &In);

  Value memberOf(const clang::Expr *Object, const clang::FieldDecl &Field);

  /// Assigns a value to a variable or member. Under an unknown condition, the value becomes unknown.
  void store(const clang::Expr *To, Value New, Frame &In);

  // ---- Calls and objects.

  /// The result of a call.
  Value called(const clang::CallExpr &Call, Frame &In);

  /// Executes a function's body in the frame `Next`, with the arguments `Given` of the frame `From`; its result.
  Value run(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Given, Frame Next, Frame &From);

  /// Binds a parameter in the frame `Next` to its argument; false if the argument cannot be passed.
  bool parameter(const clang::ParmVarDecl &P, const clang::Expr *Given, Frame &Next, Frame &From);
  /// The value of the number that a reference parameter is bound to.
  Value loadedFor(const clang::Expr *Given, Frame &From);

  Value constructed(const clang::CXXConstructExpr &E, Frame &In);
  /// Whether a copy constructor copies all members. Only then is the result the same whether or not the compiler elides
  /// the copy.
  bool copies(const clang::CXXConstructorDecl &Constructor, const Value &From);

  /// Executes the initializers of a constructor.
  void initialise(const clang::CXXConstructorDecl &Constructor, Frame &In);

  /// Executes the destructor of an object.
  void destroy(const std::shared_ptr<ObjectState> &Of);

  // ---- Statements.

  void statement(const clang::Stmt *S, Frame &In);
  void declare(const clang::Decl *D, Frame &In);
  void branch(const clang::IfStmt &If, Frame &In);

  clang::ASTContext &Context;
  const Locals &Objects;
  std::map<const clang::VarDecl *, Value> Done; ///< the values of those Objects whose initializers have been
                                                ///< evaluated
  llvm::DenseMap<const clang::Expr *, const clang::VarDecl *> Owner; ///< for an integer in the initializer of a local
                                                                     ///< object: this object
  const clang::VarDecl *Declaring = nullptr;      ///< the local object whose initializer is being evaluated
  std::vector<std::shared_ptr<ObjectState>> Made; ///< all objects made so far; their destructors are evaluated at
                                                  ///< the end
  unsigned Left = 4096, Depth = 0;                ///< how many more steps may be taken, and how many calls are
                                                  ///< nested now
  unsigned Uncertain = 0;  ///< how many conditions with unknown values decide whether the current code is executed
  unsigned References = 0; ///< how many parameters of the current calls are references to numbers
  bool Failed = false;
  bool HasCalled = false; ///< a function has been evaluated; if not, the expression is not a view
};

} // namespace hetcc::views

#endif
