// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libgomp's entry points that a loop with schedule(runtime) calls.
#include "Loop.h"

namespace peer {
namespace {

/// What the calling thread's present call of a body is about.
struct Frame {
  Function Body = nullptr;
  void *Data = nullptr;
  bool IsPart = false; ///< It computes From..To; otherwise it is the first call, which only tells the bounds.
  long From = 0, To = 0;
};

thread_local Frame Now;

void call(const Frame &Next) {
  const Frame Before = Now;
  Now = Next;
  Next.Body(Next.Data);
  Now = Before;
}

} // namespace

void Loop::run(long From, long To) const {
  call({Body, Data, true, First + From * Step, To == iterations() ? End : First + To * Step});
}

} // namespace peer

using namespace peer;

extern "C" {

void GOMP_parallel(Function Body, void *Data, unsigned /*Threads*/, unsigned /*Flags*/) { call({Body, Data}); }

bool GOMP_loop_maybe_nonmonotonic_runtime_start(long First, long End, long Step, long *From, long *To) {
  if (Now.IsPart) {
    *From = Now.From;
    *To = Now.To;
    return true;
  }
  if (const Loop All{Now.Body, Now.Data, First, End, Step}; All.iterations() > 0)
    divide(All);
  return false;
}

bool GOMP_loop_maybe_nonmonotonic_runtime_next(long *, long *) { return false; }

void GOMP_loop_end_nowait() {}
}
