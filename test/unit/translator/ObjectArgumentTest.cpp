// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects with pointers that a body passes to functions: which arrays must be copied with a device's copy of the
// object, and which functions use the object in a way that devices cannot.
#include "Snippet.h"
#include "clang/AST/Decl.h"
#include "gtest/gtest.h"

using namespace hetcc;

namespace {

const std::string Types = "struct Data { int n; double *values; int *table; double *unused; struct Data *next; };\n";

/// For a loop in a function with a parameter `struct Data d`, the objects in its body: "d: values! table next->next"
/// lists arrays (written ones with !) and pointers to other objects; or the reason why the loop is not split.
std::string objects(const std::string &Functions, const std::string &Body) {
  std::string Found;
  const bool Good = Snippet::of(
      Types + Functions +
          "\nvoid loop(int n, double *y, struct Data d, const struct Data c) {\n#pragma omp parallel for hetero(1)\n"
          "  for (int i = 0; i < n; i++) " +
          Body + "\n}\n",
      [&](Region &R, clang::ASTContext &) {
        if (R.Fate.Where != RunsOn::Everywhere)
          Found = R.Fate.Cause;
        for (const ObjectCopy &O : R.Body.Objects) {
          Found += (Found.empty() ? "" : "; ") + O.Object->getNameAsString() + ":";
          for (const ObjectCopy::Member &Each : O.Arrays)
            Found += " " + Each.Field->getNameAsString() + (R.Windows[Each.Window].Written ? "!" : "");
          for (const ObjectCopy::Link &Each : O.Links)
            Found += " " + Each.Name + "->" + Each.To->getNameAsString();
        }
      });
  return Good ? Found : "not sound";
}

constexpr char None[] = "'d' is of a type that does not travel to a device: 'struct Data'";

TEST(ObjectArguments, ArraysThatFunctionsFollow) {
  EXPECT_EQ(objects("double at(struct Data d, int i) { return d.values[d.table[i]]; }", "y[i] = at(d, i);"),
            "d: values table");
  EXPECT_EQ(objects("int count(struct Data d) { return d.n; }", "y[i] = count(d);"), "d:");
}

TEST(ObjectArguments, FunctionsThatHandItOn) {
  EXPECT_EQ(objects("double at(const struct Data *d, int i) { return (*d).values[i]; }\n"
                    "double deep(struct Data d, int i) { return i ? at(&d, i) : d.table[0]; }",
                    "y[i] = deep(d, i);"),
            "d: values table");
  EXPECT_EQ(
      objects("double down(struct Data d, int i) { return i ? down(d, i - 1) : d.values[0]; }", "y[i] = down(d, i);"),
      "d: values");
}

TEST(ObjectArguments, WhatFunctionsReturnToEachOther) {
  EXPECT_EQ(objects("double *g(struct Data d) { return d.values; }\ndouble f(struct Data d, int i) { return g(d)[i]; }",
                    "y[i] = f(d, i);"),
            "d: values");
}

TEST(ObjectArguments, SeveralFunctionsAndObjects) {
  EXPECT_EQ(objects("double one(const struct Data *d, int i) { return d->values[i]; }\n"
                    "double other(struct Data d, int i) { return d.table[i]; }",
                    "y[i] = one(&d, i) + other(d, i) + other(c, i);"),
            "d: values table; c: table");
}

TEST(ObjectArguments, WhatFunctionsWrite) {
  EXPECT_EQ(objects("void f(struct Data d, int i) { d.values[i] = d.table[i]; }", "f(d, i);"), "d: values! table");
  EXPECT_EQ(objects("void f(struct Data *d, int i) { d->values[i] += d->table[i]; }", "f(&d, i);"), "d: values! table");
  EXPECT_EQ(objects("void g(double *to, int from) { *to = from; }\n"
                    "void f(struct Data *d, int i) { g(&d->values[i], d->table[i]); }",
                    "f(&d, i);"),
            "d: values! table");
}

TEST(ObjectArguments, OthersThatPointersLeadTo) {
  EXPECT_EQ(objects("double f(struct Data d, int i) { return d.next->values[i] + d.n; }", "y[i] = f(d, i);"),
            "next: values; d: next->next");
  EXPECT_EQ(objects("double g(const struct Data *d, int i) { return d->table[i]; }\n"
                    "double f(struct Data d, int i) { return d.values[i] + g(d.next, i) + (*d.next->next).n; }",
                    "y[i] = f(d, i);"),
            "next:; next: table next->next; d: values next->next");
}

TEST(ObjectArguments, WhatFunctionsMayNotDo) {
  const std::string Use = "y[i] = f(d, i);";
  EXPECT_EQ(objects("double f(struct Data d, int i) { d.values = d.next->values; return d.values[i] = 1; }", Use),
            None);
  EXPECT_EQ(objects("double f(struct Data d, int i) { struct Data e = d; return e.values[i]; }", Use), None);
  EXPECT_EQ(objects("double f(struct Data d, int i) { return d.next ? i : 0; }", Use), None);
  EXPECT_EQ(objects("double f(const struct Data *d, int i) { return d->n ? f(d->next, i) : 0; }", "y[i] = f(&d, i);"),
            None);
  EXPECT_EQ(objects("double *f(struct Data d) { return d.values; }", "y[i] = f(d)[i];"), None);
  EXPECT_EQ(objects("double f(struct Data d, int i);", Use),
            "it calls 'f' of another unit, whose parameter 'd' is of a type that may lead to pointers");
}

} // namespace
