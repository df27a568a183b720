// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hub's thread in rank 0, and the operations that other threads give to it under its lock.
#include "Node/Hub.h"

#include "Trace/Signals.h"

#include <algorithm>
#include <sched.h>
#include <utility>

namespace hetrt::node {
namespace {

/// The most copies that are under way for one rank at the same time. It is less than LeastNumbers, so that all of them
/// can have different numbers.
constexpr std::size_t MostMoving = 512;

} // namespace

// ---- Links: threads of the program -------------------------------------------------------------------------------

void Link::enqueue(Operation What) {
  const bool Starts = std::holds_alternative<LaunchRange>(What.What);
  {
    Hub::Lock Lock(Owner.Mutex);
    hold(std::move(What));
    if (!Starts || !flush())
      return;
  }
  Owner.help();
}

/// Adds an operation to those that are held. The caller has the lock.
void Link::hold(Operation What) {
  const Copy *Moves = std::get_if<Copy>(&What.What);
  if (Moves && Held.takes(*Moves, What.Data))
    return Held.join(*Moves, What.Data);
  ++Enqueued[What.Queue];
  Held.add(std::move(What));
}

/// Passes on all operations that the link holds back, to be sent. Does the same for links that hold the other sides of
/// these copies, since a rank that has one side of a copy waits for the rank with the other. Returns whether there was
/// anything to send. The caller has the lock.
bool Link::flush() {
  if (Held.empty())
    return false;
  for (Operation &Each : Held.take())
    hand(std::move(Each));
  for (Link *Each : std::exchange(HeldWith, {}))
    Each->flush();
  return true;
}

/// Puts one operation into the list of those to be sent. The caller has the lock.
void Link::hand(Operation What) {
  if (Owner.Lost.empty())
    Waiting.push_back(std::move(What));
}

std::uint64_t Link::enqueued(unsigned Queue) const {
  Hub::Lock Lock(Owner.Mutex);
  return Enqueued[Queue];
}

/// The first failure of an operation on this link, or the loss of the job.
Outcome Link::outcome() const {
  return Owner.Lost.empty() ? Fault : Outcome{HETRT_ERROR_DEVICE, true, "the job is lost: " + Owner.Lost};
}

Outcome Link::wait(unsigned Queue) {
  Owner.await([&] {
    flush();
    return finished(Queue) || outcome().Code;
  });
  Hub::Lock Lock(Owner.Mutex);
  return outcome();
}

Outcome Link::poll(unsigned Queue, bool &Finished) {
  bool Worked = false;
  Finished = Owner.helpUntil(
      [&] {
        flush();
        return finished(Queue) || outcome().Code;
      },
      1, Worked);
  Hub::Lock Lock(Owner.Mutex);
  const Outcome Result = outcome();
  Finished = Finished && !Result.Code;
  return Result;
}

Answer Link::ask(Message What) {
  {
    Hub::Lock Lock(Owner.Mutex);
    Answered.reset();
    hand({.What = std::move(What)});
  }
  Owner.await([&] { return Answered || !Owner.Lost.empty(); });
  Hub::Lock Lock(Owner.Mutex);
  return std::exchange(Answered, std::nullopt).value_or(Answer{0, outcome().Message});
}

void Link::tell(Message What) {
  {
    Hub::Lock Lock(Owner.Mutex);
    Held.add({.What = std::move(What)}); // The message may concern operations that are held, so it is sent behind them.
    flush();
  }
  Owner.help();
}

bool Link::idle() const {
  for (unsigned Queue = 0; Queue < QueueCount; ++Queue)
    if (!finished(Queue))
      return false;
  return true;
}

void Link::drain() {
  Owner.await([&] {
    flush();
    return idle() || !Owner.Lost.empty();
  });
  {
    Hub::Lock Lock(Owner.Mutex);
    if (!Fault.Code)
      return;
    Fault = {};
    hand({.What = Resume{}});
  }
  Owner.help();
}

std::vector<Stretch> Link::takeStretches() {
  Hub::Lock Lock(Owner.Mutex);
  return std::exchange(Stretches, {});
}

DividedWork Link::takeWork() {
  Hub::Lock Lock(Owner.Mutex);
  return std::exchange(Work, {});
}

MessageCounts Link::takeCounts() {
  Hub::Lock Lock(Owner.Mutex);
  return std::exchange(Counts, {});
}

// ---- The hub: threads of the program -----------------------------------------------------------------------------

Hub::Hub(Opener Open, Options Wanted) : Wanted(std::move(Wanted)) {
  SignalsBlocked DuringStart;
  Thread = std::thread([this, Open = std::move(Open)] { run(Open); });
}

Hub::~Hub() {
  end();
  if (Thread.joinable())
    Thread.join();
}

void Hub::waitOpened() {
  Lock Lock(Mutex);
  ForCallers.wait(Lock, [&] { return Opened; });
}

const std::vector<Link *> &Hub::links() {
  Lock Lock(Mutex);
  ForCallers.wait(Lock, [&] { return Ready; });
  return Serving;
}

void Hub::copyAcross(Link &To, std::uint32_t In, const Place &There, Link &From, std::uint32_t Out, const Place &Here) {
  Lock Lock(Mutex);
  Copy Sends{Out, true, 0, To.Rank, {Here}}, Receives{In, false, 0, From.Rank, {There}};
  // The two sides join earlier copies only if both can, and if these are the two sides of one copy, which have the same
  // number.
  if (From.Held.takes(Sends, {}) && To.Held.takes(Receives, {}) &&
      From.Held.numberFor(Sends) == To.Held.numberFor(Receives)) {
    From.Held.join(Sends, {});
    To.Held.join(Receives, {});
    return;
  }
  LastNumber = LastNumber % (LeastNumbers - 1) + 1;
  Sends.Number = Receives.Number = LastNumber;
  ++From.Enqueued[Out];
  From.Held.add({.Queue = Out, .What = std::move(Sends)});
  ++To.Enqueued[In];
  To.Held.add({.Queue = In, .What = std::move(Receives)});
  From.HeldWith.push_back(&To);
  To.HeldWith.push_back(&From);
}

std::uint64_t Hub::sendEarly(Link &To, Link &From, std::uint32_t Queue, std::vector<Place> Parts,
                             std::uint64_t Slices) {
  std::uint64_t Bytes = 0;
  for (const Place &Each : Parts)
    Bytes += Each.Rows * Each.RowBytes;
  Lock Lock(Mutex);
  ++From.Enqueued[Queue];
  From.Held.add({.Queue = Queue, .What = Copy{Queue, true, EarlyNumber, To.Rank, std::move(Parts)}});
  From.Held.close(Queue);
  To.Held.add({.What = Expect{++LastEarly, Bytes, Slices, From.Rank, EarlyNumber}});
  From.HeldWith.push_back(&To);
  To.HeldWith.push_back(&From);
  return LastEarly;
}

bool Hub::end() {
  Ending.store(true);
  if (Thread.get_id() == std::this_thread::get_id() || ProgressThread == std::this_thread::get_id())
    return false; // OnLoss ends the program from this thread, which must not wait for itself
  Lock Lock(Mutex);
  ForThread.notify_one();
  const auto Longest = std::chrono::duration<double>(Wanted.SilenceSeconds);
  if (!ForCallers.wait_for(Lock, Longest, [&] { return Finished || InOrder; }))
    return false;
  // Waits for the hub's thread, which ends MPI; that takes some time, as in any MPI program. If this process exited
  // before, the launcher would kill ranks that have not ended.
  ForCallers.wait(Lock, [&] { return Finished; });
  Lock.unlock();
  if (Thread.joinable())
    Thread.join();
  return true;
}

// ---- The hub's thread ----------------------------------------------------------------------------------------------

void Hub::run(const Opener &Open) {
  Network = Open(WhyFewer);
  {
    Lock Lock(Mutex);
    Opened = true;
  }
  ForCallers.notify_all();
  for (unsigned Rank = 1; Network && Rank < Network->ranks(); ++Rank)
    All.push_back(std::unique_ptr<Link>(new Link(*this, Rank)));
  const bool Fine = Network && greetAll();
  {
    Lock Lock(Mutex);
    for (const auto &Each : All)
      if (Fine && !Each->Refused)
        Serving.push_back(Each.get());
    Ready = true;
  }
  ForCallers.notify_all();
  if (Fine)
    serve();
  leave();
  {
    Lock Lock(Mutex);
    Finished = true;
    ForCallers.notify_all();
  }
}

/// Waits for the greetings of all ranks, and for the equipment (the list of devices) of those that are to divide
/// launches among devices.
bool Hub::greetAll() {
  Pace Rhythm;
  for (std::size_t Missing = All.size(); Missing && !Broken && !Ending;) {
    std::optional<Arrival> Next;
    if (std::string Why = Network->take(Next); !Why.empty())
      fail(Why);
    if (!Next) {
      listen();
      const auto Rest = Rhythm.rest(false);
      Rest.count() ? std::this_thread::sleep_for(Rest) : std::this_thread::yield();
      continue;
    }
    Link &From = *All[Next->From - 1];
    From.Quiet.heard();
    Missing -= From.Greeted ? equip(From, Next->Message) : greet(From, Next->Message);
  }
  return !Broken && !Ending;
}

/// Appends a reason to a text of reasons.
static void explain(std::string &To, const std::string &Why) { To += (To.empty() ? "" : "; ") + Why; }

/// Takes a rank's first message. Returns whether no more messages are needed from this rank: it can serve, or it is
/// left out.
bool Hub::greet(Link &From, std::span<const std::byte> Packet) {
  Message What;
  static_cast<void>(decode(Packet, What)); // bytes that cannot be decoded are no greeting
  const Greeting *Who = std::get_if<Greeting>(&What);
  From.Greeted = true;
  if (Who) {
    From.Who = *Who;
    setClock(From, Who->Seconds);
  }
  if (!Who || Who->Version != ProtocolVersion || Who->Program.Runtime != Wanted.Program.Runtime)
    explain(WhyFewer, nameOf(From) + " runs with another libhetrt, and is left out");
  else if (Who->Program.Program != Wanted.Program.Program)
    explain(WhyFewer, nameOf(From) + " runs another program, and is left out");
  From.Refused = !Who || Who->Version != ProtocolVersion || Who->Program != Wanted.Program;
  Network->post(From.Rank,
                encode(From.Refused ? Message(Leave{}) : Message(Welcome{Wanted.SilenceSeconds, Wanted.Devices})));
  return From.Refused || Wanted.Devices.empty();
}

/// Takes a message of a rank that was welcomed: its equipment, or signs of life before that. Returns whether the
/// equipment has come.
bool Hub::equip(Link &From, std::span<const std::byte> Packet) {
  bool HasCome = false;
  for (Message What; !Packet.empty() && decodeNext(Packet, What).empty();)
    if (Equipment *Said = std::get_if<Equipment>(&What)) {
      From.Has = std::move(*Said);
      HasCome = true;
      if (!From.Has.Problem.empty())
        explain(WhyLess, nameOf(From) + ": " + From.Has.Problem);
    }
  return HasCome;
}

void Hub::serve() {
  Pace Rhythm;
  LastBeat = secondsNow();
  Lock Lock(Mutex);
  TakesHelp = Network->takesAnyThread();
  while (!Ending) {
    const bool OthersLook = std::exchange(WasHelped, false) || ProgressThread != std::thread::id();
    const bool Worked = !OthersLook && progress(Lock);
    const auto Rest = OthersLook ? Pace::Longest : TakesHelp ? Rhythm.restBesideOthers(Worked) : Rhythm.rest(Worked);
    if (!Rest.count()) {
      Lock.unlock();
      lookAgain(Wanted.AreCrowded);
      Lock.lock();
    } else if (!Ending && (ProgressThread != std::thread::id() || !anythingWaits())) {
      // Another thread makes progress now and will send the operations that wait, so this thread only rests.
      ForThread.wait_for(Lock, Rest);
    }
  }
  TakesHelp = false;
  ForThread.wait(Lock, [&] { return ProgressThread == std::thread::id(); });
}

/// Whether operations wait to be sent. The caller has the lock.
bool Hub::anythingWaits() const {
  return std::ranges::any_of(Serving, [](const Link *Each) { return !Each->Waiting.empty(); });
}

/// Makes progress once. The caller has the lock, which is released during the work. No other thread makes progress at
/// the same time.
bool Hub::progress(Lock &Held) {
  ProgressThread = std::this_thread::get_id();
  Held.unlock();
  const bool Worked = step();
  Held.lock();
  ProgressThread = std::thread::id();
  return Worked;
}

// ---- Threads of the program in place of the hub's ----------------------------------------------------------------

/// Makes progress until `IsDone` returns true, but at most `MostLooks` times, and not while another thread makes
/// progress. Returns whether `IsDone` has returned true. `Worked` is set if there was any work.
template <typename Condition> bool Hub::helpUntil(Condition IsDone, unsigned MostLooks, bool &Worked) {
  // Signals are blocked, since a signal handler that ends the program in this thread would wait for the hub, which this
  // thread may be using.
  const SignalsBlocked Meanwhile;
  Lock Lock(Mutex);
  bool Done = IsDone();
  for (; !Done && MostLooks && TakesHelp && ProgressThread == std::thread::id(); --MostLooks) {
    Worked |= progress(Lock);
    WasHelped = true;
    Done = IsDone();
  }
  // Wakes the hub's thread if operations still wait, and no other thread makes progress.
  if (Ending || (anythingWaits() && ProgressThread == std::thread::id()))
    ForThread.notify_one();
  return Done;
}

/// Makes progress once. Called after operations were given to be sent.
void Hub::help() {
  bool Worked = false;
  helpUntil([] { return false; }, 1, Worked);
}

/// Waits until the condition holds; makes progress itself if the transport allows.
template <typename Condition> void Hub::await(Condition IsDone) {
  constexpr unsigned LooksAtOnce = 16;
  Pace Rhythm;
  for (bool Worked = false; !helpUntil(IsDone, LooksAtOnce, Worked); Worked = false) {
    const auto Rest = Rhythm.rest(Worked);
    Lock Lock(Mutex);
    if (!TakesHelp) {
      ForCallers.wait(Lock, [&] { return IsDone() || TakesHelp; });
    } else if (Rest.count()) {
      ForCallers.wait_for(Lock, Rest, IsDone);
    } else {
      Lock.unlock();
      lookAgain(Wanted.AreCrowded);
    }
  }
}

// ---- Progress -------------------------------------------------------------------------------------------------------

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

/// Tells the other ranks from time to time that this process is alive, and notices ranks that have been silent for too
/// long.
void Hub::listen() {
  if (Broken)
    return;
  const double Now = secondsNow();
  const bool Beats = Now - LastBeat > Wanted.SilenceSeconds / 8;
  if (Beats)
    LastBeat = Now;
  for (const auto &Each : All) {
    if (Each->Refused)
      continue;
    if (Beats && Each->Greeted)
      Network->post(Each->Rank, encode(Beat{Now}));
    if (Each->Quiet.listen() > Wanted.SilenceSeconds && !Broken)
      lose(*Each, "has not answered for " + std::to_string(static_cast<int>(Wanted.SilenceSeconds)) + " seconds");
  }
}

std::string Hub::nameOf(const Link &Which) const {
  return "node:" + std::to_string(Which.Rank - 1) + " (rank " + std::to_string(Which.Rank) +
         (Which.Who.Host.empty() ? "" : " on " + Which.Who.Host) + ")";
}

void Hub::lose(Link &Which, const std::string &Why) {
  std::string Region;
  {
    Lock Lock(Mutex);
    for (const Link::Pending &Each : Which.Under[1])
      if (Each.Launch && !Each.Answered) {
        Region = Each.Region;
        break;
      }
  }
  letGo(Which);
  fail(nameOf(Which) + " " + Why + (Region.empty() ? "" : "; it had a range of the region " + Region));
}

/// Tells the other ranks that the job ends, for the case that the launcher does not end them; they would otherwise find
/// out only after a long silence. Messages leave only while the transport is asked for new ones, so this function asks.
void Hub::letGo(const Link &Lost) {
  if (Broken)
    return;
  for (const auto &Each : All)
    if (Each.get() != &Lost && !Each->Refused)
      Network->post(Each->Rank, encode(Failed{"another rank is lost"}));
  for (const double End = secondsNow() + 0.1; secondsNow() < End; sched_yield())
    if (std::optional<Arrival> Ignored; !Network->take(Ignored).empty())
      return;
}

void Hub::fail(const std::string &Why) {
  if (std::exchange(Broken, true))
    return;
  {
    Lock Lock(Mutex);
    Lost = Why;
  }
  if (Wanted.OnLoss)
    Wanted.OnLoss(Why, *Network);
  ForCallers.notify_all();
}

/// Waits for each rank's last message, but no longer than half the allowed silence. Drops other messages.
void Hub::leave() {
  if (!Network || Broken)
    return;
  for (const auto &Each : All)
    if (!Each->Refused)
      Network->post(Each->Rank, encode(Leave{}));
  const double End = secondsNow() + Wanted.SilenceSeconds / 2;
  Pace Rhythm;
  while (secondsNow() < End && !std::ranges::all_of(All, [](const auto &Each) { return Each->Gone; })) {
    std::optional<Arrival> Next;
    if (!Network->take(Next).empty())
      break;
    if (Next) {
      Message Read;
      for (std::span<const std::byte> Bytes = Next->Message; !Bytes.empty() && decodeNext(Bytes, Read).empty();)
        All[Next->From - 1]->Gone |= std::holds_alternative<Leave>(Read);
    } else if (const auto Rest = Rhythm.rest(false); Rest.count()) {
      std::this_thread::sleep_for(Rest);
    } else {
      sched_yield();
    }
  }
  {
    Lock Lock(Mutex);
    InOrder = std::ranges::all_of(All, [](const auto &Each) { return Each->Gone; });
    ForCallers.notify_all();
  }
  Network->finish();
}

} // namespace hetrt::node
