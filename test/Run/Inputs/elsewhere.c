// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of another unit, for touch-other-unit.c.
int elsewhere(int value) { return value * 7 + 1; }
