// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --hetcc-auto or HETCC_AUTO makes hetcc split loops that only have OpenMP directives. The text of a loop that is not
// split stays unchanged, and only the summary mentions it.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s unit.c
// RUN: %hetcc -Wall -fopenmp --hetcc-auto --hetcc-summary -c unit.c -o unit.o 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: unit.c: 1 of 3 loops split
// CHECK-NEXT: unit.c:[[# @LINE + 38]]: 'omp target teams distribute parallel for' is not split: it contains 'omp critical', which needs one address space{{$}}
// CHECK-NEXT: unit.c:[[# @LINE + 55]]: 'omp target parallel for' is not split: clause 'in_reduction' is not supported together with 'omp target parallel for'{{$}}
// CHECK-NOT: {{.}}

// The environment variable asks for all loops; an option on the command line overrides it.
// RUN: env HETCC_AUTO=all %hetcc -fopenmp --hetcc-summary -c unit.c -o unit.o 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: env HETCC_AUTO=all %hetcc -fopenmp --hetcc-auto --hetcc-summary -c unit.c -o unit.o 2>&1 | FileCheck %s
// ALL: unit.c: 2 of 4 loops split
// RUN: env HETCC_AUTO=yes not %hetcc -fopenmp -c unit.c 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: HETCC_AUTO=yes: 'target', 'all' or 'no' was wanted

// --hetcc-explain says of each OpenMP loop whether it was split.
// RUN: %hetcc -fopenmp --hetcc-auto --hetcc-explain -c unit.c -o unit.o 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN-DAG: unit.c:[[# @LINE + 25]]:9: remark: 'omp target teams distribute parallel for' is not split: it contains 'omp critical', which needs one address space
// EXPLAIN-DAG: remark: 'omp target parallel for' is not split: clause 'in_reduction' is not supported

// Where no option or another one keeps loops from being split, the summary says why; of a unit without loops it says nothing.
// RUN: printf 'void f(int n, int *x) {\n#pragma omp parallel for\n  for (int i = 0; i < n; i++)\n    x[i]++;\n}\n' > parallel.c && echo 'int one;' > none.c
// RUN: %hetcc -fopenmp --hetcc-auto --hetcc-summary -c parallel.c -o unit.o 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: %hetcc --hetcc-auto=all --hetcc-summary -c parallel.c -o unit.o 2>&1 | FileCheck %s --check-prefix=NOOPENMP
// RUN: %hetcc -fopenmp --hetcc-summary -c parallel.c -o unit.o 2>&1 | FileCheck %s --check-prefix=NOAUTO
// RUN: %hetcc -fopenmp --hetcc-auto=all --hetcc-summary=list -c none.c parallel.c 2>&1 | count 0 && FileCheck %s --check-prefix=LIST --implicit-check-not=none.c --input-file=list
// OTHERS: {{^}}parallel.c: no loop is split: it has no loop of 'omp target'; '--hetcc-auto=all' splits others too{{$}}
// NOOPENMP: {{^}}parallel.c: no loop is split: '-fopenmp' was not given, so its directives of OpenMP do nothing{{$}}
// NOAUTO: {{^}}parallel.c: no loop is split: '--hetcc-auto' was not given{{$}}
// LIST: {{^}}parallel.c: 1 of 1 loop split{{$}}
// RUN: for options in "" -fopenmp "-fopenmp --hetcc-auto" "-fopenmp --hetcc-auto=all"; do %hetcc $options --hetcc-summary -c none.c 2>&1 | count 0 || exit 1; done

// Without -fopenmp, or in a unit without OpenMP loops, the object equals the host compiler's.
// RUN: gcc -c unit.c -o plain.o && %hetcc --hetcc-auto -c unit.c -o same.o && cmp plain.o same.o
// RUN: gcc -fopenmp -frandom-seed=1 -c unit.c -o plain.o
// RUN: env HETCC_AUTO=all %hetcc -fopenmp -frandom-seed=1 --hetcc-auto=no -c unit.c -o same.o && cmp plain.o same.o

// The text of a loop that is not split stays as it is.
// RUN: %hetcc -fopenmp --hetcc-auto --hetcc-emit-source unit.c | FileCheck %s --check-prefix=TEXT
int count(int n, const int *x) {
  int found = 0;
  // TEXT: #pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : found)
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : found)
  for (int i = 0; i < n; i++)
#pragma omp critical
    found += x[i];
  return found;
}

void twice(int n, int *x) {
#pragma omp target parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++)
    x[i] *= 2;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

void sum(int n, int *x) {
  int s = 0;
#pragma omp target parallel for map(tofrom : x[0 : n]) in_reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
}

// RUN: %hetcc -fopenmp --hetcc-auto=no --hetcc-summary -c parallel.c -o unit.o 2>&1 | FileCheck %s --check-prefix=AUTONO
// AUTONO: {{^}}parallel.c: no loop is split: '--hetcc-auto=no' was given{{$}}
