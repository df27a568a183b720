/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The table of devices that clauses name: DEVICES("word in `hetero`", "word in `devices`", "word of omp_type_t", cores,
 * accelerators, nodes). The last three say whether the cores of this machine, its accelerators and the other ranks of
 * the job take part. Generated code gives the runtime the word of `hetero`. "" if omp_type_t has no such word.
 */
#ifndef HETRT_DEVICES_H
#define HETRT_DEVICES_H

#define HETRT_DEVICE_WORDS(DEVICES)                                                                                    \
  DEVICES("cpu", "cpu", "OMP_TYPE_CPU", true, false, false)                                                            \
  DEVICES("gpu", "gpu", "OMP_TYPE_GPU", false, true, false)                                                            \
  DEVICES("node", "node", "", false, false, true)                                                                      \
  DEVICES("all", "any", "OMP_TYPE_ALL", true, true, true)

#endif
