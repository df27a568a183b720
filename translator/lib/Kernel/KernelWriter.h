// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes three forms of a loop as functions that the runtime calls. The emulated kernel, for emulated accelerators,
// checks each subscript; the outlined form runs on CPU cores of other nodes. The host compiler compiles both in the
// user's unit. The GPU kernel is appended to a copy of the user's source, which clang compiles for NVIDIA GPUs.
#ifndef HETCC_LIB_KERNEL_KERNELWRITER_H
#define HETCC_LIB_KERNEL_KERNELWRITER_H

#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Directive/TokenStream.h"

namespace hetcc {

/// One member of the values struct: its declaration on the host, its initializer, and its declaration in a kernel.
struct Field {
  std::string Name;
  std::string HostType; ///< its type in the user's function, where `__typeof__` can be used
  std::string Initializer;
  clang::QualType Type;    ///< null: a 64-bit integer
  clang::QualType Pointee; ///< for an array: the element type; null: the member is no array
  std::string TypeName;    ///< a typedef name for Type or Pointee, for kernels at file scope
  bool AsBytes = false;    ///< the object is copied as bytes; see ObjectCopy::AsBytes
};

/// Declarations in a kernel at file scope that replace a template's parameters. `Types` declare the arguments under
/// generated names. `Names`, which come after them, give the parameters their own names, which might hide names in
/// `Types`.
struct ParameterNames {
  std::string Types, Names;
};

/// A typedef with a generated name. Generated code uses it in places where local declarations may hide names that the
/// type contains.
struct TypeName {
  clang::QualType Type;
  std::string Name;
  clang::SourceLocation At; ///< of the user's variable that has the type
};

/// The name of a captured entity's member in the values and partials structs. It differs from the entity's name,
/// because a C++ class cannot declare a member with a name that it has already used in its outer meaning.
inline std::string fieldName(const Entity &E) { return "captured_" + localName(E); }

/// The name of a pointer to the copy of an object. Device code uses a pointer, because a lambda that captures the
/// pointer by copy still uses the same object.
inline std::string pointerToObject(const Entity &E) { return "hetrt_at_" + localName(E); }

// Names of typedefs in a kernel, for the types of its variables.
inline std::string typeName(const Capture &C) { return "hetrt_type_" + localName(C.What); }
inline std::string elementName(const Window &W) { return "hetrt_element_" + localName(W.Array); }
inline std::string rowName(const Window &W) { return "hetrt_row_" + localName(W.Array); }
constexpr const char IteratorTypeName[] = "hetrt_iterator";

/// The member of the values struct with the trip count of the loops that lanes share; 0 if it is not known. The host
/// code that computes the trip count assigns it to a variable of the same name.
constexpr const char SharedTripsField[] = "hetrt_shared_trips";

/// Returns a constant expression for a number of at most 64 bits.
std::string numberText(const llvm::APSInt &Value);

/// Returns the declarations `Text` inside of `#pragma pack(Alignment)`; unchanged if Alignment is 0.
std::string packed(const std::string &Text, unsigned Alignment);

/// Returns an expression for the first element of a window whose array is called `Name`, as in `a[0][0]`.
std::string elementOf(const Window &W, llvm::StringRef Name);

/// The forms that are generated for the host compiler, besides the loop in place.
struct HostForms {
  bool Emulated = false; ///< the emulated kernel, which checks every subscript
  bool Outlined = false; ///< the outlined form for cores of other nodes
};

/// C++: a device form of one of the user's functions (see CalledFunctions.cpp), or a declaration of the form. It is to
/// be inserted at the location `Behind`.
struct CalledForm {
  const clang::FunctionDecl *Of = nullptr;
  clang::SourceLocation Behind;
  std::string Text;
};

/// Writes the forms of one region. Other writers use it to print types and to find the tokens of statements.
class KernelWriter {
public:
  KernelWriter(const Region &R, clang::ASTContext &Context, const TokenStream &Tokens);

  /// The members of the values struct, except the iterator's first value and step, which come first.
  const std::vector<Field> &fields() const { return Fields; }

  /// C: returns forms of the user's functions that the body calls (see CalledFunctions.cpp).
  std::string calledFunctions() const;
  /// C++: returns forms of the user's functions that the body calls, each with the location where it is to be inserted.
  std::vector<CalledForm> calledForms() const;
  /// C: returns the emulated kernel as a function at file scope, to be inserted before the user's function.
  std::string emulatedFunction(llvm::StringRef Name) const;
  /// C: returns the outlined form as a function at file scope, to be inserted before the user's function.
  std::string outlinedFunction(llvm::StringRef Name) const;
  /// Returns the values struct, to be declared in the user's function. In C++, the emulated kernel and the outlined
  /// form are its member functions, so that they see all names that are visible at the loop.
  std::string hostStructs(llvm::StringRef Suffix, llvm::StringRef Iterator, HostForms Wanted) const;
  /// Returns a GPU kernel at file scope, with its structs. Only other kernels may follow it, because it undefines
  /// macros.
  std::string deviceKernel(llvm::StringRef Name, const ParameterNames &Parameters) const;

  /// Returns the declaration `T name` in the language of the unit.
  std::string declare(clang::QualType T, llvm::StringRef Name) const;
  bool isCXX() const;
  /// Like declare(), for places where local declarations may hide names in the type: if the type contains names, the
  /// declaration uses the typedef `Alias`.
  std::string declareAs(clang::QualType T, llvm::StringRef Alias, llvm::StringRef Name) const;
  std::string declarePointer(clang::QualType To, llvm::StringRef Alias, llvm::StringRef Name) const;
  /// Returns the typedef `Alias`, to be placed where no names in the type are hidden. Returns "" if declareAs() does
  /// not use it.
  std::string typedefOf(clang::QualType T, llvm::StringRef Alias) const;
  /// Returns `To = From;` for values of a captured variable, or a memcpy for arrays, which cannot be assigned in C.
  static std::string assign(const Capture &C, llvm::StringRef To, llvm::StringRef From);
  /// Returns the declaration of the iterator in a GPU kernel, with its value in iteration K.
  std::string deviceIterator(llvm::StringRef K) const;
  std::pair<size_t, size_t> statementTokens(const clang::Stmt *S) const;

private:
  enum class Form { EmulatedC, EmulatedCXX, OutlinedC, OutlinedCXX, Device };
  /// Whether the form is a member of a struct in the user's function, where the function's names are visible. Other
  /// forms are functions at file scope.
  static bool isInFunction(Form F) { return F == Form::EmulatedCXX || F == Form::OutlinedCXX; }
  static bool isChecked(Form F) { return F == Form::EmulatedC || F == Form::EmulatedCXX; }
  static bool isOutlined(Form F) { return F == Form::OutlinedC || F == Form::OutlinedCXX; }
  std::string bodyText(Form F) const;
  /// The declarations of a kernel at file scope before its variables (see Declarations.cpp). They may open blocks.
  struct Scopes {
    std::string Text;
    unsigned Open = 0; ///< the number of open blocks
    std::string close() const {
      std::string Braces;
      for (unsigned I = 0; I < Open; ++I)
        Braces += "}\n";
      return Braces;
    }
  };
  std::string structs(llvm::StringRef Suffix, bool InHost, llvm::StringRef Members = "") const;
  std::string emulatedKernel(Form F, llvm::StringRef Name, const Scopes &Around, llvm::StringRef Suffix) const;
  std::string outlinedLoop(Form F, llvm::StringRef Name, const Scopes &Around, llvm::StringRef Suffix) const;
  Scopes fileScopes(Form F) const;
  std::string locals(Form F, llvm::StringRef Access) const;
  std::string objectLocal(const Capture &C, Form F, llvm::StringRef Access) const;
  std::string objectPointers(const ObjectCopy &O) const;
  std::string rangeVariable(const TokenEdits &Edits) const;
  bool isPointerToRows() const; ///< the iterator's type is `T (*)[N]`, whose declaration is not `type name`
  void editNames(TokenEdits &Edits) const;
  std::string iteratorType(Form F) const;
  std::string knownStep() const;
  std::string iteratorAt(Form F, llvm::StringRef Access, llvm::StringRef K) const;
  std::string iterator(Form F, llvm::StringRef Access, llvm::StringRef K) const;
  std::string iteration(Form F, llvm::StringRef Access) const;
  std::string privates(Form F) const;
  std::string increment(llvm::StringRef Access) const;
  std::string formOfHost() const;
  std::string simd() const;
  std::string countedLoop(Form F, llvm::StringRef Access) const;
  std::string constant(const Capture &C, Form F) const;
  std::string declareLocal(const Capture &C, Form F) const;
  std::string marker() const;

  // CalledFunctions.cpp.
  std::string calledName(const DeviceFunction &F) const;
  std::string handed(const DeviceFunction &F, const DeviceFunction *By) const;
  void editCalls(llvm::ArrayRef<const clang::CallExpr *> Calls, const DeviceFunction *By, TokenEdits &Edits) const;
  std::string givenParameters(const DeviceFunction &F) const;
  size_t endOf(const clang::FunctionDecl &D) const;
  std::string calledFunction(const DeviceFunction &F, const clang::FunctionDecl &D, bool Body) const;

  std::string stridedLoop(llvm::StringRef Access) const;
  std::string reducingLoop(llvm::StringRef Suffix) const;
  std::string accumulatingLoop(llvm::StringRef Suffix) const;
  std::string loop(Form F, llvm::StringRef Access, llvm::StringRef Head) const;

  // Declarations.cpp.
  Scopes declarations(Form F, const ParameterNames &Parameters) const;
  std::vector<TypeName> typeNames() const;
  clang::QualType spelled(clang::QualType T) const;
  std::string constantText(const clang::VarDecl &Var, llvm::StringRef Name, llvm::StringRef Alias) const;
  std::string typeDeclaration(const clang::NamedDecl &D, const TokenEdits &Edits) const;
  std::string declarationText(const clang::NamedDecl &D, Form F, const TokenEdits &Edits) const;
  std::string outerTypeText(size_t Number) const;
  void nameOuter(TokenEdits &Edits) const;
  /// The layout of the values struct on the host, in bytes.
  struct ValuesLayout {
    uint64_t Size = 0, Alignment = 1;
  };
  ValuesLayout valuesLayout() const;
  std::string layoutCheck(llvm::StringRef Type, uint64_t Size) const;
  clang::QualType elementType(const Window &W) const;
  clang::QualType rowType(const Window &W) const;
  bool hasVariableRows(const Window &W) const;
  std::string pointerName(const Window &W) const;
  std::string pointers(bool Apart, bool Lanes) const;
  std::string windowLocal(const Window &W, Form F, llvm::StringRef Access) const;
  bool hasStrides(const Window &W) const;
  std::string strideName(const Window &W, unsigned Dimension) const;
  std::string extentText(const Window &W, unsigned First, unsigned Last) const;
  std::string boundsOf(const Access &A) const;
  std::string integerOf(const View::Term &Term) const;
  bool editLocalObject(const LocalObject &Object, TokenEdits &Edits) const;
  bool editView(const View &V, const Window &Of, TokenEdits &Edits) const;
  void editAccessor(const Accessor &A, const Window &Of, TokenEdits &Edits) const;
  // LambdaCaptures.cpp.
  void editLambdas(TokenEdits &Edits) const;
  void editCaptures(const clang::LambdaExpr &Lambda, TokenEdits &Edits) const;
  bool isEditedInside(const clang::LambdaExpr &Lambda) const;
  bool isNamed(const clang::ValueDecl &Captured) const;
  bool editPath(const Access &A, Form F, TokenEdits &Edits) const;
  void editRows(const Access &A, Form F, TokenEdits &Edits) const;
  void editRow(const Access &A, Form F, TokenEdits &Edits) const;
  void editFlat(const Access &A, bool Checked, const TokenEdits &Renames, TokenEdits &Edits) const;

  const Region &R;
  clang::ASTContext &Context;
  const TokenStream &Tokens;
  std::vector<Field> Fields;
};

} // namespace hetcc
#endif
