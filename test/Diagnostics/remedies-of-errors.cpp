// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The notes behind errors help: each loop is an error as it is written, and compiles for devices without messages after
// the change that the note proposes, which -DREMEDY selects.
// RUN: not %hetccxx -std=c++20 -Wno-unused -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %hetccxx -DPARSER -std=c++20 -Wno-unused -c %s -o %t.o 2>&1 | FileCheck --check-prefix=PARSER %s
// RUN: %hetccxx -DPARSER -std=c++20 -Wno-unused -DREMEDY -Werror=hetcc -c %s -o %t.o 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %hetccxx -std=c++20 -Wno-unused -DREMEDY -Werror=hetcc -c %s -o %t.o 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// NONE-NOT: {{.}}
#include <string>

#ifdef PARSER // whose errors leave nothing to analyse
// PARSER: error: 'y' takes 1 to 4 dimensions, found 0
// PARSER: note: leave 'y' out if it is no array; else say which part, as in 'y[1:length]'
void f_rank(int n, int y) {
#ifdef REMEDY
  int *z = &y;
#pragma omp parallel for hetero(1) part_copyin(z[1:n])
  for (int i = 0; i < n; i++) (void)z[i];
#else
#pragma omp parallel for hetero(1) part_copyin(y)
  for (int i = 0; i < n; i++) (void)y;
#endif
}

// PARSER: error: 'memory(replicate)' gives
// PARSER: note: write the partition over a block that has the loop, or 'memory(migrate)'
void f_replicate_loop(int n, int *y) {
#ifdef REMEDY
#pragma omp parallel for partition(static) part_copy(y[1:n]) memory(migrate)
#else
#pragma omp parallel for partition(static) part_copy(y[1:n]) memory(replicate)
#endif
  for (int i = 0; i < n; i++) y[i] = i;
}
#else
// CHECK: error: the bound of the loop is of type 'double'
// CHECK: note: convert it to an integer before the loop
void f_bound_type(double b, int *y) {
#ifdef REMEDY
  int n = b;
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) y[i] = i;
#else
#pragma omp parallel for hetero(1) part_copy(y[1:100])
  for (int i = 0; i < b; i++) y[i] = i;
#endif
}

// CHECK: error: 'y' points to 'void', whose size is not known; give the element size as 'y(size)'
void f_void_pointer(int n, void *y, int *z) {
#ifdef REMEDY
#pragma omp parallel for hetero(1) part_copyin(y(4)[1:n]) part_copy(z[1:n])
#else
#pragma omp parallel for hetero(1) part_copyin(y[1:n]) part_copy(z[1:n])
#endif
  for (int i = 0; i < n; i++) z[i] = ((int *)y)[i];
}

// CHECK: error: 's' has type 'std::string'
// CHECK: note: take a pointer before the loop, as in 'auto *p = s.data();', and use 'p' in the data clause and in the loop
void f_not_an_array(int n, std::string &s, int *z) {
#ifdef REMEDY
  auto *p = s.data();
#pragma omp parallel for hetero(1) part_copyin(p[1:n]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) z[i] = p[i];
#else
#pragma omp parallel for hetero(1) part_copyin(s[1:n]) part_copy(z[1:n])
  for (int i = 0; i < n; i++) z[i] = s[i];
#endif
}

// CHECK: error: array 'y' is given by 'part_copyin' and cannot be written
// CHECK: note: write 'part_copyout(y[1:n])', which is what the loop does
void f_write_input(int n, int *y) {
#ifdef REMEDY
#pragma omp parallel for hetero(1) part_copyout(y[1:n])
#else
#pragma omp parallel for hetero(1) part_copyin(y[1:n])
#endif
  for (int i = 0; i < n; i++) y[i] = i;
}

// CHECK: warning: array 'y' follows the loop but is copied whole
// CHECK: note: write 'part_copy(y[1:n])' to merge by iterations
void f_whole_copy(int n, int *y) {
#ifdef REMEDY
#pragma omp parallel for hetero(1) part_copy(y[1:n])
#else
#pragma omp parallel for hetero(1) map(tofrom: y[0:n])
#endif
  for (int i = 0; i < n; i++) y[i] = i;
}

// CHECK: error: an iteration may write only
// CHECK: note: write 'part_copyout(y[0:n][1:64])', which is what the loop does
void f_other_dimension(int n, int m, int (*y)[64]) {
#ifdef REMEDY
#pragma omp parallel for hetero(1) part_copyout(y[0:n][1:64])
#else
#pragma omp parallel for hetero(1) part_copy(y[1:n][0:64])
#endif
  for (int i = 0; i < 64; i++) for (int j = 0; j < n; j++) y[j][i] = i;
}

// CHECK: error: index of array 'x' does not follow the loop
// CHECK: note: write 'map(to: x[0:n])', which is what the loop does
void f_not_tied(int n, int *y, int *x) {
#ifdef REMEDY
#pragma omp parallel for hetero(1) part_copy(y[1:n]) map(to: x[0:n])
#else
#pragma omp parallel for hetero(1) part_copy(y[1:n]) part_copyin(x[1:n])
#endif
  for (int i = 0; i < n; i++) y[i] = x[0] + x[n - 1];
}

// CHECK: error: how far rows of array 'b' lie apart
// CHECK: note: write the leading dimension, in elements, behind the id: '[lower:length, id, stride]'
void f_distance(int n, int m, double *a, double *b) {
#ifdef REMEDY
#pragma omp parallel for partition(static) map(tofrom: b[0:n, i, m][1:m-2]) map(to: a[0:n, i, m][1:m-2])
#else
#pragma omp parallel for partition(static) map(tofrom: b[0:n, i][1:m-2]) map(to: a[0:n, i][1:m-2])
#endif
  for (int i = 0; i < n; i++) for (int j = 1; j < m-1; j++) b[i * m + j] = a[i * m + j];
}
#endif
