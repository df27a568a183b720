// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For numbers-as-addresses.c: functions of another unit that make pointers of numbers.
#include <stdint.h>

typedef struct {
  uintptr_t place;
  int n;
} Handle;

int ofOtherUnit(uintptr_t place, int i) { return ((int *)place)[i]; }
int ofHandle(Handle h, int i) { return ((int *)h.place)[i]; }
