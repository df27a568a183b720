// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which regions with `depend` clauses are not done yet, and which of them a new one has to wait for.
//
// The program's OpenMP runtime does the waiting; this only tells it for whom.
#ifndef HETRT_REGION_TASKORDER_H
#define HETRT_REGION_TASKORDER_H

#include "hetrt/hetrt.h"

#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

/// A region from the moment it is met until it is done.
struct hetrt_task {
  std::vector<hetrt_section> Sections;
  std::vector<char *> Before; ///< Marks of the tasks to wait for: addresses only, since those may end any time.
  char Mark = 0;
  std::list<std::unique_ptr<hetrt_task>>::iterator Place;
};

namespace hetrt {

class TaskOrder {
public:
  hetrt_task *begin(std::span<const hetrt_section> Sections);
  void end(hetrt_task *Done);

  /// Around fork(), so that the child finds it in one piece.
  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }

private:
  std::mutex Mutex;
  std::list<std::unique_ptr<hetrt_task>> UnderWay;
};

} // namespace hetrt

#endif
