// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scheduler gives up an accelerator that is slower than a core: from then on the accelerator gets no iterations,
// and no bytes except those of the iterations that it got before.
// RUN: %hetcc -O2 %s -o %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=speed=0.01 HETRT_RETRY_PASSES=0 HETRT_SCHEDULE=adaptive HETRT_TRACE=%t.trace HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "devices('emulated')[0]['given_up'] and sum(devices('emulated')[0]['iterations'][6:]) == 0"
// The trace has the moment of this decision.
// RUN: %traced %t.trace "[each['name'] for each in of('decision', 'emulated:0')] == ['given up']"
// RUN: %reported %t.json "all(d['bytes_in'] == d['bytes_out'] == 8 * sum(d['iterations']) for d in devices('emulated'))"
// RUN: %reported %t.json "devices('cpu')[0]['iterations'][6:] == [30000] * 14"

static double x[30000];

int main(void) {
  for (int pass = 0; pass < 20; pass++) {
#pragma omp parallel for hetero(1) part_copy(x[1:30000])
    for (int i = 0; i < 30000; i++)
      for (int k = 0; k < 20; k++)
        x[i] = x[i] * 0.5 + i;
  }
  return x[0] != 0;
}
