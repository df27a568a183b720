// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No clause can name memory that a view object (here Image) points to, and the runtime checks that such objects need cannot be written as a
// condition either. So '--hetcc-fix' leaves this source unchanged, however often it runs, and says why.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s unit.cpp
// RUN: %hetccxx --hetcc-fix -c unit.cpp -o unit.o 2>&1 | FileCheck %s
// RUN: cmp unit.cpp %s
// CHECK: unit.cpp:[[#@LINE+8]]:{{[0-9]+}}: warning: '--hetcc-fix' writes nothing here, since no clause can name the memory of an object that member functions lead to, '(float *)a.data' [-Whetcc-no-effect]
struct Image {
  int w;
  void *data;
  float *row(int y) const { return (float *)data + y * w; }
};

void f(Image &a, int n) {
#pragma omp parallel for hetero(1)
  for (int y = 0; y < n; y++)
    a.row(y)[0] += y;
}
