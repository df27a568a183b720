// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mistyped option that begins with --hetcc- is an error that names the most similar option.
// RUN: not %hetcc --hetcc-emit-sources %S/Inputs/axpy.c 2>&1 | FileCheck %s
// RUN: not %hetcc --hetcc-off=yes %S/Inputs/axpy.c 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: %hetcc --hetcc-help | FileCheck %s --check-prefix=HELP

// CHECK: hetcc: error: unknown option '--hetcc-emit-sources'; did you mean '--hetcc-emit-source'?
// VALUE: hetcc: error: '--hetcc-off' takes no value
// HELP: --hetcc-dryrun
