// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalar members that the body only reads are passed by value, through `this` and through a reference. Static constant
// members are known in device code.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

static int x[1207];

struct Settings {
  int Gain;
  static constexpr int Bias = 11;
};

class Worker {
public:
  Worker(int step, const Settings &settings) : Step(step), Shared(settings) {}
  void run(int n) const {
    const Settings &settings = Shared;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
    for (int i = 0; i < n; i++)
      x[i] += Step * i + settings.Gain + Settings::Bias + Limit;
  }

private:
  static const int Limit = 5;
  int Step;
  Settings Shared;
};

int main() {
  Worker(3, {40}).run(1207);
  Worker(-1, {7}).run(600);
  printChecksum("x", x, sizeof x);
}
