// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++ makes calls and objects where C has plain values: neither the assignment of a trivially copyable struct nor `a ?
// b : c` between variables keeps an inner loop from being shared by lanes.
// REQUIRES: ptx
// RUN: %hetccxx -O2 --hetcc-explain -c %s -o %t.o 2>&1 | FileCheck %s

struct Vector {
  double x, y, z;
};

// CHECK: lanes-objects.cpp:[[#@LINE+6]]:{{[0-9]+}}: remark: lanes of a device share this loop
void forces(int n, int m, const double *a, Vector *f, double *sums) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copy(f[1:n]) part_copyout(sums[1:n])
  for (int i = 0; i < n; i++) {
    Vector own = f[i];
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j];
    sums[i] = sum;
    own.x += sum;
    f[i] = own;
  }
}

// CHECK: lanes-objects.cpp:[[#@LINE+5]]:{{[0-9]+}}: remark: lanes of a device share this loop: contiguous in 'a'; it combines 'found'
void greatest(int n, int m, const double *a, double *most) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copyout(most[1:n])
  for (int i = 0; i < n; i++) {
    double found = a[i * m];
    for (int j = 0; j < m; j++) {
      double each = a[i * m + j];
      found = each > found ? each : found;
    }
    most[i] = found;
  }
}
