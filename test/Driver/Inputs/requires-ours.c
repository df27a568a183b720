// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same beside a directive of ours.
#pragma omp requires unified_address, unified_shared_memory
static int x[1000];
int main(void) {
#pragma omp parallel for hetero(1)
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  return x[999] != 999;
}
