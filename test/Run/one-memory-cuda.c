// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GPU kernels use the host's memory directly if the driver says that the GPU reaches it; nothing is copied. Otherwise
// arrays are copied as usual. Blocks and warps run in a shuffled order.
// REQUIRES: ptx
// RUN: %hetcc -O2 %S/one-memory.c -o %t 2> /dev/null
// RUN: %serial -O2 %S/one-memory.c -o %t.serial && %t.serial > %t.expected
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETCC_EMULATOR_PAGEABLE=1 HETCC_EMULATOR_CHECKS=1 HETCC_EMULATOR_SEED=3 HETRT_DEVICES=cpu:1,cuda:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out 2> %t.findings
// RUN: diff %t.expected %t.out && not test -s %t.findings
// RUN: %reported %t.json "len(regions) == 7 and all(d['in_place'] and all(d['iterations']) and d['bytes_in'] + d['bytes_out'] == 0 for d in devices('cuda'))"
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETCC_EMULATOR_CHECKS=1 HETRT_DEVICES=cpu:1,cuda:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
// RUN: diff %t.expected %t.out
// RUN: %reported %t.json "iterations('cuda') > 0 and not any(d['in_place'] for d in devices('cuda'))"
// A mix with an emulated accelerator, which gets copies where they are possible.
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETCC_EMULATOR_PAGEABLE=1 HETCC_EMULATOR_CHECKS=1 HETRT_DEVICES=cpu:1,cuda:1,emulated:1 HETRT_SCHEDULE=chunk HETRT_REPORT=json:%t.json %t > %t.out
// RUN: diff %t.expected %t.out
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETCC_EMULATOR_PAGEABLE=1 %hetinfo | FileCheck %s
// CHECK: cuda:0 {{.*}}, reaches the host's memory
