// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#pragma GCC diagnostic` turns our warnings off and makes errors of them from its line on, whatever the command line
// says, and pop undoes it. The host compiler, which would not know the names, does not see such a line.
// RUN: rm -rf %t && mkdir %t && cp %s %t/w.c && cd %t
// RUN: %hetcc -Wall -DPOP -c w.c 2>&1 | FileCheck --check-prefix=POP %s --implicit-check-not=warning:
// RUN: rm w.o && not %hetcc -Wall -DERROR -c w.c 2>&1 | FileCheck --check-prefix=ERROR %s && not test -e w.o
// RUN: %hetcc -Werror -DWARN -c w.c 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: %hetcc -Werror -DALL -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %hetcc -w -DERROR -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// NONE-NOT: {{.}}

#if defined(ERROR)
#pragma GCC diagnostic error "-Whetcc-host-only"
#elif defined(WARN)
#pragma GCC diagnostic warning "-Whetcc-host-only"
#elif defined(ALL)
#pragma GCC diagnostic ignored "-Whetcc"
#else
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Whetcc-host-only" // for the first loop
#endif

void first(int n, int *y, int (*f)(int)) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    // ERROR: w.c:[[#@LINE+2]]:12: error: this loop runs on the CPUs alone: {{.*}} [-Werror=hetcc-host-only]
    // WARN: w.c:[[#@LINE+1]]:12: warning: this loop runs on the CPUs alone: {{.*}} [-Whetcc-host-only]
    y[i] = f(i);
}
#ifdef POP
#pragma GCC diagnostic pop
void second(int n, int *y, int (*f)(int)) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
    // POP: w.c:[[#@LINE+1]]:12: warning: this loop runs on the CPUs alone: {{.*}} [-Whetcc-host-only]
    y[i] = f(i);
}
#endif
