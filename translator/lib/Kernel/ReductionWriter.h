// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the host code and the kernel code for reductions and lastprivate variables. A partial holds the values of one
// thread, block or grain (consecutive iterations that are reduced in order) until they are combined. It is a struct of
// all single variables, followed by the values of reduction arrays, each array at a multiple of 16 bytes. Of two values
// of a lastprivate variable, the value of the later iteration is kept. The lengths of arrays are known when a region
// begins: the host stores them in `hetrt_layout`, and kernels get them in the struct of
// values that each call passes (RegionEmitter.h).
#ifndef HETCC_LIB_KERNEL_REDUCTIONWRITER_H
#define HETCC_LIB_KERNEL_REDUCTIONWRITER_H

#include "Kernel/KernelWriter.h"

namespace hetcc {

/// Writes the code for reductions and lastprivate variables of one region, on the host and in kernels.
class ReductionWriter {
public:
  ReductionWriter(const Region &R, clang::ASTContext &Context, const TokenStream &Tokens, const KernelWriter &Kernel);

  /// Whether the region has reduction or lastprivate variables with types that generated code can copy and combine.
  bool any() const { return !Items.empty() || !LastItems.empty(); }

  // ---- Code in the user's function.

  /// Declares the types of the values and of the partial, and `hetrt_layout`, whose first number is the partial's size.
  std::string hostLayout(llvm::StringRef Suffix) const;
  /// Sets the variable `Code` to an error if an array section has too few elements.
  std::string checkLengths(llvm::StringRef Code, llvm::StringRef Location) const;
  /// Returns a condition under which all array lengths that come from data regions or allocations are known; "" if
  /// there are no such arrays.
  std::string knownLengths() const;
  /// Tells the runtime about the memory of reduction arrays.
  std::string uses() const;
  /// In the team: copies the thread's private copies to the partial at address `Partial`; if `Back` is set, from the
  /// partial.
  std::string move(llvm::StringRef Suffix, llvm::StringRef Partial, bool Back) const;
  /// After the team: combines a partial into the user's variables.
  std::string combinePartial(llvm::StringRef Suffix, llvm::StringRef Partial) const;

  // ---- Code in a kernel. `Access` is the expression before names of members of the values struct, "hetrt_v->".

  /// The members of the values struct that describe the layout of partials.
  std::vector<Field> fields() const;
  /// The types of values, for kernels at file scope.
  std::vector<TypeName> types() const;
  /// Declares the struct of the single variables in a partial; "" if there are no single variables.
  std::string partialStruct(llvm::StringRef Suffix) const;
  /// Declares the private copies of reduction variables. Private copies of arrays are in the partial; if `Begun` is
  /// set, their values have been initialised. `InFunction`: the code is inside of the user's function, where the
  /// function's types and names are visible; otherwise it is at file scope.
  std::string privates(bool InFunction, llvm::StringRef Access, llvm::StringRef Partial, bool Begun = false) const;
  /// Inserts bounds checks around elements of reduction arrays, for kernels that run on the host (ElementChecks.cpp).
  void checkElements(TokenEdits &Edits) const;
  /// Stores the private copies of single variables, and the lastprivate values, in the partial. `End` is the number of
  /// the iteration after the thread's last one.
  std::string leave(llvm::StringRef Suffix, llvm::StringRef Partial, llvm::StringRef End) const;
  // The next three functions are for kernels in which all threads update one partial (Region::OnePartial). `Threads` is
  // the number of threads that divide the elements of arrays among them, and `Thread` the number of one of them.

  /// Sets a partial to the initial values of the reductions.
  std::string beginPartial(llvm::StringRef Suffix, llvm::StringRef Access, llvm::StringRef Partial,
                           const std::string &Thread, const std::string &Threads) const;
  /// Combines partial `From` into partial `Into` atomically: other blocks may update `Into` at the same time.
  std::string mergePartial(llvm::StringRef Suffix, llvm::StringRef Access, llvm::StringRef Into, llvm::StringRef From,
                           const std::string &Thread, const std::string &Threads) const;
  /// Combines the thread's private copies of single variables into the partial atomically.
  std::string leaveAtomically(llvm::StringRef Suffix, llvm::StringRef Partial) const;

  /// Combines the partials of a block's threads, which are an array at `hetrt_slots`. `Threads` is the number of
  /// threads.
  std::string combineBlock(llvm::StringRef Suffix, llvm::StringRef Access, const std::string &Threads) const;

private:
  bool hasScalars() const;
  bool hasArrays() const;
  std::string printed(const clang::Expr *E) const;
  std::string firstByte(const Capture &C) const;
  std::string lower(const Reduction::Level &L) const;
  std::string length(const Reduction::Level &L) const;
  std::vector<std::string> lengths(const Capture &C) const;
  std::string count(const Capture &C) const;
  std::string begin(const Capture &C, const std::string &Values, const std::string &Count, bool InFunction,
                    llvm::StringRef Access = "") const;
  std::string identity(const Capture &C, bool InFunction) const;
  std::string declared(const Capture &C, llvm::StringRef Name, llvm::StringRef Access, bool InFunction) const;
  std::string initializer(const Capture &C, llvm::StringRef Name, bool InFunction) const;
  std::string arrayPrivate(const Capture &C, llvm::StringRef Access, llvm::StringRef Partial, bool InFunction,
                           bool Begun) const;
  void qualifyNames(const clang::Expr *E, bool InFunction, TokenEdits &Edits) const;
  std::string combineLast() const;
  std::string combineAtomically(const Capture &C, const std::string &Out, const std::string &In) const;
  std::string combine(const Capture &C, const std::string &Out, const std::string &In, bool InFunction) const;

  const Region &R;
  clang::ASTContext &Context;
  const TokenStream &Tokens;
  const KernelWriter &Kernel;
  std::vector<const Capture *> Items;     ///< the reduction variables
  std::vector<const Capture *> LastItems; ///< the lastprivate variables
};

} // namespace hetcc
#endif
