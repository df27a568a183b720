// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list of functions, each of which changes an array in a loop; run() prints a checksum of each function's result.
#ifndef HETCC_TEST_FEATURES_H
#define HETCC_TEST_FEATURES_H
#include <cstdio>

struct Feature {
  const char *name;
  void (*change)(int n, double *x);
  Feature *next;
  static Feature *&first() {
    static Feature *list = nullptr;
    return list;
  }
  Feature(const char *name, void (*change)(int, double *)) : name(name), change(change), next(first()) {
    first() = this;
  }
};

#define FEATURE(NAME)                                                                                                  \
  static void NAME(int n, double *x);                                                                                  \
  static Feature feature##NAME(#NAME, NAME);                                                                           \
  static void NAME(int n, double *x)

inline int run() {
  static double x[301];
  for (Feature *each = Feature::first(); each; each = each->next) {
    double sum = 0;
    for (int i = 0; i < 301; ++i)
      x[i] = i % 11 * 0.5 - 1;
    each->change(301, x);
    for (int i = 0; i < 301; ++i)
      sum += x[i] * (i % 7 + 1);
    std::printf("%s %.10g\n", each->name, sum);
  }
  return 0;
}
#endif
