// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under --hetcc-auto, the remark about a loop that is not split has the advice that hetero(1) gives in a note. Where
// there is no advice, there is no note.
// RUN: %hetccxx -fopenmp --hetcc-auto=all --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %hetccxx -fopenmp --hetcc-auto=all --hetcc-summary -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix SUMMARY
// SUMMARY: 0 of 2 loops split
// SUMMARY-NEXT: 'total' is shared and written by the loop{{$}}
// SUMMARY-NOT: note:

int sum(int n, const int *x) {
  int total = 0;
  // CHECK: advice-of-auto.cpp:[[@LINE+2]]:{{.*}}remark: 'omp parallel for' is not split: 'total' is shared and written by the loop
  // CHECK: advice-of-auto.cpp:[[@LINE+1]]:{{.*}}note: use 'reduction(operator: total)' where the loop accumulates
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    total += x[i];
  return total;
}

struct Virtual {
  virtual int of(int i) const { return i; }
};

void calls(int n, int *y, const Virtual &v) {
  // CHECK: advice-of-auto.cpp:[[@LINE+1]]:{{.*}}remark: 'omp parallel for' is not split: it calls the virtual function 'of'
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = v.of(i);
}
