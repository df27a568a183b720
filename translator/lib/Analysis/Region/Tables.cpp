// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that tables share.
#include "Analysis/Region/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace hetcc;

unsigned CallNumbers::slot(const Number &N) {
  if (N.Code == "0")
    return 0;
  auto Same = llvm::find_if(Slots, [&](const Number &Each) { return Each.Code == N.Code; });
  if (Same == Slots.end())
    Same = Slots.insert(Slots.end(), N);
  return unsigned(Same - Slots.begin()) + 1;
}

TableNumber CallNumbers::of(const Number &N) {
  int32_t Constant = 0;
  if (!llvm::StringRef(N.Code).getAsInteger(10, Constant))
    return {Constant, 0};
  return {0, slot(N)};
}
