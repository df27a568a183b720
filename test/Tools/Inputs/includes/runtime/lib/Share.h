// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

struct Share {
  std::uint64_t First = 0, Last = 0;
};
