// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions without a directive, for functions.test.
#ifdef __clang__
int clang_only(int value) { return value; }
#endif
#ifdef HIDDEN
__attribute__((visibility("hidden")))
#endif
int third(int value) { return value / 3; }
static int own(int value) { return value; }
int fourth(int value) {
  return own(value) / 4
#ifdef _OPENMP
         + 1
#endif
      ;
}
#ifdef NESTED
int outer(int value) {
  int inner(int i) { return i + value; }
  return inner(1);
}
#endif
