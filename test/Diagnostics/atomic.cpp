// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses of `omp atomic` that keep a loop on the CPUs: each warning names the variable and the place, and a note says
// what would help. Loops that only accumulate, or that update the iteration's own elements, have no warning.
// REQUIRES: plugin
// RUN: %verify %s

struct Bag {
  int count;
  int rest[4];
};
static thread_local int mine;
static inline void bump(int *to) {
#pragma omp atomic
  ++*to;
}

void uses(int n, const int *x, int *hist, int *shared) {
  int a = 0, b = 0, table[4] = {0};
  // expected-note@+1 {{update 'a' alone in the loop, and use its value after the loop}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    a += x[i];
    if (a > 3) // expected-warning {{this loop runs on the CPUs alone: 'a' is updated by 'omp atomic', and used in another way too}}
      continue;
  }
  // expected-note@+1 {{update 'table' alone in the loop}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
#pragma omp atomic
    table[x[i]] += table[0]; // expected-warning {{'table' is updated by 'omp atomic', and used in another way too}}
  // expected-note@+1 {{update 'hist' alone in the loop}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) map(tofrom : hist[0:10])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    hist[x[i]]++;
    const int *p = hist; // expected-warning {{'hist' is updated by 'omp atomic', and used in another way too}}
    (void)p;
  }
  // expected-note@+1 {{update 'b' alone in the loop, and use its value after the loop}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++) {
    int seen;
    // expected-warning@+1 {{'omp atomic read' is on 'b', which all iterations share}}
#pragma omp atomic read
    seen = b;
#pragma omp atomic
    b += seen;
  }
  // expected-note@+1 {{add 'map(tofrom: shared[0:extent])'}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
  // expected-warning@+1 {{'shared' is in no data clause}}
#pragma omp atomic
    shared[x[i]]++;
}

void operators(int n, const int *x) {
  int a = 0;
  double real = 0;
  char small = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    a += x[i];
    // expected-warning@+1 {{'omp atomic' combines 'a' by '+' and by '*'}}
#pragma omp atomic
    a *= x[i];
  }
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
  // expected-warning@+1 {{'omp atomic' combines 'real' by '/', which is not the same in any order}}
#pragma omp atomic
    real /= x[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
  // expected-warning@+1 {{'omp atomic' combines 'a' by 'value - variable', which is not the same in any order}}
#pragma omp atomic
    a = x[i] - a;
    // An integer sum of fractions, which is truncated after each addition:
    // expected-note@+1 {{add into a floating-point variable, and convert its value after the loop}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
  // expected-warning@+1 {{'omp atomic' combines the integer 'small' with floating-point numbers, and is cut after each step}}
#pragma omp atomic
    small += 0.5 * x[i];
}

void objects(int n, const int *x, Bag bag, volatile int ticks, Bag *behind, int &reference) {
  int a = 0, table[4] = {0};
  // expected-note@+1 {{let the loop accumulate in a variable or an array of the function}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
  // expected-warning@+1 {{'omp atomic' is on a member of 'bag'}}
#pragma omp atomic
    bag.rest[i % 4] += x[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
  // expected-warning@+1 {{'ticks' is volatile}}
#pragma omp atomic
    ticks++;
  // expected-note@+1 {{name the variable or the array itself}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
  // expected-warning@+1 {{'omp atomic' is on memory that no variable names}}
#pragma omp atomic
    behind->count++;
  // expected-note@+1 {{let the loop accumulate in a variable or an array of the function}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
  // expected-warning@+1 {{'mine' is thread-local}}
#pragma omp atomic
    mine++;
  // expected-note@+1 {{name the variable or the array itself}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++) {
    int &alias = table[x[i]];
    // expected-warning@+1 {{'omp atomic' is on what 'alias' leads to}}
#pragma omp atomic
    alias++;
  }
  // expected-note@+1 {{let the update stand in the loop itself}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++) {
    int own = x[i];
    bump(own > 3 ? &own : &table[0]); // expected-warning {{it contains 'omp atomic', which needs one address space, in 'bump'}}
  }
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++)
#pragma omp atomic
    reference += x[i];
  (void)a;
}

void inputs(int n, const int *x, int *y, int *whole) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) map(to : whole[0:9]) // expected-note {{'whole' is named here}}
  for (int i = 0; i < n; i++)
#pragma omp atomic
    whole[x[i]]++; // expected-error {{array 'whole' is given by 'map(to:)' and cannot be written}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
#pragma omp atomic
    y[0]++; // expected-error {{an iteration may write only the indices of 'y' that are its own}}
}
