// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of all device kinds. To add a kind, write a directory beside this file, an include and a row here, and the
// names of its files in CMakeLists.txt.

#include "Device/DeviceList.h"

#include "Device/Cuda/CudaDevice.h"
#include "Device/Emulated/EmulatedDevice.h"
#include "Device/Node/NodeDevice.h"

namespace hetrt {

namespace {

constexpr DeviceKind Kinds[] = {
    {"emulated", "accelerator made of host memory and a host core, for tests; only on request", "HETRT_EMULATED",
     EmulatedOptionsHelp, enumerateEmulated},
    {"cuda", "NVIDIA GPU", "HETRT_CUDA_DRIVER", "path of the CUDA driver library; empty: the system's libcuda.so.1",
     enumerateCuda, true},
    {"node", "another rank of the MPI job that the program was started as; only on request", "HETRT_NODES",
     "nodes where HETRT_DEVICES is not set: '1', else '0'; and, with a comma between, 'timeout=SECONDS' after which a "
     "rank that does not answer ends the job, 8 if not said, 'latency=SECONDS' that the network is to have besides its "
     "own, or 'devices=cpu+KIND:COUNT+...', the devices that each node divides its share among: rank 0 says it for "
     "all, and without it they are the node's cores",
     enumerateNodes, false, true},
};

} // namespace

std::span<const DeviceKind> deviceKinds() { return Kinds; }

const DeviceKind *findDeviceKind(std::string_view Name) {
  for (const DeviceKind &Kind : Kinds)
    if (Kind.Name == Name)
      return &Kind;
  return nullptr;
}

} // namespace hetrt
