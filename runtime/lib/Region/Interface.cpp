// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of hetrt.h that run passes. They check the arguments that generated code passes, and call the parts of
// the runtime.
#include "Check/Checker.h"
#include "Errors/Error.h"
#include "Memory/Allocations.h"
#include "Memory/MappedMemory.h"
#include "Pass/Pass.h"
#include "Region/Engine.h"
#include "Region/Meeting.h"
#include "Region/RegionState.h"
#include "Trace/Events.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <utility>

using namespace hetrt;

namespace {

/// Whether a struct has the version and size of this runtime. Structs of a newer translator do not fit, and may
/// describe kernels that this runtime does not know.
bool fits(std::uint32_t Abi, std::uint32_t Size, std::size_t Known) { return Abi == HETRT_ABI && Size == Known; }

bool fits(const hetrt_region &Of) {
  const auto Is = [](const auto *Table, std::uint32_t Count, std::uint32_t Size) {
    return Count == 0 || Size == sizeof *Table;
  };
  return fits(Of.abi, Of.size, sizeof Of) && Is(Of.arrays, Of.array_count, Of.array_size) &&
         Is(Of.boxes, Of.box_count, Of.box_size) && Is(Of.ends, Of.end_count, Of.end_size) &&
         Is(Of.terms, Of.term_count, Of.term_size);
}

Status doNotFit(const char *What, std::uint32_t Abi, std::uint32_t Size, std::size_t Known) {
  return Status::programFault(
      HETRT_ERROR_ABI,
      fmt::format("object and runtime do not fit: wanted interface version {} ({} of {} bytes), found version {} ({} "
                  "bytes): compile the program with the hetcc that belongs to this libhetrt",
                  HETRT_ABI, What, Known, Abi, Size));
}

Status checkVersion(const hetrt_region &Region, const hetrt_call &Call) {
  if (!fits(Region)) [[unlikely]]
    return doNotFit("a region", Region.abi, Region.size, sizeof Region);
  if (!fits(Call.abi, Call.size, sizeof Call)) [[unlikely]]
    return doNotFit("a call", Call.abi, Call.size, sizeof Call);
  return Status::success();
}

Status checkVersion(const hetrt_arrays &Arrays) {
  return fits(Arrays.abi, Arrays.size, sizeof Arrays)
             ? Status::success()
             : doNotFit("the arrays of a call", Arrays.abi, Arrays.size, sizeof Arrays);
}

/// Begins a pass, if versions and settings are right.
template <typename Function> Status beginPass(const hetrt_region &Region, const hetrt_call &Call, Function Begin) {
  if (Status Result = checkVersion(Region, Call); !Result.ok()) [[unlikely]]
    return Result;
  Engine &All = Engine::instance();
  if (Status Result = All.takeSettingsError(); !Result.ok()) [[unlikely]]
    return Result;
  return Begin(stateOf(All, Region));
}

/// Prints the error, and tells traces and tools that the pass has ended.
int failed(const Status &Why) {
  if (events::Sink *To = events::sink())
    To->passEnds();
  return report(Why);
}

/// Takes a member's next range, and tells traces and tools that the last range has ended, how long the member waited,
/// and that the next range begins.
int nextWithEvents(hetrt_member &Member, hetrt_range &Into, events::Sink &To) {
  events::Event Next{.Is = events::What::Wait,
                     .Index = Member.Number,
                     .Kind = "cpu",
                     .Where = Member.Pass->state().name(),
                     .Begin = events::now()};
  To.ends(&Member, Next.Begin);
  const int Got = Member.Pass->next(Member, Into);
  constexpr std::int64_t Notable = 2000; // nanoseconds; shorter gaps between two ranges are not reported as waiting
  Next.End = events::now();
  if (Next.End - Next.Begin > Notable)
    To.happened(Next);
  Next.Is = events::What::Range;
  Next.Begin = Next.End;
  Next.First = Into.first;
  Next.Last = Into.last;
  if (Got)
    To.begins(&Member, Next);
  return Got;
}

/// The next range in a checking run: a single iteration, in an order that the checker chooses.
int nextChecked(const hetrt_member &Member, hetrt_range &Into) {
  check::CheckedPass *Pass = Member.Pass->owner().Checked.get();
  return Pass && Pass->next(Member.Number, Member.Count > 1, Into);
}

} // namespace

/// The state of a region outside of blocks over places; null if the region has not run yet.
static RegionState *stateIfAny(const hetrt_region &Region) {
  return std::atomic_ref(*Region.state).load(std::memory_order_acquire);
}

RegionState &hetrt::stateOf(Engine &All, const hetrt_region &Region) {
  if (const Part *Around = Part::ofThisThread(); Around && Around->place()) [[unlikely]]
    return All.stateOf(Region, Around->place());
  RegionState *There = stateIfAny(Region);
  return There ? *There : All.stateOf(Region, nullptr);
}

int hetrt_begin(const hetrt_region *Region, const hetrt_call *Call, hetrt_pass **Pass) {
  if (check::active()) [[unlikely]]
    check::noteFrame(__builtin_dwarf_cfa());
  if (RegionState *There = stateIfAny(*Region); There && There->beginAgain(*Call, *Pass)) [[likely]]
    return HETRT_SUCCESS;
  bool Asks = false, Begins = false;
  const Status Result = beginPass(*Region, *Call, [&](RegionState &State) {
    // The same thread begins the pass and ends it by hetrt_end(), so the events of both are in one thread.
    Begins = true;
    if (events::Sink *To = events::sink()) [[unlikely]]
      To->passBegins(Region->location);
    return State.begin(*Call, *Pass, Asks);
  });
  if (!Result.ok()) [[unlikely]]
    return Begins ? failed(Result) : report(Result);
  return Asks ? HETRT_WANTS_ARRAYS : HETRT_SUCCESS;
}

int hetrt_describe(hetrt_pass *Pass, const hetrt_arrays *Arrays) {
  RegionState &State = Pass->state();
  Status Result = checkVersion(*Arrays);
  Result = Result.ok() ? State.describe(*Pass, *Arrays) : State.giveUp(*Pass, Result);
  return Result.ok() ? HETRT_SUCCESS : failed(Result);
}

int hetrt_meets(void) { return Engine::instance().wantsMeetings(); }

hetrt_meeting *hetrt_open_meeting(hetrt_int64 Count) {
  return new hetrt_meeting(static_cast<std::uint32_t>(Count), Engine::instance().settings().Wait);
}

int hetrt_attend(hetrt_meeting *Meeting, const hetrt_region *Region, const hetrt_call *Call, const hetrt_arrays *Arrays,
                 const hetrt_own_value *Own, hetrt_uint32 OwnCount, hetrt_pass **Pass) {
  const auto Begin = [](const CallTables &Given, const std::string &WhyNot, hetrt_pass *&Into) {
    return beginPass(Given.Region, Given.Call, [&](RegionState &State) {
      if (!WhyNot.empty())
        return State.beginOnCores(Given.Call, WhyNot, Into);
      bool Asks = false;
      if (Status Result = State.begin(Given.Call, Into, Asks); !Result.ok() || !Asks)
        return Result;
      if (Status Result = checkVersion(Given.Given); !Result.ok())
        return State.giveUp(*Into, Result);
      return State.describe(*Into, Given.Given);
    });
  };
  const Status Result = Meeting->attend({*Region, *Call, *Arrays}, {Own, OwnCount}, Begin, *Pass);
  return Result.ok() ? HETRT_SUCCESS : report(Result);
}

int hetrt_end_in_team(hetrt_pass *Pass) {
  const Status Result = Pass->state().end(*Pass);
  return Result.ok() ? HETRT_SUCCESS : report(Result);
}

int hetrt_bad_length(const char *Location, const char *Item, hetrt_int64 Length, hetrt_int64 Least) {
  return report(Status::programFault(HETRT_ERROR_ARGUMENT,
                                     fmt::format("{}: {}: wanted an array section of at least {}, found a length of {}",
                                                 Location, Item, Least == 1 ? "1 element" : "0 elements", Length)));
}

int hetrt_threads(const hetrt_pass *Pass) { return static_cast<int>(Pass->threads()); }

hetrt_member *hetrt_join(hetrt_pass *Pass, int Number, int Count) {
  if (Pass->isCalled()) [[unlikely]]
    Engine::instance().rollCall().answer(static_cast<unsigned>(Number), static_cast<unsigned>(Count));
  return Pass->join(static_cast<std::uint32_t>(Number), static_cast<std::uint32_t>(Count));
}

int hetrt_next(hetrt_member *Member, hetrt_range *Range) {
  if (!Member->Pass)
    return 0;
  if (check::active()) [[unlikely]]
    return nextChecked(*Member, *Range);
  events::Sink *const To = events::sink();
  const int Got = To ? nextWithEvents(*Member, *Range, *To) : Member->Pass->next(*Member, *Range);
  if (CountsPassesOfThread.load(std::memory_order_relaxed)) [[unlikely]]
    Member->countPass(Got);
  return Got;
}

void *hetrt_initial_values(hetrt_member *Member) {
  OrderedPartials *Ordered = Member->Pass ? Member->Pass->ordered() : nullptr;
  return Ordered ? Ordered->initialValues(Member->Number) : nullptr;
}

void *hetrt_range_partial(hetrt_member *Member) { return Member->Pass->ordered()->current(Member->Number); }

const void *hetrt_next_partial(const hetrt_pass *Pass, const void *Previous) { return Pass->nextPartial(Previous); }

int hetrt_end(hetrt_pass *Pass) {
  const int Code = Pass->state().endUnmeasured(*Pass) ? HETRT_SUCCESS : hetrt_end_in_team(Pass);
  if (events::Sink *To = events::sink()) [[unlikely]]
    To->passEnds();
  return Code;
}

hetrt_part *hetrt_take_part(hetrt_pass *Pass, int Number, int Count, hetrt_range *Range) {
  if (Pass->isCalled()) [[unlikely]]
    Engine::instance().rollCall().answer(static_cast<unsigned>(Number), static_cast<unsigned>(Count));
  Part &Mine = Pass->block().take(static_cast<std::uint32_t>(Number), static_cast<std::uint32_t>(Count),
                                  [&] { return Pass->state().planParts(*Pass, static_cast<std::uint32_t>(Count)); });
  Mine.settle();
  const events::Event What{.Is = events::What::Part,
                           .Index = static_cast<unsigned>(Number),
                           .Kind = "cpu",
                           .Where = Pass->state().name(),
                           .First = Mine.share().First,
                           .Last = Mine.share().Last,
                           .Begin = events::sink() ? events::now() : 0};
  if (events::Sink *To = events::sink()) [[unlikely]]
    To->begins(&Mine, What);
  Pass->state().placePart(*Pass, static_cast<std::uint32_t>(Number));
  Mine.enter();
  *Range = {Mine.share().First, Mine.share().Last};
  if (check::active()) [[unlikely]]
    Pass->state().checkPart(*Pass, static_cast<std::uint32_t>(Number), Mine);
  return &Mine;
}

void *hetrt_part_array(hetrt_part *Part, hetrt_uint32 Number, const void *Base) {
  return const_cast<void *>(Part->arrayOf(Number, Base));
}

void hetrt_partition_kernel(hetrt_uint64, hetrt_uint64, const void *, void *, const hetrt_bounds *) {}
void hetrt_partition_loop(hetrt_uint64, hetrt_uint64, const void *, void *, void *const *, int) {}

/// An address that identifies, in events, the loop that a part runs. It differs from the part's own address, which
/// identifies the block.
static const void *loopOf(const hetrt_part *Part) { return reinterpret_cast<const char *>(Part) + 1; }

static int runLoop(hetrt_part &Part, const hetrt_region &Loop, const hetrt_call &Call, const hetrt_arrays *Given) {
  if (events::Sink *To = events::sink()) [[unlikely]]
    To->begins(loopOf(&Part),
               {.Is = events::What::Loop, .Kind = "cpu", .Where = To->name(Loop.location), .Begin = events::now()});
  const bool Here = Part.run(Loop, Call, Given);
  if (Here && check::active()) [[unlikely]]
    check::beginLoop(Loop.location, Call.trip_count);
  if (events::Sink *To = Here ? nullptr : events::sink()) [[unlikely]]
    To->ends(loopOf(&Part), events::now());
  return Here;
}

int hetrt_run(hetrt_part *Part, const hetrt_region *Loop, const hetrt_call *Call) {
  return Part->wantsArrays() ? HETRT_WANTS_ARRAYS : runLoop(*Part, *Loop, *Call, nullptr);
}

int hetrt_run_arrays(hetrt_part *Part, const hetrt_region *Loop, const hetrt_call *Call, const hetrt_arrays *Arrays) {
  return runLoop(*Part, *Loop, *Call, Arrays);
}

void hetrt_ran(hetrt_part *Part) {
  check::endLoop();
  Part->ran();
  if (events::Sink *To = events::sink()) [[unlikely]]
    To->ends(loopOf(Part), events::now());
}

const void *hetrt_run_partial(const hetrt_part *Part, const void *Previous) { return Part->nextPartial(Previous); }

void hetrt_update_padding(hetrt_part *Part, const void *Base, hetrt_uint32 How, const char *Clause, const char *Name,
                          const char *Location) {
  Part->updatePadding({Base, How, Clause, Name, Location});
  if (check::active()) [[unlikely]]
    check::exchanged(Base);
}

int hetrt_wants_places(void) { return Engine::instance().places().askOpenMP(); }

void hetrt_set_places(int Count, const int *Sizes, const int *Numbers) {
  std::vector<Processors> Places;
  for (int P = 0; P < Count; Numbers += Sizes[P++])
    Places.emplace_back(Numbers, Numbers + Sizes[P]);
  Engine::instance().places().setFromOpenMP(std::move(Places));
}

void hetrt_leave_part(hetrt_part *Part) {
  if (events::Sink *To = events::sink()) [[unlikely]]
    To->ends(Part, events::now());
  check::leavePart();
  Part->leave();
}

void *hetrt_target_allocate(hetrt_uint64 Bytes) {
  Part *Mine = Part::ofThisThread();
  return Mine ? Mine->allocate(Bytes) : std::malloc(std::max<hetrt_uint64>(Bytes, 1));
}

void hetrt_target_release(void *Memory) {
  Part *Mine = Part::ofThisThread();
  if (Memory && !(Mine && Mine->release(Memory)) && !Part::isOthers(Memory))
    std::free(Memory);
}

int hetrt_target_memcpy(void *To, hetrt_uint64 ToOffset, const void *From, hetrt_uint64 FromOffset, hetrt_uint64 Bytes,
                        int Placed) {
  if (Bytes == 0)
    return HETRT_SUCCESS;
  constexpr hetrt_uint64 Most = PTRDIFF_MAX;
  if (!To || !From || Bytes > Most || ToOffset > Most - Bytes || FromOffset > Most - Bytes)
    return report(Status::programFault(
        HETRT_ERROR_ARGUMENT,
        fmt::format("omp_target_memcpy_{}: wanted arrays, and offsets and a size that are not negative; found {} + {} "
                    "to {} + {}, {} bytes",
                    Placed ? "to" : "from", From, FromOffset, To, ToOffset, Bytes)));
  auto *Target = static_cast<std::byte *>(To) + ToOffset;
  const auto *Source = static_cast<const std::byte *>(From) + FromOffset;
  Part *Mine = Part::ofThisThread();
  if (!Mine) {
    std::memcpy(Target, Source, Bytes);
    return HETRT_SUCCESS;
  }
  const Status Result = Mine->copy(Target, Source, Bytes, Placed != 0);
  return Result.ok() ? HETRT_SUCCESS : report(Result);
}

hetrt_task *hetrt_task_begin(const hetrt_section *Sections, hetrt_uint64 Count) {
  return Engine::instance().tasks().begin({Sections, Count});
}

char *hetrt_task_mark(hetrt_task *Task) { return &Task->Mark; }

char *const *hetrt_task_before(const hetrt_task *Task) { return Task->Before.data(); }

hetrt_uint64 hetrt_task_before_count(const hetrt_task *Task) { return Task->Before.size(); }

void hetrt_task_end(hetrt_task *Task) { Engine::instance().tasks().end(Task); }

int hetrt_host_writes(void) {
  check::hostUses(nullptr, 0, true);
  Directory *Known = Engine::instance().directoryIfAny();
  if (!Known)
    return 1;
  if (Status Result = Known->writeBackAll(); !Result.ok())
    hetrt_handle_error(report(Result));
  Known->forgetAll();
  return 1;
}

void hetrt_host_uses(const volatile void *First, hetrt_uint64 Bytes, int Writes) {
  check::hostUses(const_cast<const void *>(First), Bytes, Writes);
  Directory *Known = Engine::instance().directoryIfAny();
  if (!Known)
    return;
  const void *Memory = const_cast<const void *>(First);
  if (Status Result = Known->writeBackOverlapping(Memory, Bytes); !Result.ok())
    hetrt_handle_error(report(Result));
  if (Writes)
    Known->forgetOverlapping(Memory, Bytes);
}

/// The data region around an address, or else the allocation around it. Empty if neither is known, or if there are no
/// devices that could use the array.
static DataRegion knownAround(const std::byte *Here) {
  Engine &All = Engine::instance();
  Directory *Known = All.directoryIfAny();
  const Fleet *Devices = All.fleetIfAny();
  const DataRegion None{Here, Here};
  if (!Here || All.forked() || inKernel() || (Devices && Devices->Members.empty()))
    return None;
  if (const DataRegion Around = Known ? Known->dataRegionAround(Here) : None; Around.First != Around.Last)
    return Around;
  const Allocation Block = allocationAround(reinterpret_cast<std::uintptr_t>(Here));
  if (Block.Bytes == 0 || !isReadable(Block.Begin, Block.Bytes))
    return None;
  return {reinterpret_cast<const std::byte *>(Block.Begin), reinterpret_cast<const std::byte *>(Block.end())};
}

hetrt_int64 hetrt_elements(const volatile void *At, hetrt_uint64 Size, int Behind) {
  const auto *Here = static_cast<const std::byte *>(const_cast<const void *>(At));
  const DataRegion Around = knownAround(Here);
  return (Behind ? Around.Last - Here : Here - Around.First) / static_cast<hetrt_int64>(Size);
}

int hetrt_can_read(const volatile void *First, hetrt_uint64 Bytes) {
  return First && isReadable(reinterpret_cast<std::uintptr_t>(First), Bytes);
}

int hetrt_depersist(const void *Base, const char *Name, const char *Location) {
  check::depersist(Base);
  Engine &All = Engine::instance();
  if (Status Result = All.takeSettingsError(); !Result.ok())
    return report(Result);
  // A forked child has no devices, so it has no copies to free; those of the parent stay.
  if (All.forked())
    return HETRT_SUCCESS;
  Fleet *Devices = nullptr;
  if (Status Result = All.fleet(Devices); !Result.ok())
    return report(Result);
  // It is no error if no region has made the array persistent: hetcc may have compiled the regions of a correct program
  // as plain OpenMP for the CPUs. Without accelerators, regions do not note which arrays are persistent, so there is no
  // warning either.
  bool Found = false;
  if (Status Result = Devices->Known->depersist(Base, Found); !Result.ok())
    return report(Result);
  if (!Found && !Devices->Members.empty())
    warnOnce(fmt::format("{}: depersist({}): wanted an array that a region made persistent, found none",
                         Location ? Location : "?", Name ? Name : "?"));
  return HETRT_SUCCESS;
}
