// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For library-names.c: a function with the name of libm's Bessel function.
extern int data[];
int y1(int i) { return data[i]; }
