// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body of several loops, each of which includes this file.
x[i] = x[i] * 3 + i;
