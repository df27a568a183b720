// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: which iterations execute the code that BodyScan visits.
#ifndef HETCC_LIB_ANALYSIS_BODY_RUNCONDITIONS_H
#define HETCC_LIB_ANALYSIS_BODY_RUNCONDITIONS_H

#include "Analysis/Region/BodyContents.h"
#include "Analysis/Values/IterationData.h"
#include "llvm/Support/SaveAndRestore.h"

namespace hetcc {

/// Follows the conditions, jumps and `omp atomic` directives around and before the visited code.
class RunConditions {
public:
  RunConditions() = default;
  explicit RunConditions(IterationData Data) : Data(std::move(Data)) {}

  /// Calls Visit for code that is executed under a condition; `Condition` is null if the condition is not known.
  template <typename Callable> void under(const clang::Expr *Condition, Callable Visit) {
    const bool IsSame = !Condition || !Data.isIn(Condition);
    const llvm::SaveAndRestore Around(Conditions, Conditions + 1);
    const llvm::SaveAndRestore Same(SameForAll, SameForAll + IsSame);
    Visit();
  }
  /// Calls Visit for code behind a directive; Atomic: the directive is `omp atomic`.
  template <typename Callable> void behind(bool Atomic, Callable Visit) {
    const llvm::SaveAndRestore Around(InAtomic, InAtomic || Atomic);
    Visit();
  }
  /// Notes a jump, which may skip the code after it.
  void jump() { Jumped = true; }

  /// Sets what A says of the iterations that execute it. Whether A is a write is known.
  void describe(Access &A) const {
    A.Conditional = Conditions > 0 || Jumped;
    A.AllOrNone = SameForAll > 0 || Jumped;
    A.Atomic = InAtomic && A.Write;
  }

private:
  IterationData Data;
  unsigned Conditions = 0; ///< how many conditions enclose the visited code
  unsigned SameForAll = 0; ///< how many of these conditions are the same in all iterations
  bool Jumped = false;
  bool InAtomic = false;
};

} // namespace hetcc
#endif
