// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the forms of a loop that can be called: for the emulated accelerator, which checks, and for the cores of a
// node, both compiled by the host compiler inside the user's unit; and for NVIDIA GPUs, appended to a copy of the
// user's source.
#ifndef HETCC_LIB_KERNEL_KERNELWRITER_H
#define HETCC_LIB_KERNEL_KERNELWRITER_H

#include "Analysis/Region.h"
#include "Analysis/Views.h"
#include "Directive/TokenStream.h"

namespace hetcc {

/// One struct member: how the host declares it, how it is filled, and how a kernel declares its local copy.
struct Field {
  std::string Name;
  std::string HostType; ///< in the user's function: may use __typeof__
  std::string Initializer;
  clang::QualType Type;    ///< null: a 64-bit integer
  clang::QualType Pointee; ///< of a window: the element type
  std::string TypeName;    ///< of either, for kernels at file scope
  bool AsBytes = false;    ///< of an object that is no value
};

/// What a kernel at file scope declares of a template's parameters. First come types, where no name hides another.
struct ParameterNames {
  std::string Types, Names;
};

/// A type that generated code names by a name of its own, so that it does not matter what hides those that the type is
/// spelled with.
struct TypeName {
  clang::QualType Type;
  std::string Name;
  clang::SourceLocation At; ///< where the user's function declares what is of the type
};

/// The name of a captured entity's member in the values and partials structs. It differs from the entity's own name,
/// which a member of a C++ class could not take once the class has used it in its outer meaning.
inline std::string fieldName(const Entity &E) { return "captured_" + localName(E); }

/// A pointer to the copy of an object: lambdas that capture by copy have the same one.
inline std::string pointerToObject(const Entity &E) { return "hetrt_at_" + localName(E); }

// Types of a kernel's own names.
inline std::string typeName(const Capture &C) { return "hetrt_type_" + localName(C.What); }
inline std::string elementName(const Window &W) { return "hetrt_element_" + localName(W.Array); }
inline std::string rowName(const Window &W) { return "hetrt_row_" + localName(W.Array); }
constexpr const char IteratorTypeName[] = "hetrt_iterator";

/// The member that says how often the loops run that lanes share; 0: not known. The host's variable has its name.
constexpr const char SharedTripsField[] = "hetrt_shared_trips";

/// A constant expression for a number of at most 64 bits.
std::string numberText(const llvm::APSInt &Value);

/// Declarations as under `#pragma pack(Alignment)`; 0: as the compiler lays them out by itself.
std::string packed(const std::string &Text, unsigned Alignment);

/// An element of a window, given how the array is named.
std::string elementOf(const Window &W, llvm::StringRef Name);

/// The forms of a loop that the host compiler makes besides the loop in place.
struct HostForms {
  bool Emulated = false; ///< checks every subscript
  bool Outlined = false; ///< for the cores of a node
};

/// C++: a form of a function of the user's, or its declaration, and the place where it stands.
struct CalledForm {
  const clang::FunctionDecl *Of = nullptr;
  clang::SourceLocation Behind;
  std::string Text;
};

class KernelWriter {
public:
  KernelWriter(const Region &R, clang::ASTContext &Context, const TokenStream &Tokens);

  /// The values struct: bounds of the iterator first, then captures and window pointers.
  const std::vector<Field> &fields() const { return Fields; }

  /// C: the user's functions that the body calls, as the forms below call them.
  std::string calledFunctions() const;
  /// C++: the same, each where it stands.
  std::vector<CalledForm> calledForms() const;
  /// C: the emulated kernel as a function at file scope, to stand before the user's function.
  std::string emulatedFunction(llvm::StringRef Name) const;
  /// C: the outlined form, which stands there too.
  std::string outlinedFunction(llvm::StringRef Name) const;
  /// The values struct as the user's function declares it; in C++ with these forms as members, so that everything in
  /// scope here is in scope there.
  std::string hostStructs(llvm::StringRef Suffix, llvm::StringRef Iterator, HostForms Wanted) const;
  /// A kernel for NVPTX at file scope, with its structs. Nothing but kernels may follow it.
  std::string deviceKernel(llvm::StringRef Name, const ParameterNames &Parameters) const;

  /// `T name` in the language of the unit.
  std::string declare(clang::QualType T, llvm::StringRef Name) const;
  bool isCXX() const;
  /// The same where names in the type may be hidden: by an alias, unless there are none.
  std::string declareAs(clang::QualType T, llvm::StringRef Alias, llvm::StringRef Name) const;
  std::string declarePointer(clang::QualType To, llvm::StringRef Alias, llvm::StringRef Name) const;
  /// The declaration of the alias, which has to stand where they are not; nothing where declareAs() needs none.
  std::string typedefOf(clang::QualType T, llvm::StringRef Alias) const;
  /// `To = From;` for a captured variable's values: arrays of C have no assignment.
  static std::string assign(const Capture &C, llvm::StringRef To, llvm::StringRef From);
  /// The iterator's declaration in a kernel for a GPU, with its value in iteration K.
  std::string deviceIterator(llvm::StringRef K) const;
  std::pair<size_t, size_t> statementTokens(const clang::Stmt *S) const;

private:
  enum class Form { EmulatedC, EmulatedCXX, OutlinedC, OutlinedCXX, Device };
  /// Members of a struct in the user's function, whose names are in sight. The others stand at file scope.
  static bool isInFunction(Form F) { return F == Form::EmulatedCXX || F == Form::OutlinedCXX; }
  static bool isChecked(Form F) { return F == Form::EmulatedC || F == Form::EmulatedCXX; }
  static bool isOutlined(Form F) { return F == Form::OutlinedC || F == Form::OutlinedCXX; }
  std::string bodyText(Form F) const;
  /// What a kernel at file scope declares before its values.
  struct Scopes {
    std::string Text;
    unsigned Open = 0; ///< blocks
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
  bool isPointerToRows() const; ///< whose type has no place for a name behind it
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
  /// Of the values struct on the host, in bytes.
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
  // What lambdas capture (LambdaCaptures.cpp).
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
