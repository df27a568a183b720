// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local variables in subscripts, and loop counters, change through reference members, constructor arguments,
// conditional operators, casts, initializer lists, and lambda captures from before the loop: any use of a name other
// than reading or assigning may change the variable.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: g++ -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 16 of 16 loops split
#include <cstdio>
#include <cstring>

enum { N = 900 };
static int y[8 * N];

struct Member {
  int &r;
};
struct Stored {
  int &r;
  Stored(int &a) : r(a) {}
};

static void show(const char *Name) {
  unsigned long Sum = 0;
  for (int Each : y)
    Sum = Sum * 31 + unsigned(Each);
  std::printf("%s %lx\n", Name, Sum);
  std::memset(y, 0, sizeof y);
}

#define EACH(NAME, ...)                                                                                                \
  static void NAME(int n) {                                                                                            \
    _Pragma("omp parallel for") for (int i = 0; i < n; i++) { __VA_ARGS__ }                                            \
    show(#NAME);                                                                                                       \
  }

EACH(member, int j = i; Member m{j}; m.r = n - 1 - i; y[j] = i + 1;)
EACH(constructed, int j = i; Stored s(j); s.r = n - 1 - i; y[j] = i + 1;)
EACH(chosen, int j = i, k = 0; (i >= 0 ? j : k) = n - 1 - i; y[j] = i + 1 + k;)
EACH(chosenReference, int j = i, k = 0; int &r = i >= 0 ? j : k; r = n - 1 - i; y[j] = i + 1 + k;)
EACH(comma, int j = i; (i, j) = n - 1 - i; y[j] = i + 1;)
EACH(written, int j = i; (int &)j = n - 1 - i; y[j] = i + 1;)
EACH(cast, int j = i; static_cast<int &>(j) = n - 1 - i; y[j] = i + 1;)
EACH(otherSign, int j = i; reinterpret_cast<unsigned &>(j) = unsigned(n - 1 - i); y[j] = i + 1;)
EACH(assigned, int j = 0; int &r = (j = i); r = n - 1 - i; y[j] = i + 1;)
EACH(captured, int j = i; auto f = [&r = j, n, i] { r = n - 1 - i; }; f(); y[j] = i + 1;)
EACH(counter, for (int j = 0; j < 6; j++) { Member m{j}; m.r += 1; y[i * 8 + j] = i + 1; })
EACH(counterChosen, for (int j = 0; j < 6; j++) { int k = 0; (i >= 0 ? j : k) += 1; y[i * 8 + j] = i + 1 + k; })
EACH(counterBefore, int j; int &r = j; for (j = 0; j < 6; j++) { r++; y[i * 8 + j] = i + 1; })
EACH(counterOfLambda, int j; auto f = [&] { j++; }; for (j = 0; j < 6; j++) { f(); y[i * 8 + j] = i + 1; })
// Variables that are only read keep their known values.
EACH(read, const int j = i; int k = i, m = n; (void)k; y[j] = (m > k ? k : m) + int(sizeof j); y[n + k] = j;)
EACH(readInLoop, int m = 6, k = 7; for (int j = 0; j < (m < k ? m : k); j++) y[i * 8 + j] = decltype(j)(i) + j;)

int main() {
  member(N), constructed(N), chosen(N), chosenReference(N), comma(N), written(N), cast(N), otherSign(N), assigned(N);
  captured(N), counter(N), counterChosen(N), counterBefore(N), counterOfLambda(N), read(N), readInLoop(N);
}
