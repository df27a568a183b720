// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tests in Run print a checksum of each array, so that two runs can be compared bit for bit.
#ifndef HETCC_TEST_CHECKSUM_H
#define HETCC_TEST_CHECKSUM_H
#include <stddef.h>
#include <stdio.h>

static inline void printChecksum(const char *name, const void *array, size_t bytes) {
  unsigned long long hash = 14695981039346656037ull; // FNV-1a
  for (size_t k = 0; k < bytes; k++)
    hash = (hash ^ ((const unsigned char *)array)[k]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
}

#endif
