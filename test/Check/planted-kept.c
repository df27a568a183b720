// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults with arrays that devices keep: the host writes or reads the arrays between passes, memory is freed too early,
// updates name too few elements, come too early, or name another array.
// RUN: %hetcc --hetcc-check -w -fopenmp -O2 %s %S/Inputs/planted-elsewhere.c -o %t -lm
// RUN: %planted %s %t

#include "Inputs/planted-elsewhere.h"
#include "Inputs/planted.h"
#include <unistd.h>

static void copy(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n]) persist(x)
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i]; //! stale x True
}

PLANT(host_writes_an_element) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n);
  copy(n, x, y);
  if (isWrong)
    x[7] = -1;
  copy(n, x, y);
#pragma omp depersist(x)
  x[7] = 0;
}

PLANT(host_sets_all_in_a_function_elsewhere) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n);
  copy(n, x, y);
  if (isWrong)
    clear(x, n);
  copy(n, x, y);
#pragma omp depersist(x)
  clear(x, n);
}

PLANT(host_copies_into_it) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n), *z = numbers(n);
  for (int step = 0; step < 3; step++) {
    copy(n, x, y);
    if (isWrong)
      memcpy(x, z, 5 * sizeof *x);
    z[0] += 1;
  }
#pragma omp depersist(x)
}

PLANT(file_is_read_into_it) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n);
  int ends[2];
  if (pipe(ends) || write(ends[1], y + 1, 64) != 64)
    return;
  copy(n, x, y);
  if (read(ends[0], isWrong ? x : y, 64) != 64)
    return;
  copy(n, x, y);
#pragma omp depersist(x)
}

static void step(int n, const double *from, double *to) {
#pragma omp parallel for hetero(1) part_copyin(from[1:n:1]) part_copy(to[1:n]) persist(from, to)
  for (int i = 1; i < n - 1; i++)
    to[i] = 0.5 * (from[i - 1] + from[i + 1]); //! stale from s in (0, 39)
}

PLANT(host_sets_the_border_between_sweeps) {
  enum { n = 40 };
  double *now = numbers(n), *next = numbers(n);
  for (int s = 0; s < 4; s++) {
    step(n, now, next);
    double *swap = now;
    now = next;
    next = swap;
    if (isWrong)
      now[0] = s, now[n - 1] = s;
  }
#pragma omp depersist(now, next)
}

PLANT(host_looks_at_the_residual) {
  enum { n = 40 };
  double *now = numbers(n), *next = numbers(n), change = 0;
  for (int s = 0; s < 3; s++) {
    step(n, now, next);
    if (isWrong)
      change += next[5] - now[5]; //! newer to|from True
    double *swap = now;
    now = next;
    next = swap;
  }
#pragma omp depersist(now, next)
  change += now[5];
  if (change == 77)
    puts("");
}

PLANT(host_prints_before_the_end) {
  enum { n = 40 };
  double *now = numbers(n), *next = numbers(n), first = 0;
  step(n, now, next);
  if (isWrong)
    first = get(next, 3); //! newer to True
#pragma omp depersist(now, next)
  first += get(next, 3);
  if (first == 77)
    puts("");
}

PLANT(freed_before_depersist) {
  enum { n = 5000 };
  double *x = numbers(n), *y = numbers(n);
  copy(n, x, y);
  if (isWrong) {
    free(x);
    x = numbers(n); /* most likely at the same address */
    copy(n, x, y);
#pragma omp depersist(x)
  } else {
#pragma omp depersist(x)
    free(x);
  }
}

PLANT(data_region_read_within) {
  enum { n = 40 };
  double *a = numbers(n), seen = 0;
#pragma omp target data map(tofrom : a[0:n])
  {
#pragma omp target teams distribute parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] += 1;
    if (isWrong)
      seen = a[11]; //! newer a True
#pragma omp target update from(a[0:n])
    seen += a[11];
  }
  if (seen == 777)
    puts("");
}

PLANT(data_region_written_within) {
  enum { n = 40 };
  double *a = numbers(n), *b = numbers(n);
  const int updates = slip(0, 1);
#pragma omp target data map(to : a[0:n]) map(from : b[0:n])
  for (int pass = 0; pass < 3; pass++) {
    a[pass] = pass;
#pragma omp target update to(a[0:n]) if (updates)
#pragma omp target teams distribute parallel for hetero(1) part_copyin(a[1:n]) part_copyout(b[1:n])
    for (int i = 0; i < n; i++)
      b[i] = a[i]; //! stale a s in (0, 1, 2)
  }
}

PLANT(update_of_one_half) {
  enum { n = 40 };
  double *a = numbers(n), sum = 0;
  const int length = slip(n / 2, n);
#pragma omp target data map(tofrom : a[0:n])
  {
#pragma omp target teams distribute parallel for hetero(1) part_copy(a[1:n])
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp target update from(a[0:length])
    for (int i = 0; i < n; i++)
      sum += a[i]; //! newer a True
  }
  if (sum == 777)
    puts("");
}

PLANT(update_of_the_other_array) {
  enum { n = 40 };
  double *a = numbers(n), *b = numbers(n), *c = numbers(n), *changed = isWrong ? c : a;
#pragma omp target data map(to : a[0:n], c[0:n]) map(from : b[0:n])
  for (int pass = 0; pass < 2; pass++) {
#pragma omp target teams distribute parallel for hetero(1) part_copyin(a[1:n]) part_copyin(c[1:n]) part_copyout(b[1:n])
    for (int i = 0; i < n; i++)
      b[i] = a[i] + c[i]; //! stale a s == 9
    a[9] = 5;
#pragma omp target update to(changed[0:n])
  }
}

PLANT(update_before_the_change) {
  enum { n = 40 };
  double *a = numbers(n), *b = numbers(n);
  const int early = slip(1, 0);
#pragma omp target data map(to : a[0:n]) map(from : b[0:n])
  for (int pass = 0; pass < 3; pass++) {
#pragma omp target update to(a[0:n]) if (early)
    a[pass] = -1;
#pragma omp target update to(a[0:n]) if (!early)
#pragma omp target teams distribute parallel for hetero(1) part_copyin(a[1:n]) part_copyout(b[1:n])
    for (int i = 0; i < n; i++)
      b[i] = a[i]; //! stale a s in (0, 1, 2)
  }
}

static double *kept;

static void begin(int n) {
#pragma omp target enter data map(to : kept[0:n])
}

static void end(int n) {
#pragma omp target exit data map(from : kept[0:n])
}

static void add(int n) {
#pragma omp target teams distribute parallel for hetero(1) part_copy(kept[1:n])
  for (int i = 0; i < n; i++)
    kept[i] += 1; //! stale kept s == 4
}

PLANT(entered_in_a_function) {
  enum { n = 40 };
  kept = numbers(n);
  begin(n);
  add(n);
  if (isWrong) {
    put(kept, 4, 1);
    add(n);
  }
  end(n);
  put(kept, 4, 1);
}

PLANT(read_before_the_exit) {
  enum { n = 40 };
  kept = numbers(n);
  double sum = 0;
  begin(n);
  add(n);
  if (isWrong)
    sum = sumOf(kept, 0, n); //! newer kept True
  end(n);
  sum += sumOf(kept, 0, n);
  if (sum == 777)
    puts("");
}

PLANT(openacc_data) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n);
  const int tells = slip(0, 1);
#pragma acc data copyin(x[0:n]) copyout(y[0:n])
  for (int pass = 0; pass < 2; pass++) {
#pragma acc parallel loop hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] = x[i]; //! stale x s == 3
    x[3] = 8;
#pragma acc update device(x[0:n]) if (tells)
  }
}

PLANT(plain_loop_of_openmp_writes_it) {
  enum { n = 40 };
  double *x = numbers(n), *y = numbers(n), *other = numbers(n), *target = isWrong ? x : other;
  copy(n, x, y);
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++)
    target[i] = 3;
  copy(n, x, y);
#pragma omp depersist(x)
}

static void table(int n, const double *t, double *y) {
#pragma omp parallel for hetero(1) map(to : t[0:n]) part_copyout(y[1:n]) persist(t)
  for (int i = 0; i < n; i++)
    y[i] = t[n - 1 - i]; //! stale t s == 12
}

PLANT(full_copy_that_changes) {
  enum { n = 40 };
  double *t = numbers(n), *y = numbers(n);
  table(n, t, y);
  if (isWrong)
    t[12]++;
  table(n, t, y);
#pragma omp depersist(t)
}
