// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of initializers.
#include "Rewrite/Initializer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using llvm::ArrayRef;
using llvm::StringRef;

std::string hetcc::braced(ArrayRef<std::string> Elements) { return "{" + llvm::join(Elements, ", ") + "}"; }

Initializer &Initializer::set(StringRef Field, StringRef Value) {
  if (Value != "0")
    Fields.push_back(("." + Field + " = " + Value).str());
  return *this;
}

Initializer &Initializer::set(StringRef Field, const std::vector<std::string> &Elements) {
  const bool AllZero = llvm::all_of(Elements, [](const std::string &Each) { return Each == "0"; });
  return AllZero ? *this : set(Field, braced(Elements));
}

std::string Initializer::define(StringRef Declaration) const {
  return (Declaration + " = {\n" + llvm::join(Fields, ",\n") + "\n};\n").str();
}

void FlagList::add(bool Set, StringRef Flag) {
  if (Set)
    Text = (Text == "0" ? "" : Text + " | ") + Flag.str();
}
