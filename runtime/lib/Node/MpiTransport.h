// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transport over MPI, by way of a shim that is opened at run time.
#ifndef HETRT_NODE_MPITRANSPORT_H
#define HETRT_NODE_MPITRANSPORT_H

#include "Node/Job.h"
#include "Node/Transport.h"

#include <memory>
#include <string>

namespace hetrt::node {

/// Where the shim for a family of MPI lies: beside this library, in the folder 'hetcc'. Empty where there is none.
std::string findShim(Mpi Family);

/// Begins MPI in the calling thread, which is the one that uses the transport, and waits for the other ranks to do so.
/// Null with a line in `Why`: no shim for this MPI, an MPI that cannot be loaded or grants too little, or another
/// number of ranks than the launcher has said.
std::unique_ptr<Transport> openMpi(const Job &Mine, std::string &Why);

} // namespace hetrt::node

#endif
