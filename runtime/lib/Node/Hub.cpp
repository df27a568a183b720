// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hub's life in rank 0, from the greetings of all ranks to their last messages.
#include "Node/Hub.h"

#include "Trace/Signals.h"

#include <algorithm>
#include <utility>

namespace hetrt::node {

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
      Rhythm.pause();
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
  Pace Rhythm;
  for (const double End = secondsNow() + 0.1; secondsNow() < End; Rhythm.pause())
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
    } else {
      Rhythm.pause();
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
