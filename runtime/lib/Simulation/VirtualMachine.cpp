// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The event loop of the virtual machine, which runs passes of a scheduler in virtual time.
#include "Simulation/VirtualMachine.h"

#include "Simulation/EventQueue.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

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

namespace {

enum class State : uint8_t { Idle, Running, Waiting, Gone };

struct Runner {
  State Now = State::Idle;
  Range Held;
  Cost Work = 0.0;
  unsigned NextPhase = 0;
  double Seconds = 0; ///< seconds of the finished phases of the device's range
  double Speed = 1;
  size_t NextStep = 0;
  bool Away = false; ///< the device waits for an event from Machine.Around, which tells when its range begins or has
                     ///< ended
};

/// One pass in progress. Moments are seconds since the start of the pass.
class PassRun {
public:
  PassRun(VirtualMachine &Machine, Scheduler &S, unsigned Pass)
      : Machine(Machine), S(S), Pass(Pass), Runners(Machine.Devices.size()),
        Events(Machine.Devices.size(), Machine.MemoryBytesPerSecond) {
    Result.Iterations.resize(Runners.size());
    Result.Busy.resize(Runners.size());
    Result.Ranges.resize(Runners.size());
  }

  PassResult run(uint64_t Iterations) {
    takeStepsOfThePast();
    S.beginPass(Iterations, models());
    if (Machine.Around)
      Machine.Around->passBegins(S.shares());
    if (Machine.UseShares)
      takeShares();
    for (unsigned J = 0; J < Runners.size(); ++J)
      if (Runners[J].Now == State::Idle)
        Idle.push_back(J);
    do
      askAll();
    while (Result.Violation.empty() && goOn());
    Result.Unfinished = S.endPass();
    if (Result.Violation.empty())
      Result.Violation = Result.Unfinished == 0 ? checkCover(allRanges(), Iterations) : unfinishedWithDevicesLeft();
    return std::move(Result);
  }

private:
  std::vector<DeviceModel> models() const {
    std::vector<DeviceModel> Models;
    for (size_t J = 0; J < Runners.size(); ++J) {
      Models.push_back(Machine.Devices[J].Model);
      Models.back().Usable &= !stopped(J);
    }
    return Models;
  }

  bool isAccelerator(size_t J) const { return Machine.Devices[J].Model.Kind == ProcessorKind::Accelerator; }
  /// Whether J is an accelerator whose speed has become 0.
  bool stopped(size_t J) const { return isAccelerator(J) && Runners[J].Speed == 0; }

  std::vector<Range> allRanges() const {
    std::vector<Range> All;
    for (auto &R : Result.Ranges)
      All.insert(All.end(), R.begin(), R.end());
    return All;
  }

  std::string unfinishedWithDevicesLeft() const {
    for (size_t J = 0; J < Runners.size(); ++J)
      if (Runners[J].Now != State::Gone && Machine.Devices[J].Model.Usable)
        return std::to_string(Result.Unfinished) + " iterations unfinished";
    return "";
  }

  void takeShares() {
    auto Shares = S.shares();
    for (unsigned J = 0; J < Shares.size(); ++J)
      if (!isAccelerator(J) && !Shares[J].empty())
        start(J, Shares[J]);
  }

  //===-- Asking --------------------------------------------------------------------------------------------------===//

  void askAll() {
    while (!Idle.empty() && Result.Violation.empty()) {
      auto Chosen = Idle.begin() + (Machine.Tie ? Machine.Tie(static_cast<unsigned>(Idle.size())) : 0);
      unsigned Device = *Chosen;
      Idle.erase(Chosen);
      ask(Device);
    }
  }

  void ask(unsigned Device) {
    Assignment A = S.next(Device);
    switch (A.What) {
    case Answer::Run:
      if (A.Share.empty())
        Result.Violation = "empty range handed to device " + std::to_string(Device);
      start(Device, A.Share);
      break;
    case Answer::Wait:
      Runners[Device].Now = State::Waiting;
      Waiting.push_back(Device);
      break;
    case Answer::Done:
      Runners[Device].Now = State::Gone;
      break;
    }
  }

  /// Called after every report of a device: devices that have got Answer::Wait will call next() again.
  void wakeWaiting() {
    for (unsigned Device : Waiting) {
      Runners[Device].Now = State::Idle;
      Idle.push_back(Device);
    }
    Waiting.clear();
    std::ranges::sort(Idle);
  }

  //===-- Events --------------------------------------------------------------------------------------------------===//

  void start(unsigned Device, Range Share) {
    Runner &R = Runners[Device];
    R.Now = State::Running;
    R.Held = Share;
    R.NextPhase = 0;
    R.Seconds = 0;
    if (Machine.Around && Machine.Around->begins(Device, Share, Events.now()))
      setAway(Device, true);
    else
      compute(Device);
  }

  void compute(unsigned Device) {
    Runner &R = Runners[Device];
    R.Work = Machine.Devices[Device].Seconds(R.Held, Pass);
    if (!beginPhase(Device))
      Events.begin(Device, {}, R.Speed); // an empty phase, which takes no time but ends only after other events that
                                         // are due now
  }

  void setAway(unsigned Device, bool Away) {
    AllAway += Away - Runners[Device].Away;
    Runners[Device].Away = Away;
  }

  /// Begins the next phase of the device's range that takes time. Returns false if there is none.
  bool beginPhase(unsigned Device) {
    Runner &R = Runners[Device];
    while (R.NextPhase < R.Work.Phases.size())
      if (Phase Next = R.Work.Phases[R.NextPhase++]; Next.Seconds > 0) {
        Events.begin(Device, Next, R.Speed);
        return true;
      }
    return false;
  }

  /// Executes the next event. Returns false if nothing is in progress.
  bool goOn() {
    double End = Events.nextEnd(), Outside = AllAway > 0 ? Machine.Around->next() : INFINITY;
    if (auto [Step, Device] = nextStep(); Step < INFINITY && Step <= std::min(End, Outside) && anythingRuns()) {
      Events.advanceTo(std::max(Step, Events.now()));
      takeStep(Device);
      return true;
    }
    if (Outside < INFINITY && Outside <= End) {
      Events.advanceTo(std::max(Outside, Events.now()));
      if (const auto What = Machine.Around->advance(); What && Runners[What->Device].Away)
        follow(*What);
      return true;
    }
    if (!(End < INFINITY)) {
      if (!Waiting.empty())
        Result.Violation = "a device waits though nothing runs";
      return false;
    }
    unsigned Device = Events.takeNext();
    Runners[Device].Seconds += Events.tookSeconds(Device);
    if (!beginPhase(Device))
      report(Device);
    return true;
  }

  void follow(const Surroundings::Event &What) {
    setAway(What.Device, false);
    Runners[What.Device].Seconds = What.Seconds;
    if (What.Ended)
      report(What.Device);
    else
      compute(What.Device);
  }

  void report(unsigned Device) {
    const VirtualDevice &D = Machine.Devices[Device];
    Runner &R = Runners[Device];
    if (D.Fails && D.Fails(R.Held, Pass)) {
      fail(Device, D.VanishesOnFailure);
      return;
    }
    S.finished(Device, R.Held, D.Reported ? D.Reported(R.Seconds) : R.Seconds);
    Result.Iterations[Device] += R.Held.size();
    Result.Busy[Device] += R.Seconds;
    Result.Ranges[Device].push_back(R.Held);
    Result.Seconds = Events.now();
    R.Now = State::Idle;
    Idle.push_back(Device);
    wakeWaiting();
  }

  void fail(unsigned Device, bool ForGood) {
    Runner &R = Runners[Device];
    setAway(Device, false);
    R.Now = ForGood ? State::Gone : State::Idle;
    if (!ForGood)
      Idle.push_back(Device);
    S.returned(Device, R.Held);
    wakeWaiting();
  }

  //===-- Changes of speed ----------------------------------------------------------------------------------------===//

  void takeStepsOfThePast() {
    for (size_t J = 0; J < Runners.size(); ++J) {
      const auto &Steps = Machine.Devices[J].Steps;
      Runner &R = Runners[J];
      for (; R.NextStep < Steps.size() && Steps[R.NextStep].AtSeconds <= Machine.now(); ++R.NextStep)
        R.Speed = Steps[R.NextStep].Speed;
      if (!Steps.empty())
        Changing.push_back(static_cast<unsigned>(J));
    }
  }

  bool anythingRuns() const {
    return std::ranges::any_of(Runners, [](const Runner &R) { return R.Now == State::Running; });
  }

  std::pair<double, unsigned> nextStep() const {
    std::pair<double, unsigned> First{INFINITY, 0};
    for (unsigned J : Changing)
      if (const auto &Steps = Machine.Devices[J].Steps; Runners[J].NextStep < Steps.size())
        First = std::min(First, {Steps[Runners[J].NextStep].AtSeconds - Machine.now(), J});
    return First;
  }

  void takeStep(unsigned Device) {
    Runner &R = Runners[Device];
    R.Speed = Machine.Devices[Device].Steps[R.NextStep++].Speed;
    if (!stopped(Device)) {
      Events.changeSpeed(Device, R.Speed);
      return;
    }
    Events.cancel(Device);
    bool Waited = std::erase(Waiting, Device) > 0;
    if (Waited)
      R.Held = {};
    if (R.Now == State::Running)
      fail(Device, true);
    else if (Waited)
      fail(Device, true); // the device has no range; its failure lets the scheduler give its later shares to other
                          // devices
  }

  VirtualMachine &Machine;
  Scheduler &S;
  unsigned Pass;
  std::vector<Runner> Runners;
  EventQueue Events;
  std::vector<unsigned> Idle;     ///< devices that are to call next(), in the order of the list
  std::vector<unsigned> Waiting;  ///< devices that have got Answer::Wait
  std::vector<unsigned> Changing; ///< devices that have changes of speed (Steps)
  int AllAway = 0;                ///< the number of devices with Runner::Away
  PassResult Result;
};

} // namespace

PassResult VirtualMachine::run(Scheduler &S, uint64_t Iterations) {
  PassResult Result = PassRun(*this, S, Pass++).run(Iterations);
  Now += Result.Seconds;
  return Result;
}

} // namespace hetrt
