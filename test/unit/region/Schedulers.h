// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of all schedulers, for region tests that run under each.
#ifndef HETRT_TEST_REGION_SCHEDULERS_H
#define HETRT_TEST_REGION_SCHEDULERS_H

#include "hetrt/schedulers.h"

namespace hetrt::test {

inline constexpr const char *AllSchedulers[] = {
#define SCHEDULER(Symbol, Name, Properties) Name,
    HETRT_SCHEDULERS(SCHEDULER)
#undef SCHEDULER
};

} // namespace hetrt::test

#endif
