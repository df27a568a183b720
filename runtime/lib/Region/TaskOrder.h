// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which regions with `depend` clauses are not done yet, and which of them a new one has to wait for.
//
// The program's OpenMP runtime does the waiting; this only tells it for whom.
#ifndef HETRT_REGION_TASKORDER_H
#define HETRT_REGION_TASKORDER_H

#include "hetrt/hetrt.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

/// A region from the moment it is met until it is done.
struct hetrt_task {
  std::vector<hetrt_section> Sections;
  std::vector<char *> Before; ///< Marks of the tasks to wait for: addresses only, since those may end any time.
  char Mark = 0;
};

namespace hetrt {

/// For each byte that a section of a task under way holds, who wrote it last and who has read it since. A new task
/// waits for those; whom they wait for themselves, it need not know, so chains of any length cost the same for each
/// link.
class TaskOrder {
public:
  /// The task ends with end().
  hetrt_task *begin(std::span<const hetrt_section> Sections);
  void end(hetrt_task *Done);

  /// Around fork(), so that the child finds it in one piece.
  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }

private:
  /// Bytes from its key in the map to `Last`, which all tasks use alike.
  struct Segment {
    std::uintptr_t Last = 0;
    hetrt_task *Writer = nullptr;
    std::vector<hetrt_task *> Readers; ///< Since the writer.
  };
  using Map = std::map<std::uintptr_t, Segment>;

  Map::iterator splitAt(std::uintptr_t Address);
  void use(hetrt_task &Task, const hetrt_section &Of);

  std::mutex Mutex;
  Map Segments; ///< Disjoint, each with a writer or readers.
};

} // namespace hetrt

#endif
