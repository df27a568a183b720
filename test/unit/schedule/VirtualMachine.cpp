// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The event loop of the virtual machine.
#include "VirtualMachine.h"

#include <algorithm>
#include <limits>
#include <random>

namespace hetrt::test {

VirtualDevice VirtualDevice::core(double SecondsPerIteration) {
  VirtualDevice D;
  D.Seconds = [=](Range R, unsigned) { return static_cast<double>(R.size()) * SecondsPerIteration; };
  return D;
}

VirtualDevice VirtualDevice::accelerator(double SecondsPerIteration, double SimdWidth, double FixedSeconds) {
  VirtualDevice D;
  D.Model.Kind = ProcessorKind::Accelerator;
  D.Model.SimdWidth = SimdWidth;
  D.Seconds = [=](Range R, unsigned) { return FixedSeconds + static_cast<double>(R.size()) * SecondsPerIteration; };
  return D;
}

namespace {

enum class State { Idle, Running, Waiting, Gone };

struct Runner {
  State Now = State::Idle;
  Range Held;
  double Until = 0;
};

/// Sorts and joins ranges; complains about overlaps.
std::string checkCover(std::vector<Range> All, uint64_t Iterations) {
  std::ranges::sort(All, {}, &Range::First);
  uint64_t Next = 0;
  for (const Range &R : All) {
    if (R.First != Next)
      return "iteration " + std::to_string(std::min(R.First, Next)) + (R.First < Next ? " ran twice" : " did not run");
    Next = R.Last;
  }
  return Next == Iterations ? "" : "iteration " + std::to_string(Next) + " did not run";
}

/// One pass in progress.
class PassRun {
public:
  PassRun(VirtualMachine &Machine, Scheduler &S, unsigned Pass)
      : Machine(Machine), S(S), Pass(Pass), Runners(Machine.Devices.size()) {
    Result.Iterations.resize(Runners.size());
    Result.Ranges.resize(Runners.size());
  }

  PassResult run(uint64_t Iterations) {
    std::vector<DeviceModel> Models;
    for (const VirtualDevice &D : Machine.Devices)
      Models.push_back(D.Model);
    S.beginPass(Iterations, Models);
    if (Machine.UseShares)
      takeShares();
    while (Result.Violation.empty()) {
      while (askOne())
        ;
      if (!finishOne())
        break;
    }
    Result.Unfinished = S.endPass();
    std::vector<Range> All;
    for (auto &R : Result.Ranges)
      All.insert(All.end(), R.begin(), R.end());
    if (Result.Violation.empty())
      Result.Violation = Result.Unfinished == 0 ? checkCover(All, Iterations) : unfinishedThoughAnybodyLeft();
    return std::move(Result);
  }

private:
  std::string unfinishedThoughAnybodyLeft() const {
    for (size_t J = 0; J < Runners.size(); ++J)
      if (Runners[J].Now != State::Gone && Machine.Devices[J].Model.Usable)
        return std::to_string(Result.Unfinished) + " iterations unfinished";
    return "";
  }

  void takeShares() {
    auto Shares = S.shares();
    for (size_t J = 0; J < Shares.size(); ++J)
      if (Machine.Devices[J].Model.Kind == ProcessorKind::Cpu && !Shares[J].empty())
        start(J, Shares[J]);
  }

  void start(size_t J, Range Share) {
    Runners[J] = {State::Running, Share, Time + Machine.Devices[J].Seconds(Share, Pass)};
  }

  /// Lets one idle device ask. False when none is idle.
  bool askOne() {
    std::vector<size_t> Idle;
    for (size_t J = 0; J < Runners.size(); ++J)
      if (Runners[J].Now == State::Idle)
        Idle.push_back(J);
    if (Idle.empty())
      return false;
    size_t J = Idle[Machine.Tie ? Machine.Tie(static_cast<unsigned>(Idle.size())) : 0];
    Assignment A = S.next(static_cast<unsigned>(J));
    switch (A.What) {
    case Answer::Run:
      if (A.Share.empty())
        Result.Violation = "empty range handed to device " + std::to_string(J);
      start(J, A.Share);
      break;
    case Answer::Wait:
      Runners[J].Now = State::Waiting;
      break;
    case Answer::Done:
      Runners[J].Now = State::Gone;
      break;
    }
    return true;
  }

  /// Advances to the next end of a range. False when nothing runs.
  bool finishOne() {
    size_t Next = Runners.size();
    for (size_t J = 0; J < Runners.size(); ++J)
      if (Runners[J].Now == State::Running && (Next == Runners.size() || Runners[J].Until < Runners[Next].Until))
        Next = J;
    if (Next == Runners.size()) {
      for (const Runner &R : Runners)
        if (R.Now == State::Waiting)
          Result.Violation = "a device waits though nothing runs";
      return false;
    }
    Runner &R = Runners[Next];
    Time = R.Until;
    report(Next);
    for (Runner &Other : Runners)
      if (Other.Now == State::Waiting)
        Other.Now = State::Idle;
    return true;
  }

  void report(size_t J) {
    const VirtualDevice &D = Machine.Devices[J];
    Runner &R = Runners[J];
    auto Device = static_cast<unsigned>(J);
    if (D.Fails && D.Fails(R.Held, Pass)) {
      R.Now = D.VanishesOnFailure ? State::Gone : State::Idle;
      S.returned(Device, R.Held);
      return;
    }
    R.Now = State::Idle;
    double Seconds = D.Seconds(R.Held, Pass);
    S.finished(Device, R.Held, D.Reported ? D.Reported(Seconds) : Seconds);
    Result.Iterations[J] += R.Held.size();
    Result.Ranges[J].push_back(R.Held);
    Result.Seconds = Time;
  }

  VirtualMachine &Machine;
  Scheduler &S;
  unsigned Pass;
  std::vector<Runner> Runners;
  double Time = 0;
  PassResult Result;
};

} // namespace

double noiseFactor(double Deviation, Range R, unsigned Pass, uint64_t Seed) {
  std::seed_seq Sequence{R.First, R.Last, uint64_t{Pass}, Seed};
  std::minstd_rand Random(Sequence);
  return std::max(0.2, std::normal_distribution<double>(1, Deviation)(Random));
}

PassResult VirtualMachine::run(Scheduler &S, uint64_t Iterations) { return PassRun(*this, S, Pass++).run(Iterations); }

} // namespace hetrt::test
