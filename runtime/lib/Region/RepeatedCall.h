// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The call of the pass that ran on a plan of the cache last. What was found out of that pass before it began holds for
// every call that says the same.
#ifndef HETRT_REGION_REPEATEDCALL_H
#define HETRT_REGION_REPEATEDCALL_H

#include "hetrt/hetrt.h"

#include <cstddef>
#include <cstring>

namespace hetrt {

class RepeatedCall {
public:
  void keep(const hetrt_call &Call) { Kept = Call; }

  /// Where the iterator begins, and its step, are nothing that a plan knows of.
  bool is(const hetrt_call &Call) const {
    return std::memcmp(&Call, &Kept, offsetof(hetrt_call, lower)) == 0 &&
           std::memcmp(&Call.condition, &Kept.condition, sizeof Kept - offsetof(hetrt_call, condition)) == 0;
  }

private:
  static_assert(sizeof(hetrt_call) == 4 * 2 + 8 + 2 * 8 + 4 * 4 + 2 * sizeof(const char *) + 3 * 8 + 2 * 4,
                "bytes of no field have no value");

  hetrt_call Kept{}; ///< A size of 0 is no call's.
};

} // namespace hetrt

#endif
