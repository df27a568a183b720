// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks with faults: padding that is not exchanged or is exchanged for another array, padding that is too small,
// writes before the neighbour has read, and code of the block outside of loops that uses an array of the partition.
// RUN: %hetcc --hetcc-check -w -fopenmp -O2 %s %S/Inputs/planted-elsewhere.c -o %t -lm
// RUN: %planted %s %t

#include "Inputs/planted-elsewhere.h"
#include "Inputs/planted.h"

enum { N = 60, M = 8 };

PLANT(never_exchanged) {
  int start = 1, end = N - 1;
  const int exchanges = slip(0, 1);
  double *u = numbers(N), *v = numbers(N);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) firstprivate(u, v)                        \
    map(tofrom : u[1|0:N|1, i], v[1|0:N|1, i])
  for (int sweep = 0; sweep < 4; sweep++) {
    for (int i = start; i < end; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]); //! padding u|v True
    if (exchanges) {
#pragma omp target update padding_update_nearby(v)
    } else {
#pragma omp barrier
    }
    double *swap = u;
    u = v;
    v = swap;
  }
}

PLANT(exchanges_the_old_array) {
  int start = 1, end = N - 1;
  double(*u)[M] = (double(*)[M])numbers(N * M), (*v)[M] = (double(*)[M])numbers(N * M);
  const int old = slip(1, 0);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) firstprivate(u, v)                        \
    map(tofrom : u[1|0:N|1, i][:], v[1|0:N|1, i][:])
  for (int sweep = 0; sweep < 4; sweep++) {
    for (int i = start; i < end; i++)
      for (int j = 1; j < M - 1; j++)
        v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]); //! padding u|v True
    if (old) {
#pragma omp target update padding_update_nearby(u)
    } else {
#pragma omp target update padding_update_nearby(v)
    }
    double(*swap)[M] = u;
    u = v;
    v = swap;
  }
}

PLANT(exchanges_every_other_sweep) {
  int start = 1, end = N - 1;
  const int every = slip(2, 1);
  double *u = numbers(N), *v = numbers(N);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) firstprivate(u, v)                        \
    map(tofrom : u[1|0:N|1, i], v[1|0:N|1, i])
  for (int sweep = 0; sweep < 5; sweep++) {
    for (int i = start; i < end; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]); //! padding u|v True
    if (sweep % every == 0) {
#pragma omp target update padding_update_nearby(v)
    } else {
#pragma omp barrier
    }
    double *swap = u;
    u = v;
    v = swap;
  }
}

PLANT(padding_of_one_and_reads_two) {
  int start = 2, end = N - 2;
  const int reach = slip(2, 1);
  double *u = numbers(N), *v = numbers(N);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) map(to : u[1|0:N|1, i])                   \
    map(tofrom : v[0:N, i])
  {
    for (int i = start; i < end; i++)
      v[i] = u[i - 1] + u[i + reach]; //! window u True
  }
}

PLANT(second_loop_reads_the_first_ones_neighbour) {
  int start = 1, end = N - 1;
  const int near = slip(1, 0);
  double *x = numbers(N), *t = numbers(N), *y = numbers(N);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) map(to : x[0:N, i])                       \
    map(tofrom : t[1|0:N|1, i], y[0:N, i])
  {
    for (int i = start; i < end; i++)
      t[i] = 2 * x[i];
#pragma omp barrier
    for (int i = start; i < end; i++)
      y[i] = t[i] + t[i - near]; //! padding t True
  }
}

PLANT(exchange_without_waiting_for_readers) {
  int start = 1, end = N - 1;
  const int waits = slip(0, 1);
  double *u = numbers(N), *v = numbers(N);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) map(tofrom : u[1|0:N|1, i], v[0:N, i])
  {
    for (int i = start; i < end; i++)
      v[i] = u[i - 1] + u[i + 1];
    if (waits) {
#pragma omp barrier
    }
    for (int i = start; i < end; i++)
      u[i] = v[i]; //! order|padding u True
  }
}

PLANT(gauss_seidel_in_a_block) {
  int start = 1, end = N - 1;
  const int left = slip(1, 0);
  double *u = numbers(N);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) map(tofrom : u[1|0:N|1, i])
  for (int sweep = 0; sweep < 3; sweep++) {
    for (int i = start; i < end; i++)
      u[i] = 0.5 * (u[i - left] + u[i]); //! padding|order|race u True
#pragma omp barrier
  }
}

PLANT(indices_without_an_exchange) {
  int start = 0, end = N;
  const int exchanges = slip(0, 1);
  int *column = integers(N, N);
  for (int i = 0; i < N; i++)
    column[i] = (i * 7) % N;
  double *p = numbers(N), *q = numbers(N);
  const double *all = p;
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) firstprivate(all)                         \
    map(to : column[0:N, i]) map(to, indexed : all[0:N, column, i]) map(tofrom : p[0:N, i], q[0:N, i])
  for (int step = 0; step < 3; step++) {
    for (int i = start; i < end; i++)
      q[i] = all[column[i]]; //! padding all|p True
#pragma omp barrier
    for (int i = start; i < end; i++)
      p[i] += q[i];
    if (exchanges) {
#pragma omp target update padding_update_nearby(all)
    } else {
#pragma omp barrier
    }
  }
}

PLANT(padding_on_the_wrong_side) {
  int start = 1, end = N - 1;
  const int right = slip(1, -1);
  double *u = numbers(N), *v = numbers(N);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) map(tofrom : u[1|0:N|, i], v[0:N, i])
  for (int sweep = 0; sweep < 2; sweep++) {
    for (int i = start; i < end; i++)
      v[i] = u[i + right]; //! window u True
#pragma omp barrier
    for (int i = start; i < end; i++)
      u[i] = v[i];
#pragma omp target update padding_update_nearby(u)
  }
}

PLANT(writes_its_padding) {
  int start = 1, end = N - 1;
  const int beside = slip(1, 0);
  double *u = numbers(N);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) map(tofrom : u[1|0:N|1, i])
  {
    for (int i = start; i < end; i++)
      u[i + beside] = i; //! window u True
  }
}

PLANT(forgets_to_exchange_after_the_second_loop) {
  int start = 1, end = N - 1;
  const int again = slip(0, 1);
  double *u = numbers(N), *v = numbers(N);
#pragma omp parallel devices(any) partition(static : i = start; i < end; i++) map(tofrom : u[1|0:N|1, i], v[1|0:N|1, i])
  for (int step = 0; step < 3; step++) {
    for (int i = start; i < end; i++)
      v[i] = u[i] - u[i - 1]; //! padding u True
#pragma omp target update padding_update_nearby(v)
    for (int i = start; i < end; i++)
      u[i] += v[i + 1] - v[i];
    if (again) {
#pragma omp target update padding_update_nearby(u)
    } else {
#pragma omp barrier
    }
  }
}
