// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assertions, and calls that end the program, do not keep a loop off emulated devices. If an iteration reaches one, the
// program ends as without devices, with the same message and status. '__func__' is the name of the user's function.
// RUN: %hetcc -Wno-hetcc-gpu-form -O2 %s -o %t 2>&1 | count 0
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: for devices in cpu:2 emulated:1 cpu:1,emulated:1; do \
// RUN:   for how in assert abort exit print; do \
// RUN:     %t.serial $how > %t.printed 2> %t.words; wanted=$?; sort %t.printed > %t.wanted; \
// RUN:     env HETRT_DEVICES=$devices %t $how > %t.found 2> %t.said; found=$?; \
// RUN:     echo $devices $how; test $wanted = $found && sort %t.found | diff %t.wanted - || exit 1; \
// RUN:     grep . %t.words | sed 's/^[^:]*: //' > %t.lines; grep -qFf %t.lines %t.said || test ! -s %t.lines || exit 1; \
// RUN:   done; \
// RUN: done
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checked(int x) {
  if (x < 0)
    abort();
  return x + 1;
}

static long run(int n, int stop, const int *x, long *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    assert(x[i] != 5000);
    if (x[i] == 6000)
      exit(stop);
    y[i] = checked(x[i]) + (long)sizeof(__func__);
    if (x[i] == 7000)
      printf("%s: %d %g\n", __func__, i / 1000, 0.5);
    if (0)
      system("no device has this");
  }
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += y[i];
  return sum;
}

int main(int argc, char **argv) {
  enum { N = 1009 };
  static int x[N];
  static long y[N];
  const char *how = argc > 1 ? argv[1] : "";
  for (int i = 0; i < N; i++)
    x[i] = i;
  if (!strcmp(how, "assert"))
    x[700] = 5000;
  else if (!strcmp(how, "abort"))
    x[701] = -1;
  else if (!strcmp(how, "exit"))
    x[702] = 6000;
  else if (!strcmp(how, "print"))
    x[703] = 7000;
  printf("%ld\n", run(N, 43, x, y));
}
