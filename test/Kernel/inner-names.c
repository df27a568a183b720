// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the function that hide others: of the file, by which variables and arrays of the loop are declared; of blocks
// around it; and of called functions. What a name means in a kernel is what it means in the user's function.
// RUN: %hetcc -O2 %s -o %t 2>&1 | count 0
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
#include <stdio.h>

enum { size = 5 };
typedef float real;
struct pair {
  int first, second;
};
static const int weights[3] = {1, 2, 3};

// Types: the parameter is a float, and in the loop a real is a double.
static void types(int n, real factor, const real *x, double *y) {
  {
    typedef double real;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] += factor * (real)x[i] / 3;
  }
}

// Tags, of the array's elements and of a captured variable, and one in each of three blocks.
static void tags(int n, struct pair by, const struct pair *pairs, long *y) {
  struct pair outer = {by.second, by.first};
  struct pair {
    char c;
    struct pair *next;
  };
  {
    struct pair {
      short x[7];
    };
#pragma omp parallel for hetero(1) part_copyin(pairs[1:n]) part_copy(y[1:n])
    for (int i = 0; i < n; i++)
      y[i] += by.first * pairs[i].second + outer.first + (long)sizeof(struct pair);
  }
}

// Enumerators, by which the type of a captured variable, an array's rows and a table are declared before they are
// hidden; a parameter that has the name of a type; an iterator that has one.
static void enumerators(int n, int pair, int (*rows)[size], long *y) {
  typedef char text[size];
  static const int table[size] = {size, size + 1, size + 2};
  struct {
    int unused;
  } unused = {1};
  enum { size = 3 };
  {
    enum { size = 2, text_size = sizeof(text) };
#pragma omp parallel for hetero(1) part_copyin(rows[1:n][0:5]) part_copy(y[1:n])
    for (int real = 0; real < n; real++)
      y[real] += rows[real][size] * pair + table[size] + text_size;
  }
  (void)unused;
}

// A table that a called function has of the same name.
static int weigh(int i) {
  static const int weights[3] = {100, 200, 300};
  return weights[i % 3];
}

static int twice(int i) {
  static const int weights[3] = {1000, 2000, 3000};
  return weights[i % 3];
}

static void tables(int n, long *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += weigh(i) + weights[i % 3] + twice(i);
}

// Types of what a reduction and lastprivate leave, and of private variables.
static double leaves(int n, const real *x, struct pair *last) {
  real sum = 0;
  struct pair each = {0, 0};
  {
    typedef struct pair {
      double sum;
    } real;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : sum) lastprivate(each)
    for (int i = 0; i < n; i++) {
      real mine = {x[i]};
      sum += (int)mine.sum % 8;
      each.first = i + (int)sizeof(struct pair);
    }
  }
  *last = each;
  return sum;
}

// Macros: a name that is one of itself, as often around functions, and one that is defined where the loop is done.
#define weigh(i) (weigh(i) + 1)
static void macros(int n, int shift, long *y) {
#define shift (shift + 1)
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] += weigh(i) * shift;
}
#undef shift
#define real double
#define y(array) array

int main(void) {
  static float x[1009];
  static double d[1009];
  static long(y)[1009];
  static struct pair pairs[1009];
  static int rows[1009][5];
  for (int i = 0; i < 1009; i++) {
    x[i] = i, d[i] = 1, pairs[i].second = i, y[i] = i;
    for (int j = 0; j < 5; j++)
      rows[i][j] = i * j;
  }
  struct pair by = {3, 4}, last;
  types(1009, 2.7f, x, d);
  tags(1009, by, pairs, y);
  enumerators(1009, 7, rows, y);
  tables(1009, y);
  macros(1009, 5, y);
  double sum = leaves(1009, x, &last);
  long numbers = 0;
  for (int i = 0; i < 1009; i++)
    numbers += y[i] * (i % 11), sum += d[i];
  printf("%.17g %ld %d\n", sum, numbers, last.first);
}
