/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The table of schedulers: SCHEDULER(Symbol, "name", properties) for each, in the order of listings. The properties are
 * a combination of hetrt_scheduler_property. The runtime's registry refers to the descriptors, SymbolScheduler; hetcc
 * uses names and properties to check clauses.
 */
#ifndef HETRT_SCHEDULERS_H
#define HETRT_SCHEDULERS_H

enum hetrt_scheduler_property {
  HETRT_ONE_RANGE = 1,         /* each device gets one range in a pass, in the order of devices; `partition` blocks
                                  require this */
  HETRT_CORES_ONLY = 2,        /* restricts a region to the cores */
  HETRT_ACCELERATORS_ONLY = 4, /* restricts a region to the accelerators */
  HETRT_ALWAYS_DIVIDED = 8,    /* every pass is divided; otherwise one thread may compute a whole pass alone, if a team
                                  would be slower */
  HETRT_TRIES_COPIES = 16      /* devices that can access the host's memory directly may also be run with copies, to
                                  see which is faster */
};

#define HETRT_SCHEDULERS(SCHEDULER)                                                                                    \
  SCHEDULER(Auto, "auto", HETRT_TRIES_COPIES)                                                                          \
  SCHEDULER(Adaptive, "adaptive", HETRT_ONE_RANGE)                                                                     \
  SCHEDULER(Static, "static", HETRT_ONE_RANGE | HETRT_ALWAYS_DIVIDED)                                                  \
  SCHEDULER(Split, "split", 0)                                                                                         \
  SCHEDULER(Quick, "quick", 0)                                                                                         \
  SCHEDULER(Chunk, "chunk", 0)                                                                                         \
  SCHEDULER(ChunkStatic, "chunk_static", 0)                                                                            \
  SCHEDULER(ChunkDynamic, "chunk_dynamic", 0)                                                                          \
  SCHEDULER(HybridChunk, "hybrid_chunk", 0)                                                                            \
  SCHEDULER(Throughput, "throughput", 0)                                                                               \
  SCHEDULER(Guided, "guided", 0)                                                                                       \
  SCHEDULER(Cpu, "cpu", HETRT_ONE_RANGE | HETRT_CORES_ONLY)                                                            \
  SCHEDULER(Gpu, "gpu", HETRT_ONE_RANGE | HETRT_ACCELERATORS_ONLY)                                                     \
  SCHEDULER(Runtime, "runtime", HETRT_ONE_RANGE)

/* Other names of schedulers: ALIAS("name", "scheduler", "scheduler in `partition`"). `dynamic` is the name of
 * `adaptive` in Splitter's directives and splitter.h. In `partition`, it has the meaning of OpenMP's
 * schedule(dynamic). */
#define HETRT_SCHEDULER_ALIASES(ALIAS) ALIAS("dynamic", "adaptive", "chunk")

#endif
