// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks what lambdas capture by copy.
#include "Analysis/Body/LambdaCopies.h"

using namespace hetcc;
using namespace clang;

void LambdaCopies::note(const LambdaCapture &Capture) {
  const auto *Variable = cast<ValueDecl>(Capture.getCapturedVar()->getCanonicalDecl());
  Variables.emplace_back(Variable, Capture.getLocation());
  const int Of = findWindow(R, Variable);
  if (Of >= 0 && (R.Windows[size_t(Of)].Container || R.Windows[size_t(Of)].Type->isArrayType()))
    Arrays.emplace_back(unsigned(Of), Capture.getLocation());
}

void LambdaCopies::checkArrays() const {
  for (auto [Of, Loc] : Arrays)
    if (const Window &W = R.Windows[Of]; W.Written)
      R.Fate.toHost(Loc, "a lambda has a copy of '" + W.Spec->Array.Text + "', which the loop writes",
                    "capture it by reference");
}

void LambdaCopies::checkObjects() const {
  for (auto [Variable, Loc] : Variables)
    for (const ObjectCopy &O : R.Body.Objects)
      if (O.Object == Variable && O.AsBytes)
        R.Fate.toHost(Loc, "a lambda has a copy of '" + Variable->getNameAsString() + "', which a device cannot make",
                      "capture it by reference");
}
