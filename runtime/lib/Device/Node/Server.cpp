// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages, queues, memory.
#include "Device/Node/Server.h"

#include "Topology/Granted.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <new>
#include <sched.h>
#include <unistd.h>
#include <utility>

namespace hetrt::node {
namespace {

constexpr std::align_val_t Alignment{64};

/// As many threads as the program's own OpenMP runtime gives a team: it has seen the process's first affinity mask, and
/// knows its own variables.
unsigned largestTeam() {
  using Asked = int();
  auto *Ask = reinterpret_cast<Asked *>(dlsym(RTLD_DEFAULT, "omp_get_max_threads"));
  return Ask ? static_cast<unsigned>(std::max(Ask(), 1)) : ~0u;
}

unsigned coresForTeams(unsigned RanksHere) {
  const unsigned Granted = grantedCores([](const char *Name) -> const char * { return std::getenv(Name); });
  const char *Said = std::getenv("OMP_NUM_THREADS");
  const auto Online = static_cast<unsigned>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1l));
  const auto Wanted = static_cast<unsigned>(std::strtoul(Said ? Said : "", nullptr, 10));
  return std::min(Wanted ? std::min(Wanted, Granted) : coresOfRank(Granted, Online, RanksHere), largestTeam());
}

std::byte *memoryAt(std::uint64_t Address) { return reinterpret_cast<std::byte *>(Address); }

} // namespace

Greeting greetingOf(unsigned RanksHere) {
  Greeting Mine;
  Mine.Program = programName();
  char Host[256] = "";
  if (gethostname(Host, sizeof Host - 1) == 0)
    Mine.Host = Host;
  Mine.Processor = processorModel();
  Mine.Cores = coresForTeams(RanksHere);
  const auto Pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)),
             PageBytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  Mine.MemoryBytes = Pages / 2 * PageBytes / std::max(RanksHere, 1u);
  Mine.Seconds = secondsNow();
  return Mine;
}

Server::Server(Transport &Network, Greeting Mine)
    : Network(Network), Mine(std::move(Mine)), Computing(std::max(this->Mine.Cores, 1u)) {}

Server::~Server() {
  for (const auto &[Address, Bytes] : Live)
    ::operator delete(memoryAt(Address), Alignment);
}

std::string Server::run(double Longest) {
  SilenceSeconds = Longest;
  LastBeat = Pace::Clock::now();
  say(Mine);
  Pace Rhythm;
  while (!Ends) {
    const auto Rest = Rhythm.rest(step());
    if (Rest.count())
      std::this_thread::sleep_for(Rest);
    else
      sched_yield();
  }
  return Problem;
}

bool Server::step() {
  bool Worked = false;
  for (std::optional<Arrival> Next; !Ends; Next.reset()) {
    if (std::string Why = Network.take(Next); !Why.empty())
      giveUp(Why);
    if (!Next)
      break;
    Worked = true;
    Quiet.heard();
    Message What;
    std::string Why = Next->From == 0 ? decode(Next->Message, What) : "a message from a rank that serves";
    if (Why.empty())
      Why = take(std::move(What));
    if (!Why.empty())
      giveUp(Why);
  }
  for (unsigned Number = 0; Number < QueueCount; ++Number)
    while (!Ends && advance(Number))
      Worked = true;
  const auto Now = Pace::Clock::now();
  if (std::chrono::duration<double>(Now - LastBeat).count() > SilenceSeconds / 8) {
    LastBeat = Now;
    say(Beat{secondsNow()});
  }
  if (Quiet.listen() > SilenceSeconds)
    giveUp("rank 0 is silent");
  return Worked;
}

void Server::say(const Message &What) {
  if (!Ends)
    if (std::string Why = Network.post(0, encode(What)); !Why.empty())
      giveUp(Why);
}

/// Rank 0 hears why, if it can.
void Server::giveUp(const std::string &Why) {
  if (Ends)
    return;
  Problem = Why;
  say(Failed{Why});
  Ends = true;
}

/// Returns what no rank 0 sends.
std::string Server::take(Message What) {
  if (const Allocate *Wanted = std::get_if<Allocate>(&What)) {
    answer(*Wanted);
  } else if (const Prepare *Wanted = std::get_if<Prepare>(&What)) {
    answer(*Wanted);
  } else if (const Release *Wanted = std::get_if<Release>(&What)) {
    if (!Live.erase(Wanted->Address))
      return "a release of what was never allocated";
    ::operator delete(memoryAt(Wanted->Address), Alignment);
  } else if (const Welcome *Heard = std::get_if<Welcome>(&What)) {
    if (!(Heard->SilenceSeconds > 0))
      return "a welcome without a time limit";
    SilenceSeconds = Heard->SilenceSeconds;
  } else if (std::holds_alternative<Resume>(What)) {
    Dropping = false;
  } else if (std::holds_alternative<Leave>(What)) {
    say(Leave{});
    Ends = true;
  } else if (!std::holds_alternative<Beat>(What)) {
    return enqueue(std::move(What));
  }
  return "";
}

std::string Server::enqueue(Message What) {
  if (const Copy *Moves = std::get_if<Copy>(&What)) {
    if (Moves->Queue >= QueueCount || Moves->Number == 0 || Moves->Number > Network.numbers() ||
        Moves->Peer >= Network.ranks() || Moves->Peer == Network.rank())
      return "a copy with a queue, a number or a rank that is not there";
    if (!isInsideAllocation(Moves->Address, Moves->Rows, Moves->RowBytes, Moves->Pitch))
      return "a copy of bytes that lie in no allocation";
    Queues[Moves->Queue].Waiting.emplace_back(*Moves);
  } else if (LaunchRange *Range = std::get_if<LaunchRange>(&What)) {
    if (Range->First >= Range->Last || Range->Values.size() != Range->Region.ValuesSize ||
        Range->Bounds.size() != Range->Region.ArrayCount ||
        (!Range->Windows.empty() && Range->Windows.size() != Range->Bounds.size()))
      return "a launch that does not fit its region";
    Queues[1].Waiting.emplace_back(std::move(*Range));
  } else if (const Order *After = std::get_if<Order>(&What)) {
    if (After->Later >= QueueCount || After->Earlier >= QueueCount ||
        After->Count > Queues[After->Earlier].Done + Queues[After->Earlier].Waiting.size())
      return "an order behind what is not there";
    Queues[After->Later].Waiting.emplace_back(*After);
  } else {
    return "a message that is not for a rank that serves";
  }
  return "";
}

bool Server::isInsideAllocation(std::uint64_t Address, std::uint64_t Rows, std::uint64_t RowBytes,
                                std::uint64_t Pitch) const {
  std::uint64_t Before = 0, Bytes = 0;
  if (!Rows || !RowBytes || (Rows > 1 && Pitch < RowBytes) || __builtin_mul_overflow(Rows - 1, Pitch, &Before) ||
      __builtin_add_overflow(Before, RowBytes, &Bytes))
    return false;
  const auto After = Live.upper_bound(Address);
  if (After == Live.begin())
    return false;
  const auto &[Begin, Size] = *std::prev(After);
  return Address - Begin <= Size && Bytes <= Size - (Address - Begin);
}

void Server::answer(const Allocate &What) {
  void *Memory = What.Bytes <= Mine.MemoryBytes
                     ? ::operator new(std::max<std::uint64_t>(What.Bytes, 1), Alignment, std::nothrow)
                     : nullptr;
  if (!Memory)
    return say(Answer{0, std::to_string(What.Bytes) + " bytes wanted, which the system does not grant"});
  const auto Address = reinterpret_cast<std::uintptr_t>(Memory);
  Live.emplace(Address, What.Bytes);
  say(Answer{Address, ""});
}

void Server::answer(const Prepare &What) {
  Answer Said;
  if (const hetrt_region *Region = regionOf(What.Region, Said.Problem); Region && !Region->outlined)
    Said.Problem = "it has no form for a rank that serves";
  say(Said);
}

// ---- Queues
// ----------------------------------------------------------------------------------------------------------

/// Goes on with a queue; whether its first operation is over.
bool Server::advance(unsigned Number) {
  Queue &On = Queues[Number];
  if (On.Waiting.empty())
    return false;
  Work &Next = On.Waiting.front();
  if (const Copy *Moves = std::get_if<Copy>(&Next))
    return advance(On, Number, *Moves);
  if (LaunchRange *Range = std::get_if<LaunchRange>(&Next))
    return advance(On, Number, *Range);
  const Order &After = std::get<Order>(Next);
  if (Queues[After.Earlier].Done < After.Count)
    return false;
  over(Number, Status::success());
  return true;
}

bool Server::advance(Queue &On, unsigned Number, const Copy &What) {
  std::string Why;
  bool IsDone = false;
  if (!std::exchange(On.Started, true)) {
    On.Begin = secondsNow();
    const Rectangle Here{memoryAt(What.Address), What.Rows, What.RowBytes, What.Pitch};
    Why = What.Out ? Network.send(What.Peer, What.Number, Here, On.Under)
                   : Network.receive(What.Peer, What.Number, Here, On.Under);
  }
  if (Why.empty())
    Why = Network.test(On.Under, IsDone);
  if (!Why.empty())
    giveUp(Why);
  if (IsDone)
    over(Number, Status::success(), {}, On.Begin, secondsNow());
  return IsDone;
}

bool Server::advance(Queue &On, unsigned Number, LaunchRange &What) {
  if (!std::exchange(On.Started, true)) {
    std::string Why;
    const hetrt_region *Region = Dropping ? nullptr : regionOf(What.Region, Why);
    Status Result;
    if (Dropping)
      Result = Status::success();
    else if (!Region || !Region->outlined)
      Result = Status::deviceFault(Why.empty() ? "the region has no form for a rank that serves" : Why);
    else
      Result = Computing.start({Region, std::move(What)});
    if (Dropping || !Result.ok()) {
      over(Number, Result);
      return true;
    }
  }
  Worker::Result Result;
  if (!Computing.finished(Result))
    return false;
  over(Number, Result.Outcome, std::move(Result.Partials), Result.Begin, Result.End);
  return true;
}

void Server::over(unsigned Number, const Status &Result, std::vector<std::byte> Partials, double Begin, double End) {
  Queue &On = Queues[Number];
  On.Waiting.pop_front();
  On.Started = false;
  ++On.Done;
  Dropping |= !Result.ok();
  say(Done{Number, Result.code(), Result.isDeviceFault(), Result.message(), std::move(Partials), Begin, End});
}

} // namespace hetrt::node
