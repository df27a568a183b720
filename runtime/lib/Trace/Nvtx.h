// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges for tools that listen by NVTX, such as Nsight Systems. What becomes a range is said in Events.h.
//
// A tool that starts a program names its library in NVTX_INJECTION64_PATH. The library asks for tables of function
// pointers and fills in its own functions. That protocol is documented by NVIDIA's NVTX headers, which are needed
// neither to build nor to run.
#ifndef HETRT_TRACE_NVTX_H
#define HETRT_TRACE_NVTX_H

#include <string>

namespace hetrt::nvtx {

/// Loads the tool's library if the environment names one. Called once, before any range. Returns what is wrong, or "".
std::string attach(const char *LibraryPath);

/// Whether a tool listens.
bool attached();

/// Begins and ends a range of the calling thread; ranges of a thread nest.
void push(const std::string &Name);
void pop();

} // namespace hetrt::nvtx

#endif
