// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetcc finds a directive that stands only in an included header, whether -I, -iquote, -isystem, -idirafter, -include,
// CPATH, C_INCLUDE_PATH or a macro leads to that header. In a system header, warnings stay off.
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/region.h %t
// RUN: echo '#include <region.h>' >%t/angled.c
// RUN: echo '#include "region.h"' >%t.quoted.c
// RUN: echo '#include HEADER' >%t/computed.c
// RUN: echo 'int x;' >%t/forced.c
// RUN: %hetcc --hetcc-dryrun -I %t -c %t/angled.c | FileCheck %s
// RUN: env CPATH=%t %hetcc --hetcc-dryrun -c %t/angled.c | FileCheck %s
// RUN: %hetcc --hetcc-dryrun -iquote%t -c %t.quoted.c | FileCheck %s
// RUN: %hetcc --hetcc-dryrun '-DHEADER="region.h"' -c %t/computed.c | FileCheck %s
// RUN: %hetcc --hetcc-dryrun -include %t/region.h -c %t/forced.c | FileCheck %s
// RUN: %hetcc --hetcc-dryrun -isystem %t -c %t/angled.c | FileCheck %s
// RUN: %hetcc --hetcc-dryrun -idirafter %t -c %t/angled.c | FileCheck %s
// RUN: env C_INCLUDE_PATH=%t %hetcc --hetcc-dryrun -c %t/angled.c | FileCheck %s
// RUN: %hetcc -I %t -c %t/angled.c -o %t.o && %hetcc -include %t/region.h -c %t/forced.c -o %t.o

// CHECK: hetcc-translate
