// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetcc's messages have the format that the user's options ask for. In JSON, each step of a compilation writes an array
// as one line on standard error: first hetcc's, then the host compiler's. In SARIF, each step writes a log.
// RUN: rm -rf %t && mkdir %t && cp %s %t/w.c && cd %t
//
// Notes are children of a warning; columns count as on a screen; a place inside of HETCC(...) is the one in the user's line.
// RUN: %hetcc -Wall -fdiagnostics-format=json -c w.c 2>messages
// RUN: %python %S/../tools/read-messages messages | FileCheck --check-prefix=JSON %s
// JSON: run 1
// JSON-NEXT: warning w.c:[[#LOOP:]]:12-12 [-Whetcc-host-only] this loop runs on the CPUs alone: it calls through a pointer to a function
// JSON-NEXT:   note w.c:{{[0-9]+}}:9-11 call the function by its name
// JSON-NEXT: run 2
// JSON: warning w.c:{{[0-9]+}}:{{.*}} [-Wunused-variable] unused variable
//
// Errors of hetcc, with fix-its.
// RUN: not %hetcc -DTYPO -fdiagnostics-format=json -c w.c 2>messages
// RUN: %python %S/../tools/read-messages messages | FileCheck --check-prefix=FIX %s
// FIX: error w.c:[[#TYPO:]]:52-58 {{.*}}did you mean 'part_copy'?
// FIX-NEXT:   fix w.c:[[#TYPO]]:52-59 part_copy
// FIX-NOT: run 2
//
// A warning that has no source location.
// RUN: %hetcc -DAHEAD -fdiagnostics-format=json -c w.c 2>messages
// RUN: %python %S/../tools/read-messages messages | FileCheck --check-prefix=UNIT %s
// UNIT: warning - [-Whetcc-host-only] 'w.c' is built for the CPUs alone: clang cannot parse it
//
// Text: fix-its at the places where tools insert them, and no mention of the macro HETCC.
// RUN: not %hetcc -DTYPO -fdiagnostics-parseable-fixits -c w.c 2>&1 | FileCheck --check-prefix=FIXIT --match-full-lines %s --implicit-check-not="expanded from macro"
// FIXIT: w.c:[[#TYPO:]]:50: error: unknown clause 'part_cp' on 'omp parallel for'; did you mean 'part_copy'?
// FIXIT: fix-it:"w.c":{[[#TYPO]]:50-[[#TYPO]]:57}:"part_copy"
// RUN: not %hetcc -DTYPO -c w.c 2>&1 | FileCheck --check-prefix=NOFIX %s
// NOFIX-NOT: fix-it:
//
// SARIF, if the host compiler supports it; gcc 12 does not, and says so itself.
// RUN: not %hetcc -DTYPO -fdiagnostics-format=sarif-stderr -c w.c 2>messages
// RUN: %python -c "import json; log = json.load(open('messages')); print(log['version'], log['runs'][0]['results'][0])" | FileCheck --check-prefix=SARIF %s
// SARIF: 2.1.0 {{.*}}'fixes'{{.*}}part_copy{{.*}}'level': 'error'{{.*}}'startColumn': 49
#include <hetcc.h>

#ifdef AHEAD
int ahead(int n; int values[n], int n); /* an extension of gcc's */
#endif

void f(int n, int *y, int (*g)(int)) {
  int spare;
#ifdef TYPO
#pragma omp parallel for HETCC(hetero(1) /*ä	*/ part_cp(y[1:n]))
#else
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
#endif
  for (int i = 0; i < n; i++)
    y[i] = g(i);
}
