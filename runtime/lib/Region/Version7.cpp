// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of hetrt.h as version 7 has them: each region gets tables of version 8, and each call their numbers.
// Errors of clauses come before every pass, as that version has them. Lives until the translator speaks version 8.
#include "Device/RegionTables.h"
#include "Errors/Error.h"
#include "Memory/WindowClauses.h"
#include "Region/Engine.h"
#include "Region/RegionState.h"

#include <atomic>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <vector>

using namespace hetrt;

namespace {

/// Where no kernel is, values have no pointers.
std::uint32_t offsetOf(const hetrt_region &Region, unsigned Number) {
  return Region.values_size ? Region.windows[Number].pointer_offset : Number * unsigned(sizeof(void *));
}

std::vector<Clause> clausesOf(const hetrt_region &Region, const hetrt_call *Call) {
  std::vector<Clause> Made;
  for (unsigned W = 0; W < Region.window_count; ++W)
    Made.push_back(clauseOfWindow(Region.windows[W], Call ? &Call->windows[W] : nullptr, offsetOf(Region, W)));
  return Made;
}

/// A region with tables. Made at its first call, and never destroyed.
struct Region8 : hetrt_region_8 {
  explicit Region8(const hetrt_region &From)
      : hetrt_region_8{}, From(From), Copy(From), Windows(From.windows, From.windows + From.window_count),
        Tables(clausesOf(From, nullptr)) {
    abi = HETRT_ABI_8;
    size = sizeof(hetrt_region_8);
    location = From.location;
    state = From.state;
    flags = From.flags;
    values_size = From.values_size ? From.values_size : From.window_count * unsigned(sizeof(void *));
    emulated = From.emulated;
    image = From.image;
    cuda_kernel = From.cuda_kernel;
    lanes = From.lanes;
    variant = From.variant;
    memory = From.memory;
    for (unsigned K = 0; K < From.kernel_count; ++K) {
      hetrt_region_8 Kernel{};
      Kernel.location = From.kernels[K].location;
      Kernel.emulated = From.kernels[K].emulated;
      Kernel.image = From.kernels[K].image;
      Kernel.cuda_kernel = From.kernels[K].cuda_kernel;
      Kernels.push_back(Kernel);
    }
    kernel_count = From.kernel_count;
    kernels = Kernels.data();
    Tables.putInto(*this);
  }

  /// A library that was unloaded may have left its address to another region.
  bool isOf(const hetrt_region &Region) const {
    return &From == &Region && std::memcmp(&Copy, &Region, sizeof Copy) == 0 &&
           std::memcmp(Windows.data(), Region.windows, Windows.size() * sizeof Windows[0]) == 0;
  }

  Region8 *Next = nullptr;

private:
  const hetrt_region &From;
  const hetrt_region Copy;
  const std::vector<hetrt_window_info> Windows;
  const ClauseTables Tables;
  std::vector<hetrt_region_8> Kernels;
};

std::atomic<Region8 *> All{nullptr};

/// Without a lock, which a forked child might find taken.
const Region8 &converted(const hetrt_region &Region) {
  if (hetrt_region_state **Slot = Region.state) // a loop of a block has none
    if (const RegionState *There = std::atomic_ref(*Slot).load(std::memory_order_acquire))
      if (const auto &Known = static_cast<const Region8 &>(There->region()); Known.isOf(Region))
        return Known;
  for (Region8 *Each = All.load(std::memory_order_acquire); Each; Each = Each->Next)
    if (Each->isOf(Region))
      return *Each;
  auto *Made = new Region8(Region); // two threads may make one each: they share the region's state
  Made->Next = All.load(std::memory_order_relaxed);
  while (!All.compare_exchange_weak(Made->Next, Made, std::memory_order_release, std::memory_order_relaxed))
    ;
  return *Made;
}

hetrt_call_8 converted(const hetrt_call &Call) {
  return {HETRT_ABI_8,    sizeof(hetrt_call_8), Call.trip_count,  Call.lower,        Call.step,
          Call.condition, Call.num_threads,     Call.max_threads, Call.in_parallel,  Call.devices,
          Call.scheduler, Call.ratio,           Call.div,         Call.partials_size};
}

/// The arrays of a call, while it is described.
class Arrays8 {
public:
  Arrays8(const hetrt_region &Region, const hetrt_call &Call) : Tables(clausesOf(Region, &Call)) {
    Values.resize(Region.values_size ? Region.values_size : Region.window_count * sizeof(void *));
    if (Region.values_size)
      std::memcpy(Values.data(), Call.values, Values.size());
    for (unsigned W = 0; W < Region.window_count; ++W)
      std::memcpy(Values.data() + offsetOf(Region, W), &Call.windows[W].base, sizeof(void *));
    Made = Tables.arrays(Values.data());
    Made.variant = Call.variant;
  }
  Arrays8(const Arrays8 &) = delete;
  Arrays8 &operator=(const Arrays8 &) = delete;

  const hetrt_arrays *get() const { return &Made; }

private:
  const ClauseTables Tables;
  std::vector<std::byte> Values; ///< With the addresses that windows say.
  hetrt_arrays Made;
};

Status checkVersion(const hetrt_region &Region, const hetrt_call &Call) {
  const auto Fits = [](std::uint32_t Abi, std::uint32_t Size, std::size_t Known) {
    return Abi == HETRT_ABI && Size == Known;
  };
  if (Fits(Region.abi, Region.size, sizeof Region) && Fits(Call.abi, Call.size, sizeof Call))
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ABI,
      fmt::format("object and runtime do not fit: wanted interface version {} (region {} bytes, call {} bytes), found "
                  "version {} ({} and {} bytes): compile the program with the hetcc that belongs to this libhetrt",
                  HETRT_ABI, sizeof Region, sizeof Call, Region.abi, Region.size, Call.size));
}

/// What clauses say, before every pass of which somebody wants devices.
Status checkClauses(const hetrt_region &Region, const hetrt_call &Call) {
  if (!Call.condition || !Call.trip_count || (Region.window_count && !Call.windows))
    return Status::success();
  Status Result = checkCall(Region, Call);
  return Result.ok() ? Result
                     : Status::programFault(Result.code(), fmt::format("{}: {}", Region.location, Result.message()));
}

/// What stands in the way of arrays being looked at at all: extents that may mean nothing.
bool isUnusable(const hetrt_region &Region, const hetrt_call &Call) {
  const bool Tentative = Region.flags & HETRT_TENTATIVE;
  return Tentative && Call.windows && (!Call.condition || !checkCall(Region, Call).ok());
}

int beginUnusable(const Region8 &Region, hetrt_call_8 Call, hetrt_pass **Pass) {
  Engine &Of = Engine::instance();
  if (Status Result = Of.takeSettingsError(); !Result.ok())
    return report(Result);
  Status Result = stateOf(Of, Region).beginOnCores(Call, {}, *Pass);
  return Result.ok() ? HETRT_SUCCESS : report(Result);
}

} // namespace

int hetrt_begin(const hetrt_region *Region, const hetrt_call *Call, hetrt_pass **Pass) {
  if (Status Result = checkVersion(*Region, *Call); !Result.ok())
    return report(Result);
  const Region8 &Converted = converted(*Region);
  const hetrt_call_8 Given = converted(*Call);
  if (isUnusable(*Region, *Call))
    return beginUnusable(Converted, Given, Pass);
  if (Status Result = Engine::instance().takeSettingsError(); !Result.ok())
    return report(Result);
  if (Status Result = checkClauses(*Region, *Call); !Result.ok())
    return report(Result);
  const int Code = hetrt_begin_8(&Converted, &Given, Pass);
  return Code == HETRT_WANTS_ARRAYS ? hetrt_describe(*Pass, Arrays8(*Region, *Call).get()) : Code;
}

int hetrt_attend(hetrt_meeting *Meeting, const hetrt_region *Region, const hetrt_call *Call, const hetrt_own_value *Own,
                 hetrt_uint32 OwnCount, hetrt_pass **Pass) {
  const Region8 &Converted = converted(*Region);
  const hetrt_call_8 Given = converted(*Call);
  return hetrt_attend_8(Meeting, &Converted, &Given, Arrays8(*Region, *Call).get(), Own, OwnCount, Pass);
}

int hetrt_run(hetrt_part *Part, const hetrt_region *Loop, const hetrt_call *Call) {
  const Region8 &Converted = converted(*Loop);
  const hetrt_call_8 Given = converted(*Call);
  const int Code = hetrt_run_8(Part, &Converted, &Given);
  return Code == HETRT_WANTS_ARRAYS ? hetrt_run_arrays(Part, &Converted, &Given, Arrays8(*Loop, *Call).get()) : Code;
}
