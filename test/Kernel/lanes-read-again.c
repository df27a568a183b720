// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbouring iterations read rows with a stride, so lanes of an iteration should share a row. Not if an outer loop of
// the body reads the same row again and again: then the row is in a cache, and lanes would have to combine each time.
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc -O2 --save-temps -c %s
// RUN: grep '^ *.flags = HETRT_REASSOCIATES' lanes-read-again.hetcc.c | FileCheck %s --implicit-check-not=HETRT_MANY_LANES

// CHECK: HETRT_REASSOCIATES | HETRT_MANY_LANES
void once(int n, int m, const float *row, float *sums) {
#pragma omp parallel for hetero(1) part_copyin(row[1:n][0:m]) part_copyout(sums[1:n])
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < m; j++)
      sum += row[i * m + j];
    sums[i] = sum;
  }
}

// CHECK: HETRT_REASSOCIATES
void again(int n, int m, int k, const float *row, const float *centre, float *least) {
#pragma omp parallel for hetero(1) part_copyin(row[1:n][0:m]) map(to: centre[0:k*m]) part_copyout(least[1:n])
  for (int i = 0; i < n; i++) {
    least[i] = 1e30f;
    for (int c = 0; c < k; c++) {
      float sum = 0;
      for (int j = 0; j < m; j++)
        sum += (row[i * m + j] - centre[c * m + j]) * (row[i * m + j] - centre[c * m + j]);
      if (sum < least[i])
        least[i] = sum;
    }
  }
}
