// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang cannot parse a function's head, so that the directives in its body seem to stand outside of any function, or
// cause further errors. The user sees only the host compiler's error about the function, and none about the directive.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '#pragma omp parallel for hetero(1) part_copy(p[1:n])\n  for (int i = 0; i < n; i++)\n    p[i] *= 2;\n}\n' >body
// RUN: (echo 'void Missing::f(int *p, int n) {'; cat body) >class.cpp
// RUN: (echo 'void f(int *p, int n) {}'; echo 'void f(int *p, int n) {'; cat body) >twice.cpp
// RUN: (echo 'void f(Missing *p, int n) {'; cat body) >parameter.cpp
// RUN: (echo 'void f(int n) {'; echo '  Missing<int> *p = 0;'; cat body) >local.cpp
// RUN: not %hetcc++ -c class.cpp 2>&1 | FileCheck %s --check-prefixes=CHECK,CLASS
// RUN: not %hetcc++ -c twice.cpp 2>&1 | FileCheck %s --check-prefixes=CHECK,TWICE
// RUN: not %hetcc++ -c parameter.cpp 2>&1 | FileCheck %s --check-prefixes=CHECK,PARAMETER
// RUN: not %hetcc++ -c local.cpp 2>&1 | FileCheck %s --check-prefixes=CHECK,LOCAL

// CHECK-NOT: must stand before a loop
// CHECK-NOT: hetero
// CLASS: class.cpp:1:{{.*}} error: {{.*}}Missing
// TWICE: twice.cpp:2:{{.*}} error: redefinition
// PARAMETER: parameter.cpp:1:{{.*}} error: {{.*}}Missing
// LOCAL: local.cpp:2:{{.*}} error: {{.*}}Missing
