// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remembers the call of the last pass that reused a cached plan (PlanCache.h). The decisions that were made before that
// pass, such as which devices take part, hold for every call with equal arguments.
#ifndef HETRT_REGION_REPEATEDCALL_H
#define HETRT_REGION_REPEATEDCALL_H

#include "hetrt/hetrt.h"

#include <cstddef>
#include <cstring>

namespace hetrt {

/// Keeps a call, and compares it with later ones.
class RepeatedCall {
public:
  void keep(const hetrt_call &Call) { LastCall = Call; }

  /// Whether a call has the same arguments. Where the iterator begins, and its step, may differ, since a plan does not
  /// depend on them.
  bool is(const hetrt_call &Call) const {
    return std::memcmp(&Call, &LastCall, offsetof(hetrt_call, lower)) == 0 &&
           std::memcmp(&Call.condition, &LastCall.condition, sizeof LastCall - offsetof(hetrt_call, condition)) == 0;
  }

private:
  static_assert(sizeof(hetrt_call) == 4 * 2 + 8 + 2 * 8 + 4 * 4 + 3 * sizeof(const char *) + 3 * 8 + 2 * 4,
                "bytes of no field have no value");

  hetrt_call LastCall{}; ///< Its size is 0 at first, which no call has.
};

} // namespace hetrt

#endif
