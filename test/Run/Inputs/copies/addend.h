// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No region of its own.
#define ADDEND 11
