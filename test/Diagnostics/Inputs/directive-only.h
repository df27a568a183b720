// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A directive whose loop is elsewhere, for macro-or-file.c.
#pragma omp parallel for hetero(1) part_copy(x[1:n])
