// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what host and kernels do about reductions and lastprivate variables, whose combination keeps what belongs to
// the later iteration. The values of one thread, block or grain travel as a partial: a struct of all single variables,
// then the arrays' values, each array at a multiple of 16 bytes. How long arrays are is known when a region begins: the
// host keeps it in `hetrt_layout`, and kernels get it with their values.
#ifndef HETCC_LIB_KERNEL_REDUCTIONWRITER_H
#define HETCC_LIB_KERNEL_REDUCTIONWRITER_H

#include "Kernel/KernelWriter.h"

namespace hetcc {

class ReductionWriter {
public:
  ReductionWriter(const Region &R, clang::ASTContext &Context, const TokenStream &Tokens, const KernelWriter &Kernel);

  /// Whether the region has such variables, of types whose values generated code can copy and combine.
  bool any() const { return !Items.empty() || !LastItems.empty(); }

  // ---- In the user's function.

  /// Declares the types of the values and of the partial, and `hetrt_layout`, whose first number is the partial's size.
  std::string hostLayout(llvm::StringRef Suffix) const;
  /// Sets the variable `Code` to an error if an array section turns out to have too few elements.
  std::string checkLengths(llvm::StringRef Code, llvm::StringRef Location) const;
  /// A condition on the lengths that data regions tell: each is known. Empty: there are none.
  std::string knownLengths() const;
  /// Tells the runtime where the variables are that the region combines into.
  std::string uses() const;
  /// In the team, copies the private copies to a partial, or back from it.
  std::string move(llvm::StringRef Suffix, llvm::StringRef Partial, bool Back) const;
  /// After the team: combines the variables with a partial.
  std::string combinePartial(llvm::StringRef Suffix, llvm::StringRef Partial) const;

  // ---- In a kernel, where the partial and its layout are found by way of `Access`.

  /// What travels with the values.
  std::vector<Field> fields() const;
  /// The types of values where the user's objects are not in sight.
  std::vector<TypeName> types() const;
  /// The type of a partial; nothing where it has no variables.
  std::string partialStruct(llvm::StringRef Suffix) const;
  /// The private copies; those of arrays lie in the partial, whose values have been set if `Begun`. The text stands in
  /// the user's function, where its types and names are in sight, or in one of its own.
  std::string privates(bool InFunction, llvm::StringRef Access, llvm::StringRef Partial, bool Begun = false) const;
  /// Lets a kernel on the host check the elements of arrays that it accumulates in.
  void checkElements(TokenEdits &Edits) const;
  /// Stores the others to the partial, and the values of lastprivate variables after the iterations that `End` follows.
  std::string leave(llvm::StringRef Suffix, llvm::StringRef Partial, llvm::StringRef End) const;
  // Where Region::OnePartial. `Thread` of `Threads` takes its part of the elements.

  /// Sets a partial to values that change nothing.
  std::string beginPartial(llvm::StringRef Suffix, llvm::StringRef Access, llvm::StringRef Partial,
                           const std::string &Thread, const std::string &Threads) const;
  /// Combines a partial into another one, which others may update at the same time.
  std::string mergePartial(llvm::StringRef Suffix, llvm::StringRef Access, llvm::StringRef Into, llvm::StringRef From,
                           const std::string &Thread, const std::string &Threads) const;
  /// Combines a thread's own copies of single variables into the partial.
  std::string leaveAtomically(llvm::StringRef Suffix, llvm::StringRef Partial) const;

  /// Combines the partials of a block's threads, which lie one behind the other from `hetrt_slots` on; `Threads` is how
  /// many there are.
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
  std::vector<const Capture *> Items;
  std::vector<const Capture *> LastItems; ///< lastprivate
};

} // namespace hetcc
#endif
