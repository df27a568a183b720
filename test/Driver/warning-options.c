// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each of hetcc's warnings names its group and obeys gcc's kinds of options: off, as an error, all groups at once. A
// warning as an error gives status 1 and no object. hetcc does not pass these options on to the host compiler.
// RUN: rm -rf %t && mkdir %t && cp %s %t/w.c && cd %t
// RUN: %hetcc -c w.c 2>&1 | FileCheck --check-prefix=ON %s
// RUN: %hetcc -Wno-hetcc-host-only -c w.c 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: %hetcc -Wno-hetcc -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %hetcc -w -Werror=hetcc -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %hetcc -fno-diagnostics-show-option -c w.c 2>&1 | FileCheck --check-prefix=PLAIN %s
//
// An option for one group, before or behind one for all groups.
// RUN: %hetcc -Whetcc-host-only -Wno-hetcc -c w.c 2>&1 | FileCheck --check-prefix=ONE %s
// RUN: %hetcc -Wno-hetcc -Whetcc-host-only -c w.c 2>&1 | FileCheck --check-prefix=ONE %s
//
// Warnings as errors.
// RUN: rm -f w.o && not %hetcc -Werror=hetcc-host-only -c w.c 2>&1 | FileCheck --check-prefix=ERROR %s && not test -e w.o
// RUN: not %hetcc -Werror -c w.c 2>&1 | FileCheck --check-prefix=ERROR --check-prefix=BOTH %s && not test -e w.o
// RUN: not %hetcc -Werror=hetcc -c w.c 2>&1 | FileCheck --check-prefix=ERROR --check-prefix=BOTH %s && not test -e w.o
// RUN: %hetcc -Werror -Wno-error=hetcc -c w.c 2>&1 | FileCheck --check-prefix=ON %s
// RUN: %hetcc -Wno-error=hetcc-host-only -Wno-error=hetcc-no-effect -Werror -c w.c 2>&1 | FileCheck --check-prefix=ON %s
// RUN: not %hetcc -Werror -fmax-errors=1 -c w.c 2>&1 | FileCheck --check-prefix=FIRST %s
// RUN: not %hetcc -Werror -Wfatal-errors -c w.c 2>&1 | FileCheck --check-prefix=FATAL %s
//
// Names of groups that do not exist.
// RUN: not %hetcc -Whetcc-everything -c w.c 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: %hetcc -Wno-hetcc -Wno-hetcc-everything -c w.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
//
// The host compiler does not get these options.
// RUN: %hetcc -Werror=hetcc-host-only -Wno-error=hetcc -v --hetcc-dryrun -c w.c | FileCheck --check-prefix=DRY %s
// RUN: echo 'int x;' >plain.c && %hetcc -Werror=hetcc-host-only -c plain.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: echo '-Wno-hetcc -c w.c' >words && %hetcc @words 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
//
// In system headers warnings stay off, unless the user asks for them.
// RUN: mkdir lib && cp w.c lib/lib.h && echo '#include <lib.h>' >in.c
// RUN: %hetcc -isystem lib -c in.c 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %hetcc -isystem lib -Wsystem-headers -c in.c 2>&1 | FileCheck --check-prefix=ON %s

// ON: warning: {{.*}}'nowait' has no effect{{.*}}[-Whetcc-no-effect]
// ON: warning: this loop runs on the CPUs alone: {{.*}} [-Whetcc-host-only]
// OTHER-NOT: host-only
// OTHER: 'nowait' has no effect
// OTHER-NOT: host-only
// NONE-NOT: {{.}}
// PLAIN-NOT: [-W
// PLAIN: this loop runs on the CPUs alone: {{.*[^]]$}}
// ONE-NOT: no-effect
// ONE: [-Whetcc-host-only]
// ONE-NOT: no-effect
// BOTH: error: {{.*}}[-Werror=hetcc-no-effect]
// ERROR: error: this loop runs on the CPUs alone: {{.*}} [-Werror=hetcc-host-only]
// FIRST: error: {{.*}} [-Werror=hetcc-no-effect]
// FIRST-NOT: error:
// FIRST: compilation terminated due to -fmax-errors=1.
// FATAL: error: {{.*}} [-Werror=hetcc-no-effect]
// FATAL-NOT: error:
// FATAL: compilation terminated due to -Wfatal-errors.
// UNKNOWN: hetcc: error: unknown warning '-Whetcc-everything'
// DRY: --message=-Werror=hetcc-host-only
// DRY: {{(gcc|cc) }}
// DRY-NOT: hetcc-host-only

void alone(int n, int *y, int (*f)(int)) {
#pragma omp target parallel for hetero(1) part_copy(y[1:n]) nowait
  for (int i = 0; i < n; i++)
    y[i] = f(i);
}
