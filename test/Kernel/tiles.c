// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where each lane would read a row of its own, the threads of a block together copy pieces of the rows (tiles) to
// shared memory: rows of the block's iterations and rows of the shared inner loop. All threads reach the barriers, and
// a thread without an inner iteration of its own does not write.
// REQUIRES: ptx
// RUN: rm -rf %t && mkdir %t && cd %t && %hetcc -O2 --save-temps -c %s
// RUN: sed '/^ *\/\//d' tiles.hetcc.device.c | FileCheck %s
// RUN: FileCheck --check-prefix=PTX %s < tiles.hetcc.ptx
// RUN: FileCheck --check-prefix=HOST %s < tiles.hetcc.c
// RUN: %hetcc --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck --check-prefix=SAYS %s
// The emulated driver, in shuffled orders of blocks and warps, finds no race and no divergent barrier.
// RUN: %hetcc -O2 %S/../Run/tiles.c -o program && %serial -O2 %S/../Run/tiles.c -o serial && ./serial > wanted
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu HETRT_REPORT=json:report HETCC_EMULATOR_CHECKS=1 HETCC_EMULATOR_SEED=3 ./program > found 2> findings
// RUN: diff wanted found && not grep . findings && %reported report 'iterations("cuda") > 0'

// HOST: hetrt_lanes hetrt_lanes_{{.*}} = {0 | HETRT_MANY_LANES | HETRT_FREE_LANES,
// CHECK-LABEL: void hetcc_0_0_body(
// CHECK: const int hetrt_tiles = hetrt_apart && hetrt_columns <= 32 && hetrt_rows <= 32 && hetrt_threads % 32 == 0;
// CHECK: float hetrt_tile_0[32][33];
// CHECK: float hetrt_tile_1[32][33];
// CHECK: for (hetrt_stripe = hetrt_first +
// CHECK: for (hetrt_base = hetrt_lane - hetrt_column; hetrt_base < hetrt_trips_0; hetrt_base += hetrt_lane_count) {
// CHECK: const int hetrt_idle = hetrt_left <= hetrt_row || hetrt_after <= hetrt_column;
// CHECK: for (hetrt_piece = 0; hetrt_tiles && hetrt_piece < hetrt_trips_tiled; hetrt_piece += 32) {
// CHECK: __syncthreads();
// CHECK: hetrt_tile_0[hetrt_r][hetrt_thread % 32] = a[i * n + k];
// CHECK: hetrt_tile_1[hetrt_r][hetrt_thread % 32] = a[j * n + k];
// CHECK: __syncthreads();
// CHECK: sum += hetrt_tile_0[hetrt_row][hetrt_turn_tiled - hetrt_piece] * hetrt_tile_1[hetrt_column][hetrt_turn_tiled - hetrt_piece];
// CHECK: if (!hetrt_tiles)
// CHECK: sum += a[i * n + k] * a[j * n + k];
// CHECK: if (!hetrt_idle) { c[i * n + j] = beta * c[i * n + j] + sum; }
// Where arrays may overlap, nothing is read ahead.
// PTX: .entry hetcc_0_0(
// PTX: bar.sync
// PTX: st.shared.f32
// PTX: ld.shared.f32
// PTX: .entry hetcc_0_0_overlapping(
// PTX-NOT: bar.sync
// PTX-NOT: ld.shared
// PTX: .entry hetcc_1_0(
// SAYS: tiles.c:[[# @LINE + 4]]:{{.*}} by tiles
void update(int n, float beta, const float *a, float *c) {
#pragma omp parallel for hetero(1) map(to: a[0:n*n]) part_copy(c[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * a[j * n + k];
      c[i * n + j] = beta * c[i * n + j] + sum;
    }
}

// No tiles: the trip count depends on the iteration; a row is read under a condition; the array is written; the loop
// needs a value of an array that is written; the loop may end early; or lanes read neighbouring elements anyway.
// CHECK-NOT: hetrt_tile
// PTX-NOT: hetrt_tile
// SAYS-NOT: by tiles
void triangle(int n, const float *a, float *c) {
#pragma omp parallel for hetero(1) map(to: a[0:n*n]) part_copy(c[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < i; k++)
        sum += a[i * n + k] * a[j * n + k];
      c[i * n + j] += sum;
    }
}

void condition(int n, const int *given, const float *a, float *c) {
#pragma omp parallel for hetero(1) map(to: a[0:n*n], given[0:n]) part_copy(c[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += given[k] ? a[j * n + k] : 0;
      c[i * n + j] += sum;
    }
}

void started(int n, const float *a, float *c) {
#pragma omp parallel for hetero(1) map(to: a[0:n*n]) part_copy(c[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = c[i * n + j];
      for (int k = 0; k < n; k++)
        sum += a[j * n + k];
      c[i * n + j] = sum;
    }
}

void early(int n, const float *a, float *c) {
#pragma omp parallel for hetero(1) map(to: a[0:n*n]) part_copy(c[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++) {
        if (sum > 100)
          break;
        sum += a[j * n + k];
      }
      c[i * n + j] += sum;
    }
}

void product(int n, const float *a, const float *b, float *c) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:n]) map(to: b[0:n*n]) part_copyout(c[1:n][0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
