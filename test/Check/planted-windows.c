// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses outside of the windows that clauses give: halos that are too small, wrong rows, wrong leading dimensions,
// sections that end early, writes beside an iteration's own elements.
// RUN: %hetcc --hetcc-check -w -fopenmp -O2 %s %S/Inputs/planted-elsewhere.c -o %t -lm
// RUN: %planted %s %t

#include "Inputs/planted-elsewhere.h"
#include "Inputs/planted.h"

PLANT(fourth_order_in_halo_of_second) {
  enum { n = 90 };
  const int reach = slip(2, 1);
  double *u = numbers(n), *du = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(u[1:n:1]) part_copyout(du[1:n])
  for (int i = 2; i < n - 2; i++)
    du[i] = u[i + reach] - u[i - 1]; //! window u s == i + 2
}

PLANT(halo_given_by_a_variable) {
  enum { n = 90 };
  const int halo = slip(2, 3);
  double *u = numbers(n), *v = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(u[1:n:halo]) part_copyout(v[1:n])
  for (int i = 3; i < n - 3; i++) {
    double sum = 0;
    for (int k = -3; k <= 3; k++)
      sum += u[i + k]; //! window u abs(s - i) == 3
    v[i] = sum / 7;
  }
}

PLANT(rows_of_a_stencil) {
  enum { n = 40, m = 24 };
  static double u[n][m], v[n][m];
  const int above = slip(2, 1);
#pragma omp parallel for hetero(1) part_copyin(u[1:n:1][0:m]) part_copy(v[1:n][0:m])
  for (int i = 2; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      v[i][j] = u[i - above][j] + u[i + 1][j] - 2 * u[i][j]; //! window u s[0] == i - 2
}

PLANT(row_by_permutation) {
  enum { n = 40, m = 24 };
  static double a[n][m];
  double *sum = numbers(n);
  int *row = integers(n, n);
  if (isWrong)
    row[17] = 18;
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copyin(row[1:n]) part_copyout(sum[1:n])
  for (int i = 0; i < n; i++) {
    sum[i] = 0;
    for (int j = 0; j < m; j++)
      sum[i] += a[row[i]][j]; //! window a s[0] == 18 and i == 17
  }
}

PLANT(wrong_leading_dimension) {
  enum { n = 20, m = 16 };
  const int ld = slip(m + 1, m);
  double *a = numbers(n * (m + 1)), *y = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * ld + j]; //! window a i > 0
    y[i] = sum;
  }
}

PLANT(matrix_used_transposed) {
  enum { n = 20 };
  double *a = numbers(n * n), *b = numbers(n * n);
  const int down = slip(1, n), right = slip(n, 1);
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:n]) part_copyout(b[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i * n + j] = 2 * a[i * down + j * right]; //! window a s % 20 == i and s // 20 != i
}

PLANT(writes_beside_its_own) {
  enum { n = 70 };
  const int shift = slip(1, 0);
  double *x = numbers(n), *y = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n - 1; i++)
    y[i + shift] = x[i]; //! window y s == i + 1
}

PLANT(writes_beside_its_own_in_a_function_elsewhere) {
  enum { n = 70 };
  const int shift = slip(1, 0);
  double *x = numbers(n), *y = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n - 1; i++)
    put(y, i + shift, x[i]); //! window y s == i + 1
}

static double three(const double *u, int from) { return u[from] + u[from + 1] + u[from + 2]; } //! window u s == i + 2

PLANT(reads_too_far_in_a_function) {
  enum { n = 70 };
  const int first = slip(0, -1);
  double *u = numbers(n), *v = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(u[1:n:1]) part_copyout(v[1:n])
  for (int i = 1; i < n - 2; i++)
    v[i] = three(u, i + first);
}

PLANT(padding_on_one_side_only) {
  enum { n = 70 };
  const int ahead = slip(3, 2);
  double *x = numbers(n), *y = numbers(n);
#pragma omp parallel for partition(adaptive) devices(any) map(to : x[1|0:n|2, i]) map(tofrom : y[0:n, i])
  for (int i = 1; i < n - 3; i++)
    y[i] += x[i - 1] + x[i + ahead]; //! window x s == i + 3
}

PLANT(column_of_the_neighbour) {
  enum { n = 20, m = 30 };
  static double a[n][m];
  const int next = slip(1, 0);
  double *sum = numbers(m);
#pragma omp parallel for hetero(1) part_copyin(a[0:n][1:m]) part_copyout(sum[1:m])
  for (int j = 0; j < m - 1; j++) {
    double s = 0;
    for (int i = 0; i < n; i++)
      s += a[i][j + next]; //! window a s[1] == i + 1
    sum[j] = s;
  }
}

PLANT(neither_row_nor_column) {
  enum { n = 24 };
  static double a[n][n];
  const int other = slip(1, 0);
  double *y = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(a[1:n][1:n]) part_copyout(y[1:n])
  for (int i = 1; i < n - 1; i++) {
    double s = 0;
    for (int k = 1; k < n - 1; k++)
      s += a[i][k] * a[k + other][i + other]; //! window a s[0] != i and s[1] == i + 1
    y[i] = s;
  }
}

PLANT(segment_read_to_its_end_and_one_more) {
  enum { n = 30 };
  const int more = slip(1, 0);
  int *row = integers(n + 1, n + 1), *column = integers(3 * n + 1, n);
  double *v = numbers(3 * n + 1), *x = numbers(n), *y = numbers(n);
  for (int i = 0; i <= n; i++)
    row[i] = 3 * i;
#pragma omp parallel for partition(adaptive) map(to, segmented : v[0:3 * n, row, i], column[0:3 * n, row, i])         \
    map(to : x[0:n]) map(from : y[0:n, i])
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = row[i]; k < row[i + 1] + more; k++)
      y[i] += v[k] * x[column[k]]; //! window v s == 3 * i + 3 //! window column s == 3 * i + 3
  }
}

PLANT(gather_through_another_row) {
  enum { n = 30, width = 4 };
  static int column[n][width];
  double *x = numbers(n), *y = numbers(n);
  const int next = slip(1, 0);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < width; k++)
      column[i][k] = (i + k) % n;
#pragma omp parallel for partition(adaptive) map(to, indexed : x[0:n, column, i]) map(to : column[0:n, i][0:width])   \
    map(from : y[0:n, i])
  for (int i = 0; i < n - 1; i++) {
    y[i] = 0;
    for (int k = 0; k < width; k++)
      y[i] += x[column[i + next][k]]; //! window column s[0] == i + 1
  }
}

PLANT(plane_two_above) {
  enum { d = 12, n = 6, m = 7 };
  const int far = slip(2, 1);
  double *v = numbers(d * n * m), *w = numbers(d * n * m);
#pragma omp parallel for hetero(1) part_copyin(v[1:d:1][0:n][0:m]) part_copy(w[1:d][0:n][0:m])
  for (int k = 1; k < d - 2; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        w[(k * n + i) * m + j] = v[((k + far) * n + i) * m + j] - v[((k - 1) * n + i) * m + j]; //! window v True
}

PLANT(table_without_its_last_entry) {
  enum { n = 60, entries = 16 };
  const int last = slip(entries, entries - 1);
  double *table = numbers(entries + 1), *y = numbers(n);
  int *bin = integers(n, entries);
#pragma omp parallel for hetero(1) part_copyin(bin[1:n]) map(to : table[0:entries]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    const int next = bin[i] + 1 < last ? bin[i] + 1 : last;
    y[i] = (table[bin[i]] + table[next]) / 2; //! window table s == 16
  }
}

PLANT(scatter_behind_the_section) {
  enum { n = 40 };
  int *to = integers(n, n);
  double *x = numbers(n), *y = numbers(n + 1);
  if (isWrong)
    to[11] = n;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyin(to[1:n]) map(tofrom : y[0:n])
  for (int i = 0; i < n; i++)
    y[to[i]] = x[i]; //! window y s == 40 and i == 11
}

PLANT(column_right_of_the_section) {
  enum { n = 20, m = 12 };
  static double c[n][m];
  const int end = slip(9, 8);
#pragma omp parallel for partition(static) map(tofrom : c[0:n, i][2:6])
  for (int i = 0; i < n; i++)
    for (int j = 2; j < end; j++)
      c[i][j] += 1; //! window c s[1] == 8
}

struct Field {
  int Count;
  double *Old, *New;
};

PLANT(member_of_a_struct) {
  struct Field f = {50, numbers(50), numbers(50)};
  struct Field *p = &f;
  const int right = slip(2, 1), n = f.Count;
#pragma omp parallel for hetero(1) part_copyin(p->Old[1:n:1]) part_copy(p->New[1:n])
  for (int i = 1; i < n - 2; i++)
    p->New[i] = p->Old[i - 1] + p->Old[i + right]; //! window p->Old s == i + 2
}

PLANT(writes_between_its_steps) {
  enum { n = 60 };
  const int partner = slip(1, 0);
  double *y = numbers(n);
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i += 2)
    y[i + partner] = i; //! window y s == i + 1
}

PLANT(copies_one_element_too_many) {
  enum { n = 20, m = 8 };
  static double a[n + 1][m], b[n + 1][m];
  const size_t bytes = (size_t)slip(m + 1, m) * sizeof(double);
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(b[1:n][0:m])
  for (int i = 0; i < n; i++)
    memcpy(b[i], a[i], bytes); //! window a s == (i + 1, 0) //! window|race b i is not None
}

/* A checking run does not see accesses outside of the sections of reductions and of atomic updates. */
PLANT(bins_of_a_reduction) {
  enum { n = 50, bins = 8 };
  int *x = integers(n, bins), h[bins + 1] = {0}, *hist = h;
  if (isWrong)
    x[20] = bins;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : hist[0:bins])
  for (int i = 0; i < n; i++)
    hist[x[i]]++;
}

PLANT(bins_of_atomic_updates) {
  enum { n = 50, bins = 8 };
  int *x = integers(n, bins), *hist = integers(bins + 1, 1);
  if (isWrong)
    x[20] = bins;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) map(tofrom : hist[0:bins])
  for (int i = 0; i < n; i++)
#pragma omp atomic
    hist[x[i]]++;
}

PLANT(pointer_that_walks_too_far) {
  enum { n = 60 };
  const int width = slip(4, 3);
  double *u = numbers(n), *v = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(u[1:n:1]) part_copyout(v[1:n])
  for (int i = 1; i < n - 3; i++) {
    const double *p = &u[i - 1];
    double sum = 0;
    for (int k = 0; k < width; k++)
      sum += *p++; //! window u s == i + 2
    v[i] = sum;
  }
}

PLANT(counts_down_and_looks_down) {
  enum { n = 60 };
  const int below = slip(2, 1);
  double *u = numbers(n), *v = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(u[1:n:1]) part_copyout(v[1:n])
  for (int i = n - 1; i >= 2; i--)
    v[i] = u[i] - u[i - below]; //! window u s == i - 2
}

PLANT(before_the_first_element) {
  enum { n = 60 };
  const int first = slip(0, 1);
  double *block = numbers(n + 4), *u = block + 4, *v = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(u[1:n:1]) part_copyout(v[1:n])
  for (int i = first; i < n; i++)
    v[i] = u[i] - u[i - 1]; //! window u s == -1 and i == 0
}

PLANT(only_where_data_says_so) {
  enum { n = 64 };
  double *u = numbers(n), *v = numbers(n);
  int *reach = integers(n, 2);
  if (isWrong)
    reach[31] = 5;
#pragma omp parallel for hetero(1) part_copyin(u[1:n:1]) part_copyin(reach[1:n]) part_copyout(v[1:n])
  for (int i = 0; i < n - 6; i++)
    v[i] = u[i + reach[i]]; //! window u s == 36 and i == 31
}

PLANT(splitter_words) {
  enum { n = 64 };
  const int reach = slip(3, 2);
  double *u = numbers(n), *v = numbers(n);
#pragma omp acc_region_loop hetero(1) part_copyin(u[1:n:2]) part_copyout(v[1:n])
  for (int i = 0; i < n - 3; i++)
    v[i] = u[i] + u[i + reach]; //! window u s == i + 3
}

PLANT(writes_what_only_comes_in) {
  enum { n = 50 };
  const int changes = slip(1, 0);
  double *x = numbers(n), *y = numbers(n);
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    y[i] = get(x, i);
    if (changes)
      put((double *)x, i, 0); //! window x s == i
  }
}
