// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region in a function template works in each instance, with the instance's types and constants. Windows and device
// forms follow these types.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <vector>

template <typename Element, int Factor> struct Scale {
  static Element apply(Element value) { return static_cast<Element>(value * Factor + 1); }
};

template <typename Element, int Factor> void scale(int n, const Element *x, Element *y) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n])
  for (int i = 0; i < n; i++)
    y[i] = Scale<Element, Factor>::apply(x[i]);
}

template <typename Element> Element sum(int n, const Element *x) {
  Element total = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += x[i];
  return total;
}

template <typename Element> void check(const char *name) {
  std::vector<Element> x(1009), y(1009);
  for (int i = 0; i < 1009; i++)
    x[i] = static_cast<Element>(i % 29);
  scale<Element, 3>(1009, x.data(), y.data());
  scale<Element, -2>(1009, y.data(), x.data());
  printChecksum(name, x.data(), x.size() * sizeof(Element));
  printf("%s %.0f\n", name, static_cast<double>(sum(1009, x.data())));
}

int main() {
  check<signed char>("signed char");
  check<int>("int");
  check<unsigned long>("unsigned long");
  check<float>("float");
  check<double>("double");
}
