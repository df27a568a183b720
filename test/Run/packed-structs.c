// The user's unit is compiled with packed structs, and the runtime is not: structs that both share keep their layout,
// and a struct that the body uses has the same layout on all devices.
// RUN: %serial -O2 -fpack-struct=1 %s -o %t.serial && %hetcc -O2 -fpack-struct=1 %s -o %t
// RUN: %compare %t.serial %t
// RUN: %serial -O2 -fpack-struct %s -o %t.serial && %hetcc -O2 -fpack-struct %s -o %t
// RUN: %compare %t.serial %t
#include <stdio.h>

struct Sample {
  char Kind;
  double Value;
  short Weight;
};

static struct Sample x[1000];
static double y[1000];

int main(void) {
  struct Sample first = {1, 0.5, 3};
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    x[i] = (struct Sample){(char)(i % 7), i * 0.25, (short)i};
#pragma omp parallel for hetero(1) part_copyin(x[1:1000:1]) part_copyout(y[1:1000]) reduction(+ : sum)
  for (int i = 1; i < 999; i++) {
    y[i] = x[i - 1].Value + first.Value * x[i + 1].Weight;
    sum += x[i].Kind + (long)sizeof(struct Sample);
  }
  double total = 0;
  for (int i = 0; i < 1000; i++)
    total += y[i] * (i % 13);
  printf("%g %ld\n", total, sum);
}
