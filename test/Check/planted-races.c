// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Races between two iterations, one of which writes what the other touches: loop-carried dependences, indices in arrays, aliases, members,
// functions, missing reductions and private variables, guards, collapse, conditions in clauses.
// RUN: %hetcc --hetcc-check -w -fopenmp -O2 %s %S/Inputs/planted-elsewhere.c -o %t -lm
// RUN: %planted %s %t

#include "Inputs/planted-elsewhere.h"
#include "Inputs/planted.h"
#include <omp.h>

PLANT(reads_what_an_earlier_iteration_wrote) {
  enum { n = 80 };
  const int lag = slip(3, 0);
  double *a = numbers(n);
#pragma omp parallel for hetero(1) map(tofrom : a[0:n])
  for (int i = 3; i < n; i++)
    a[i] = a[i - lag] * 0.5; //! race a abs(i - j) == 3 and s in (i, j)
}

PLANT(reads_what_a_later_iteration_writes) {
  enum { n = 80 };
  const int lead = slip(1, 0);
  double *a = numbers(n);
#pragma omp parallel for hetero(1) map(tofrom : a[0:n])
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + lead] + 1; //! race a abs(i - j) == 1 and s in (i, j)
}

PLANT(two_write_one_element) {
  enum { n = 80 };
  double *y = numbers(n);
  int *place = integers(n, n);
  if (isWrong)
    place[50] = 20;
#pragma omp parallel for hetero(1) map(to : place[0:n]) map(tofrom : y[0:n])
  for (int i = 0; i < n; i++)
    y[place[i]] = i; //! race y s == 20 and {i, j} == {20, 50}
}

PLANT(mirrored) {
  enum { n = 80 };
  double *a = numbers(n), *b = numbers(n);
  double *target = isWrong ? a : b;
#pragma omp parallel for hetero(1) map(to : a[0:n]) map(tofrom : target[0:n])
  for (int i = 0; i < n; i++)
    target[i] = a[n - 1 - i]; //! race target|a i + j == 79
}

PLANT(mirrored_without_clauses) {
  enum { n = 80 };
  const int end = slip(n, n / 2);
  double *a = numbers(n);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < end; i++)
    a[i] = a[n - 1 - i]; //! race a i + j == 79
}

PLANT(mirrored_if_there_are_many) {
  int n = 80;
  const int end = slip(n, n / 2);
  double *a = numbers(n);
#pragma omp parallel for hetero(n > 10)
  for (int i = 0; i < end; i++)
    a[i] = a[n - 1 - i]; //! race a i + j == 79
}

static void smooth(int n, double *to, const double *from) {
#pragma omp parallel for hetero(n > 10)
  for (int i = 1; i < n - 1; i++)
    to[i] = from[i - 1] + from[i + 1]; //! race to|from abs(i - j) in (1, 2)
}

PLANT(in_place_through_two_names) {
  enum { n = 80 };
  double *a = numbers(n), *b = numbers(n);
  smooth(n, isWrong ? a : b, a);
}

static void shifted(int n, double *to, const double *from) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    to[i] = 2 * from[i]; //! race to|from abs(i - j) == 1
}

PLANT(one_element_apart) {
  enum { n = 80 };
  double *a = numbers(2 * n + 1);
  shifted(n, a + slip(1, n), a);
}

PLANT(prefix_sum_if_there_are_many) {
  int n = 80;
  const int lag = slip(1, 0);
  double *a = numbers(n);
#pragma omp parallel for hetero(n > 10)
  for (int i = 1; i < n; i++)
    a[i] += a[i - lag]; //! race a abs(i - j) == 1
}

struct Particle {
  double x[3], v[3], Mass;
};

PLANT(members_that_others_move) {
  enum { n = 40 };
  struct Particle *p = (struct Particle *)calloc(n, sizeof *p);
  const int moved = slip(1, 0);
#pragma omp parallel for hetero(1) map(tofrom : p[0:n])
  for (int i = 0; i < n; i++) {
    const struct Particle *next = &p[(i + 1) % n];
    const double pull = moved ? next->x[0] : next->Mass; //! race p (i - j) % 40 in (1, 39)
    p[i].x[0] += pull;
  }
}

PLANT(newtons_third_law) {
  enum { n = 30 };
  const int both = slip(1, 0);
  double *x = numbers(n), *f = numbers(n);
#pragma omp parallel for hetero(1) map(to : x[0:n]) map(tofrom : f[0:n])
  for (int i = 0; i < n; i++)
    for (int j = both ? i + 1 : 0; j < n; j++) {
      const double d = x[i] - x[j];
      f[i] += d; //! race f s in (i, j)
      if (both)
        f[j] -= d; //! race f s >= min(i, j)
    }
}

static void relax(double *a, int at, int reach) { a[at] = 0.5 * (a[at] + a[at + reach]); } //! race a abs(i - j) == 1

PLANT(in_a_function) {
  enum { n = 60 };
  const int reach = slip(1, 0);
  double *a = numbers(n);
#pragma omp parallel for hetero(1) map(tofrom : a[0:n])
  for (int i = 0; i < n - 1; i++)
    relax(a, i, reach);
}

PLANT(in_a_function_elsewhere) {
  enum { n = 60 };
  double *y = numbers(n);
  const int bins = slip(7, n);
#pragma omp parallel for hetero(1) map(tofrom : y[0:n])
  for (int i = 0; i < n; i++)
    addTo(y, i % bins, 1); //! race y (i - j) % 7 == 0 and s == i % 7
}

PLANT(reads_in_a_function_elsewhere) {
  enum { n = 60 };
  double *y = numbers(n);
  const int from = slip(0, 1);
#pragma omp parallel for hetero(1) map(tofrom : y[0:n])
  for (int i = 0; i < n; i++)
    y[i] = sumOf(y, from ? i : 0, i + 1); //! race y s == min(i, j)
}

PLANT(forgotten_sum) {
  enum { n = 60 };
  double *x = numbers(n), sum = 0, each[n];
  const int counts = slip(1, 0);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    each[i] = x[i];
    if (counts)
      sum += x[i]; //! race - i != j
  }
  if (sum < 0)
    puts("");
}

static double largest;

PLANT(forgotten_maximum) {
  enum { n = 60 };
  double *x = numbers(n);
  largest = slip(0, 1000);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (x[i] > largest)
      largest = x[i]; //! race largest i != j
}

PLANT(forgotten_private) {
  enum { n = 60 };
  double *x = numbers(n), *y = numbers(n), t = 0, *place = malloc(n * sizeof *place);
  double *where = isWrong ? &t : place;
  const int step = slip(0, 1);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    where[i * step] = x[i]; //! race t|where i != j
    y[i] = where[i * step] * 2;
  }
}

static double scratch[60][8];

PLANT(one_buffer_for_all) {
  enum { n = 60 };
  double *x = numbers(n), *y = numbers(n);
  const int own = slip(0, 1);
#pragma omp parallel for hetero(1) map(to : x[0:n]) map(tofrom : scratch) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 8; k++)
      scratch[own * i][k] = x[(i + k) % n]; //! race scratch s[0] == 0
    y[i] = 0;
    for (int k = 0; k < 8; k++)
      y[i] += scratch[own * i][k];
  }
}

static int remembers(int x, int keeps) {
  static int last;
  if (keeps) {
    const int before = last;
    last = x; //! race last i != j
    return before;
  }
  return x;
}

PLANT(function_that_remembers) {
  enum { n = 60 };
  int *y = integers(n, 3);
  const int keeps = slip(1, 0);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    y[i] = remembers(i, keeps);
}

PLANT(even_iterations_only) {
  enum { n = 80 };
  const int far = slip(2, 1);
  double *a = numbers(n);
#pragma omp parallel for hetero(1) map(tofrom : a[0:n])
  for (int i = 0; i < n - 2; i++)
    if (i % 2 == 0)
      a[i] = a[i + far]; //! race a abs(i - j) == 2
}

PLANT(even_iterations_only_without_clauses) {
  enum { n = 80 };
  const int far = slip(2, 1);
  double *a = numbers(n);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n - 2; i++)
    if (i % 2 == 0)
      a[i] = a[i + far]; //! race a abs(i - j) == 2
}

PLANT(where_a_mask_says_so) {
  enum { n = 80 };
  double *a = numbers(n);
  int *mask = integers(n, 2);
  if (isWrong)
    mask[40] = 1;
#pragma omp parallel for hetero(n > 10) map(to : mask[0:n]) map(tofrom : a[0:n])
  for (int i = 1; i < n - 1; i++)
    if (mask[i])
      a[i] = a[i - 1] + a[i + 1]; //! race a {i, j} in ({39, 40}, {40, 41})
}

PLANT(nest_with_rows_of_its_own) {
  enum { n = 16, m = 12 };
  static double a[n][m];
  const int left = slip(1, 0);
#pragma omp parallel for collapse(2) schedule(dynamic) hetero(1) map(tofrom : a)
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i][j - left] + 1; //! race a abs(i - j) == 1
}

PLANT(nest_that_adds_columns) {
  enum { n = 16, m = 12 };
  double *a = numbers(n * m), *sum = numbers(n * m);
  const int stride = slip(0, m);
#pragma omp parallel for collapse(2) schedule(dynamic) hetero(1) map(to : a[0:n * m]) map(tofrom : sum[0:n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum[i * stride + j] += a[i * m + j]; //! race - (i - j) % 12 == 0
}

PLANT(nest_without_clauses) {
  enum { n = 16, m = 12 };
  static double a[n + 1][m];
  const int next = slip(1, 0);
#pragma omp parallel for collapse(2) schedule(dynamic) hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = a[i + next][j] * 0.5; //! race a abs(i - j) == 12
}

PLANT(symmetric_halves_both_written) {
  enum { n = 20 };
  static double c[n][n];
  const int all = slip(1, 0);
#pragma omp parallel for hetero(1) map(tofrom : c)
  for (int i = 0; i < n; i++)
    for (int j = all ? 0 : i; j < n; j++) {
      c[i][j] = i + j; //! race c s in ((i, j), (j, i))
      c[j][i] = c[i][j]; //! race c s in ((i, j), (j, i))
    }
}

PLANT(transposed_product) {
  enum { n = 30 };
  int *row = integers(n + 1, n + 1), *column = integers(2 * n, n);
  double *v = numbers(2 * n), *x = numbers(n), *y = numbers(2 * n);
  for (int i = 0; i <= n; i++)
    row[i] = 2 * i;
  if (!isWrong)
    for (int k = 0; k < 2 * n; k++)
      column[k] = k;
#pragma omp parallel for hetero(1) map(to : row[0:n + 1], column[0:2 * n], v[0:2 * n], x[0:n]) map(tofrom : y[0:2 * n])
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      y[column[k]] += v[k] * x[i]; //! race y abs(i - j) == 15
}

PLANT(gauss_seidel) {
  enum { n = 20, m = 18 };
  static double u[n][m], old[n][m];
  double(*from)[m] = isWrong ? u : old;
#pragma omp parallel for hetero(n > 10)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      u[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]); //! race u|from abs(i - j) == 1
}

PLANT(red_and_black_mixed_up) {
  enum { n = 20 };
  static double u[n][n];
  const int second = slip(2, 1);
#pragma omp parallel for hetero(1) map(tofrom : u)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if ((i * second + j) % 2 == 0)
        u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]); //! race u abs(i - j) == 1
}

PLANT(transposes_all_in_place) {
  enum { n = 20 };
  static double a[n][n];
  const int all = slip(1, 0);
#pragma omp parallel for hetero(1) map(tofrom : a)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (all ? n : i); j++) {
      const double t = a[i][j]; //! race a s in ((i, j), (j, i))
      a[i][j] = a[j][i]; //! race a s in ((i, j), (j, i))
      a[j][i] = t; //! race a s in ((i, j), (j, i))
    }
}

PLANT(bits_of_one_byte) {
  enum { n = 64 };
  unsigned char *set = (unsigned char *)calloc(n, 1);
  const int each = slip(8, 1);
#pragma omp parallel for hetero(1) map(tofrom : set[0:n])
  for (int i = 0; i < n; i++)
    set[i / each] |= 1 << (i % each); //! race set i // 8 == j // 8 == s
}

PLANT(counts_what_it_keeps) {
  enum { n = 60 };
  int count = 0, *out = integers(n, 5), *x = integers(n, 5);
  const int atomic = slip(0, 1);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (x[i] > 2) {
      int at;
      if (atomic)
#pragma omp atomic capture
        at = count++;
      else
        at = count++; //! race - i != j
      out[at] = i;
    }
}

PLANT(lock_of_another_element) {
  enum { n = 60, bins = 5 };
  omp_lock_t lock[bins];
  int *h = integers(bins, 1);
  const int locks = slip(bins, bins);
  for (int b = 0; b < bins; b++)
    omp_init_lock(&lock[b]);
  const int which = slip(3, 5);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    omp_set_lock(&lock[i % locks]);
    h[i % which]++; //! race - i % 3 == j % 3 and i % 5 != j % 5
    omp_unset_lock(&lock[i % locks]);
  }
}

PLANT(two_critical_sections) {
  enum { n = 60 };
  int count = 0;
  const int one = slip(0, 1);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    if (one || i % 2) {
#pragma omp critical(first)
      count++; //! race - i % 2 != j % 2
    } else {
#pragma omp critical(second)
      count++; //! race - i % 2 != j % 2
    }
}

PLANT(rows_that_overlap) {
  enum { n = 20, m = 10 };
  const int ld = slip(m - 1, m);
  double *c = numbers(n * m);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i * ld + j] = i + j; //! race c abs(i - j) == 1 and s == 9 * max(i, j)
}

PLANT(divides_by_the_first) {
  enum { n = 50 };
  const int first = slip(0, 1);
  double *a = numbers(n);
#pragma omp parallel for hetero(n > 10) map(tofrom : a[0:n])
  for (int i = first; i < n; i++)
    a[i] /= a[0]; //! race a s == 0 and 0 in (i, j)
}

PLANT(eliminates_its_pivot_row) {
  enum { n = 20, k = 4 };
  static double a[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i == j ? n : 1;
  const int first = slip(k, k + 1);
#pragma omp parallel for hetero(1) map(tofrom : a)
  for (int i = first; i < n; i++) {
    const double factor = a[i][k] / a[k][k]; //! race a s[0] == 4 and 4 in (i, j)
    for (int j = k; j < n; j++)
      a[i][j] -= factor * a[k][j]; //! race a s[0] == 4 and 4 in (i, j)
  }
}

struct Node {
  double Value;
  struct Node *Next;
};

PLANT(along_a_list) {
  enum { n = 30 };
  struct Node *node = (struct Node *)calloc(n + 1, sizeof *node), *spare = (struct Node *)calloc(n + 1, sizeof *spare);
  for (int i = 0; i < n; i++)
    node[i].Next = isWrong ? &node[i + 1] : &spare[i];
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    node[i].Value += 1;
    node[i].Next->Value = node[i].Value; //! race - abs(i - j) == 1
  }
}

PLANT(atomic_on_one_side_only) {
  enum { n = 60 };
  int *h = integers(n, 1), *y = integers(n, 1);
  const int looks = slip(1, 0);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[i % 4]++;
    if (looks)
      y[i] = h[(i + 1) % 4]; //! race - i != j
  }
}

PLANT(half_an_array_apart) {
  int n = 80;
  const int all = slip(n, n / 2);
  double *a = numbers(2 * n);
#pragma omp parallel for hetero(n > 10)
  for (int i = 0; i < all; i++)
    a[i] = a[i + n / 2]; //! race a abs(i - j) == 40
}

PLANT(bytes_of_another_words) {
  enum { n = 32 };
  int *word = integers(n, 9);
  unsigned char *byte = (unsigned char *)word;
  const int odd = slip(3, 4);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    byte[odd * i] = (unsigned char)word[i]; //! race byte|word i != j
}

PLANT(neighbours_change_places) {
  enum { n = 60 };
  int *x = integers(n, 9);
  const int step = slip(1, 2);
#pragma omp parallel for hetero(1) map(tofrom : x[0:n])
  for (int i = 0; i < n - 1; i += step)
    if (x[i] >= x[i + 1] || i >= 0) { //! race x abs(i - j) == 1
      const int t = x[i];
      x[i] = x[i + 1]; //! race x abs(i - j) == 1
      x[i + 1] = t; //! race x abs(i - j) == 1
    }
}

PLANT(queue_of_a_search) {
  enum { n = 40 };
  int *cost = integers(n, 1), *edge = integers(n, n);
  for (int i = 0; i < n; i++)
    edge[i] = isWrong ? (i + 1) % n : i;
#pragma omp parallel for hetero(1) map(to : edge[0:n]) map(tofrom : cost[0:n])
  for (int i = 0; i < n; i++)
    if (cost[i] >= 0)
      cost[edge[i]] = 1; //! race cost (i - j) % 40 in (1, 39)
}

/* Memory that one iteration frees and another one gets is not shared, nor are stack frames of functions. */
static double ofFrame(int i) {
  double local[16];
  for (int k = 0; k < 16; k++)
    local[k] = i + k;
  return local[i % 16];
}

PLANT(memory_of_each_iteration) {
  enum { n = 40 };
  double *y = numbers(n), *common = numbers(16);
  const int shares = slip(1, 0);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    double *own = shares ? common : (double *)malloc(16 * sizeof *own);
    for (int k = 0; k < 16; k++)
      own[k] = i * k; //! race - i != j
    y[i] = own[i % 16] + ofFrame(i);
    if (!shares)
      free(own);
  }
}

PLANT(triangle_that_adds_to_columns) {
  enum { n = 24 };
  static double l[n][n];
  double *b = numbers(n);
  const int forward = slip(1, 0);
#pragma omp parallel for hetero(n > 10) map(to : l) map(tofrom : b[0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (forward ? i : 0); j++)
      b[i] -= l[i][j] * b[j]; //! race b s == min(i, j)
}
