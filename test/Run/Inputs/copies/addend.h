// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A header without a region.
#define ADDEND 11
