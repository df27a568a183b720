// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A node with devices of its own, and launches on it as a pass of rank 0 makes them.
#ifndef HETRT_TEST_SERVE_NODEUNDERTEST_H
#define HETRT_TEST_SERVE_NODEUNDERTEST_H

#include "Device/Emulated/EmulatedDevice.h"
#include "LoopbackJob.h"
#include "Memory/PassMemory.h"
#include "Serve/NodeFleet.h"
#include "TestCall.h"
#include "TestKernels.h"

#include <array>
#include <memory>
#include <string>

namespace hetrt::test {

/// One node with two cores, in the process of the test.
class NodeUnderTest {
public:
  explicit NodeUnderTest(std::string Devices, std::string Emulated = "")
      : Variables{"HETRT_EMULATED=" + Emulated, "HETRT_BACKOFF_PASSES=0"},
        Environment{Variables[0].c_str(), Variables[1].c_str(), nullptr},
        Job(
            1, {.Program = node::programName(), .OnLoss = {}, .Devices = std::move(Devices)},
            [](unsigned, node::Greeting &Mine) { Mine.Cores = 2; },
            [this] {
              auto Made = std::make_unique<node::NodeFleet>(Environment.data());
              Fleet = Made.get();
              return Made;
            }),
        Node(std::move(Job.devices(1).at(0))), Home(*Node, 0), Known({&Home}) {}

  /// Launches some iterations of a call, with their windows. `Partials` is null unless there is a reduction of eight
  /// bytes.
  Status launch(const PassArrays &Of, std::uint64_t First, std::uint64_t Last,
                std::vector<std::byte> *Partials = nullptr, std::uint64_t Grain = 0) {
    PassMemory Memory(Of, Home, Known);
    const Status Result = launch(Memory, First, Last, Partials, Grain);
    if (Result.ok())
      Memory.commit();
    else
      static_cast<void>(Memory.abandon());
    InnerReport Now = Node->takeInnerReport();
    Said = Now;
    return Result;
  }

  node::Hub &hub() { return Job.hub(); }
  Device &device() { return *Node; }
  DeviceMemory &memory() { return Home; }

  /// The arrays that stay on the node.
  Directory &known() { return Known; }

  /// What the node's devices did in the last launch.
  const InnerReport &said() const { return Said; }
  std::uint64_t iterationsOf(std::string_view Name) const {
    for (const InnerFigures &Each : Said.Devices)
      if (Each.Name == Name)
        return Each.Iterations;
    return 0;
  }

  /// One of the node's own devices; nothing may be running there.
  EmulatedDevice &inner(unsigned Number) {
    return dynamic_cast<EmulatedDevice &>(Fleet->fleet().Members.at(Number)->device());
  }

private:
  Status launch(PassMemory &Memory, std::uint64_t First, std::uint64_t Last, std::vector<std::byte> *Partials,
                std::uint64_t Grain) {
    if (Status Result = Node->prepare(*Memory.launch().Region); !Result.ok())
      return Result;
    if (Status Result = Memory.bringIn(First, Last); !Result.ok())
      return Result;
    if (Status Result = Node->orderAfter(Queue::Compute, Queue::In); !Result.ok())
      return Result;
    Launch Kernel = Memory.launch();
    Kernel.Partials = Partials;
    Kernel.PartialBytes = Partials ? 8 : 0;
    Kernel.Grain = Grain;
    if (Status Result = Node->launch(Kernel); !Result.ok())
      return Result;
    if (Status Result = Node->orderAfter(Queue::Out, Queue::Compute); !Result.ok())
      return Result;
    if (Status Result = Memory.sendOut(); !Result.ok())
      return Result;
    return Node->synchronize();
  }

  const std::array<std::string, 2> Variables;
  const std::array<const char *, 3> Environment;
  node::NodeFleet *Fleet = nullptr;
  LoopbackJob Job;
  std::unique_ptr<Device> Node;
  DeviceMemory Home;
  Directory Known;
  InnerReport Said;
};

/// The arrays of a call. The region must be a global variable of the test, so that other ranks find it.
inline PassArrays arraysOf(const TestCall &Case, const hetrt_region &Region, std::vector<std::byte> Values) {
  PassArrays Made;
  Made.Region = &Region;
  Made.Values = std::move(Values);
  Made.Call = Case.resolve();
  return Made;
}

} // namespace hetrt::test

#endif
