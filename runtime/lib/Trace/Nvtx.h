// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges for tools that listen by NVTX, such as Nsight Systems: passes, and the shares of accelerators.
//
// A tool that starts a program names its library in NVTX_INJECTION64_PATH. The library asks for tables of function
// pointers and fills in its own functions. That protocol is documented by NVIDIA's NVTX headers, which are needed
// neither to build nor to run; without a tool a range is one test of a pointer.
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

/// A range as long as this lives; the name is made for a tool only.
class Range {
public:
  template <typename MakeName> explicit Range(MakeName Name) : Open(attached()) {
    if (Open)
      push(Name());
  }
  ~Range() {
    if (Open)
      pop();
  }
  Range(const Range &) = delete;
  Range &operator=(const Range &) = delete;

private:
  const bool Open;
};

} // namespace hetrt::nvtx

#endif
