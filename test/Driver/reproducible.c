// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nothing in an output depends on the name of the private folder: two runs give the same bytes, with debug information
// too, and the user's file and folder stand where the host compiler would put them.
// RUN: rm -rf %t && mkdir -p %t/one %t/two %t/src && cp %S/Inputs/axpy.c %t/src && cd %t
// RUN: env TMPDIR=%t/one %hetcc -O2 -g -c src/axpy.c -o axpy.o && cp axpy.o first.o
// RUN: env TMPDIR=%t/two %hetcc -O2 -g -c src/axpy.c -o axpy.o && cmp axpy.o first.o
// RUN: not grep -c 'hetcc-[A-Za-z0-9]\{6\}' axpy.o
// RUN: env LC_ALL=C grep -a -c 'src/axpy.c' axpy.o
// RUN: env TMPDIR=%t/one %hetcc -O2 -g src/axpy.c -o prog && cp prog first
// RUN: env TMPDIR=%t/two %hetcc -O2 -g src/axpy.c -o prog && cmp prog first
// RUN: %hetcc -O2 -g -ffile-prefix-map=%t=. -c %t/src/axpy.c -o mapped.o && not grep -c %t mapped.o
