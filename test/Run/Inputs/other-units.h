// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of other-units-values.c and other-units-arrays.c, which call each other.
#ifndef HETCC_TEST_OTHER_UNITS_H
#define HETCC_TEST_OTHER_UNITS_H
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double re, im;
} Number;

// Of other-units-values.c.
Number product(Number a, Number b);
double next(unsigned long long *state);
int scaled(int value); // calls `offset` of other-units-arrays.c, which calls `twice` of this unit
int twice(int value);
void fill(int count, double first, double values[]);

// Of other-units-arrays.c.
int offset(int value);
double dot(const double *a, const double *b, int count);
int find(const int *sorted, int count, int wanted);
int locate(int *sorted, int count, int wanted); // only reads `sorted`, though the parameter is not const
void stretch(double *row, int count, double by);

#ifdef __cplusplus
}
#endif
#endif
