// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where clang does not accept a function that gcc accepts, only the loops in that function run on the CPUs alone. A
// warning at the directive names what clang does not accept. hetcc blanks that function out for clang, with its
// comments, whatever the lines of a comment begin with.
// RUN: %hetcc -O2 %s -o %t 2>%t.err
// RUN: FileCheck %s <%t.err --implicit-check-not=warning: --implicit-check-not=error:
// RUN: env HETRT_DEVICES=emulated:1 HETRT_REPORT=json:%t.json %t | FileCheck %s --check-prefix=OUTPUT
// RUN: %reported %t.json 'sorted(r["location"].rpartition(":")[2] for r in regions) == ["25", "46"]'
// RUN: %reported %t.json 'iterations("emulated") == 200'

// The same holds where the unit has errors that are the user's: then only the host compiler's errors are shown.
// RUN: not %hetcc -c -DWRONG %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=warning: --implicit-check-not=clang

// CHECK: function-refused.c:[[#@LINE+19]]:{{.*}}warning: this loop runs on the CPUs alone, as plain OpenMP: clang does not accept the function around it: {{.*}}function-refused.c:[[#@LINE+18]]: function definition is not allowed here
// CHECK: note: move it to a function of its own, away from what clang does not accept
// CHECK: function-refused.c:[[#@LINE+39]]:{{.*}}warning: this block runs on the CPUs alone
// WRONG: function-refused.c:[[#@LINE+45]]:{{.*}}error:
// OUTPUT: 4950 9900 14850 14950
#include <stdio.h>

enum { N = 100 };
static int a[N], b[N], c[N];

static void before(void) {
#pragma omp parallel for hetero(1) part_copy(a[1:N])
  for (int i = 0; i < N; i++)
    a[i] = i;
}

static int twice(void) {
  int total = 0;
  auto int of(int v) { return 2 * v; }
#pragma omp parallel for hetero(1) part_copyin(a[1:N]) part_copy(b[1:N])
  for (int i = 0; i < N; i++)
    b[i] = of(a[i]);
  for (int i = 0; i < N; i++)
    total += b[i];
#define HALF 2 /* A '#' in a comment
# is none of the preprocessor's: @ "
*/
  return total;
}

static int thrice(void) {
  int total = 0;
#pragma omp parallel for hetero(1) part_copyin(a[1:N], b[1:N]) part_copy(c[1:N]) reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += c[i] = a[i] + b[i];
  return total;
}

static int block(void) {
  int start = 0, end = N, total = 0;
  int more(int v) { return v + 1; }
#pragma omp parallel partition(static : i = start; i < end; i++) map(tofrom : c[0:N, i]) reduction(+ : total)
  for (int i = start; i < end; i++)
    total += c[i] = more(c[i]);
  return total;
}

#ifdef WRONG
int wrong(int n) { return n n; }
#endif

int main(void) {
  int sum = 0;
  before();
  for (int i = 0; i < N; i++)
    sum += a[i];
  printf("%d ", sum);
  printf("%d ", twice());
  printf("%d ", thrice());
  printf("%d\n", block());
}
