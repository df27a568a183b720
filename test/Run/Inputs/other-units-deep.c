// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that functions of other-units-refused.c call.
int counted(int value);
int pong(int value);
int ping(int value) { return value > 3 ? pong(value - 1) : value; }
int deep(int value) { return counted(value) * 2; }
