// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Correct sharing, and accesses that only look shared: private and firstprivate variables that own memory, thread-local
// variables, memory that the body allocates, locks, atomic operations, lists in OpenMP's clauses, loops in teams,
// nested regions, several names of one array. The checker finds nothing, and results are right.

// RUN: %hetccxx --hetcc-check -O2 -Wno-hetcc %s -o %t && %t > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: env OMP_NUM_THREADS=1 %t > %t.one 2>&1 && FileCheck %s < %t.one
// CHECK-NOT: {{race|window|old value|stale|newer|clause|memory}}:
// CHECK: ok
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hetcc.h>
#include <memory>
#include <omp.h>
#include <string>
#include <vector>

constexpr int N = 200;
static double x[N], y[N], z[N];
static char bytes[N];
static struct { char a, b; short c; } parts[N];
static int calls;
#pragma omp threadprivate(calls)
static thread_local double scratch[4];

static void expect(bool Holds, const char *What) {
  if (!Holds)
    std::printf("wrong: %s\n", What);
}

static void privates() {
  std::vector<double> work(8, 1.0);
  double buffer[16], last = 0;
#pragma omp parallel for HETCC(hetero(1)) firstprivate(work) private(buffer) lastprivate(last)
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 8; k++)
      work[k] = k + i;
    std::memset(buffer, 0, sizeof buffer);
    for (double v : work)
      buffer[i % 16] += v;
    last = y[i] = buffer[i % 16];
  }
  expect(y[3] == 8 * 3 + 28 && last == y[N - 1], "privates");
}

static void allocated() {
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++) {
    std::vector<int> mine(i % 7 + 1, i);
    auto one = std::make_unique<double>(mine[0]);
    std::string text = std::to_string(i) + " and a text that is too long to lie in the object itself";
    double *more = static_cast<double *>(std::malloc(sizeof(double) * 4));
    more[i % 4] = *one + static_cast<double>(text.size() > 9);
    z[i] = more[i % 4];
    std::free(more);
  }
  expect(z[5] == 6, "allocated");
}

static void threadLocals() {
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++) {
    calls++;
    scratch[i % 4] = i;
    x[i] = scratch[i % 4];
  }
  expect(x[9] == 9, "thread-local variables");
}

static void locked() {
  double sum = 0, most = 0;
  int count = 0;
  std::atomic<int> tickets{0};
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++) {
    tickets++;
#pragma omp atomic
    sum += x[i];
#pragma omp critical(most)
    if (x[i] > most)
      most = x[i];
    omp_set_lock(&lock);
    count++;
    omp_unset_lock(&lock);
  }
  expect(sum == N * (N - 1) / 2 && most == N - 1 && count == N && tickets == N, "locks");
}

static void reductions() {
  double sum = 1, least = 1e9;
  long bins[8] = {};
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:N])) reduction(+ : sum, bins) reduction(min : least)
  for (int i = 0; i < N; i++) {
    sum += x[i];
    least = x[i] < least ? x[i] : least;
    bins[i % 8]++;
  }
  expect(sum == 1 + N * (N - 1) / 2 && least == 0 && bins[3] == N / 8, "reductions");
}

static void neighbours() {
#pragma omp parallel for HETCC(hetero(1) part_copyout(bytes[1:N]))
  for (int i = 0; i < N; i++)
    bytes[i] = static_cast<char>(i);
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < N; i++) {
    parts[i].a = static_cast<char>(i);
    parts[i].c = static_cast<short>(i);
  }
  expect(bytes[77] == 77 && parts[9].c == 9, "neighbours");
}

static void names() {
  double *from = x, *into = x;
#pragma omp parallel for HETCC(hetero(1) part_copyin(from[1:N]) part_copy(into[1:N]))
  for (int i = 0; i < N; i++)
    into[i] = from[i] + 1;
  int at[N];
  for (int i = 0; i < N; i++)
    at[i] = (i * 7) % N;
#pragma omp parallel for HETCC(hetero(1) part_copyin(from[1:N]) map(to: at[0:N]) map(tofrom: y[0:N]))
  for (int i = 0; i < N; i++)
    y[at[i]] = from[i];
  expect(x[4] == 5 && y[14] == x[2], "names");
}

__attribute__((noinline)) static void setAll(double *to, double value) {
  for (int j = 0; j < 4; j++)
    to[j] = value;
}

static void inTeam() {
  double t = 0;
#pragma omp parallel private(t) num_threads(3)
  {
    double own[4];
#pragma omp for HETCC(hetero(1))
    for (int i = 0; i < N; i++) {
      own[i % 4] = i;
      t = own[i % 4] * 2;
      y[i] = t;
    }
#pragma omp for HETCC(hetero(1)) schedule(dynamic)
    for (int i = 0; i < N; i++)
      z[i] = y[i] + 1;
  }
  expect(z[50] == 101, "in a team");
#pragma omp parallel
  {
    double own[4];
    setAll(own, 3);
#pragma omp for HETCC(hetero(1))
    for (int i = 0; i < N; i++) {
      setAll(own, i);
      y[i] = own[1];
    }
  }
  expect(y[50] == 50, "in a team, perhaps of one thread");
}

static double inner(int i) {
  double sum = 0;
#pragma omp parallel for HETCC(hetero(1)) reduction(+ : sum)
  for (int k = 0; k < 10; k++)
    sum += k + i;
  return sum;
}

static void nested() {
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < 20; i++)
    z[i] = inner(i);
  expect(z[2] == 65, "regions in regions");
#pragma omp parallel num_threads(2)
  expect(inner(1) == 55, "regions in teams");
}

/// Blocks of many sizes: memory that one iteration frees becomes part of a block that another iteration gets.
static void allocatedInManySizes() {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) HETCC(hetero(1))
  for (int i = 0; i < 2000; i++) {
    const int size = 1 + i * 7 % 90;
    char *small = static_cast<char *>(std::malloc(size)), *large = static_cast<char *>(std::malloc(size * 50));
    std::memset(small, 1, size);
    std::memcpy(large, small, size);
    std::memcpy(large + size * 49, small, size);
    small = static_cast<char *>(std::realloc(small, size / 2 + 1));
    std::memmove(small, large, size / 2 + 1);
    sum += small[size / 2];
    std::free(large);
    std::free(small);
  }
  calls += sum != 2000;
}

int main() {
  privates();
  allocated();
  allocatedInManySizes();
  threadLocals();
  locked();
  reductions();
  neighbours();
  names();
  inTeam();
  nested();
  std::printf("ok %d\n", calls == N);
  std::fflush(stdout);
}
