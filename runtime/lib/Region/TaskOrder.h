// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which regions with `depend` clauses are not done yet, and for which of them a new region has to wait.
//
// A region waits by means of the program's OpenMP runtime. This file only finds out for which tasks.
#ifndef HETRT_REGION_TASKORDER_H
#define HETRT_REGION_TASKORDER_H

#include "hetrt/hetrt.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

/// A region with `depend` clauses, from the time when a thread comes to the region until the region is done.
struct hetrt_task {
  std::vector<hetrt_section> Sections;
  /// The addresses of Mark of the tasks to wait for. They only identify tasks and are not dereferenced, since the tasks
  /// may end at any time.
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
  Map Segments; ///< Disjoint segments; each has a task that wrote it, or tasks that read it.
};

} // namespace hetrt

#endif
