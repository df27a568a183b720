/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The schedulers: SCHEDULER(Symbol, "name") for each, in the order in which they are listed. The runtime's registry has
 * the descriptors, SymbolScheduler, and hetcc knows by the names what a word of a clause is.
 */
#ifndef HETRT_SCHEDULERS_H
#define HETRT_SCHEDULERS_H

#define HETRT_SCHEDULERS(SCHEDULER)                                                                                    \
  SCHEDULER(Auto, "auto")                                                                                              \
  SCHEDULER(Adaptive, "adaptive")                                                                                      \
  SCHEDULER(Static, "static")                                                                                          \
  SCHEDULER(Split, "split")                                                                                            \
  SCHEDULER(Quick, "quick")                                                                                            \
  SCHEDULER(Chunk, "chunk")                                                                                            \
  SCHEDULER(ChunkStatic, "chunk_static")                                                                               \
  SCHEDULER(ChunkDynamic, "chunk_dynamic")                                                                             \
  SCHEDULER(HybridChunk, "hybrid_chunk")                                                                               \
  SCHEDULER(Throughput, "throughput")                                                                                  \
  SCHEDULER(Guided, "guided")                                                                                          \
  SCHEDULER(Cpu, "cpu")                                                                                                \
  SCHEDULER(Gpu, "gpu")                                                                                                \
  SCHEDULER(Runtime, "runtime")

#endif
