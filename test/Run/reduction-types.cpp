// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of each arithmetic type, with +, *, min and max, and bit operators for integers. The values are small
// integers, so that results do not depend on the order of additions.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include <cstdio>

static int x[1201];

template <typename Number> void arithmetic(const char *name) {
  Number sum = 3, product = 1, low = 100, high = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:1201]) reduction(+ : sum) reduction(* : product)                    \
    reduction(min : low) reduction(max : high)
  for (int i = 0; i < 1201; i++) {
    sum += static_cast<Number>(x[i] % 2);
    product *= static_cast<Number>(i % 300 == 7 ? 2 : 1);
    Number value = static_cast<Number>(x[i]);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  std::printf("%s %.0f %.0f %.0f %.0f\n", name, static_cast<double>(sum), static_cast<double>(product),
              static_cast<double>(low), static_cast<double>(high));
}

template <typename Integer> void bits(const char *name) {
  Integer all = static_cast<Integer>(~Integer(0)), any = 0, odd = 1;
#pragma omp parallel for hetero(1) part_copyin(x[1:1201]) reduction(& : all) reduction(| : any) reduction(^ : odd)
  for (int i = 0; i < 1201; i++) {
    all &= static_cast<Integer>(x[i] | 0x41);
    any |= static_cast<Integer>(x[i] & 0x0e);
    odd ^= static_cast<Integer>(x[i]);
  }
  std::printf("%s %lld %lld %lld\n", name, static_cast<long long>(all), static_cast<long long>(any),
              static_cast<long long>(odd));
}

template <typename Integer> void integer(const char *name) {
  arithmetic<Integer>(name);
  bits<Integer>(name);
}

int main() {
  for (int i = 0; i < 1201; i++)
    x[i] = (i * 31) % 89 + 2;
  integer<char>("char");
  integer<signed char>("signed char");
  integer<unsigned char>("unsigned char");
  integer<short>("short");
  integer<unsigned short>("unsigned short");
  integer<int>("int");
  integer<unsigned>("unsigned");
  integer<long>("long");
  integer<unsigned long>("unsigned long");
  integer<long long>("long long");
  integer<unsigned long long>("unsigned long long");
  arithmetic<float>("float");
  arithmetic<double>("double");
}
