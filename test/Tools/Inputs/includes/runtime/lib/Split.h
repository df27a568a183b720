// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles only behind Share.h.
#include <vector>

std::vector<Share> split(unsigned Parts);
