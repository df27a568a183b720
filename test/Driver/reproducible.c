// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No output depends on the name of hetcc's temporary folder: two runs give the same bytes, also with debug information,
// which names the user's file and folder as the host compiler does.
// RUN: rm -rf %t && mkdir -p %t/one %t/two %t/src && cp %S/Inputs/axpy.c %t/src && cd %t
// RUN: env TMPDIR=%t/one %hetcc -O2 -g -c src/axpy.c -o axpy.o && cp axpy.o first.o
// RUN: env TMPDIR=%t/two %hetcc -O2 -g -c src/axpy.c -o axpy.o && cmp axpy.o first.o
// RUN: not grep -c 'hetcc-[A-Za-z0-9]\{6\}' axpy.o
// RUN: env LC_ALL=C grep -a -c 'src/axpy.c' axpy.o
// RUN: env TMPDIR=%t/one %hetcc -O2 -g src/axpy.c -o prog && cp prog first
// RUN: env TMPDIR=%t/two %hetcc -O2 -g src/axpy.c -o prog && cmp prog first
// RUN: %hetcc -O2 -g -ffile-prefix-map=%t=. -c %t/src/axpy.c -o mapped.o && not grep -c %t mapped.o
