// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles the messages, queues and memory of a rank that serves.
#include "Device/Node/Server.h"

#include "Topology/Granted.h"
#include "Trace/Signals.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <new>
#include <sched.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace hetrt::node {
namespace {

constexpr std::align_val_t Alignment{64};

/// The number of threads that the program's own OpenMP runtime gives a team. The OpenMP runtime has read the original
/// affinity mask of the process, and its environment variables.
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

/// Runs `Work` in another thread; if the system cannot create one, in this thread when the result is needed.
std::future<Message> beside(std::function<Message()> Work) {
  const SignalsBlocked DuringStart;
  try {
    return std::async(std::launch::async, Work);
  } catch (const std::system_error &) {
    return std::async(std::launch::deferred, Work);
  }
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

Server::Server(Transport &Network, Greeting Mine, bool AreCrowded, std::unique_ptr<RankDevices> Own)
    : Network(Network), Mine(std::move(Mine)), AreCrowded(AreCrowded), Own(std::move(Own)),
      Computing(std::max(this->Mine.Cores, 1u), this->Own.get()) {}

Server::~Server() {
  for (const std::uint64_t Address : Released)
    ::operator delete(memoryAt(Address), Alignment);
  for (const auto &[Address, Bytes] : Live)
    ::operator delete(memoryAt(Address), Alignment);
}

std::string Server::run(double Longest) {
  SilenceSeconds = Longest;
  LastBeat = Pace::Clock::now();
  say(Mine);
  speak();
  Pace Rhythm;
  while (!Ends) {
    const bool Worked = step();
    const auto Rest = Rhythm.rest(Worked);
    if (Computing.restWhileBusy(Rhythm.restBesideOthers(Worked))) // a launch is under way, whose team needs the cores,
                                                                  // so this thread rests
      continue;
    if (Rest.count())
      std::this_thread::sleep_for(Rest);
    else
      lookAgain(AreCrowded);
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
    if (Next->From == 0)
      hear(Next->Message);
    else
      giveUp("a message from a rank that serves");
  }
  Worked |= lookForEarly() | sayWhatIsFound();
  for (unsigned Number = 0; Number < QueueCount; ++Number)
    while (!Ends && advance(Number))
      Worked = true;
  const auto Now = Pace::Clock::now();
  if (!Ends && std::chrono::duration<double>(Now - LastBeat).count() > SilenceSeconds / 8) {
    LastBeat = Now;
    say(Beat{secondsNow()});
  }
  if (Quiet.listen() > SilenceSeconds)
    giveUp(Rank0IsSilent);
  speak();
  return Worked;
}

void Server::hear(std::span<const std::byte> Packet) {
  do {
    Message What;
    std::string Why = decodeNext(Packet, What);
    if (Why.empty())
      Why = take(std::move(What));
    if (!Why.empty())
      giveUp(Why);
  } while (!Packet.empty() && !Ends);
}

void Server::say(const Message &What) {
  const std::vector<std::byte> Bytes = encode(What);
  ToSay.insert(ToSay.end(), Bytes.begin(), Bytes.end());
}

/// Sends the messages that say() has collected.
void Server::speak() {
  if (ToSay.empty())
    return;
  if (std::string Why = Network.post(0, std::exchange(ToSay, {})); !Why.empty() && !Ends) {
    Problem = Why;
    Ends = true;
  }
}

/// Stops the server, and tries to tell rank 0 why.
void Server::giveUp(const std::string &Why) {
  if (Ends)
    return;
  Problem = Why;
  say(Failed{Why});
  Ends = true;
}

/// Handles a message. Returns what is wrong with the message, or "".
std::string Server::take(Message What) {
  if (const Allocate *Wanted = std::get_if<Allocate>(&What)) {
    answer(*Wanted);
  } else if (const Prepare *Wanted = std::get_if<Prepare>(&What)) {
    answer(*Wanted);
  } else if (const Release *Wanted = std::get_if<Release>(&What)) {
    if (!Live.erase(Wanted->Address))
      return "a release of what was never allocated";
    Released.push_back(Wanted->Address);
    freeReleased();
  } else if (const Welcome *Heard = std::get_if<Welcome>(&What)) {
    if (!(Heard->SilenceSeconds > 0))
      return "a welcome without a time limit";
    SilenceSeconds = Heard->SilenceSeconds;
    if (!Heard->Devices.empty())
      equip(Heard->Devices);
  } else if (const Expect *Coming = std::get_if<Expect>(&What)) {
    return expect(*Coming);
  } else if (const DropEarly *Wanted = std::get_if<DropEarly>(&What)) {
    const auto There = Early.find(Wanted->Early);
    if (There == Early.end() || !There->second.Slices)
      return "data that is not expected is to be dropped";
    --There->second.Slices;
  } else if (const Failed *Lost = std::get_if<Failed>(&What)) {
    Problem = Lost->Why;
    Ends = true;
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
  if (Copy *Moves = std::get_if<Copy>(&What)) {
    if (Moves->Queue >= QueueCount || Moves->Number == 0 || Moves->Number > Network.numbers() ||
        Moves->Peer >= Network.ranks() || Moves->Peer == Network.rank())
      return "a copy with a queue, a number or a rank that is not there";
    if (Moves->Parts.empty())
      return "a copy of nothing";
    for (const Place &Each : Moves->Parts)
      if (!isInsideAllocation(Each.Address, Each.Rows, Each.RowBytes, Each.Pitch))
        return "a copy of bytes that lie in no allocation";
    Queues[Moves->Queue].All.push_back({std::move(*Moves)});
  } else if (LaunchRange *Range = std::get_if<LaunchRange>(&What)) {
    if (Range->First >= Range->Last || Range->Values.size() != Range->Region.ValuesSize ||
        Range->Bounds.size() != Range->Region.ArrayCount ||
        (!Range->Windows.empty() && Range->Windows.size() != Range->Bounds.size()))
      return "a launch that does not fit its region";
    CallBytes Shape;
    if (std::string Why = keepShape(*Range, Shape); !Why.empty())
      return Why;
    Queues[1].All.push_back({std::move(*Range), std::move(Shape)});
  } else if (TakeEarly *Taken = std::get_if<TakeEarly>(&What)) {
    std::uint64_t Bytes = 0;
    for (const Place &Each : Taken->Parts) {
      if (!isInsideAllocation(Each.Address, Each.Rows, Each.RowBytes, Each.Pitch))
        return "a place for early data that lies in no allocation";
      Bytes += Each.Rows * Each.RowBytes;
    }
    const auto There = Early.find(Taken->Early);
    if (Taken->Queue >= QueueCount || There == Early.end() || !There->second.Slices ||
        Taken->Offset > There->second.Bytes.size() || Bytes > There->second.Bytes.size() - Taken->Offset)
      return "data that is not expected is to be taken";
    --There->second.Slices;
    ++There->second.Taken;
    Queues[Taken->Queue].All.push_back({std::move(*Taken)});
  } else if (const Order *After = std::get_if<Order>(&What)) {
    if (After->Later >= QueueCount || After->Earlier >= QueueCount ||
        After->Count > Queues[After->Earlier].Done + Queues[After->Earlier].All.size())
      return "an order behind what is not there";
    Queues[After->Later].All.push_back({*After});
  } else {
    return "a message that is not for a rank that serves";
  }
  return "";
}

/// Finds the tables of a launch's call. The message of the launch contains the tables, or the number of tables that an
/// earlier launch has sent. Returns what is wrong, or "".
std::string Server::keepShape(LaunchRange &Range, CallBytes &Into) {
  if (!Range.Shape)
    return "";
  if (Range.Shape > ShapeCount)
    return "tables of a call under a number that is not there";
  CallBytes &Kept = Shapes[Range.Shape - 1];
  if (!Range.NewShape.empty())
    Kept = std::make_shared<const std::vector<std::byte>>(std::move(Range.NewShape));
  if (!Kept)
    return "a launch whose call has no tables";
  if (Range.Layouts.size() != Range.Bounds.size() || Range.Windows.size() != Range.Bounds.size())
    return "a launch that does not say where its windows are";
  for (const WindowMemory &Each : Range.Windows)
    if (Each.Bytes && !isInsideAllocation(Each.Begin, 1, Each.Bytes, Each.Bytes))
      return "a window that lies in no allocation";
  Into = Kept;
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
  const hetrt_region *Region = regionOf(What.Region, Said.Problem);
  if (Region && !Region->outlined)
    Said.Problem = "it has no form for a rank that serves";
  if (!Divides || !Said.Problem.empty())
    return say(Said);
  Finding = beside([this, Region]() -> Message {
    Own->prepare(*Region);
    return Answer{};
  });
}

/// Finds the rank's devices in another thread: their drivers may take long to start, and meanwhile this thread has to
/// send rank 0 signs of life.
void Server::equip(const std::string &Devices) {
  if (!Own)
    return say(Equipment{.Problem = "it has no devices of its own", .Devices = {}});
  Finding = beside([this, Devices]() -> Message { return Own->find(Devices, std::max(Mine.Cores, 1u)); });
}

/// Frees released memory, after the devices have dropped their copies of it; not while a launch is running.
void Server::freeReleased() {
  if (Divides && (Finding.valid() || Computing.isBusy()))
    return;
  for (const std::uint64_t Address : std::exchange(Released, {})) {
    if (Divides)
      Own->freed(memoryAt(Address));
    ::operator delete(memoryAt(Address), Alignment);
  }
}

/// Tells the devices that these rectangles were written. If a rectangle has many rows, the gaps between the rows count
/// as written, too, to make fewer calls.
void Server::noteWritten(std::span<const Place> Parts) {
  constexpr std::uint64_t FewRows = 16;
  for (const Place &Each : Parts) {
    if (!Divides)
      return;
    if (Each.Rows > FewRows)
      Own->written(memoryAt(Each.Address), (Each.Rows - 1) * Each.Pitch + Each.RowBytes);
    else
      for (std::uint64_t Row = 0; Row < Each.Rows; ++Row)
        Own->written(memoryAt(Each.Address + Row * Each.Pitch), Each.RowBytes);
  }
}

bool Server::sayWhatIsFound() {
  if (!Finding.valid() || Finding.wait_for(std::chrono::seconds(0)) == std::future_status::timeout)
    return false;
  const Message What = Finding.get();
  if (const Equipment *Found = std::get_if<Equipment>(&What))
    Divides = !Found->Devices.empty();
  say(What);
  freeReleased();
  return true;
}

// ---- Queues

/// Continues with the first operation of a queue. Returns true if an operation has ended.
bool Server::advance(unsigned Number) {
  Queue &On = Queues[Number];
  if (On.All.empty())
    return false;
  Waiting &Next = On.All.front();
  if (std::holds_alternative<Copy>(Next.What))
    return advanceCopies(Number);
  if (LaunchRange *Range = std::get_if<LaunchRange>(&Next.What))
    return advance(Number, Next, *Range);
  if (const TakeEarly *Taken = std::get_if<TakeEarly>(&Next.What))
    return advance(Number, *Taken);
  const Order &After = std::get<Order>(Next.What);
  if (Queues[After.Earlier].Done < After.Count)
    return false;
  over(Number, {});
  return true;
}

/// Allocates memory for data that is sent early, apart from the memory that kernels use, and starts to receive it.
std::string Server::expect(const Expect &What) {
  if (!What.Slices || !What.Bytes || What.Bytes > MostBytes || !What.Peer || What.Peer >= Network.ranks() ||
      What.Peer == Network.rank() || !What.Number || What.Number > Network.numbers() || Early.contains(What.Early))
    return "early data of a size, a number or a rank that is not there";
  EarlyData &Made = Early[What.Early];
  Made.Slices = What.Slices;
  Made.Bytes.resize(What.Bytes);
  return Network.receive(What.Peer, What.Number, {{Made.Bytes.data(), 1, What.Bytes, What.Bytes}}, Made.Under);
}

/// Checks whether early data has arrived. Data that rank 0 has dropped is freed only after its arrival, since the
/// sender sends it in any case.
bool Server::lookForEarly() {
  bool Worked = false;
  for (auto Next = Early.begin(); Next != Early.end() && !Ends;) {
    const auto Each = Next++;
    EarlyData &Data = Each->second;
    if (!Data.HasCome) {
      if (std::string Why = Network.test(Data.Under, Data.HasCome); !Why.empty())
        giveUp(Why);
      Worked |= Data.HasCome;
    }
    if (Data.HasCome && !Data.Slices && !Data.Taken)
      Early.erase(Each);
  }
  return Worked;
}

bool Server::advance(unsigned Number, const TakeEarly &What) {
  const auto Each = Early.find(What.Early);
  if (!Each->second.HasCome)
    return false;
  const std::byte *From = Each->second.Bytes.data() + What.Offset;
  for (const Place &Part : What.Parts)
    for (std::uint64_t Row = 0; Row < Part.Rows; ++Row, From += Part.RowBytes)
      std::copy_n(From, Part.RowBytes, memoryAt(Part.Address + Row * Part.Pitch));
  noteWritten(What.Parts);
  --Each->second.Taken;
  over(Number, {});
  return true;
}

/// Starts a copy, or tests whether it has ended. Returns true if all its bytes have moved.
bool Server::moves(Waiting &Next) {
  if (Next.IsOver)
    return true;
  const Copy &What = std::get<Copy>(Next.What);
  std::string Why;
  if (!std::exchange(Next.Started, true)) {
    Next.Begin = secondsNow();
    Rectangles Here;
    for (const Place &Each : What.Parts)
      Here.push_back({memoryAt(Each.Address), Each.Rows, Each.RowBytes, Each.Pitch});
    Why = What.Out ? Network.send(What.Peer, What.Number, Here, Next.Under)
                   : Network.receive(What.Peer, What.Number, Here, Next.Under);
  }
  if (Why.empty())
    Why = Network.test(Next.Under, Next.IsOver);
  if (!Why.empty())
    giveUp(Why);
  if (Next.IsOver) {
    Next.End = secondsNow();
    if (!What.Out)
      noteWritten(What.Parts);
  }
  return Next.IsOver;
}

/// Whether two copies may move at the same time: both send, or both receive and do not write the same bytes.
static bool mayMoveBeside(const Copy &Later, const Copy &Earlier) {
  if (Later.Out || Earlier.Out)
    return Later.Out == Earlier.Out;
  for (const Place &A : Later.Parts)
    for (const Place &B : Earlier.Parts)
      if (mayOverlap(A, B))
        return false;
  return true;
}

/// Continues with the copies at the head of a queue, as many as may move at the same time. They end in order.
bool Server::advanceCopies(unsigned Number) {
  constexpr std::size_t AtOnce = 32;
  std::deque<Waiting> &All = Queues[Number].All;
  const auto Disturbs = [](const Copy &Later, const Waiting &Earlier) {
    return !Earlier.IsOver && !mayMoveBeside(Later, std::get<Copy>(Earlier.What));
  };
  for (std::size_t I = 0; !Ends && I < std::min(All.size(), AtOnce); ++I) {
    const Copy *Later = std::get_if<Copy>(&All[I].What);
    if (!Later || (!All[I].Started && std::any_of(All.begin(), All.begin() + std::ptrdiff_t(I),
                                                  [&](const Waiting &Each) { return Disturbs(*Later, Each); })))
      break;
    moves(All[I]);
  }
  if (Ends || !All[0].IsOver)
    return false;
  Worker::Result Moved;
  Moved.Begin = All[0].Begin;
  Moved.End = All[0].End;
  over(Number, std::move(Moved));
  return true;
}

bool Server::advance(unsigned Number, Waiting &Next, LaunchRange &What) {
  if (!std::exchange(Next.Started, true)) {
    std::string Why;
    const hetrt_region *Region = Dropping ? nullptr : regionOf(What.Region, Why);
    Status Result;
    if (Dropping)
      Result = Status::success();
    else if (!Region || !Region->outlined)
      Result = Status::deviceFault(Why.empty() ? "the region has no form for a rank that serves" : Why);
    else
      Result = Computing.start({Region, std::move(What), std::move(Next.Shape), Divides});
    if (Dropping || !Result.ok()) {
      Worker::Result Failed;
      Failed.Outcome = std::move(Result);
      over(Number, std::move(Failed));
      return true;
    }
  }
  Worker::Result Result;
  if (!Computing.finished(Result))
    return false;
  over(Number, std::move(Result));
  freeReleased();
  return true;
}

void Server::over(unsigned Number, Worker::Result Of) {
  Queue &On = Queues[Number];
  On.All.pop_front();
  ++On.Done;
  const Status &Result = Of.Outcome;
  Dropping |= !Result.ok();
  std::string Faults;
  for (std::string &Each : Of.Faults) {
    std::ranges::replace(Each, '\n', ' ');
    Faults += (Faults.empty() ? "" : "\n") + Each;
  }
  say(Done{Number, Result.code(), Result.isDeviceFault(), Result.message(), std::move(Of.Partials), Of.Begin, Of.End,
           std::move(Of.Work), std::move(Of.WhyCores), std::move(Faults)});
}

} // namespace hetrt::node
