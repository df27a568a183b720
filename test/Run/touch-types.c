// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types, enumerations, constants and macros that the body uses are known in device code, from each scope; also typedefs
// of typedefs, bit-fields and compound literals.
// RUN: %hetcc -O2 %s -o %t
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <stdint.h>

#define SHIFT 3
#define MIX(a, b) (((a) << SHIFT) ^ (b))

typedef uint16_t half;
typedef half small;
enum colour { RED = 1, GREEN = RED << 4, BLUE };
struct flags {
  unsigned odd : 1, third : 3;
};

enum { N = 1009 };
static small x[N];

int main(void) {
  enum { LOCAL = 77 };
  typedef struct {
    int a, b;
  } local;
#pragma omp parallel for hetero(1) part_copy(x[1:N])
  for (int i = 0; i < N; i++) {
    enum colour colour = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : BLUE;
    struct flags flags = {.odd = i & 1, .third = i & 7};
    local pair = (local){i % LOCAL, colour};
    x[i] = (small)(MIX(pair.a, pair.b) + flags.odd * 100 + flags.third + (int)sizeof(local));
  }
  printChecksum("x", x, sizeof x);
}
