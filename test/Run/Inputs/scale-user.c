// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second unit of header-region.c: the same header, another copy of its region.
#include "scale.h"

void scaleElsewhere(int n, int *a) { scale(n, -3, a); }
