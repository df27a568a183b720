// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transport over MPI, which calls MPI through a shim, a small library that is compiled against MPI's header and
// loaded at run time (Shim/Shim.h).
#ifndef HETRT_NODE_MPITRANSPORT_H
#define HETRT_NODE_MPITRANSPORT_H

#include "Node/Job.h"
#include "Node/Transport.h"

#include <memory>
#include <string>

namespace hetrt::node {

/// The path of the shim for a family of MPI: in the folder 'hetcc' beside this library. Empty where there is none.
std::string findShim(Mpi Family);

/// Begins MPI in the calling thread, which will use the transport, and waits for the other ranks to do so. Returns
/// null, and sets `Why` to one line, if there is no shim for this MPI, if MPI cannot be loaded or lacks what the
/// transport needs, or if it has another rank or number of ranks than the launcher has said.
std::unique_ptr<Transport> openMpi(const Job &Mine, std::string &Why);

} // namespace hetrt::node

#endif
