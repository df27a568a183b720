// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Progress of the hub: the messages that are sent and taken, and the copies that are under way. One thread at a time
// makes progress.
#include "Node/Hub.h"

#include <algorithm>
#include <utility>

namespace hetrt::node {
namespace {

/// The most copies that are under way for one rank at the same time. It is less than LeastNumbers, so that all of them
/// can have different numbers.
constexpr std::size_t MostMoving = 512;

} // namespace

/// Makes progress once: sends the operations that wait, takes the messages that have come, and checks all copies.
/// Returns whether there was any work.
bool Hub::step() {
  if (Broken) // the transport has failed, so it must not be called any more
    return false;
  bool Worked = false;
  for (Link *Each : Serving)
    Worked |= sendWaiting(*Each);
  for (std::optional<Arrival> Next; !Broken; Next.reset()) {
    if (std::string Why = Network->take(Next); !Why.empty())
      fail(Why);
    if (!Next)
      break;
    take(*Next);
    Worked = true;
  }
  for (Link *Each : Serving) {
    Worked |= finishCopies(*Each);
    Worked |= settle(*Each);
    // Data that is under way will arrive soon, so this counts as work and the caller looks again at once.
    Worked |= Each->Moving > 0;
  }
  listen();
  return Worked;
}

/// Sends the operations that wait for one rank, as one message. Returns whether there were any.
bool Hub::sendWaiting(Link &To) {
  std::vector<std::byte> Packet;
  while (!Broken) {
    Operation Next;
    {
      Lock Lock(Mutex);
      if (To.Waiting.empty() || To.Moving >= MostMoving)
        break;
      Next = std::move(To.Waiting.front());
      To.Waiting.pop_front();
    }
    if (std::string Why = begin(To, Next, Packet); !Why.empty())
      fail(Why);
  }
  if (Packet.empty() || Broken)
    return !Packet.empty();
  {
    Lock Lock(Mutex);
    ++To.Counts.Orders;
  }
  if (std::string Why = Network->post(To.Rank, std::move(Packet)); !Why.empty())
    fail(Why);
  return true;
}

/// Begins one operation on this side, and appends its message to `Packet`. Returns why it failed, or "".
std::string Hub::begin(Link &To, Operation &What, std::vector<std::byte> &Packet) {
  std::string Why;
  if (std::holds_alternative<Expect>(What.What)) {
    Lock Lock(Mutex);
    ++To.Counts.Across;
  }
  if (What.Queue != Operation::NoQueue) {
    Link::Pending New{.Launch = std::holds_alternative<LaunchRange>(What.What),
                      .Partials = What.Partials,
                      .Region = std::move(What.Region)};
    Copy *Moves = std::get_if<Copy>(&What.What);
    // Data between two ranks that serve does not pass through rank 0, so this side has nothing to send or receive.
    if (Moves && !Moves->Peer) {
      To.LastNumber = To.LastNumber % (LeastNumbers - 1) + 1;
      Moves->Number = To.LastNumber;
      New.Out = Moves->Out;
      ++To.Moving;
      Why = New.Out ? Network->receive(To.Rank, Moves->Number, What.Data, New.Under)
                    : Network->send(To.Rank, Moves->Number, What.Data, New.Under);
    }
    Lock Lock(Mutex);
    if (Moves && (!Moves->Peer || !Moves->Out))
      ++(Moves->Peer ? To.Counts.Across : Moves->Out ? To.Counts.Out : To.Counts.In);
    To.Under[What.Queue].push_back(std::move(New));
  }
  const std::vector<std::byte> Bytes = encode(What.What);
  Packet.insert(Packet.end(), Bytes.begin(), Bytes.end());
  return Why;
}

/// Checks in each queue the copies that are under way, up to the first that is not done, since operations count as done
/// in order.
bool Hub::finishCopies(Link &Each) {
  bool Worked = false;
  for (auto &Queue : Each.Under)
    for (Link::Pending &Next : Queue) { // needs no lock, since only this thread changes the length of these lists
      if (!Next.Under)
        continue;
      bool IsDone = false;
      if (std::string Why = Broken ? "" : Network->test(Next.Under, IsDone); !Why.empty())
        fail(Why);
      if (!IsDone)
        break;
      Next.Under = 0;
      --Each.Moving;
      Worked = true;
    }
  return Worked;
}

/// Counts as done the operations that both sides have finished.
bool Hub::settle(Link &Each) {
  bool Worked = false;
  {
    Lock Lock(Mutex);
    for (unsigned Queue = 0; Queue < QueueCount; ++Queue)
      for (auto &Under = Each.Under[Queue]; !Under.empty() && Under.front().Answered && !Under.front().Under;) {
        Under.pop_front();
        ++Each.Completed[Queue];
        Worked = true;
      }
  }
  if (Worked)
    ForCallers.notify_all();
  return Worked;
}

void Hub::take(Arrival &What) {
  Link &From = *All[What.From - 1];
  From.Quiet.heard();
  if (From.Refused) { // the rank's last message
    From.Gone = true;
    return;
  }
  bool Counts = false;
  for (std::span<const std::byte> Bytes = What.Message; !Bytes.empty() && !Broken;) {
    Message Read;
    if (std::string Why = decodeNext(Bytes, Read); !Why.empty())
      return lose(From, "sent " + Why);
    Counts |= !std::holds_alternative<Beat>(Read);
    take(From, Read);
  }
  Lock Lock(Mutex);
  From.Counts.Orders += Counts;
}

void Hub::take(Link &From, Message &Read) {
  if (Done *Over = std::get_if<Done>(&Read))
    return note(From, *Over);
  if (const Failed *Why = std::get_if<Failed>(&Read))
    return lose(From, "cannot go on: " + Why->Why);
  if (Answer *Said = std::get_if<Answer>(&Read)) {
    Lock Lock(Mutex);
    From.Answered = std::move(*Said);
    ForCallers.notify_all();
    return;
  }
  if (const Beat *Alive = std::get_if<Beat>(&Read))
    return setClock(From, Alive->Seconds);
  lose(From, "sent a message that is not for rank 0");
}

/// Estimates the difference of the clocks. A message's time under way makes the difference appear larger, so the
/// smallest difference of all messages is the best estimate.
void Hub::setClock(Link &Of, double Seconds) {
  const double Now = secondsNow();
  Of.ClockOffset = std::min(Of.ClockOffset.value_or(Now - Seconds), Now - Seconds);
}

/// Adds the work of the devices of a rank in a launch.
static void addWork(DividedWork &To, const Done &Of) {
  for (const WorkDone &Each : Of.Work) {
    if (Each.Device >= LeastNumbers)
      continue;
    To.Sums.resize(std::max<std::size_t>(To.Sums.size(), Each.Device + 1));
    WorkDone &Sum = To.Sums[Each.Device];
    Sum.Device = Each.Device;
    Sum.GivenUp = Each.GivenUp;
    Sum.Iterations += Each.Iterations;
    Sum.BytesIn += Each.BytesIn;
    Sum.BytesOut += Each.BytesOut;
    Sum.Seconds += Each.Seconds;
  }
  if (!Of.Work.empty())
    To.WhyCores = Of.WhyCores;
  for (std::string_view Left = Of.Faults; !Left.empty();) {
    const std::string_view Line = Left.substr(0, Left.find('\n'));
    To.Faults.emplace_back(Line);
    Left.remove_prefix(std::min(Line.size() + 1, Left.size()));
  }
}

void Hub::note(Link &From, Done &What) {
  Lock Lock(Mutex);
  auto Queue = What.Queue < QueueCount ? &From.Under[What.Queue] : nullptr;
  auto Next =
      Queue ? std::ranges::find_if(*Queue, [](const auto &Each) { return !Each.Answered; }) : From.Under[0].end();
  if (!Queue || Next == Queue->end()) {
    Lock.unlock();
    return lose(From, "answered what nobody has asked");
  }
  Next->Answered = true;
  if (Next->Partials)
    *Next->Partials = std::move(What.Partials);
  if (What.Code && !From.Fault.Code)
    From.Fault = {What.Code, What.DeviceFault != 0, std::move(What.Message)};
  addWork(From.Work, What);
  if (What.End > What.Begin)
    From.Stretches.push_back({What.Queue, Next->Out, Next->Launch, What.Begin + From.ClockOffset.value_or(0),
                              What.End + From.ClockOffset.value_or(0)});
  if (From.Fault.Code)
    ForCallers.notify_all();
}

} // namespace hetrt::node
