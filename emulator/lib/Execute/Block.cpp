// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks, their barriers, and the worker threads that run a grid.

#include "Execute/Block.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

namespace emulator {

namespace {

/// A random generator (splitmix64) for the orders of blocks and warps.
class Shuffler {
public:
  explicit Shuffler(std::uint64_t Seed) : State(Seed) {}
  std::uint64_t below(std::uint64_t Bound) {
    State += 0x9E3779B97F4A7C15u;
    std::uint64_t Z = State;
    Z = (Z ^ (Z >> 30)) * 0xBF58476D1CE4E5B9u;
    Z = (Z ^ (Z >> 27)) * 0x94D049BB133111EBu;
    return (Z ^ (Z >> 31)) % Bound;
  }

private:
  std::uint64_t State;
};

/// A pseudo-random permutation of [0, Count) without a table: a linear congruential generator modulo the next power of
/// two, whose numbers from Count on are skipped.
class BlockOrder {
public:
  BlockOrder(std::uint64_t Count, std::uint64_t Seed) : Count(Count) {
    while (Size < Count)
      Size *= 2;
    if (Seed) {
      Shuffler From(Seed);
      Factor = From.below(Size) * 4 + 1; // if Factor is 1 modulo 4 and Added is odd, the generator visits all numbers
                                         // below the power of two
      Added = From.below(Size) | 1;
      Now = From.below(Size);
    }
  }
  std::uint64_t next() {
    if (Factor == 0)
      return Given++;
    do
      Now = (Now * Factor + Added) & (Size - 1);
    while (Now >= Count);
    return Now;
  }

private:
  std::uint64_t Count, Size = 1, Factor = 0, Added = 0, Now = 0, Given = 0;
};

} // namespace

std::string numbers(const Dimensions &Of) {
  return "(" + std::to_string(Of.X) + "," + std::to_string(Of.Y) + "," + std::to_string(Of.Z) + ")";
}

std::string nameOfThread(const Dimensions &Threads, unsigned Number) {
  return numbers({Number % Threads.X, Number / Threads.X % Threads.Y, Number / Threads.X / Threads.Y});
}

Block::Block(const Launch &Of) : Of(Of), Recent(Of.In->Sites) {
  SharedBytes = Of.Entry->SharedBytes + Of.DynamicShared;
  Shared.reserve(SharedBytes);
  const auto Count = static_cast<unsigned>((Of.Threads.count() + WarpSize - 1) / WarpSize);
  for (unsigned W = 0; W < Count; ++W) {
    Warps.push_back(std::make_unique<Warp>(*this, W));
    Order.push_back(W);
  }
  for (Observation *Each : Of.Observations)
    Observers.push_back(Each->observe(*this));
}

std::string Block::name() const { return "kernel " + Of.Entry->Name + ", block " + numbers(Index); }

void Block::run(const Dimensions &At) {
  Index = At;
  Barriers.fill({});
  ThreadsAlive = static_cast<unsigned>(Of.Threads.count());
  if (Of.How.Seed) {
    Shuffler From(Of.How.Seed ^ (At.X + (std::uint64_t(At.Y) << 24) + (std::uint64_t(At.Z) << 44)));
    for (std::size_t W = Order.size(); W > 1; --W)
      std::swap(Order[W - 1], Order[From.below(W)]);
  }
  for (unsigned W = 0; W < Warps.size(); ++W) {
    const unsigned Threads = std::min(WarpSize, ThreadsAlive - W * WarpSize);
    Warps[W]->start(*Of.Entry, Threads == WarpSize ? AllLanes : (Lanes(1) << Threads) - 1);
  }
  tell(&Observer::blockBegins, *this);
  while (ThreadsAlive) {
    bool WasActive = false;
    for (const unsigned W : Order)
      if (Warps[W]->alive())
        WasActive |= Warps[W]->run();
    if (!WasActive)
      failStuck();
  }
}

void Block::failStuck() const {
  std::string Where;
  for (const auto &Each : Warps)
    if (Each->alive())
      Where += Each->whereabouts();
  constexpr std::size_t Most = 400;
  throw Fault{Fault::LaunchFailed, name() + ": threads wait for others that never come" +
                                       (Where.size() > Most ? Where.substr(0, Most) + "..." : Where)};
}

unsigned Block::wantedAt(unsigned Number) const {
  const Barrier &B = Barriers[Number];
  return B.Wanted ? B.Wanted : ThreadsAlive;
}

/// From[0] is the barrier's number, From[1] the number of threads if it is given, From[2] the predicate of a reduction.
void Block::arrive(Warp &By, Group &Waiting, const Instruction &I) {
  const unsigned First = By.anyOf(Waiting.Who);
  const std::uint32_t Number = By.at<std::uint32_t>(I.From[0])[First];
  const std::uint32_t Wanted = I.From[1] == NoSlot ? 0 : By.at<std::uint32_t>(I.From[1])[First];
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Waiting.Who >> Lane & 1 && By.at<std::uint32_t>(I.From[0])[Lane] != Number)
      By.fail(Fault::IllegalInstruction, Lane, "threads of a warp are at different barriers in one instruction");
  if (Number >= Barriers.size())
    By.fail(Fault::IllegalInstruction, First, "barrier " + std::to_string(Number) + ", there are 16");
  if (Wanted % WarpSize != 0 || (Wanted == 0 && I.From[1] != NoSlot))
    By.fail(Fault::IllegalInstruction, First,
            "a barrier for " + std::to_string(Wanted) + " threads, wanted a multiple of 32");
  Barrier &B = Barriers[Number];
  if (B.Arrived && B.Wanted != Wanted)
    By.fail(Fault::IllegalInstruction, First,
            "barrier " + std::to_string(Number) + " is used with different numbers of threads");
  tell(&Observer::arrives, By, Number, Waiting.Who);
  B.Wanted = Wanted;
  B.Arrived += static_cast<unsigned>(__builtin_popcount(Waiting.Who));
  if (I.From[2] != NoSlot) {
    const Lanes Holds = I.How.Negated ? ~By.predicate(I.From[2]) : By.predicate(I.From[2]);
    B.True += static_cast<unsigned>(__builtin_popcount(Holds & Waiting.Who));
  }
  if (I.How.Operation == BarrierArrive) {
    Waiting.State = Group::Ready;
  } else {
    Waiting.State = Group::AtBarrier;
    Waiting.Barrier = Number;
  }
  if (B.Arrived > wantedAt(Number))
    By.fail(Fault::IllegalInstruction, First,
            "more threads arrive at barrier " + std::to_string(Number) + " than it is for");
  if (B.Arrived == wantedAt(Number))
    release(Number);
}

void Block::release(unsigned Number) {
  Barrier &B = Barriers[Number];
  tell(&Observer::releases, *this, Number);
  for (const auto &Each : Warps)
    for (Group &G : Each->groups()) {
      if (G.State != Group::AtBarrier || G.Barrier != Number)
        continue;
      G.State = Group::Ready;
      const Instruction &I = G.In->Of->Code[G.Next - 1];
      std::byte *const To = G.In->Registers.data() + I.To[0];
      if (I.How.Operation == BarrierCount) {
        for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
          if (G.Who >> Lane & 1)
            reinterpret_cast<std::uint32_t *>(To)[Lane] = B.True;
      } else if (I.How.Operation == BarrierAll || I.How.Operation == BarrierAny) {
        Lanes &Result = *reinterpret_cast<Lanes *>(To);
        const bool Holds = I.How.Operation == BarrierAll ? B.True == B.Arrived : B.True > 0;
        Result = Holds ? Result | G.Who : Result & ~G.Who;
      }
    }
  B = {};
}

/// Called when threads have ended. A barrier for all threads of the block does not wait for ended threads, so it may be
/// complete now.
void Block::noteExit(Lanes Who) {
  ThreadsAlive -= static_cast<unsigned>(__builtin_popcount(Who));
  for (unsigned Number = 0; Number < Barriers.size(); ++Number)
    if (Barriers[Number].Arrived && !Barriers[Number].Wanted && Barriers[Number].Arrived == ThreadsAlive)
      release(Number);
}

std::uint64_t Block::instructions() const {
  std::uint64_t Sum = 0;
  for (const auto &Each : Warps)
    Sum += Each->instructions();
  return Sum;
}

std::uint64_t runGrid(Launch &What) {
  const std::uint64_t Blocks = What.Grid.count();
  BlockOrder Order(Blocks, What.How.Seed);
  std::mutex Lock;
  std::uint64_t Given = 0, Executed = 0;
  std::exception_ptr Failed; // the first exception of a worker thread: a Fault, or std::bad_alloc
  std::atomic<bool> Stop = false;
  What.Stop = &Stop;
  const auto Work = [&] {
    try {
      Block Mine(What);
      while (true) {
        std::uint64_t Number = 0;
        {
          std::lock_guard Guard(Lock);
          if (Given == Blocks || Stop)
            break;
          ++Given;
          Number = Order.next();
        }
        Mine.run({static_cast<unsigned>(Number % What.Grid.X),
                  static_cast<unsigned>(Number / What.Grid.X % What.Grid.Y),
                  static_cast<unsigned>(Number / What.Grid.X / What.Grid.Y)});
      }
      std::lock_guard Guard(Lock);
      Executed += Mine.instructions();
    } catch (...) {
      std::lock_guard Guard(Lock);
      if (!Failed && !Stop)
        Failed = std::current_exception();
      Stop = true;
    }
  };
  const unsigned Cores = What.How.Workers ? What.How.Workers : std::max(std::thread::hardware_concurrency(), 1u);
  const auto Workers = static_cast<unsigned>(std::min<std::uint64_t>(Cores, Blocks));
  std::vector<std::thread> Others;
  try {
    while (Others.size() + 1 < Workers)
      Others.emplace_back(Work);
  } catch (const std::system_error &) { // no more threads can be created: the launch uses those that exist
  } catch (const std::bad_alloc &) {
  }
  Work();
  for (std::thread &Each : Others)
    Each.join();
  What.Stop = nullptr;
  if (Failed)
    std::rethrow_exception(Failed);
  return Executed;
}

} // namespace emulator
