// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant from around the loop stays a constant in device code: array sizes, labels, template arguments and static
// assertions may use it, and references may bind to it. In a template each instance may have another value.
// RUN: %hetccxx -std=c++17 -O2 %s -o %t
// RUN: %serialxx -std=c++17 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetccxx -std=c++17 -c %s -o %t.o 2>&1 | count 0

#include "Inputs/checksum.h"
#include <algorithm>
#include <climits>

const int Width = 5;
constexpr double Half = 0.5;
enum class Mode : signed char { Off = -1, On = 1 };
template <typename T> constexpr int bits = int(8 * sizeof(T));
template <int Factor> static int times(int value) { return value * Factor; }

static int x[1207];

static void inFunction(int n) {
  const int size = 4;
  constexpr int label = 7;
  static constexpr int lowest = INT_MIN;
  constexpr long long least = LLONG_MIN;
  constexpr Mode mode = Mode::Off;
  constexpr bool flag = true;
  constexpr float third = 1.0f / 3;
  constexpr double minus = -0.0;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    int t[size] = {i, i + 1, i + 2, i + 3}, w[Width] = {};
    static_assert(label == 7 && flag && lowest == INT_MIN && least == LLONG_MIN && mode == Mode::Off, "");
    constexpr double two = 4 * Half + minus;
    switch (i % 9) {
    case size:
      t[1] = 9;
      break;
    case label:
      t[0] = 4;
      break;
    }
    auto add = [size](int value) { return value + size; };
    x[i] += times<size>(t[0] + t[size - 1]) + add(w[Width - 1]) + std::max(label, i % 11) + int(two) +
            int(third * 1000) + bits<short> + (mode == Mode::Off) + (lowest < i) + (least < i);
  }
}

template <typename T> void inTemplate(int n) {
  const int size = int(sizeof(T)) + 1;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    int t[size] = {i};
    x[i] += t[i % size] + times<size>(i) + std::min(size, i);
  }
}

struct Grid {
  static constexpr int Points = 6;
  static const int Rows = 3;
  void run(int n) const {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
    for (int i = 0; i < n; i++) {
      int t[Points] = {i};
      x[i] += t[i % Points] * Rows + times<Rows>(i);
    }
  }
};

int main() {
  inFunction(1207);
  printChecksum("in a function", x, sizeof x);
  inTemplate<char>(1207);
  inTemplate<double>(1207);
  printChecksum("in a template", x, sizeof x);
  Grid().run(1207);
  printChecksum("in a class", x, sizeof x);
}
