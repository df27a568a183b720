#pragma omp requires unified_address
void f(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
}
