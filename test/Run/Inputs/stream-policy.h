// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of STREAM under the memory policy POLICY, in one block; with LOOPS defined, also as loops.
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

static void JOIN(block_, POLICY)(int n, double s, double *a, double *b, double *c) {
  int start = 0, end = n;
#pragma omp parallel partition(adaptive : i = start; i < end; i++) memory(POLICY)                                      \
    map(tofrom : a[0:n, i], b[0:n, i], c[0:n, i])
  for (int round = 0; round < 3; round++) {
    for (int i = start; i < end; i++)
      c[i] = a[i];
    for (int i = start; i < end; i++)
      b[i] = s * c[i];
    for (int i = start; i < end; i++)
      c[i] = a[i] + b[i];
    for (int i = start; i < end; i++)
      a[i] = b[i] + s * c[i];
  }
}

#ifdef LOOPS
static void JOIN(loops_, POLICY)(int n, double s, double *a, double *b, double *c) {
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for partition(adaptive) memory(POLICY) map(to : a[0:n, i]) map(from : c[0:n, i])
    for (int i = 0; i < n; i++)
      c[i] = a[i];
#pragma omp parallel for partition(adaptive) memory(POLICY) map(to : c[0:n, i]) map(from : b[0:n, i])
    for (int i = 0; i < n; i++)
      b[i] = s * c[i];
#pragma omp parallel for partition(adaptive) memory(POLICY) map(to : a[0:n, i], b[0:n, i]) map(from : c[0:n, i])
    for (int i = 0; i < n; i++)
      c[i] = a[i] + b[i];
#pragma omp parallel for partition(adaptive) memory(POLICY) map(to : b[0:n, i], c[0:n, i]) map(from : a[0:n, i])
    for (int i = 0; i < n; i++)
      a[i] = b[i] + s * c[i];
  }
}
#endif
#undef POLICY
