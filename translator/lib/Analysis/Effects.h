// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what a part of a body reads and changes. Whatever is not understood counts as a change, so that
// a part without changes has none.
#ifndef HETCC_LIB_ANALYSIS_EFFECTS_H
#define HETCC_LIB_ANALYSIS_EFFECTS_H

#include "Analysis/Region.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace hetcc {

/// What one part does.
struct Effects {
  using Variables = llvm::SmallSetVector<const clang::ValueDecl *, 8>;
  Variables Declared; ///< in the part itself
  Variables Read;
  Variables Changed;                            ///< or perhaps changed, declared there or not
  Variables Aliased;                            ///< others may reach them from then on, by a pointer or a reference
  llvm::SmallVector<const Access *, 8> Touched; ///< windows, in the order of the text
  const clang::Stmt *Through = nullptr;         ///< something is changed through a pointer
  const clang::Stmt *Leaves = nullptr;          ///< a jump out of the part other than `continue`
  const clang::Stmt *Unknown = nullptr;         ///< a construct that is not looked into

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
  /// Whether a variable may have several values in the course of the part.
  bool varies(const clang::ValueDecl *D) const { return Declared.contains(D) || Changed.contains(D); }
};

/// Finds effects in the body of one region.
class EffectsFinder {
public:
  explicit EffectsFinder(const Region &R);
  /// Of statements, and of expressions whose values are used.
  Effects of(llvm::ArrayRef<const clang::Stmt *> Parts) const;

private:
  std::shared_ptr<Callees> Called;
  llvm::DenseMap<const clang::Expr *, const Access *> AccessAt;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> Reduced; ///< arrays, of which a kernel has copies behind pointers
};

} // namespace hetcc
#endif
