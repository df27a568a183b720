// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the lanes of all iterations read the same elements, the threads of a block together copy pieces of them to shared memory, as bytes.
// Rows of lanes without an iteration take part with the last iteration's values, and do not write its results.
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc -O2 --save-temps -c %s
// RUN: sed '/^ *\/\//d' streams.hetcc.device.c | FileCheck %s
// RUN: FileCheck --check-prefix=PTX %s < streams.hetcc.ptx
// RUN: FileCheck --check-prefix=HOST %s < streams.hetcc.c
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck --check-prefix=SAYS %s
// The emulated driver, in shuffled orders of blocks and warps and in two launch shapes, finds no race and no divergent barrier.
// RUN: %hetcc -O2 %S/../Run/streams.c -o program && %serial -O2 %S/../Run/streams.c -o serial && ./serial > wanted
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:report HETCC_EMULATOR_CHECKS=1 HETCC_EMULATOR_SEED=3 ./program > found 2> findings
// RUN: diff wanted found && not grep . findings && %reported report 'iterations("cuda") > 0'
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETRT_LAUNCH_SHAPE=96x32 HETCC_EMULATOR_CHECKS=1 ./program > found 2> findings
// RUN: diff wanted found && not grep . findings

// HOST: hetrt_lanes hetrt_lanes_{{.*}} = {0 | HETRT_REASSOCIATES | HETRT_STREAMS,
// CHECK-LABEL: void hetcc_0_0_body(
// CHECK: char hetrt_tile_0[8192];
// CHECK: for (hetrt_stripe = hetrt_first +
// CHECK: for (hetrt_piece = 0; hetrt_piece < hetrt_trips_0; hetrt_piece += 512u) {
// CHECK: if (hetrt_apart) {
// CHECK: __syncthreads();
// CHECK: hetrt_bring(hetrt_tile_0, (const char *)__builtin_addressof(atom[i]), hetrt_count * (unsigned)sizeof(__typeof__((atom[i]))),
// CHECK-NOT: hetrt_bring
// CHECK: __syncthreads();
// CHECK: sum += ((const __typeof__((atom[i])) *)hetrt_tile_0)[hetrt_at].charge / (x[j] - ((const __typeof__((atom[i])) *)hetrt_tile_0)[hetrt_at].x) -
// CHECK: } else
// CHECK: sum += atom[i].charge / (x[j] - atom[i].x) - atom[i].y * atom[i].z;
// CHECK: if (hetrt_lane == 0 && hetrt_left > hetrt_row) { y[j] = sum; }
// Fields that are read together become one vector load. Where arrays may overlap, nothing is read ahead.
// PTX: .entry hetcc_0_0(
// PTX: bar.sync
// PTX: st.shared.v4.
// PTX: ld.shared.v4.f32
// PTX: .entry hetcc_0_0_overlapping(
// PTX-NOT: ld.shared.v4
// PTX: .entry hetcc_1_0(
// SAYS: streams.c:[[# @LINE + 8]]:{{.*}} by tiles
struct Atom {
  float x, y, z, charge;
};
void update(int n, int m, const struct Atom *atom, const float *x, float *y) {
#pragma omp parallel for hetero(1) map(to: atom[0:m]) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int j = 0; j < n; j++) {
    float sum = 0;
    for (int i = 0; i < m; i++)
      sum += atom[i].charge / (x[j] - atom[i].x) - atom[i].y * atom[i].z;
    y[j] = sum;
  }
}

// No tiles: another array that the loop reads depends on both loops; the trip count depends on the iteration; the loop
// may end early; the elements are volatile.
// CHECK-NOT: hetrt_tile
// SAYS-NOT: by tiles
void product(int n, const float *a, const float *x, float *y) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:n]) map(to: x[0:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i * n + k] * x[k];
    y[i] = sum;
  }
}

void triangle(int n, const struct Atom *atom, float *y) {
#pragma omp parallel for hetero(1) map(to: atom[0:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < i; k++)
      sum += atom[k].x;
    y[i] = sum;
  }
}

void inside(int n, int m, const struct Atom *atom, float *y) {
#pragma omp parallel for hetero(1) map(to: atom[0:m]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++) {
    float sum = 0;
    if (i % 2)
      for (int k = 0; k < m; k++)
        sum += atom[k].x;
    y[i] = sum;
  }
}
