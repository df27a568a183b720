// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which regions with `depend` clauses are not done yet, and for which of them a new region has to wait.
//
// The program's OpenMP runtime does the waiting; this only says for which tasks.
#ifndef HETRT_REGION_TASKORDER_H
#define HETRT_REGION_TASKORDER_H

#include "hetrt/hetrt.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

/// A region with `depend` clauses, from when a thread comes to it until it is done.
struct hetrt_task {
  std::vector<hetrt_section> Sections;
  /// The marks of the tasks to wait for. These are only addresses, since the tasks may end at any time.
  std::vector<char *> Before;
  char Mark = 0;
};

namespace hetrt {

/// For each byte in a section of a running task: which task wrote it last, and which tasks have read it since. A new
/// task that uses the byte waits for these tasks only, not for those that they wait for themselves. So in a chain of
/// tasks, each one costs the same.
class TaskOrder {
public:
  /// Adds a task that uses these sections. end() removes and frees it.
  hetrt_task *begin(std::span<const hetrt_section> Sections);
  void end(hetrt_task *Done);

  /// Called around fork(), so that the child finds this object in a consistent state.
  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }

private:
  /// The bytes from its key in the map to `Last`. The same tasks use all of them.
  struct Segment {
    std::uintptr_t Last = 0;
    hetrt_task *Writer = nullptr;
    std::vector<hetrt_task *> Readers; ///< The tasks that have read the bytes since Writer.
  };
  using Map = std::map<std::uintptr_t, Segment>;

  Map::iterator splitAt(std::uintptr_t Address);
  void use(hetrt_task &Task, const hetrt_section &Of);

  std::mutex Mutex;
  Map Segments; ///< Disjoint; each has a writer or readers.
};

} // namespace hetrt

#endif
