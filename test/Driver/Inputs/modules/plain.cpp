// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A module without directives. */
export module plain;
export int twice(int v) { return 2 * v; }
