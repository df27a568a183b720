// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The directive of several loops, each of which includes this file.
#pragma omp parallel for hetero(1) part_copy(x[1:n])
