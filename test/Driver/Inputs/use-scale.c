// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Plain C that calls an annotated function. */
#include <stdio.h>

void scale(int n, float *y);

int main(void) {
  float y[4] = {1, 2, 3, 4};
  scale(4, y);
  printf("%.0f %.0f %.0f %.0f\n", y[0], y[1], y[2], y[3]);
  return 0;
}
