// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of a function, class or namespace that hide names at file scope keep their meaning in GPU kernels: constants in
// the declarations of local types and tables, types and tables of the class, types of parameters, prototypes, macros.
// REQUIRES: ptx
// RUN: %hetccxx -O2 %s -o %t 2>&1 | count 0
// RUN: %serialxx -O2 %s -o %t.serial && %t.serial > %t.wanted
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:%t.json %t > %t.found
// RUN: diff %t.wanted %t.found
// RUN: %reported %t.json 'iterations("cuda") == 7063'
// RUN: %compare %t.serial %t
#include <cstdio>

constexpr int count = 4;
enum { most = 40, many = 50 };
struct real {
  double value;
};
static const int table[3] = {1, 2, 3};
int scale(int x) { return x + 500; }
int scale(double x) { return int(x) + 900; }

static void constants(int n, long *y) {
  const int count = 2;
  constexpr int most = count * 3;
  struct Row {
    int at[count];
    int sum() const { return at[0] + at[count - 1] + most; }
  };
  enum { many = most + 1 };
  static constexpr int table[] = {count, most, many};
  const Row row = {{1, 2}};
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += long(sizeof(Row)) + row.sum() + many + table[i % 3];
}

static void types(int n, real by, const real *x, double *y) {
  double real = 0.5;
  {
    using real = float;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] += double(real(by.value * x[i].value / 3));
  }
  (void)real;
}

template <typename real, typename T> static void parameters(int n, T by, ::real *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i].value += by.value * sizeof(real);
}

namespace inner {
struct real {
  char c;
};
template <int N> struct box {
  int size = N;
};
static const int table[3] = {10, 20, 30};
constexpr int count = 6;
int scale(long x) { return int(x) + 7; }
static void names(int n, long *y) {
  struct Row {
    char at[count];
  };
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += long(sizeof(real)) + long(sizeof(Row)) + table[i % 3] + scale(i) + box<3>().size;
}
} // namespace inner

template <int N> struct box {
  int size = -N;
};

template <typename T> struct Class {
  typedef T real;
  struct pair {
    T first;
  };
  static constexpr int table[3] = {100, 200, 300};
  static constexpr int count = 9;
  enum { many = 3 };
  static int scale(int x) { return 3 * x; }
  static void names(int n, long *y) {
    struct Row {
      char at[count + many];
    };
#pragma omp parallel for hetero(1) part_copy(y[1:n])
    for (int i = 0; i < n; i++) {
      pair each = {T(i)};
      y[i] += long(sizeof(real)) + long(sizeof(Row)) + table[i % 3] + long(each.first) + scale(i) + real(2.5);
    }
  }
};

static void prototypes(int n, long *y) {
  int scale(int);
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += scale(2.5);
}

static void macros(int n, int shift, long *y) {
#define shift (shift + 1)
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += shift;
}
#define n 3

int main() {
  static long y[1009];
  static double d[1009];
  static real x[1009];
  for (int i = 0; i < 1009; i++)
    x[i].value = i;
  constants(1009, y);
  types(1009, real{2}, x, d);
  parameters<char>(1009, real{2}, x);
  inner::names(1009, y);
  Class<float>::names(1009, y);
  prototypes(1009, y);
  macros(1009, 5, y);
  long sum = 0;
  double of = 0;
  for (int i = 0; i < 1009; i++)
    sum += y[i] * (i % 7), of += d[i] * 3 + x[i].value * (i % 5);
  std::printf("%ld %.17g\n", sum, of);
}
