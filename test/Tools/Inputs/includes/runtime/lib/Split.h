// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// This header compiles only if Share.h was included before.
#include <vector>

std::vector<Share> split(unsigned Parts);
