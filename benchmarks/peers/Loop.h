// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Other runtimes beneath the loops that gcc compiled.
//
// gcc makes the body of a `parallel for` with schedule(runtime) a function, which asks the OpenMP runtime for ranges. A
// peer is a library, loaded before libgomp, that answers instead: the very same machine code is run by libgomp, libomp,
// oneTBB and StarPU, and a ratio of their times says something about them alone.
//
// A region begins with the body in one thread. When that asks for its first range, the bounds are known, and the peer
// divides them: it calls run() for each range, in threads of its choice, where the body finds just this range. Private
// partial sums are added up by the body itself, once per range, as under OpenMP.
#ifndef HETCC_BENCHMARKS_PEERS_LOOP_H
#define HETCC_BENCHMARKS_PEERS_LOOP_H

#include <cstdio>
#include <cstdlib>

namespace peer {

using Function = void (*)(void *);

struct Loop {
  Function Body = nullptr;
  void *Data = nullptr;
  long First = 0, End = 0, Step = 1;

  long iterations() const { return Step > 0 ? (End - First + Step - 1) / Step : (First - End - Step - 1) / -Step; }

  /// Computes the iterations From..To-1, in the calling thread.
  void run(long From, long To) const;
};

/// Each peer's own: runs all iterations of the loop, of which there is one at least, and returns when they are done.
void divide(const Loop &Of);

[[noreturn]] inline void fail(const char *What, const char *Subject) {
  std::fprintf(stderr, "error: %s '%s'\n", What, Subject);
  std::exit(2);
}

/// The setting, which the harness always makes.
inline const char *setting(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : (fail("no value of the environment variable", Name), nullptr);
}

inline long positive(const char *Text) {
  char *Rest;
  const long Value = std::strtol(Text, &Rest, 10);
  if (Rest == Text || *Rest || Value < 1)
    fail("not a positive number:", Text);
  return Value;
}

} // namespace peer

#endif
