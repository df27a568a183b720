// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Called functions may read variables of namespaces and classes: a device gets copies. hetcc adds a second form of each such function
// behind each of its declarations, so that names mean the same there, even if the loop's function hides them.
// RUN: %serial++ -O2 -fopenmp %s -o %t.serial && %hetcc++ -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: %compare %t.serial %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary
// RUN: %hetcc++ -O2 -fopenmp --hetcc-auto=all --hetcc-no-cuda --hetcc-emit-source %s >%t.out && FileCheck --check-prefix=TEXT %s --input-file=%t.out

// CHECK: called-functions-read.cpp: 8 of 16 loops split
// CHECK: 'omp parallel for' is not split: 'counted' uses the variable 'calls', in 'counted'
// CHECK-NEXT: 'through' uses the variable 'alias', in 'through'
// CHECK-NEXT: 'ticking' uses the variable 'ticks', in 'ticking'
// CHECK-NEXT: 'threads' uses the variable 'own', in 'threads'
// CHECK-NEXT: 'weighted' uses the variable 'weights', in 'weighted'
// CHECK-NEXT: 'told' uses the variable 'depth', in 'told'
// CHECK-NEXT: 'operator()' uses the variable 'depth', in 'operator()'
// CHECK-NEXT: 'at' reads 'table', which the loop writes
// TEXT: double hetrt_called_[[N:[0-9]+]]_at(double (*hetrt_given_table)[5], double hetrt_given_shift, int i, int j = 1);
// TEXT: T hetrt_called_{{[0-9]+}}_scaled(double hetrt_given_factor, T x)
// TEXT: double hetrt_called_{{[0-9]+}}_weighted(double *hetrt_given_weights, int i) const
#include <cstdio>
#include <cstdlib>

enum { N = 1500, Columns = 5 };
static double y[N];

namespace {
namespace grid {
double at(int i, int j = 1); // defined behind the loops
double table[N][Columns], shift = 0.5;
double *heap;
} // namespace grid
} // namespace

namespace outer {
inline namespace v1 {
namespace inner {
extern double factor;
template <typename T> T scaled(T x) { return T(factor) * x; }
} // namespace inner
} // namespace v1
double factor = 3; // not the one in `inner`
double both(double x) { return inner::scaled(x) + factor; }
} // namespace outer

struct Bounds {
  int least, most;
  bool holds(int i) const { return i >= least && i < most; }
};
static Bounds bounds = {10, 1400};

class Cells {
  static double weights[3];

public:
  double base = 2;
  static int spread;
  static double spreading(double x) { return x * spread; }
  double weighted(int i) const;
  double run() const;
  static void all(const Cells &cells);
};
double Cells::weights[3] = {1, 2, 4};
int Cells::spread = 7;
double Cells::weighted(int i) const { return weights[i % 3] + base; }

template <int Width> struct Filter {
  static double taps[Width];
  static double of(int i) { return taps[i % Width]; }
};
template <int Width> double Filter<Width>::taps[Width];

static bool isWithin(int i) { return i >= bounds.least && i < bounds.most; }
static int depth = 3;
static int fold(int i) { return i < depth ? i : fold(i / depth); }

#pragma omp declare target
static double dot(const double *row) { return row[0] + row[Columns - 1]; }
#pragma omp end declare target
static double first() { return dot(grid::table[0]); }

static void sums() {
  const double shift = 100, factor = 200, table[1] = {300}; // these hide the variables that the functions read
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += grid::at(i) * grid::at(N - 1 - i, 2) + shift + table[0];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += outer::both(i) + outer::inner::scaled<float>(2) + factor;
}

static void inTeam() {
  using outer::inner::scaled;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] -= isWithin(i) ? first() : scaled(1.5);
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] += fold(i);
  }
}

double Cells::run() const {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += spreading(i) + Cells::spreading(1);
  return sum;
}

void Cells::all(const Cells &cells) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += cells.weighted(i);
}

template <int Width> static void filter() {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += Filter<3>::of(i) * Width;
}

static double fromHeap(int i) { return grid::heap[(i * 7) % N] * 2; }

// No copy is possible: the variable is written, a reference, volatile or thread-local, or the function's device form has no access.
static int calls, &alias = depth;
static volatile int ticks;
static thread_local int own;
static double counted(double x) { return ++calls, x; }
static double through(double x) { return x * alias; }
static double ticking(double x) { return x + ticks; }
static double threads(double x) { return x + own; }
struct Secret {
  double value = 1;
  friend double told(const Secret &s) { return s.value * depth; }
  double operator()(int i) const { return i * depth; }
};

static void onHost(const Cells &cells) {
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < N; i++)
    y[i] = counted(y[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += through(i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = ticking(y[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = threads(y[i]);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += cells.weighted(i);
  const Secret secret;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += told(secret);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += secret(i);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    grid::table[i][4] = grid::at(i, 3);
}

int main() {
  grid::heap = static_cast<double *>(std::malloc(N * sizeof(double)));
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < Columns; j++)
      grid::table[i][j] = (i * 3 + j) % 11;
    grid::heap[i] = i % 13;
  }
  Filter<3>::taps[1] = 5;
  for (int pass = 0; pass < 3; pass++) {
    sums();
    inTeam();
    filter<2>();
    filter<3>();
    Cells cells;
    Cells::all(cells);
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      y[i] += fromHeap(i);
    std::printf("%g\n", cells.run());
    onHost(cells);
    grid::shift += 1; // variables that the functions read may change between two passes
    outer::inner::factor += 1;
    outer::factor *= 2;
    bounds.least += 100;
    grid::table[pass][0] = pass;
    grid::heap[pass] = 17;
    Cells::spread++;
    depth++;
    Filter<3>::taps[pass] = pass;
  }
  for (int i = 0; i < N; i += 97)
    std::printf("%g\n", y[i]);
  std::printf("%d\n", calls);
  std::free(grid::heap);
  return 0;
}

namespace {
namespace grid {
double at(int i, int j) { return table[(i * 7) % N][j] + shift; }
} // namespace grid
} // namespace
double outer::v1::inner::factor = 1.5;
