// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The GPU kernel of a matrix product whose two inner loops are interchanged: the loop over k is innermost and keeps its
// element of c in a register, and arrays that the kernel only reads are read by the read-only path (ld.global.nc).
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc -O3 --save-temps -c %s
// RUN: sed -n '/entry hetcc_0_0(/,/^}/p' interchange.hetcc.ptx > apart && sed -n '/_overlapping(/,/^}/p' interchange.hetcc.ptx > overlapping
// RUN: test $(grep -c 'ld.global.f32' apart) = 1 && test $(grep -c 'st.global.f32' apart) = 1
// RUN: FileCheck %s < apart
// RUN: FileCheck --check-prefix=OVERLAPPING %s < overlapping
// Where arrays may overlap, one lane runs the loops in the program's order.
// RUN: grep -A1 'hetcc_0_0_overlapping(' interchange.hetcc.device.c | grep ', 0);'
// RUN: grep 'hetrt_apart ? hetrt_turn < hetrt_turns : hetrt_turn == 0' interchange.hetcc.device.c
// The lanes of one iteration are spread over several blocks.
// CHECK: %ctaid.y
// CHECK: ld.global.nc.f32
// CHECK: fma.rn.f32
// OVERLAPPING-NOT: ld.global.nc
// OVERLAPPING: fma.rn.f32
// OVERLAPPING-NOT: ld.global.nc
void product(int n, const float *a, const float *b, float *c) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:n]) map(to: b[0:n*n]) part_copy(c[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
