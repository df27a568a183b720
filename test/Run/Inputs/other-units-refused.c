// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that no device can run, or that other-units-refused.c declares differently.
int counter = 1;
int deep(int value);

int counted(int value) { return value + counter; }
int lying(const int *value) { return *(int *)value += 1; }
int typed(long value) { return (int)value; }
int again(int value) { return value < 2 ? 1 : again(value - 1) + 1; }
int ping(int value);
int through(int value) { return deep(value); }
__attribute__((weak)) int replaced(int value) { return value; }
int changing(int *value) { return *value += 1; }
