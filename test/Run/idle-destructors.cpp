// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects with an empty destructor can be copied to devices; point and colour classes often declare all special
// members. If a destructor does something, or is defined in another unit, the loop stays on the cores where it uses an
// object as a whole; members alone can be used.
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %hetccxx -O2 -fopenmp --hetcc-auto=all -Werror=hetcc-gpu-form -DALL_SPLIT %s -o %t
// RUN: %compare %t.serial %t
// RUN: %hetccxx -O2 -fopenmp --hetcc-auto=all --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck %s
#include <cstdio>
#include <vector>

struct Point {
  double X, Y;
  Point() : X(0), Y(0) {}
  Point(double X, double Y) : X(X), Y(Y) {}
  Point(const Point &Other) : X(Other.X), Y(Other.Y) {}
  ~Point() {}
  Point &operator=(const Point &Other) {
    X = Other.X, Y = Other.Y;
    return *this;
  }
  Point &operator+=(const Point &Other) {
    X += Other.X, Y += Other.Y;
    return *this;
  }
};

struct Base {
  int Id = 3;
  ~Base() {}
};

struct Pair : Base { // the compiler generates its destructor
  Point From, To;
};

static void middle(int N, const Point *Of, Point *Into) {
#pragma omp parallel for
  for (int I = 0; I < N; I++) {
    Point Sum = Of[I];
    Sum += Point(Of[(I + 1) % N]);
    Into[I] = Point(Sum.X / 2, Sum.Y / 2);
  }
}

static void pairs(int N, const std::vector<Point> &Of, std::vector<Pair> &Into) {
#pragma omp parallel for
  for (int I = 0; I < N; I++) {
    Into[I].From = Of[I];
    Into[I].To = Of[N - 1 - I];
    Into[I].Id = I;
  }
}

#ifndef ALL_SPLIT
static int Ended;
struct Counted {
  double X;
  ~Counted() { Ended++; }
};
struct Elsewhere {
  double X;
  ~Elsewhere();
};
struct Holder {
  Counted One;
  ~Holder() {}
};
void counted(int N, Counted *Of) {
// CHECK: [[@LINE+1]]:{{.*}}this loop runs on the CPUs and on accelerators
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    Of[I].X = I;
}
void elsewhere(int N, Elsewhere *Of) {
// CHECK: [[@LINE+1]]:{{.*}}this loop runs on the CPUs and on accelerators
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    Of[I].X = I;
}
void holders(int N, Holder *Of) {
// CHECK: [[@LINE+1]]:{{.*}}this loop runs on the CPUs and on accelerators
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    Of[I].One.X = I;
}
#endif

int main() {
  const int N = 1009;
  std::vector<Point> Of(N), Into(N);
  std::vector<Pair> Both(N);
  for (int I = 0; I < N; I++)
    Of[I] = Point(I % 17, I % 5);
  middle(N, Of.data(), Into.data());
  pairs(N, Into, Both);
  double Sum = 0;
  for (int I = 0; I < N; I++)
    Sum += Into[I].X * (I % 7) + Into[I].Y + Both[I].From.X * 3 + Both[I].To.Y + Both[I].Id;
  std::printf("%.9g\n", Sum);
  return 0;
}
