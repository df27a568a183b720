// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the host compiler refuses the translation of one loop, that loop alone is left to plain OpenMP; the others of
// the unit keep their devices. Here the assembler refuses a label of the user's that is there once more for accelerators.
// REQUIRES: target-x86_64
// RUN: %hetcc -O1 %s -o %t 2>%t.err
// RUN: FileCheck %s <%t.err --implicit-check-not=warning: --implicit-check-not=rror:
// RUN: env HETRT_DEVICES=emulated:1 HETRT_REPORT=json:%t.json %t | FileCheck %s --check-prefix=OUTPUT
// RUN: %reported %t.json 'sorted(r["location"].rpartition(":")[2] for r in regions) == ["23", "40"]'
// RUN: %reported %t.json 'iterations("emulated") == 200'

// What the note proposes helps.
// RUN: %hetcc -O1 -DHELPED %s -o %t 2>&1 | count 0
// RUN: env HETRT_DEVICES=emulated:1 HETRT_REPORT=json:%t.json %t | FileCheck %s --check-prefix=OUTPUT
