// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Lanes: what a part of a body reads and changes. A construct that the analysis does not understand counts
// as a change, so that a part for which no change is reported has none.
#ifndef HETCC_LIB_ANALYSIS_LANES_EFFECTS_H
#define HETCC_LIB_ANALYSIS_LANES_EFFECTS_H

#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace hetcc {

/// What some statements or expressions of a body read and change.
struct Effects {
  using Variables = llvm::SmallSetVector<const clang::ValueDecl *, 8>;
  Variables Declared; ///< variables that the part declares
  Variables Read;
  Variables Changed;                            ///< variables that the part changes or may change
  Variables Aliased;                            ///< variables to which pointers or references may lead from then on
  llvm::SmallVector<const Access *, 8> Touched; ///< subscripts on arrays of data clauses, in the order of the text
  const clang::Stmt *Through = nullptr;         ///< the first change of an object that a pointer leads to; null if
                                                ///< there is none
  const clang::Stmt *Leaves = nullptr;          ///< the first jump out of the part other than `continue`; null if there
                                                ///< is none
  const clang::Stmt *Unknown = nullptr;         ///< the first construct that the analysis does not understand; null if
                                                ///< there is none

  bool touches(unsigned Window) const {
    return llvm::any_of(Touched, [&](const Access *A) { return A->Window == Window; });
  }
  bool writes(unsigned Window) const {
    return llvm::any_of(Touched, [&](const Access *A) { return A->Window == Window && A->Write; });
  }
  bool writesWindows() const {
    return llvm::any_of(Touched, [](const Access *A) { return A->Write; });
  }
  /// A variable declared outside of the part that the part may change; null if there is none.
  const clang::ValueDecl *changedOutside() const {
    for (const clang::ValueDecl *D : Changed)
      if (!Declared.contains(D))
        return D;
    return nullptr;
  }
  /// Whether a variable may have several values while the part is executed.
  bool varies(const clang::ValueDecl *D) const { return Declared.contains(D) || Changed.contains(D); }
};

/// Finds the effects of parts of one region's body.
class EffectsFinder {
public:
  explicit EffectsFinder(const Region &R);
  /// The effects of statements, and of expressions whose values are used.
  Effects of(llvm::ArrayRef<const clang::Stmt *> Parts) const;

private:
  const MemberEntities &Members;
  std::shared_ptr<Callees> Called;
  llvm::DenseMap<const clang::Expr *, const Access *> AccessAt;
  /// Arrays that the loop reduces into. A kernel has partials of these arrays, which it reaches by pointers.
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> Reduced;
};

} // namespace hetcc
#endif
