// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transport between threads of one process, for tests and sanitizers. It reads data from the sender's memory only
// when the receiver has said where the data goes, which is as late as in the worst network. So tests find memory that
// is changed or freed too early.
#ifndef HETRT_NODE_LOOPBACK_H
#define HETRT_NODE_LOOPBACK_H

#include "Node/Transport.h"

#include <memory>
#include <vector>

namespace hetrt::node {

/// The ranks of a job, one for each thread. They share data that lives as long as any of them.
std::vector<std::unique_ptr<Transport>> loopback(unsigned Ranks);

} // namespace hetrt::node

#endif
