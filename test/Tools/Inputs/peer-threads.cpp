// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The smallest peer (a runtime that runs gcc's OpenMP loops): three threads, each with a part of the iterations.
#include "../../../benchmarks/peers/Loop.h"

#include <thread>
#include <vector>

void peer::divide(const Loop &Of) {
  const long All = Of.iterations(), Parts = All < 3 ? All : 3;
  std::vector<std::thread> Threads;
  for (long I = 0; I < Parts; ++I)
    Threads.emplace_back([&, I] { Of.run(I * All / Parts, (I + 1) * All / Parts); });
  for (std::thread &Each : Threads)
    Each.join();
  std::printf("%ld iterations\n", All);
  std::fflush(stdout);
}
