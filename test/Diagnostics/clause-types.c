// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types in clauses: a number that counts must be an integer, a condition must be a scalar, and an array an array. There
// is one directive for each place in each clause.
// REQUIRES: clang, plugin
// RUN: %verify -ferror-limit=0 %s

struct pair {
  int a, b;
};
double half(double);

void hetero_clause(int n, double *y, struct pair p) {
  // expected-error@+1 {{'p' in 'hetero' has type 'struct pair'; wanted a condition}}
#pragma omp parallel for hetero(p) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'"much"' in 'hetero' has type 'char[5]'; wanted a number}}
#pragma omp parallel for hetero(1, all, static, "much") part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'3.7' in 'hetero' has type 'double'; wanted an integer}}
#pragma omp parallel for hetero(1, all, static, 0.5, 3.7) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'p' in 'if' has type 'struct pair'; wanted a condition}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) if (p)
  for (int i = 0; i < n; i++)
    y[i] = i;
}

void windows(int n, double *y, void *raw) {
  // expected-error@+1 {{'0.5' in 'part_copy' has type 'double'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copy(y[0.5:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'y' in 'part_copy' has type 'double *'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copy(y[1:y])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'100.5' in 'part_copyin' has type 'double'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copyin(y[1:100.5])
  for (int i = 0; i < n; i++)
    (void)y[i];
  // expected-error@+1 {{'half' in 'part_copyin' has type 'double (double)'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copyin(y[1:n:half])
  for (int i = 0; i < n; i++)
    (void)y[i];
  // expected-error@+1 {{'1.5' in 'part_copyin' has type 'double'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copyout(y[1:n]) part_copyin(raw(1.5)[1:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
}

void maps(int n, double *y, double *z, int *r) {
  // expected-error@+1 {{'0.5' in 'map' has type 'double'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) map(to: z[0.5:n])
  for (int i = 0; i < n; i++)
    y[i] = z[0];
  // expected-error@+1 {{'z' in 'map' has type 'double *'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) map(to: z[0:z])
  for (int i = 0; i < n; i++)
    y[i] = z[0];
  // expected-error@+1 {{'1.5' in 'map' has type 'double'; wanted an integer}}
#pragma omp parallel for partition(static) map(tofrom: y[1.5|0:n|1, i])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'half' in 'map' has type 'double (double)'; wanted an integer}}
#pragma omp parallel for partition(static) map(tofrom: y[1|0:n|half, i])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'2.5' in 'map' has type 'double'; wanted an integer}}
#pragma omp parallel for partition(static) map(tofrom: y[0:n, i, 2.5][0:1])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'1.0' in 'map' has type 'double'; wanted an integer}}
#pragma omp parallel for partition(static) map(to, segmented: z[1.0:n, r, i]) map(from: y[0:n, i])
  for (int i = 0; i < n; i++)
    y[i] = z[r[i]];
}

void other(int n, double *y, int step, double other) {
  int start = 0, end = n;
  // expected-error@+1 {{'other' in 'partition' has type 'double'; wanted an integer}}
#pragma omp parallel partition(static: i = start; i < end; i += other) map(tofrom: y[0:n, i])
  {
#pragma omp bind_partition(i)
    for (int k = start; k < end; k += 1)
      y[k] = k;
  }
  // expected-error@+1 {{'half' in 'variant' has type 'double (double)'; wanted an integer}}
#pragma omp parallel for hetero(1) part_copy(y[1:n]) variant(cuda: kernel in "k.ptx", half)
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'n' in 'depersist' has type 'int'; wanted an array}}
#pragma omp depersist(n)
  // expected-error@+1 {{'0.5' in 'depend' has type 'double'; wanted an integer}}
#pragma omp target parallel for hetero(1) part_copy(y[1:n]) depend(inout: y[0.5:n])
  for (int i = 0; i < n; i++)
    y[i] = i;
  // expected-error@+1 {{'half' in 'depend' has type 'double (double)'; wanted a variable or an element}}
#pragma omp target parallel for hetero(1) part_copy(y[1:n]) depend(in: half)
  for (int i = 0; i < n; i++)
    y[i] = i;
}

void data(int n, double *y) {
  // expected-error@+1 {{'1.5' in 'map' has type 'double'; wanted an integer}}
#pragma omp target enter data map(to: y[0:1.5])
  // expected-error@+1 {{'half' in 'to' has type 'double (double)'; wanted a variable or an element}}
#pragma omp target update to(half)
  // expected-error@+1 {{'n + 1' in 'copyin' has type 'int'; wanted a variable or an element}}
#pragma acc enter data copyin(n + 1)
  // expected-error@+1 {{'y' in 'device' has type 'double *'; wanted an integer}}
#pragma omp target update to(y[0:n]) device(y)
  // expected-error@+1 {{'2.5' in 'async' has type 'double'; wanted an integer}}
#pragma acc update device(y[0:n]) async(2.5)
}

// Correct uses have no error: numbers of any integer type, conditions that are pointers, ratios that are integers.
void right(unsigned char n, double *y, const char *on, enum { Few = 3 } few) {
#pragma omp parallel for hetero(on, gpu:0, 2, static, 1, Few) part_copy(y[1:n:few])
  for (int i = 0; i < n; i++)
    y[i] = i;
}
