// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

#define FORMAT "g"

enum Few { None, One };
constexpr Few Many = static_cast<Few>(7);

constexpr long odd(long n) {
  long found = 0;
  for (long i = 0; i < n; i++)
    found += i & 1;
  return found;
}
constexpr long long_constant() {
  long found = 0;
  for (int k = 0; k < 8; k++)
    found += odd(200000);
  return found;
}
constexpr long Long = long_constant();

template <int N> std::vector<int> squares() {
  std::vector<int> found;
  for (int i = 0; i < N; i++)
    found.template emplace_back(i * i);
  return found;
}
