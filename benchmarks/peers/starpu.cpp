// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops on StarPU, a task for each block of iterations. PEER_BLOCKS=N: so many blocks of equal size; PEER_ROWS=N:
// blocks of N iterations; STARPU_SCHED and STARPU_CALIBRATE are StarPU's own. On CPUs only no data needs to move, so
// tasks declare none: StarPU is spared its data management.
#include "Loop.h"

#include <algorithm>
#include <dlfcn.h>
#include <memory>
#include <starpu.h>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

struct Block {
  const peer::Loop *Of;
  long From, To;
};

/// StarPU begins and ends with the process, outside of what programs measure.
struct Session {
  Session() {
    starpu_conf Wanted;
    starpu_conf_init(&Wanted);
    Wanted.ncpus = int(peer::positive(peer::setting("OMP_NUM_THREADS")));
    Wanted.ncuda = Wanted.nopencl = 0;
    if (starpu_init(&Wanted) != 0)
      peer::fail("cannot start", "StarPU");
  }
  ~Session() { starpu_shutdown(); }
};

const char *const Rows = std::getenv("PEER_ROWS");
const long Count = peer::positive(Rows ? Rows : peer::setting("PEER_BLOCKS"));
const Session Running;

/// What StarPU knows of one loop: how to run a block, and what blocks of each size took.
class Kind {
public:
  explicit Kind(peer::Function Body) : Symbol(symbolOf(Body)) {
    Model.type = STARPU_HISTORY_BASED;
    Model.symbol = Symbol.c_str();
    Model.footprint = [](starpu_task *Task) {
      const auto *Of = static_cast<const Block *>(Task->cl_arg);
      return std::uint32_t(Of->To - Of->From);
    };
    starpu_codelet_init(&Codelet);
    Codelet.cpu_funcs[0] = [](void **, void *Argument) {
      const auto *Of = static_cast<const Block *>(Argument);
      Of->Of->run(Of->From, Of->To);
    };
    Codelet.model = &Model;
  }

  void submit(Block &Of) {
    starpu_task *Task = starpu_task_create();
    Task->cl = &Codelet;
    Task->cl_arg = &Of;
    Task->cl_arg_size = sizeof Of;
    if (starpu_task_submit(Task) != 0)
      peer::fail("StarPU refused a task of", Symbol.c_str());
  }

private:
  /// The same in every run of a program: where in the file the body lies.
  static std::string symbolOf(peer::Function Body) {
    Dl_info Where;
    if (!dladdr(reinterpret_cast<void *>(Body), &Where))
      peer::fail("cannot tell the place of", "a loop");
    const std::string File = Where.dli_fname;
    const auto Offset = reinterpret_cast<char *>(Body) - static_cast<char *>(Where.dli_fbase);
    return File.substr(File.rfind('/') + 1) + "." + std::to_string(Offset);
  }

  const std::string Symbol;
  starpu_perfmodel Model{};
  starpu_codelet Codelet{};
};

/// Regions are begun by one thread of the program only. Ends after StarPU, which knows the models, does not: it is
/// never freed.
auto &Kinds = *new std::unordered_map<peer::Function, std::unique_ptr<Kind>>;

} // namespace

void peer::divide(const Loop &Of) {
  std::unique_ptr<Kind> &Known = Kinds[Of.Body];
  if (!Known)
    Known = std::make_unique<Kind>(Of.Body);
  const long All = Of.iterations(), Number = Rows ? (All + Count - 1) / Count : std::min(Count, All);
  std::vector<Block> Blocks;
  Blocks.reserve(Number);
  for (long I = 0; I < Number; ++I)
    Blocks.push_back(Rows ? Block{&Of, I * Count, std::min(All, (I + 1) * Count)}
                          : Block{&Of, I * All / Number, (I + 1) * All / Number});
  for (Block &Each : Blocks)
    Known->submit(Each);
  if (starpu_task_wait_for_all() != 0)
    fail("cannot wait for tasks of", "StarPU");
}
