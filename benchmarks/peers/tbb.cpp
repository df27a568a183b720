// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops on oneTBB. PEER_PARTITION: auto, static, affinity, or N: ranges of N/2 to N iterations.
#include "Loop.h"

#include <string>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <unordered_map>

namespace {

const tbb::global_control Threads(tbb::global_control::max_allowed_parallelism,
                                  peer::positive(peer::setting("OMP_NUM_THREADS")));
const std::string Partition = peer::setting("PEER_PARTITION");
const bool ByGrain = Partition != "auto" && Partition != "static" && Partition != "affinity";
const long Grain = ByGrain ? peer::positive(Partition.c_str()) : 1;

/// What oneTBB knows of where each loop's ranges ran last; regions are begun by one thread of the program only.
std::unordered_map<peer::Function, tbb::affinity_partitioner> Affinities;

} // namespace

void peer::divide(const Loop &Of) {
  const tbb::blocked_range<long> All(0, Of.iterations(), Grain);
  auto Run = [&Of](const tbb::blocked_range<long> &Part) { Of.run(Part.begin(), Part.end()); };
  if (ByGrain)
    tbb::parallel_for(All, Run, tbb::simple_partitioner());
  else if (Partition == "static")
    tbb::parallel_for(All, Run, tbb::static_partitioner());
  else if (Partition == "affinity")
    tbb::parallel_for(All, Run, Affinities[Of.Body]);
  else
    tbb::parallel_for(All, Run, tbb::auto_partitioner());
}
