// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults in less common code: rows behind pointers, teams, locals of other threads, bit fields, wide and vectorised
// accesses, guards that hetcc adds to the user's condition; and loops that look wrong and are right.
// RUN: %hetcc --hetcc-check -w -fopenmp -O3 %s %S/Inputs/planted-elsewhere.c -o %t -lm
// RUN: %planted %s %t

#include "Inputs/planted-elsewhere.h"
#include "Inputs/planted.h"
#include <complex.h>
#include <omp.h>

static double **rowsOf(int n, int m) {
  double **a = (double **)malloc((size_t)n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = numbers(m);
  return a;
}

PLANT(rows_behind_pointers_halo) {
  enum { n = 20, m = 9 };
  double **a = rowsOf(n, m), **b = rowsOf(n, m);
  const int up = slip(2, 1);
#pragma omp parallel for hetero(1) part_copyin(a[1:n:1][0:m]) part_copyout(b[1:n][0:m])
  for (int i = 2; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      b[i][j] = a[i - up][j] + a[i + 1][j]; //! window a s[0] == i - 2
}

PLANT(rows_behind_pointers_race) {
  enum { n = 20, m = 9 };
  double **a = rowsOf(n, m);
  const int up = slip(1, 0);
#pragma omp parallel for hetero(n > 4)
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] += a[i - up][j]; //! race a abs(i - j) == 1
}

PLANT(two_rows_are_one) {
  enum { n = 20, m = 9 };
  double **a = rowsOf(n, m);
  if (isWrong)
    a[12] = a[3];
#pragma omp parallel for hetero(n > 4)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] += 1; //! race - {i, j} == {3, 12}
}

PLANT(in_a_team) {
  enum { n = 60 };
  double *a = numbers(n);
  const int lag = slip(1, 0);
#pragma omp parallel
  {
#pragma omp for hetero(n > 10)
    for (int i = 1; i < n; i++)
      a[i] = a[i - lag] + 1; //! race a|- abs(i - j) == 1
  }
}

struct Flags {
  unsigned First : 4, Second : 4;
};

PLANT(bit_fields_side_by_side) {
  enum { n = 40 };
  struct Flags *f = (struct Flags *)calloc(n + 1, sizeof *f);
  const int both = slip(2, 1);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (both == 2 && i % 2)
      f[i / both].First = 1; //! race - i // 2 == j // 2
    else
      f[i / both].Second = 1; //! race - i // 2 == j // 2
}

PLANT(vectorised) {
  enum { n = 400 };
  float *a = (float *)calloc(2 * n, sizeof *a);
  const int far = slip(64, 400);
#pragma omp parallel for hetero(n > 10)
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 64; k++)
      a[i * 64 + k] = a[i * 64 + k + far] * 2; //! race a abs(i - j) == 1
}

PLANT(complex_numbers) {
  enum { n = 64 };
  double complex *z = (double complex *)calloc(n, sizeof *z), *w = (double complex *)calloc(n, sizeof *w);
  double complex *to = isWrong ? z : w;
#pragma omp parallel for hetero(1) map(to : z[0:n]) map(tofrom : to[0:n])
  for (int i = 0; i < n; i++)
    to[i] = conj(z[n - 1 - i]); //! race to|z i + j == 63
}

PLANT(struct_copied_as_a_whole) {
  enum { n = 40 };
  struct {
    double a[5];
    char b;
  } *s = calloc(n, sizeof *s), *t = calloc(n, sizeof *t);
  const int next = slip(1, 0);
#pragma omp parallel for hetero(1) map(tofrom : s[0:n], t[0:n])
  for (int i = 0; i < n; i++)
    t[(i + next * (i % 3)) % n] = s[i]; //! race t i != j
}

PLANT(guarded_by_the_compiler_and_the_user) {
  int n = 50;
  const int offset = slip(-1, 0);
  double *a = numbers(n), *b = numbers(n);
#pragma omp parallel for hetero(n > 10)
  for (int i = 1; i < n; i++) {
    a[i] = b[i] * 2;
    b[i + offset] = a[i]; //! race b abs(i - j) == 1
  }
}

PLANT(stride_of_zero) {
  int n = 50;
  const int stride = slip(0, 1);
  double *a = numbers(n);
#pragma omp parallel for hetero(n > 10)
  for (int i = 0; i < n; i++)
    a[i * stride] = i; //! race a s == 0
}

PLANT(rows_that_overlap_if_there_are_many) {
  int n = 20, m = 10;
  const int ld = slip(m - 1, m);
  double *c = numbers(n * m);
#pragma omp parallel for hetero(n > 10)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i * ld + j] = i + j; //! race c abs(i - j) == 1
}

PLANT(negative_stride_and_unsigned) {
  unsigned n = 50;
  const unsigned shift = (unsigned)slip(1, 0);
  double *a = numbers(51);
#pragma omp parallel for hetero(n > 10)
  for (unsigned i = n - 1; i > 0; i--)
    a[n - i] = a[n - i + shift]; //! race a abs(i - j) == 1
}

PLANT(far_away_and_rare) {
  enum { n = 200000 };
  double *a = numbers(n);
  int *to = integers(n, n);
  if (isWrong)
    to[199999] = 3;
#pragma omp parallel for hetero(n > 10) map(to : to[0:n]) map(tofrom : a[0:n])
  for (int i = 0; i < n; i++)
    a[to[i]] = i; //! race a s == 3 and {i, j} == {3, 199999}
}

PLANT(last_pass_only) {
  enum { n = 60 };
  double *a = numbers(n);
  for (int pass = 0; pass < 5; pass++) {
    const int lag = pass == 4 ? slip(1, 0) : 0;
#pragma omp parallel for hetero(1) map(tofrom : a[0:n])
    for (int i = 1; i < n; i++)
      a[i] += a[i - lag]; //! race a abs(i - j) == 1
  }
}

PLANT(private_of_the_function_around) {
  enum { n = 60 };
  double *y = numbers(n), t[2] = {0, 0}, own[n];
  double *place = isWrong ? t : own;
  const int width = slip(2, n);
#pragma omp parallel for hetero(1) part_copy(y[1:n]) map(tofrom : place[0:width])
  for (int i = 0; i < n; i++) {
    place[i % width] = y[i]; //! race place i % 2 == j % 2 == s
    y[i] = place[i % width] + 1;
  }
}

PLANT(other_loops_iteration) {
  enum { n = 30 };
  double *a = numbers(n * n);
  const int transposed = slip(1, 0);
#pragma omp parallel for hetero(n > 10)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += transposed ? a[j * n + i] : 1; //! race a i != j
}

PLANT(memmove_into_the_neighbour) {
  enum { n = 30, m = 8 };
  double *a = numbers((n + 1) * m);
  const int extra = slip(1, 0);
#pragma omp parallel for hetero(1) map(tofrom : a[0:(n + 1) * m])
  for (int i = 0; i < n; i++)
    memset(a + i * m, 0, (size_t)(m + extra) * sizeof *a); //! race a abs(i - j) == 1
}

PLANT(read_only_copy_that_a_neighbour_writes) {
  enum { n = 40 };
  double *a = numbers(n), *b = numbers(n);
  double *from = isWrong ? a : b;
#pragma omp parallel for hetero(1) part_copy(a[1:n]) map(to : from[0:n])
  for (int i = 1; i < n; i++)
    a[i] = 2 * from[i - 1]; //! race|clause|window a|from True
}

PLANT(reduction_and_a_peek) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n), sum = 0, *seen = &sum;
  const int peeks = slip(1, 0);
#pragma omp parallel for hetero(1) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    sum += x[i];
    if (peeks)
      *seen += 1; //! race seen|- i != j
    y[i] = x[i];
  }
}

/* The loops from here on are right. */
static double perThread;
#pragma omp threadprivate(perThread)

PLANT(right_scratch_of_each_thread) {
  enum { n = 40 };
  double *y = numbers(n);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    perThread = i;
    y[i] = perThread * 2;
  }
}

PLANT(right_private_arrays) {
  enum { n = 40 };
  double *y = numbers(n), buffer[8], first[4] = {1, 2, 3, 4};
  int last = 0, k;
#pragma omp parallel for hetero(1) private(buffer, k) firstprivate(first) lastprivate(last) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    for (k = 0; k < 8; k++)
      buffer[k] = i + k;
    first[i % 4] += 1;
    y[i] = buffer[i % 8] + first[i % 4];
    last = i;
  }
}

PLANT(right_variable_length_arrays) {
  int n = 40;
  double *y = numbers(n);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double own[n];
    for (int k = 0; k < n; k++)
      own[k] = k * i;
    y[i] = own[i];
  }
}

PLANT(right_reductions) {
  enum { n = 40 };
  double *x = numbers(n), least = 1e9, bins[7] = {0};
  int any = 0;
#pragma omp parallel for hetero(1) reduction(min : least) reduction(+ : bins) reduction(|| : any)
  for (int i = 0; i < n; i++) {
    least = x[i] < least ? x[i] : least;
    bins[i % 7] += x[i];
    any = any || x[i] > 3;
  }
}

PLANT(right_two_halves_of_an_element) {
  enum { n = 40 };
  struct {
    float a, b;
  } *s = calloc(n, sizeof *s);
#pragma omp parallel for hetero(1) map(tofrom : s[0:n])
  for (int i = 0; i < 2 * n; i++)
    if (i < n)
      s[i].a = i;
    else
      s[i - n].b = i;
}

PLANT(right_bytes_of_a_word) {
  enum { n = 40 };
  char *c = (char *)calloc(n, 1);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i += 3)
    c[i] = 1;
#pragma omp parallel for hetero(1)
  for (int i = 1; i < n; i += 2)
    c[i] += 1;
}

PLANT(right_persist_with_partial_updates) {
  enum { n = 40 };
  double *a = numbers(n), sum = 0;
#pragma omp target data map(tofrom : a[0:n])
  for (int pass = 0; pass < 3; pass++) {
#pragma omp target teams distribute parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp target update from(a[0:1], a[n - 1:1])
    sum += a[0] + a[n - 1];
    a[0] = sum;
#pragma omp target update to(a[0])
  }
  if (sum == 777)
    puts("");
}

PLANT(right_memory_used_again) {
  enum { n = 3000 };
  for (int pass = 0; pass < 4; pass++) {
    double *a = numbers(n);
#pragma omp target data map(tofrom : a[0:n])
    {
#pragma omp target teams distribute parallel for hetero(1) part_copy(a[1:n])
      for (int i = 0; i < n; i++)
        a[i] += 1;
    }
    free(a);
  }
}

PLANT(right_ordered_by_tasks) {
  enum { n = 20 };
  double *a = numbers(n), *b = numbers(n);
#pragma omp parallel
#pragma omp single
  {
#pragma omp target teams distribute parallel for hetero(1) nowait depend(out : a[0:n]) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp target teams distribute parallel for hetero(1) nowait depend(in : a[0:n]) map(to : a[0:n]) part_copyout(b[1:n])
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
#pragma omp taskwait
  }
}
