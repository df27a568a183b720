// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An MPI-like job whose ranks are threads of this process: rank 0's hub, and serving ranks.
#ifndef HETRT_TEST_DEVICE_LOOPBACKJOB_H
#define HETRT_TEST_DEVICE_LOOPBACKJOB_H

#include "Device/Node/NodeDevice.h"
#include "Device/Node/Server.h"
#include "Node/Hub.h"
#include "Node/Loopback.h"

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace hetrt::test {

class LoopbackJob {
public:
  /// Makes `Serving` ranks besides rank 0. Change may alter a rank's greeting; MakeOwn makes a rank's own devices.
  explicit LoopbackJob(unsigned Serving, node::Hub::Options Wanted = {8, node::programName(), {}},
                       void (*Change)(unsigned Rank, node::Greeting &) = nullptr,
                       const std::function<std::unique_ptr<node::RankDevices>()> &MakeOwn = {})
      : Ranks(node::loopback(Serving + 1)), Why(Serving),
        Rank0(std::make_unique<node::Hub>([this](std::string &) { return std::move(Ranks[0]); }, std::move(Wanted))) {
    for (unsigned Rank = 1; Rank <= Serving; ++Rank) {
      node::Greeting Mine = node::greetingOf(Serving);
      if (Change)
        Change(Rank, Mine);
      Threads.emplace_back([this, Rank, Mine, MakeOwn] {
        node::Server Server(*Ranks[Rank], Mine, true, MakeOwn ? MakeOwn() : nullptr);
        Why[Rank - 1] = Server.run(8);
      });
    }
  }
  ~LoopbackJob() { end(); }
  LoopbackJob(const LoopbackJob &) = delete;
  LoopbackJob &operator=(const LoopbackJob &) = delete;

  node::Hub &hub() { return *Rank0; }
  std::vector<std::unique_ptr<Device>> devices(unsigned Count) { return node::devicesOf(*Rank0, Count); }

  /// Ends all ranks. For each serving rank, returns why it ended; "": rank 0 released it.
  const std::vector<std::string> &end() {
    Rank0->end();
    for (std::thread &Each : Threads)
      if (Each.joinable())
        Each.join();
    return Why;
  }

private:
  std::vector<std::unique_ptr<node::Transport>> Ranks;
  std::vector<std::string> Why;
  std::unique_ptr<node::Hub> Rank0;
  std::vector<std::thread> Threads;
};

} // namespace hetrt::test

#endif
