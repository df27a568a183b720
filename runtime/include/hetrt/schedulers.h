/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The list of schedulers: SCHEDULER(Symbol, "name") for each, in the order of listings. The runtime's registry refers
 * to the descriptors, SymbolScheduler; hetcc uses the names to recognise schedulers in clauses.
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
