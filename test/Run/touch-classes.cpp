// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small user-defined classes work in the body: constructors, operators, templates, inheritance without virtual calls.
// Their inline member functions are compiled for devices too.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

namespace algebra {
template <typename T> class Vector {
public:
  Vector(T x, T y) : X(x), Y(y) {}
  Vector operator+(const Vector &other) const { return Vector(X + other.X, Y + other.Y); }
  T dot(const Vector &other) const { return X * other.X + Y * other.Y; }

protected:
  T X, Y;
};

class Point : public Vector<long> {
public:
  using Vector<long>::Vector;
  void turn() {
    long old = X;
    X = -Y;
    Y = old;
  }
  long weight() const { return 3 * X + Y; }
};
} // namespace algebra

static long x[1103];

int main() {
  using algebra::Point;
#pragma omp parallel for hetero(1) part_copy(x[1:1103])
  for (int i = 0; i < 1103; i++) {
    Point p(i, i % 7);
    p.turn();
    algebra::Vector<int> sum = algebra::Vector<int>(i, 1) + algebra::Vector<int>(2, i);
    x[i] = p.weight() + sum.dot({1, 2});
  }
  printChecksum("x", x, sizeof x);
}
