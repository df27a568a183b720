// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search for the best static split, and the scheduler that hands out a given split.
#include "Simulation/StaticSplit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace hetrt {

//===-- The scheduler ---------------------------------------------------------------------------------------------===//

namespace {

class FixedScheduler final : public Scheduler {
public:
  explicit FixedScheduler(std::vector<uint64_t> Iterations) : Counts(std::move(Iterations)) {}

  void beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) override {
    Unfinished = Iterations;
    Held = 0;
    Shares.assign(Models.size(), {});
    Failed.assign(Models.size(), false);
    Back.clear();
    uint64_t First = 0;
    for (size_t J = 0; J < Models.size(); ++J) {
      Shares[J] = {First, First + Counts[Models[J].Id]};
      First = Shares[J].Last;
      if (!Models[J].Usable)
        lose(J);
    }
  }

  Assignment next(unsigned Device) override {
    if (Failed[Device])
      return {};
    Range Mine = std::exchange(Shares[Device], {});
    if (Mine.empty() && !Back.empty()) {
      Mine = Back.back();
      Back.pop_back();
    }
    if (Mine.empty())
      return {Held > 0 ? Answer::Wait : Answer::Done, {}};
    Held += Mine.size();
    return {Answer::Run, Mine};
  }

  void finished(unsigned, Range Part, double) override {
    Held -= Part.size();
    Unfinished -= Part.size();
  }

  void returned(unsigned Device, Range Part) override {
    Held -= Part.size();
    Back.push_back(Part);
    lose(Device);
  }

  uint64_t endPass() override { return Unfinished; }
  bool givenUp(unsigned) const override { return false; }

private:
  void lose(size_t Device) {
    Failed[Device] = true;
    if (Range Left = std::exchange(Shares[Device], {}); !Left.empty())
      Back.push_back(Left);
  }

  const std::vector<uint64_t> Counts; ///< the iterations of each device, by DeviceModel::Id
  std::vector<Range> Shares, Back;
  std::vector<bool> Failed;
  uint64_t Unfinished = 0, Held = 0;
};

//===-- The search ------------------------------------------------------------------------------------------------===//

/// Finds the split for one choice of devices.
class Search {
public:
  Search(const MachineModel &Machine, const ProgramModel &Program, std::vector<size_t> Devices)
      : Machine(Machine), Program(Program), Devices(std::move(Devices)), SlowedBy(this->Devices.size(), 1) {}

  /// The shares of Devices for which the device that ends last ends earliest; nothing if the devices cannot compute all
  /// iterations in any time.
  std::optional<std::vector<uint64_t>> solve() const {
    double High = 1e-9;
    while (cover(High) < Program.Iterations)
      if ((High *= 2) > 1e30)
        return std::nullopt;
    double Low = 0;
    for (int Step = 0; Step < 60; ++Step) {
      double Middle = (Low + High) / 2;
      (cover(Middle) < Program.Iterations ? Low : High) = Middle;
    }
    std::vector<uint64_t> Counts(Devices.size());
    cover(High, &Counts);
    return Counts;
  }

  /// Updates SlowedBy by the pass Done, to the time that each device took, divided by the time that it would take
  /// alone. Returns whether any of these factors changed.
  bool slowed(const SimulatedPass &Done) {
    bool Any = false;
    uint64_t First = 0;
    for (size_t D = 0; D < Devices.size(); ++D) {
      const DevicePass &P = Done.Devices[Devices[D]];
      double Alone = seconds(D, {First, First + P.Iterations}) / SlowedBy[D];
      First += P.Iterations;
      if (!(Alone > 0))
        continue;
      double Seen = P.Seconds / Alone;
      Any |= std::abs(Seen - SlowedBy[D]) > 1e-4 * Seen;
      SlowedBy[D] = (SlowedBy[D] + Seen) / 2;
    }
    return Any;
  }

private:
  double seconds(size_t D, Range Part) const {
    if (Part.empty())
      return 0;
    double Sum = 0;
    for (const Phase &P : costOf(Program, Machine.Devices[Devices[D]], Part, true).Phases)
      Sum += P.Seconds;
    return Sum * SlowedBy[D];
  }

  /// The number of iterations, from iteration 0 on, that are computed within Seconds if every device in turn takes as
  /// many as it can finish. Stores the number for each device in Counts.
  uint64_t cover(double Seconds, std::vector<uint64_t> *Counts = nullptr) const {
    uint64_t First = 0, Least = 0;
    for (size_t D = 0; D < Devices.size() && First < Program.Iterations; ++D) {
      uint64_t Most = std::min(Program.Iterations - First, memoryLimit(Program, Machine.Devices[Devices[D]]));
      auto Fits = [&](uint64_t Count) { return seconds(D, {First, First + Count}) <= Seconds; };
      // Neighbouring devices are mostly equal, so the binary search begins with the result of the previous device.
      if (Least > Most || !Fits(Least))
        Least = 0;
      else if (Least < Most && !Fits(Least + 1))
        Most = Least;
      while (Least < Most) {
        uint64_t Middle = Most - (Most - Least) / 2;
        if (Fits(Middle))
          Least = Middle;
        else
          Most = Middle - 1;
      }
      First += Least;
      if (Counts)
        (*Counts)[D] = Least;
    }
    return First;
  }

  const MachineModel &Machine;
  const ProgramModel &Program;
  const std::vector<size_t> Devices; ///< in the order of their shares in the loop
  std::vector<double> SlowedBy;
};

/// The Count fastest of the devices Of, in the order in which Of has them.
std::vector<size_t> fastest(const MachineModel &Machine, const std::vector<size_t> &Of, size_t Count) {
  std::vector<size_t> Chosen = Of;
  std::ranges::stable_sort(Chosen, std::greater<>(), [&](size_t J) { return Machine.Devices[J].Speed; });
  Chosen.resize(std::min(Count, Chosen.size()));
  std::ranges::sort(Chosen, {}, [&](size_t J) { return std::ranges::find(Of, J) - Of.begin(); });
  return Chosen;
}

/// A set of devices that a split may use.
struct Choice {
  std::vector<size_t> Cores, Accelerators; ///< in the order in which a region lists them
  std::vector<bool> LeftOut;

  /// The Count fastest accelerators, and all cores that drive none of them.
  Choice(const MachineModel &Machine, size_t Count) : LeftOut(Machine.accelerators(), true) {
    std::vector<size_t> All(Machine.accelerators());
    std::iota(All.begin(), All.end(), Machine.cores());
    Accelerators = fastest(Machine, All, Count);
    for (size_t J : Accelerators)
      LeftOut[J - Machine.cores()] = false;
    Cores.resize(Machine.cores() - Machine.hostCores());
    std::iota(Cores.begin(), Cores.end(), 0);
    for (size_t A = Machine.hostCores(); A-- > 0;)
      if (LeftOut[A])
        Cores.push_back(*Machine.hostCoreOf(A));
  }

  std::vector<size_t> devices() const {
    std::vector<size_t> List = Cores;
    List.insert(List.end(), Accelerators.begin(), Accelerators.end());
    return List;
  }
};

/// The best split found so far, and the simulated work of the devices under it.
class BestSplit {
public:
  BestSplit(const MachineModel &Machine, const ProgramModel &Program) : Machine(Machine), Program(Program) {}

  /// Finds the best split for the devices Of: computes a split, simulates it, and computes it again with the slowdowns
  /// by the shared memory that the simulation shows, until the slowdowns stay the same. Returns whether there were
  /// slowdowns.
  bool search(const Choice &Of) {
    constexpr int MostRounds = 20;
    std::vector<size_t> Devices = Of.devices();
    Search Solver(Machine, Program, Devices);
    for (int Round = 0; Round < MostRounds; ++Round) {
      auto Counts = Solver.solve();
      if (!Counts)
        return false;
      StaticSplit Split{std::vector<uint64_t>(Machine.Devices.size()), Of.LeftOut, 0};
      for (size_t D = 0; D < Devices.size(); ++D)
        Split.Iterations[Devices[D]] = (*Counts)[D];
      offer(std::move(Split));
      if (!Solver.slowed(Latest))
        return Round > 0;
    }
    return true;
  }

  /// Moves iterations from the device that ends last to one that ends early, fewer and fewer at a time, as long as the
  /// pass gets shorter. search() alone does not find the resulting split, since it assumes the slowdowns of the last
  /// split that it simulated.
  void improve() {
    constexpr int MostMoves = 20;
    for (uint64_t Step = Program.Iterations / 4; Step > 0; Step /= 2)
      for (int Move = 0;
           Move < MostMoves && (moveTo(ProcessorKind::Cpu, Step) || moveTo(ProcessorKind::Accelerator, Step));)
        ++Move;
  }

  const std::optional<StaticSplit> &known() const { return Known; }

private:
  /// Simulates Split, and stores it in Known if its pass is shorter than that of the best split so far. Returns whether
  /// it is.
  bool offer(StaticSplit Split) {
    SimulationResult Done = simulateSplit(Machine, Program, Split, {});
    Latest = Done.Passes.front();
    Split.Seconds = Done.Seconds;
    if (Known && Split.Seconds >= Known->Seconds)
      return false;
    Known = std::move(Split);
    BestPass = Latest;
    return true;
  }

  bool moveTo(ProcessorKind Kind, uint64_t Count) {
    std::vector<size_t> Devices = Choice(Machine, acceleratorsUsed()).devices();
    auto EndOf = [&](size_t J) { return BestPass.Devices[J].Seconds; };
    size_t From = *std::ranges::max_element(Devices, {}, EndOf), To = From;
    for (size_t J : Devices)
      if (J != From && Machine.Devices[J].Kind == Kind && (To == From || EndOf(J) < EndOf(To)))
        To = J;
    StaticSplit Split = *Known;
    if (To == From || Split.Iterations[From] < Count ||
        Split.Iterations[To] + Count > memoryLimit(Program, Machine.Devices[To]))
      return false;
    Split.Iterations[From] -= Count;
    Split.Iterations[To] += Count;
    return offer(Split);
  }

  size_t acceleratorsUsed() const { return static_cast<size_t>(std::ranges::count(Known->LeftOut, false)); }

  const MachineModel &Machine;
  const ProgramModel &Program;
  std::optional<StaticSplit> Known;
  SimulatedPass BestPass, Latest;
};

} // namespace

std::unique_ptr<Scheduler> makeFixedScheduler(const StaticSplit &Split) {
  return std::make_unique<FixedScheduler>(Split.Iterations);
}

SimulationResult simulateSplit(const MachineModel &Machine, const ProgramModel &Program, const StaticSplit &Split,
                               SimulationOptions Options) {
  Options.LeftOut = Split.LeftOut;
  return simulate(Machine, Program, *makeFixedScheduler(Split), Options);
}

std::optional<StaticSplit> bestStaticSplit(const MachineModel &Given, const ProgramModel &Program) {
  MachineModel Machine = Given;
  for (ModelledDevice &D : Machine.Devices)
    D.Changes.clear();
  BestSplit Best(Machine, Program);
  bool Slowed = false;
  auto Try = [&](size_t Count) {
    Choice Of(Machine, Count);
    // If the shared memory is the bottleneck, fewer cores may compute as much and leave more bandwidth to the
    // accelerators, so the search is repeated with half as many cores.
    while (!Of.devices().empty() && Best.search(Of)) {
      Slowed = true;
      if (Of.Cores.empty())
        break;
      Of.Cores = fastest(Machine, Of.Cores, Of.Cores.size() / 2);
    }
  };
  size_t All = Machine.accelerators();
  for (size_t Count = 0; Count < All; Count = std::max<size_t>(1, 2 * Count))
    Try(Count);
  Try(All);
  if (Slowed && Best.known())
    Best.improve();
  return Best.known();
}

} // namespace hetrt
