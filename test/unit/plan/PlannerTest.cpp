// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of machines, calls, and the plans made from them.
//
//   call      scheduler and trip count; then: block, no cores, alone, grains of 8
//   machine   devices in the scheduler's order: core; gpu (as fast as 4 cores), (gpu) that does not serve,
//             [gpu] with too little memory; place:2 and place:4 of so many cores
//   plan      form and threads; each device with its share, - if it has none or if shares are made later,
//             and ! if the scheduler may not use it
#include "Plan/Planner.h"

#include "Schedule/Registry.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sstream>
#include <string>

using namespace hetrt;

namespace {

using Role = DeviceSlot::Role;

struct Row {
  const char *Call, *Machine, *Plan;
};

constexpr Row Table[] = {
    // Cores alone: each core reads its share of the split, without calling the scheduler.
    {"static 100", "core", "split 1: core 0..100"},
    {"static 100", "core core", "split 2: core 0..50, core 50..100"},
    {"static 100", "core core core", "split 3: core 0..34, core 34..67, core 67..100"},
    {"static 1", "core core", "split 2: core 0..1, core -"},
    {"adaptive 100", "core core", "split 2: core 0..50, core 50..100"},
    {"cpu 100", "core core", "split 2: core 0..50, core 50..100"},
    {"adaptive 100 alone", "core", "split 1, alone: core 0..100"},
    {"adaptive 100 no cores", "core core", "split 2: core 0..50, core 50..100"},
    // Schedulers that hand out pieces need a queue, also without accelerators.
    {"chunk 100", "core core", "queue 2: core -, core -"},
    {"guided 100", "core core", "queue 2: core -, core -"},
    {"chunk 100", "core gpu", "queue 1: core -, gpu -"},
    // Accelerators get shares by their assumed speed, and the iterations left over when equal cores have equal shares.
    {"static 100", "core core gpu", "queue 2: core 0..16, core 16..32, gpu 32..100"},
    {"static 120", "core core gpu gpu", "queue 2: core 0..12, core 12..24, gpu 24..72, gpu 72..120"},
    {"adaptive 100", "core gpu", "queue 1: core 0..20, gpu 20..100"},
    {"static 10 grains of 8", "core gpu", "queue 1: core -, gpu 0..2"},
    {"static 800 grains of 8", "core gpu", "queue 1: core 0..20, gpu 20..100"},
    {"split 100", "core gpu", "queue 1: core -, gpu -"},
    {"quick 100", "core gpu", "queue 1: core -, gpu -"},
    // The clause excludes cores or accelerators.
    {"static 100 no cores", "core gpu", "queue 1: core! -, gpu 0..100"},
    {"static 100 no cores", "core gpu gpu", "queue 1: core! -, gpu 0..50, gpu 50..100"},
    {"gpu 100 no cores", "core gpu", "queue 1: core! -, gpu 0..100"},
    {"gpu 100", "core core", "split 2: core 0..50, core 50..100"},
    {"cpu 100", "core core gpu", "split 2: core 0..50, core 50..100, gpu -"},
    // Accelerators that do not serve are listed for the scheduler, and get nothing.
    {"static 100", "core core (gpu)", "split 2: core 0..50, core 50..100, (gpu)! -"},
    {"static 100 no cores", "core core (gpu)", "split 2: core 0..50, core 50..100, (gpu)! -"},
    {"adaptive 100", "core gpu (gpu)", "queue 1: core 0..20, gpu 20..100, (gpu)! -"},
    {"chunk 100", "core (gpu)", "queue 1: core -, (gpu)! -"},
    // Accelerators with too little memory stay acquired, and get nothing either.
    {"static 100", "core core [gpu]", "split 2: core 0..50, core 50..100, [gpu] -"},
    {"static 100", "core [gpu] gpu", "queue 1: core 0..20, [gpu] -, gpu 20..100"},
    {"adaptive 100 no cores", "core [gpu] gpu", "queue 1: core! -, [gpu] -, gpu 0..100"},
    // Blocks: a thread for each device, each with one share.
    {"static 100 block", "core core", "block 2: core 0..50, core 50..100"},
    {"static 100 block", "core core gpu", "block 3: core 0..16, core 16..32, gpu 32..100"},
    {"adaptive 100 block", "core gpu", "block 2: core 0..20, gpu 20..100"},
    {"static 100 block", "gpu", "block 1: core! -, gpu 0..100"},
    {"static 100 block", "gpu gpu", "block 2: core! -, gpu 0..50, gpu 50..100"},
    {"static 100 block", "core gpu (gpu)", "block 2: core 0..20, gpu 20..100, (gpu)! -"},
    {"static 2 block", "core core core", "block 3: core 0..1, core 1..2, core -"},
    // Blocks over places: each place counts as one device, as fast as all its cores.
    {"static 100 block", "place:2 place:2", "block 2: place 0..50, place 50..100"},
    {"static 90 block", "place:2 place:4", "block 2: place 0..30, place 30..90"},
    {"static 100 block", "place:2", "block 1: place 0..100"},
    {"static 100 block", "place:4 place:0 place:4", "block 3: place 0..50, place! -, place 50..100"},
};

/// Parses a row of the table, and keeps the objects that its request points to.
class Reader {
public:
  explicit Reader(const Row &From) {
    Wanted.IsBlock = has(From.Call, "block");
    Wanted.CoresCompute = !has(From.Call, "no cores");
    Wanted.Alone = has(From.Call, "alone");
    std::istringstream Call(From.Call);
    Call >> Name >> Wanted.TripCount;
    Wanted.Units = Division(Grains{has(From.Call, "grains of 8") ? 8u : 1u, Wanted.TripCount});
    std::istringstream Machine(From.Machine);
    Wanted.Threads = 0;
    for (std::string Word; Machine >> Word;)
      add(Word);
    Wanted.Places = Places;
  }

  std::unique_ptr<Scheduler> scheduler() const { return findScheduler(Name)->Create({}); }

  PassRequest Wanted;

private:
  static bool has(std::string_view Text, std::string_view Word) { return Text.find(Word) != Text.npos; }

  void add(const std::string &Word) {
    if (Word == "core") {
      ++Wanted.Threads;
    } else if (has(Word, "place:")) {
      const auto Cores = static_cast<unsigned>(std::stoul(Word.substr(6)));
      Places.push_back({.Number = Wanted.Threads++, .On = {}, .Cores = Cores, .Devices = {}});
    } else {
      const Role As = Word == "gpu" ? Role::Computes : Word == "(gpu)" ? Role::Rests : Role::NoRoom;
      Wanted.Threads += Wanted.IsBlock && As != Role::Rests;
      Wanted.Accelerators.push_back({.As = As,
                                     .Known = &Gpu,
                                     .Model = {.Kind = ProcessorKind::Accelerator,
                                               .SimdWidth = 4,
                                               .Usable = As != Role::Rests,
                                               .Id = 1000u + unsigned(Wanted.Accelerators.size())},
                                     .Share = {}});
      if (As == Role::NoRoom)
        Wanted.Accelerators.back().Model.MemoryLimitIterations = 0;
    }
  }

  std::string Name;
  RegionDevice Gpu;
  std::vector<Place> Places;
};

std::string text(const PassPlan &Plan) {
  static constexpr const char *Forms[] = {"even", "split", "queue", "block"};
  static constexpr const char *Roles[] = {"core", "place", "gpu", "(gpu)", "[gpu]"};
  std::string Text = fmt::format("{} {}{}:", Forms[unsigned(Plan.How)], Plan.Threads, Plan.Alone ? ", alone" : "");
  for (const DeviceSlot &Each : Plan.Devices)
    Text += fmt::format("{} {}{} {}", &Each == Plan.Devices.data() ? "" : ",", Roles[unsigned(Each.As)],
                        Each.Model.Usable ? "" : "!",
                        Each.Share.empty() ? "-" : fmt::format("{}..{}", Each.Share.First, Each.Share.Last));
  return Text;
}

TEST(Planner, MakesOfMachinesAndCallsThePlansOfTheTable) {
  for (const Row &Each : Table) {
    const Reader Request(Each);
    const std::unique_ptr<Scheduler> By = Request.scheduler();
    EXPECT_EQ(text(Planner().plan(Request.Wanted, *By)), Each.Plan) << Each.Call << " on " << Each.Machine;
  }
}

TEST(Planner, MakesThePlanAgainWhateverItPlannedBefore) {
  Planner One;
  std::vector<DeviceSlot> Memory;
  for (const Row &Each : Table) {
    const Reader Request(Each);
    PassPlan First = One.plan(Request.Wanted, *Request.scheduler(), std::move(Memory));
    const PassPlan Second = One.plan(Request.Wanted, *Request.scheduler());
    EXPECT_EQ(text(First), text(Second));
    Memory = std::move(First.Devices);
  }
}

TEST(Planner, GivesTheCoresOfAPlanWhatAddsUpToTheLoop) {
  for (const Row &Each : Table) {
    const Reader Request(Each);
    const PassPlan Plan = Planner().plan(Request.Wanted, *Request.scheduler());
    ASSERT_LE(Plan.Cores, Plan.Devices.size());
    for (std::size_t Position = 0; Position < Plan.Devices.size(); ++Position)
      EXPECT_EQ(Plan.Devices[Position].isAccelerator(), Position >= Plan.Cores) << Each.Call << " on " << Each.Machine;
    if (Plan.How != PassPlan::Form::Split)
      continue;
    std::uint64_t Sum = 0;
    for (const DeviceSlot &Core : Plan.cores())
      Sum += Core.Share.size();
    EXPECT_EQ(Sum, Request.Wanted.Units.count());
  }
}

TEST(Planner, DividesEvenlyWithoutAScheduler) {
  const PassPlan Plan = Planner::even(10, 3, false);
  EXPECT_EQ(text(Plan), "even 3:");
  EXPECT_FALSE(Plan.isScheduled());
  EXPECT_EQ(evenPart(10, 0, 3), (Range{0, 4}));
  EXPECT_EQ(evenPart(10, 1, 3), (Range{4, 7}));
  EXPECT_EQ(evenPart(10, 2, 3), (Range{7, 10}));
  EXPECT_EQ(text(Planner::even(10, 3, true)), "block 3:");
}

} // namespace
