// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What writers of one region's text share: the region, how its names end, and words for its parts.
#ifndef HETCC_LIB_REWRITE_REGIONEMITTER_H
#define HETCC_LIB_REWRITE_REGIONEMITTER_H

#include "Analysis/RegionGroup.h"
#include "Directive/TokenStream.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/ReductionWriter.h"
#include "hetcc/Translate.h"

namespace hetcc {

/// The unit whose text is written.
struct UnitWriting {
  clang::ASTContext &Context;
  const TokenStream &Tokens;
  const TranslateOptions &Options;
  bool HasImage; ///< device code is embedded
  HostForms hostForms() const { return {Options.Emulated, Options.Outlined}; }
};

/// As a string literal.
std::string quoted(llvm::StringRef Text);

/// Whether the user lists a variable in one of these clauses.
bool lists(const Directive &D, llvm::ArrayRef<llvm::StringRef> Clauses, llvm::StringRef Name);

/// "file:line" of a directive as a literal. `__FILE__` is the name by the line marker, and follows the user's
/// -ffile-prefix-map.
std::string locationText(const Directive &D, const clang::ASTContext &Context);

/// Refers to what it is made of, all of which has to outlive it.
class RegionEmitter {
public:
  /// A directive and one of its instances. `Suffix` ends all names that are generated for it.
  RegionEmitter(const UnitWriting &Unit, const RegionGroup &Group, const Region &Instance, std::string Suffix)
      : Unit(Unit), Context(Unit.Context), Group(Group), R(Instance), N(std::move(Suffix)) {}

protected:
  ~RegionEmitter() = default;

  bool isCXX() const;
  /// Whether `auto` declares a variable by its value.
  bool hasAuto() const;
  KernelWriter kernel() const { return KernelWriter(R, Context, Unit.Tokens); }
  ReductionWriter reductions(const KernelWriter &Kernel) const {
    return ReductionWriter(R, Context, Unit.Tokens, Kernel);
  }
  std::string location() const { return locationText(*R.Source, Context); }
  std::string printed(const clang::Expr *E) const;
  /// Whether calls pass a values struct: to a kernel, to a variant, and whenever there are arrays, whose addresses
  /// stand nowhere else.
  bool hasValues() const;
  /// Whether it has the loop's first value, the step and arrays, and nothing else.
  bool hasArraysOnly() const { return R.Loop.Clause || R.Fate.Where != RunsOn::Everywhere; }
  /// The member with an array's address.
  std::string arrayField(const Window &W) const;
  /// Where the array of a pointer or an iterator begins, in the iterator's type.
  std::string startOfBase(const std::string &Name) const;
  /// The iterator's value in iteration K, counted from 0.
  std::string iteratorAt(const std::string &K) const;
  /// The iterator's first value, as windows count; a pointer's is its distance from the array that it walks over.
  std::string firstValue() const;
  bool listsIterator(llvm::ArrayRef<llvm::StringRef> Clauses) const;
  bool listsPrivateIterator() const { return listsIterator({"private", "firstprivate"}); }
  /// The variable that holds the value of an `if` clause, and what they say together by these.
  std::string ifVariable(const IfClause &If) const;
  IfConditions ifValues() const;

  const UnitWriting &Unit;
  clang::ASTContext &Context;
  const RegionGroup &Group;
  const Region &R;
  const std::string N;
};

} // namespace hetcc
#endif
