// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -fsyntax-only checks an annotated unit, with hetcc's directives, and writes no file.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hetcc -fsyntax-only %S/Inputs/axpy.c
// RUN: ls | count 0
