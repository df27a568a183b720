// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base class of all writers of generated host code for one region: holds the region and the suffix of generated
// names, and writes small pieces of code that several writers need.
#ifndef HETCC_LIB_REWRITE_REGIONEMITTER_H
#define HETCC_LIB_REWRITE_REGIONEMITTER_H

#include "Analysis/Region/RegionGroup.h"
#include "Directive/TokenStream.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/ReductionWriter.h"
#include "hetcc/Translate.h"

namespace hetcc {

/// The translation unit for which code is generated.
struct UnitWriting {
  clang::ASTContext &Context;
  const TokenStream &Tokens;
  const TranslateOptions &Options;
  bool HasImage; ///< the host source embeds a device image
  HostForms hostForms() const { return {Options.Emulated, Options.Outlined}; }
};

/// Returns the text as a string literal of C.
std::string quoted(llvm::StringRef Text);

/// Whether the directive lists the variable `Name` in one of the clauses `Clauses`.
bool lists(const Directive &D, llvm::ArrayRef<llvm::StringRef> Clauses, llvm::StringRef Name);

/// Returns an expression for "file:line" of a directive. It uses `__FILE__`, to which the line marker gives the file's
/// name, so that the user's -ffile-prefix-map has effect.
std::string locationText(const Directive &D, const clang::ASTContext &Context);

/// The base class of writers that generate host code for one region. Holds references to its constructor's arguments,
/// which must outlive the object.
class RegionEmitter {
public:
  /// `Instance` is one of the group's template instances. All names that are generated for the region end in `Suffix`.
  RegionEmitter(const UnitWriting &Unit, const RegionGroup &Group, const Region &Instance, std::string Suffix)
      : Unit(Unit), Context(Unit.Context), Group(Group), R(Instance), N(std::move(Suffix)) {}

protected:
  ~RegionEmitter() = default;

  bool isCXX() const;
  /// Whether `auto` deduces types in the language of the unit (C++11).
  bool hasAuto() const;
  KernelWriter kernel() const { return KernelWriter(R, Context, Unit.Tokens); }
  ReductionWriter reductions(const KernelWriter &Kernel) const {
    return ReductionWriter(R, Context, Unit.Tokens, Kernel);
  }
  std::string location() const { return locationText(*R.Site.Source, Context); }
  std::string printed(const clang::Expr *E) const;
  /// Whether the region has a values struct, in which a call passes values and addresses of arrays to the runtime.
  bool hasValues() const;
  /// Whether the values struct has only the loop's first value, the step and the addresses of arrays, and no captured
  /// values.
  bool hasArraysOnly() const { return R.Loop.Clause || R.Fate.Where != RunsOn::Everywhere; }
  /// The member of the values struct with the address of the array.
  std::string arrayField(const Window &W) const;
  /// For a loop whose iterator is a pointer or an object like `v.begin()`: the beginning of the array `Name` that the
  /// iterator walks over, in the iterator's type.
  std::string startOfBase(const std::string &Name) const;
  /// The iterator's value in iteration K, where the first iteration is 0.
  std::string iteratorAt(const std::string &K) const;
  /// The iterator's first value as an index; for a pointer, its distance from the beginning of the array that it walks
  /// over.
  std::string firstValue() const;
  bool listsIterator(llvm::ArrayRef<llvm::StringRef> Clauses) const;
  bool listsPrivateIterator() const { return listsIterator({"private", "firstprivate"}); }
  /// The variable of generated code that holds the value of the `if` clause `If`.
  std::string ifVariable(const IfClause &If) const;
  /// The combined conditions of all `if` clauses, as expressions of the variables that ifVariable() names.
  IfConditions ifValues() const;

  const UnitWriting &Unit;
  clang::ASTContext &Context;
  const RegionGroup &Group;
  const Region &R;
  const std::string N; ///< the suffix of all names that are generated for the region
};

} // namespace hetcc
#endif
