// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the expressions for the ends of array sections.
#include "Rewrite/Sections.h"

using namespace hetcc;

static std::string lowerOf(const DependItem::Bracket &Each) {
  return Each.Lower ? "(hetrt_int64)(" + Each.Lower->Text + ")" : "0";
}

static std::string lengthOf(const DependItem::Bracket &Each) { return "(hetrt_int64)(" + Each.Length->Text + ")"; }

MemorySpan hetcc::spanOf(const DependItem &Item) {
  std::string First = "(" + Item.Object.Text + ")", Last = First;
  for (const DependItem::Bracket &Each : Item.Brackets) {
    First += "[" + lowerOf(Each) + "]";
    Last += "[" + lowerOf(Each) + (Each.Length ? " + " + lengthOf(Each) + " - 1]" : "]");
  }
  return {"(const volatile void *)&" + First, "(const volatile void *)(&" + Last + " + 1)"};
}

MemorySpan hetcc::rowOf(const DependItem &Item, std::vector<std::string> &Loops) {
  DependItem Row = Item;
  for (size_t D = 0; D + 1 < Item.Brackets.size(); ++D) {
    const DependItem::Bracket &Each = Item.Brackets[D];
    if (!Each.Length)
      continue;
    std::string K = "hetrt_row_" + std::to_string(D);
    Loops.insert(Loops.begin(), "hetrt_int64 " + K + ";"); // C89 has no declarations in `for`
    Loops.push_back("for (" + K + " = 0; " + K + " < " + lengthOf(Each) + "; ++" + K + ")");
    Row.Brackets[D] = {ClauseExpr(*Each.Length), std::nullopt};
    Row.Brackets[D].Lower->Text = lowerOf(Each) + " + " + K;
  }
  return spanOf(Row);
}
