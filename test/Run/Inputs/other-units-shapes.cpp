// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overloaded functions, member functions, and functions with reference parameters.
#include "other-units.hpp"
#include "other-units.h"

namespace {
constexpr int bias = 2;
double square(double value) { return value * value; }
} // namespace

namespace shapes {

double Point::length2() const { return square(x) + square(y); }
void Point::move(double by) { x += by, y -= by; }

int area(int width, int height) { return width * height + bias; }
double area(const Point &corner) { return corner.x * corner.y + area(2, twice(3)); }
void grow(Point &corner, double by) { corner.move(by); }

unsigned inner::mix(unsigned value) { return (value ^ (value >> 3)) * 2654435761u; }

} // namespace shapes
