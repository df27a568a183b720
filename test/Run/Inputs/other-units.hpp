// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and a class of other-units-shapes.cpp.
#ifndef HETCC_TEST_OTHER_UNITS_HPP
#define HETCC_TEST_OTHER_UNITS_HPP

namespace shapes {

struct Point {
  double x, y;
  double length2() const;
  void move(double by);
};

int area(int width, int height);
double area(const Point &corner);
void grow(Point &corner, double by);

namespace inner {
unsigned mix(unsigned value);
}

} // namespace shapes
#endif
