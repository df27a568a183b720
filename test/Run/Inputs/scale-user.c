// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second unit of header-region.c: includes the same header, and so has its own copy of the region.
#include "scale.h"

void scaleElsewhere(int n, int *a) { scale(n, -3, a); }
