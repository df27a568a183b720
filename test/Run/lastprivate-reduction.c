// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lastprivate variables and reductions in one loop, with and without a fixed order of the reduction, and with
// accelerators driven by their own threads or by the team.
// RUN: %hetcc -O2 -Wall -Wextra -Werror %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env HETRT_DETERMINISTIC=1 %compare --schedules static,adaptive,chunk,guided %t.serial %t
// RUN: env HETRT_HOST_THREAD=collaborative %compare --schedules static,adaptive,chunk,guided %t.serial %t
// RUN: env HETRT_DETERMINISTIC=1 HETRT_HOST_THREAD=collaborative %compare --schedules static,adaptive,chunk,guided %t.serial %t
#include <hetcc.h>
#include <stdio.h>

enum { N = 5003 };
static int x[N];

struct Pair {
  int at;
  double value[2];
};

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 37) % 1001;
  for (int n = N; n >= 0; n = n > 3 ? n / 3 : n - 1) {
    long sum = 0, bins[4] = {1, 2, 3, 4};
    int last = -1, largest = -1;
    struct Pair pair = {-1, {0, 0}};
#pragma omp parallel for HETCC(hetero(1) part_copyin(x[1:n > 0 ? n : 1])) lastprivate(last) firstprivate(pair) \
    lastprivate(pair) reduction(+ : sum, bins[0 : 4]) reduction(max : largest)
    for (int i = 0; i < n; i++) {
      last = x[i];
      pair.at = i;
      pair.value[i & 1] = x[i] * 0.5;
      sum += x[i];
      bins[i & 3] += i;
      largest = x[i] > largest ? x[i] : largest;
    }
    if (n == 0)
      last = -1, pair.at = -1;
    printf("%d: %d %d %ld %ld %ld %d\n", n, last, pair.at, sum, bins[0], bins[3], largest);
  }
}
