/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops upwards and downwards with several steps and with sums, and a loop in a function that another loop calls. */
#include <stdio.h>

static int ran[100];

static void show(const char *what, long sum) {
  printf("%s sum %ld:", what, sum);
  for (int i = 0; i < 100; i++) {
    for (int k = 0; k < ran[i]; k++)
      printf(" %d", i);
    ran[i] = 0;
  }
  printf("\n");
  fflush(stdout);
}

static long count(int first, int end, int step) {
  long sum = 0;
  if (step > 0) {
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
    for (int i = first; i < end; i += step)
      ran[i]++, sum += i;
  } else {
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
    for (int i = first; i > end; i += step)
      ran[i]++, sum += i;
  }
  return sum;
}

int main(void) {
  show("up", count(2, 9, 1));
  show("threes", count(1, 12, 3));
  show("down", count(9, 2, -1));
  show("down in fours", count(19, 2, -4));
  show("one", count(5, 6, 7));
  show("none", count(5, 5, 1));
  long inner = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : inner)
  for (int i = 0; i < 2; i++)
    inner += count(10 * i, 10 * i + 3, 1);
  show("nested", inner);
  return 0;
}
