// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A unit with 'omp requires unified_shared_memory' and a directive of hetcc's.
#pragma omp requires unified_address, unified_shared_memory
static int x[1000];
int main(void) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  return x[999] != 999;
}
