// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the device form of a loop body: once for the emulated accelerator, compiled by the host compiler inside the
// user's unit, and once for NVIDIA GPUs, appended to a copy of the user's source.
#ifndef HETCC_LIB_KERNEL_KERNELWRITER_H
#define HETCC_LIB_KERNEL_KERNELWRITER_H

#include "Analysis/Region.h"
#include "Directive/TokenStream.h"

namespace hetcc {

/// One struct member: how the host declares it, how it is filled, and how a kernel declares its local copy.
struct Field {
  std::string Name;
  std::string HostType; ///< in the user's function: may use __typeof__
  std::string Initializer;
  clang::QualType Type;    ///< null: a 64-bit integer
  clang::QualType Pointee; ///< of a window: the element type
};

/// The name of a captured entity's member in the values and partials structs. It differs from the entity's own name,
/// which a member of a C++ class could not take once the class has used it in its outer meaning.
inline std::string fieldName(const Entity &E) { return "captured_" + localName(E); }

/// The member that says how often the loops run that lanes share; 0: not known. The host's variable has its name.
constexpr const char SharedTripsField[] = "hetrt_shared_trips";

/// A constant expression for a number of at most 64 bits.
std::string numberText(const llvm::APSInt &Value);

/// An element of a window, given how the array is named.
std::string elementOf(const Window &W, llvm::StringRef Name);

class KernelWriter {
public:
  KernelWriter(const Region &R, clang::ASTContext &Context, const TokenStream &Tokens);

  /// The values struct: bounds of the iterator first, then captures and window pointers.
  const std::vector<Field> &fields() const { return Fields; }

  /// C: the emulated kernel as a function at file scope, to stand before the user's function.
  std::string emulatedFunction(llvm::StringRef Name) const;
  /// The values struct as the user's function declares it; in C++ with the emulated kernel as a member,
  /// so that everything in scope here is in scope there.
  std::string hostStructs(llvm::StringRef Suffix, llvm::StringRef Iterator, bool Emulated) const;
  /// A kernel for NVPTX at file scope, with its structs. `Prelude` declares template parameters.
  std::string deviceKernel(llvm::StringRef Name, llvm::StringRef Prelude) const;

  /// `T name` in the language of the unit.
  std::string declare(clang::QualType T, llvm::StringRef Name) const;
  bool isCXX() const;
  /// `To = From;` for a captured variable's values: arrays of C have no assignment.
  static std::string assign(const Capture &C, llvm::StringRef To, llvm::StringRef From);
  /// Braces, brackets and the text of the statement at [First, Last] including a trailing semicolon.
  std::string bodyText(bool Checked) const;
  std::pair<size_t, size_t> statementTokens(const clang::Stmt *S) const;

private:
  enum class Form { EmulatedC, EmulatedCXX, Device };
  std::string structs(llvm::StringRef Suffix, bool InHost, llvm::StringRef Members = "") const;
  std::string emulatedKernel(Form F, llvm::StringRef Name, llvm::StringRef Declarations, llvm::StringRef Suffix) const;
  std::string locals(Form F, llvm::StringRef Access) const;
  std::string iteration(Form F, llvm::StringRef Access) const;
  std::string constant(const Capture &C, Form F) const;
  std::string declareLocal(const Capture &C, Form F) const;
  std::string marker() const;
  std::string stridedLoop(llvm::StringRef Access) const;
  std::string reducingLoop(llvm::StringRef Suffix) const;
  std::string accumulatingLoop(llvm::StringRef Suffix) const;
  std::string loop(Form F, llvm::StringRef Access, llvm::StringRef Head) const;
  std::string typeDeclaration(const clang::NamedDecl &D) const;
  std::string localDeclarations() const;
  /// Of the values struct on the host, in bytes.
  struct ValuesLayout {
    uint64_t Size = 0, Alignment = 1;
  };
  ValuesLayout valuesLayout() const;
  std::string layoutChecks(llvm::StringRef Values, const ValuesLayout &Layout) const;
  clang::QualType elementType(const Window &W) const;
  clang::QualType rowType(const Window &W) const;
  bool hasVariableRows(const Window &W) const;
  std::string pointerName(const Window &W) const;
  std::string pointers(bool Apart) const;
  std::string windowLocal(const Window &W, Form F, llvm::StringRef Access) const;
  bool hasStrides(const Window &W) const;
  std::string strideName(const Window &W, unsigned Dimension) const;
  std::string extentText(const Window &W, unsigned First, unsigned Last) const;
  std::string boundsOf(const Access &A) const;
  void editRows(const Access &A, bool Checked, TokenEdits &Edits) const;
  void editFlat(const Access &A, bool Checked, const TokenEdits &Renames, TokenEdits &Edits) const;

  const Region &R;
  clang::ASTContext &Context;
  const TokenStream &Tokens;
  std::vector<Field> Fields;
};

} // namespace hetcc
#endif
