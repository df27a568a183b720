/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
   A library that prints its name when it is loaded. */
#include <stdio.h>
__attribute__((constructor)) static void enter(void) {
  puts("loaded " NAME);
  fflush(stdout);
}
