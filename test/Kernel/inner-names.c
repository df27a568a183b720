// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that hide others keep their meaning in a kernel: local names that hide file-scope names by which the loop's
// variables and arrays are declared, names of enclosing blocks, and names in called functions.
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

// Tags: of the struct of the array's elements, of a captured variable's struct, and a struct of that name in each block.
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

// Enumerators that are used in the type of a captured variable, in an array's rows and in a table before they are
// hidden; a parameter with the name of a type; an iterator with the name of a type.
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

// Called functions have tables with the name of the table that the loop uses.
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

// Types of reduction and lastprivate variables, and of private variables.
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

// Macros: one whose expansion contains its own name, and one that is defined in the function, before the loop.
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
