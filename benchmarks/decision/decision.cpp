// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What scheduling decisions cost: the closed form of the balance model, the split of a pass (beginPass), and a whole
// pass per range handed out (next and finished), for 16 and 1,000 devices. Times of devices change from pass to pass, so that the split moves.
#include "Schedule/Apportion.h"
#include "Schedule/Balance.h"
#include "Schedule/Registry.h"

#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

using namespace hetrt;

namespace {

std::vector<DeviceModel> devices(size_t Count) {
  std::vector<DeviceModel> Models(Count);
  for (size_t J = Count - Count / 8; J < Count; ++J)
    Models[J] = {.Kind = ProcessorKind::Accelerator, .SimdWidth = 8};
  return Models;
}

/// A device's time for a range in some pass.
double seconds(unsigned Device, Range Part, unsigned Pass) {
  return 1e-6 * static_cast<double>(Part.size()) * (1 + 0.1 * ((Device * 7 + Pass * 3) % 5));
}

/// Hands out and reports a pass that has begun; returns the number of ranges.
unsigned finishPass(Scheduler &S, size_t Count, unsigned Pass) {
  unsigned Ranges = 0;
  for (bool Active = true; Active;) {
    Active = false;
    for (unsigned J = 0; J < Count; ++J) {
      Assignment Next = S.next(J);
      if (Next.What == Answer::Run) {
        S.finished(J, Next.Share, seconds(J, Next.Share, Pass));
        ++Ranges;
      }
      Active |= Next.What != Answer::Done;
    }
  }
  S.endPass();
  return Ranges;
}

void split(benchmark::State &State, const SchedulerDescriptor *Which) {
  auto Models = devices(static_cast<size_t>(State.range(0)));
  auto S = Which->Create({.BackOffPasses = 0});
  unsigned Pass = 0;
  for (auto _ : State) {
    S->beginPass(1'000'000, Models);
    State.PauseTiming();
    finishPass(*S, Models.size(), Pass++);
    State.ResumeTiming();
  }
}

void wholePass(benchmark::State &State, const SchedulerDescriptor *Which) {
  auto Models = devices(static_cast<size_t>(State.range(0)));
  auto S = Which->Create({.BackOffPasses = 0});
  unsigned Pass = 0;
  size_t Ranges = 0;
  for (auto _ : State) {
    S->beginPass(1'000'000, Models);
    Ranges += finishPass(*S, Models.size(), Pass++);
  }
  State.counters["ranges"] = benchmark::Counter(static_cast<double>(Ranges), benchmark::Counter::kAvgIterations);
  State.counters["per_range"] =
      benchmark::Counter(static_cast<double>(Ranges), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// The closed form alone: from the cost of each device to whole iterations.
void closedForm(benchmark::State &State) {
  auto Count = static_cast<size_t>(State.range(0));
  std::vector<DeviceCost> Costs(Count);
  std::vector<double> Fractions(Count);
  std::vector<Portion> Portions(Count);
  std::vector<uint32_t> Order(Count);
  Balancer Balance;
  unsigned Pass = 0;
  for (auto _ : State) {
    ++Pass;
    for (unsigned J = 0; J < Count; ++J)
      Costs[J].Seconds = seconds(J, {0, 1'000'000}, Pass);
    Balance.solve(Costs, Fractions);
    for (size_t J = 0; J < Count; ++J)
      Portions[J] = {.Fraction = Fractions[J], .Seconds = Costs[J].Seconds};
    benchmark::DoNotOptimize(apportion(1'000'000, Portions, Order));
  }
}

} // namespace

int main(int Count, char **Arguments) {
  benchmark::RegisterBenchmark("closed_form", closedForm)->Arg(16)->Arg(1000);
  for (const SchedulerDescriptor *Which : allSchedulers()) {
    std::string Name(Which->Name);
    benchmark::RegisterBenchmark(("split/" + Name).c_str(), split, Which)->Arg(16)->Arg(1000);
    benchmark::RegisterBenchmark(("pass/" + Name).c_str(), wholePass, Which)->Arg(16)->Arg(1000);
  }
  benchmark::Initialize(&Count, Arguments);
  if (benchmark::ReportUnrecognizedArguments(Count, Arguments))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
}
