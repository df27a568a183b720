// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data directives: what generated code calls for them.
#include "Region/Engine.h"
#include "Region/Error.h"

#include <fmt/format.h>

using namespace hetrt;

namespace {

/// A data region that this thread is in, or is about to enter.
struct Open {
  std::vector<DataRegion> Parts;
  bool Entered = false;
};

thread_local std::vector<Open> OpenRegions;

/// Where the process knows what devices hold. Null in kernels and in forked children, which have no devices.
Status knownArrays(Directory *&Known) {
  Engine &All = Engine::instance();
  if (Status Result = All.takeSettingsError(); !Result.ok())
    return Result;
  Fleet *Devices = nullptr;
  if (!All.forked() && !inKernel())
    if (Status Result = All.fleet(Devices); !Result.ok())
      return Result;
  Known = Devices ? Devices->Known.get() : nullptr;
  return Status::success();
}

Status leave(Directory &Known, DataRegion Part, const std::string &What) {
  bool Found = false;
  Status Result = Known.leave(Part, Found);
  if (Result.ok() && !Found)
    warnOnce(fmt::format("{}: wanted an array that was entered, found none", What));
  return Result;
}

Status act(Directory &Known, int Action, DataRegion Part, const std::string &What) {
  const auto Bytes = std::uint64_t(Part.Last - Part.First);
  std::uint64_t Found = 0;
  switch (Action) {
  case HETRT_DATA_ENTER:
    Known.enter(Part);
    if (!OpenRegions.empty() && !OpenRegions.back().Entered)
      OpenRegions.back().Parts.push_back(Part);
    return Status::success();
  case HETRT_DATA_EXIT:
    return leave(Known, Part, What);
  case HETRT_DATA_PRESENT:
    return Known.findPresent(What, Part.First, Bytes, Found);
  case HETRT_DATA_UPDATE_TO:
    return Known.hostWrote(Part);
  default:
    return Known.bringHomeOverlapping(Part.First, Bytes);
  }
}

/// The clause as it would be written: "copyin(x)", "map(to: x)".
std::string withName(std::string_view Clause, const char *Name) {
  if (Clause.ends_with(')'))
    return fmt::format("{} {})", Clause.substr(0, Clause.size() - 1), Name);
  return fmt::format("{}({})", Clause, Name);
}

void handle(const Status &Result) {
  if (!Result.ok())
    hetrt_handle_error(report(Result));
}

} // namespace

extern "C" {

void hetrt_data_open(void) { OpenRegions.emplace_back(); }

int hetrt_data_next(void) {
  if (OpenRegions.empty())
    return 0;
  if (!OpenRegions.back().Entered) {
    OpenRegions.back().Entered = true;
    return 1;
  }
  const std::vector<DataRegion> Parts = std::move(OpenRegions.back().Parts);
  OpenRegions.pop_back();
  Directory *Known = nullptr;
  handle(knownArrays(Known));
  for (const DataRegion &Part : Parts)
    if (Known)
      handle(leave(*Known, Part, "the end of a data region"));
  return 0;
}

void hetrt_data(int Condition, int Action, const volatile void *First, const volatile void *Last, const char *Name,
                const char *Clause, const char *Location) {
  const DataRegion Part{static_cast<const std::byte *>(const_cast<const void *>(First)),
                        static_cast<const std::byte *>(const_cast<const void *>(Last))};
  if (!Condition || (Part.Last == Part.First && Action != HETRT_DATA_PRESENT)) // a section without elements
    return;
  const std::string What = fmt::format("{}: {}", Location, withName(Clause, Name));
  if (Part.Last < Part.First || !Part.First)
    return handle(Status::programFault(
        HETRT_ERROR_ARGUMENT,
        What + (Part.First ? ": wanted a section whose length is not negative and that ends in memory"
                           : ": wanted an array in memory, found a null pointer")));
  Directory *Known = nullptr;
  Status Result = knownArrays(Known);
  if (Result.ok() && Known)
    Result = act(*Known, Action, Part, What);
  handle(Result);
}
}
