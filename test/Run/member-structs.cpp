// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Struct members of `this` are passed to devices by value, also in templates and from a base class.
// RUN: %hetccxx -O2 -Wall -Wextra -Werror --hetcc-explain %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// CHECK-NOT: on the CPUs alone
// CHECK: remark: this loop runs on the CPUs and on accelerators
// CHECK: remark: this loop runs on the CPUs and on accelerators
// CHECK-NOT: on the CPUs alone
#include <cstdio>
#include <hetcc.h>

static int x[1000];

struct Settings {
  int Gain, Table[4];
};

class Worker {
public:
  explicit Worker(Settings Given) : Own(Given) {}
  void run(int n) const {
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:n]))
    for (int i = 0; i < n; i++)
      x[i] += Own.Gain + Own.Table[i & 3];
  }

protected:
  Settings Own;
};

template <int Factor> class Scaled : Worker {
public:
  explicit Scaled(Settings Given) : Worker(Given) {}
  void run(int n) {
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:n]))
    for (int i = 0; i < n; i++)
      x[i] += Factor * Worker::Own.Table[i % 3];
  }
};

int main() {
  Worker({3, {1, 2, 3, 4}}).run(1000);
  Scaled<5>({0, {7, 8, 9, 0}}).run(900);
  for (int i = 0; i < 1000; i += 111)
    std::printf("%d\n", x[i]);
}
