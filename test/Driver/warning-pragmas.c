// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#pragma GCC diagnostic` switches hetcc's warnings off, or makes them errors, from its line on, whatever the command
// line says; pop restores the state. hetcc removes such a line for the host compiler, which does not know the names.
// RUN: rm -rf %t && mkdir %t && cp %s %t/w.c && cd %t
// RUN: %hetcc -Wall -DPOP -c w.c 2>&1 | FileCheck --check-prefix=POP %s --implicit-check-not=warning:
// RUN: rm w.o && not %hetcc -Wall -DERROR -c w.c 2>&1 | FileCheck --check-prefix=ERROR %s && not test -e w.o
// RUN: %hetcc -Werror -DWARN -c w.c 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: %hetcc -Werror -DALL -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: for how in OPERATOR MACRO; do %hetcc -Wall -Werror -D$how -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s || exit 1; done
// RUN: %hetcc -w -DERROR -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// NONE-NOT: {{.}}

// If clang cannot parse the unit, the host compiler does not see such a line, either.
// RUN: for how in ALL OPERATOR MACRO; do %hetcc -Wall -Werror -Wno-error=hetcc-host-only -DUNREADABLE -D$how -c w.c 2>&1 | FileCheck --check-prefix=UNREADABLE %s || exit 1; done
// UNREADABLE-NOT: {{.}}
// UNREADABLE: hetcc: warning: 'w.c' is built for the CPUs alone: clang cannot parse it: w.c:{{[0-9]+}}: expected ')' [-Whetcc-host-only]{{$}}
// UNREADABLE-NOT: {{.}}
#ifdef UNREADABLE
int sum(int n; int values[n], int n);
#endif

#if defined(ERROR)
#pragma GCC diagnostic error "-Whetcc-host-only"
#elif defined(WARN)
#pragma GCC diagnostic warning "-Whetcc-host-only"
#elif defined(OPERATOR)
_Pragma("GCC diagnostic ignored \"-Whetcc-host-only\"")
#elif defined(MACRO)
#define QUIET _Pragma("GCC diagnostic push") \
  _Pragma("GCC diagnostic ignored \"-Whetcc-host-only\"")
#define LOUD _Pragma("GCC diagnostic pop")
QUIET int between;
LOUD QUIET
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
