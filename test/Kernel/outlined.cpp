// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In C++ the outlined form (the loop for a node's cores) is a member function of a struct in the user's function: each instance of a
// template has one with its own types. Copies have the names of the object's members, and arrays keep their row type.
// RUN: %hetccxx --hetcc-emit-source %s > %t.cpp
// RUN: sed '/^ *\/\//d' %t.cpp | FileCheck %s
// RUN: g++ -O2 -Wall -Wextra -Werror $(%hetccxx --cflags) -c %t.cpp -o %t.o
// RUN: nm -C %t.o | FileCheck --check-prefix=NAMES %s

// NAMES-DAG: twice<double>({{.*}})::hetrt_values_{{.*}}::hetrt_outlined(
// NAMES-DAG: twice<int>({{.*}})::hetrt_values_{{.*}}::hetrt_outlined(

// CHECK: static void hetrt_outlined_body(hetrt_uint64 hetrt_first, hetrt_uint64 hetrt_last, const void *hetrt_bytes,
// CHECK-NEXT: void *hetrt_partial_bytes, int hetrt_in_order, void *__restrict hetrt_pointer_0) {
// CHECK: __typeof__(*hetrt_v->captured_x) *x = (__typeof__(*hetrt_v->captured_x) *)hetrt_pointer_0;
// CHECK: const hetrt_iterator hetrt_to = (hetrt_iterator)(
// CHECK-NEXT: hetrt_iterator i;
// CHECK-NEXT: for (i = (hetrt_iterator)({{.*}}); i != hetrt_to; ++i) {
// CHECK: x[i] *= by;
// CHECK: static void hetrt_outlined(
// CHECK: .outlined = &hetrt_values_{{.*}}::hetrt_outlined,
template <typename T> void twice(T *x, long n, T by) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (long i = 0; i != n; ++i)
    x[i] *= by;
}
template void twice(double *, long, double);
template void twice(int *, long, int);

struct Field {
  double Scale;
  double (*Rows)[100];
  // CHECK: typedef __typeof__(hetrt_member_Rows[0]) [[ROW:hetrt_row_[a-zA-Z_]+]];
  // CHECK: [[ROW]] *hetrt_member_Rows = ([[ROW]] *)hetrt_pointer_0;
  // CHECK: for (i = {{.*}}; i < hetrt_to; ++i) {
  // CHECK: hetrt_member_Rows[i][j] *= hetrt_member_Scale;
  void scale(unsigned char n) {
#pragma omp parallel for hetero(1) part_copy(Rows[1:n][0:100])
    for (unsigned char i = 0; i < n; i++)
      for (int j = 0; j < 100; j++)
        Rows[i][j] *= Scale;
  }
};
void use(Field &f) { f.scale(200); }

// The iterator is a pointer into its array.
// CHECK: for (p = hetrt_outer_x + (hetrt_int64)({{.*}}); p < hetrt_to; ++p) {
void clear(float *x, int n) {
#pragma omp parallel for hetero(1) part_copyout(x[1:n])
  for (float *p = x; p < x + n; ++p)
    *p = 0;
}
