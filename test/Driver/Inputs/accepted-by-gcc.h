// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

#define FORMAT "g"

enum Few { None, One };
constexpr Few Many = static_cast<Few>(7);

template <int N> std::vector<int> squares() {
  std::vector<int> found;
  for (int i = 0; i < N; i++)
    found.template emplace_back(i * i);
  return found;
}
