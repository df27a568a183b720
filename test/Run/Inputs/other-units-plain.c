// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled by the host compiler alone, so without records of what these functions do.
int ping(int value);
int plain(int value) { return value ^ 5; }
int replaced(int value) { return value + 7; }
int pong(int value) { return value > 3 ? ping(value - 2) : value + 1; }
