// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second translation unit of scratch-of-threads.c.
void draw(int count, double *seed, double *numbers);
double next(double *seed);

double next(double *seed) {
  const double product = *seed * 389 + 17;
  *seed = product - (long)(product / 1024) * 1024;
  return *seed;
}

void draw(int count, double *seed, double *numbers) {
  int i;
  double last = *seed;
#ifdef STOPS
  if (last < 0)
    return;
#endif
  for (i = 1; i <= count; i++) {
    last = next(&last);
    numbers[i] = last;
  }
  *seed = last;
}
