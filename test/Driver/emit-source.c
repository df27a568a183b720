// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --hetcc-emit-source writes the complete translated source, which the host compiler alone can build. Its lines have a
// readable length; it contains the GPU image if architectures are asked for.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -O2 --hetcc-emit-source %S/Inputs/axpy.c >translated.c
// RUN: %hetcc -O2 --hetcc-emit-source=also.c %S/Inputs/axpy.c
// RUN: cmp translated.c also.c
// RUN: FileCheck %s <translated.c
// RUN: %host_cc -O2 $(%hetcc --cflags) translated.c -o prog $(%hetcc --libs) && ./prog | FileCheck %s --check-prefix=OUTPUT
// RUN: awk 'length > 400 { exit 1 }' translated.c
// RUN: %hetcc -O2 --hetcc-emit-source --hetcc-arch=sm_80 %S/Inputs/axpy.c >with-image.c
// RUN: %host_cc -O2 $(%hetcc --cflags) with-image.c -o prog $(%hetcc --libs) && ./prog | FileCheck %s --check-prefix=OUTPUT
// RUN: %if ptx %{ grep -q hetrt_image with-image.c && not grep -q hetrt_image translated.c %}
// RUN: %hetcc --hetcc-emit-source %S/Inputs/use-scale.c | cmp - %S/Inputs/use-scale.c
// RUN: echo '#include "region.h"' >unit.c && cp %S/Inputs/region.h . && echo 'int main(void) { int a[9]; fill(9, a); return a[8] - 8; }' >>unit.c
// RUN: %hetcc --hetcc-emit-source unit.c >complete.c && rm region.h
// RUN: %host_cc $(%hetcc --cflags) complete.c -o prog $(%hetcc --libs) && ./prog

// CHECK: {{^}}#{{(line)?}} 1 "{{.*}}Inputs/axpy.c"
// CHECK-NOT: hetero(
// CHECK-NOT: .incbin
// OUTPUT: sum 1498500
