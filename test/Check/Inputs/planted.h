/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Programs with planted faults. Each PLANT is a small program: run with 'wrong' it has the fault that its comments '//!' describe, with
 * 'right' it has none. The difference is only known at run time, so that no compiler sees the fault.
 *
 *     //! KIND ARRAY CONDITION      on the line of an access that must be named: s is the element's subscript (several: a
 *                                   tuple), i and j are the iterations of the message
 */
#ifndef PLANTED_H
#define PLANTED_H
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int isWrong = 1;
static inline int slip(int wrong, int right) { return isWrong ? wrong : right; }

struct Plant {
  const char *Name;
  void (*Run)(void);
};
static struct Plant plants[100];
static int plantCount;

#define PLANT(name)                                                                                                    \
  static void name(void);                                                                                              \
  __attribute__((constructor)) static void add_##name(void) {                                                          \
    plants[plantCount].Name = #name;                                                                                   \
    plants[plantCount++].Run = name;                                                                                   \
  }                                                                                                                    \
  static void name(void)

static inline double *numbers(int n) {
  double *x = (double *)malloc((size_t)n * sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = i % 7 + 1;
  return x;
}

static inline int *integers(int n, int modulus) {
  int *x = (int *)malloc((size_t)n * sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = i % modulus;
  return x;
}

/* PROGRAM wrong|right [NAME...]; PROGRAM list */
int main(int count, char **arguments) {
  isWrong = count < 2 || strcmp(arguments[1], "right") != 0;
  for (int p = 0; p < plantCount; p++) {
    int asked = count < 3;
    for (int a = 2; a < count; a++)
      asked |= strcmp(arguments[a], plants[p].Name) == 0;
    if (count > 1 && strcmp(arguments[1], "list") == 0)
      printf("%s\n", plants[p].Name);
    else if (asked)
      plants[p].Run();
  }
  return 0;
}
#endif
