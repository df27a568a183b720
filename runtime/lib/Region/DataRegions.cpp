// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that generated code calls for data directives.
#include "Check/Checker.h"
#include "Errors/Error.h"
#include "Region/Engine.h"
#include "Trace/OfThread.h"

#include <fmt/format.h>

using namespace hetrt;

namespace {

/// A data region that a data directive of this thread opens. Parts: the memory that its clauses name. Entered: this
/// memory is in the directory already.
struct Open {
  std::vector<DataRegion> Parts;
  bool Entered = false;
};

/// The data regions that are open in the calling thread, the innermost one last.
std::vector<Open> &openRegions() { return OfThread<std::vector<Open>>::get(); }

/// Sets `Known` to the process's directory of persistent arrays; null in kernels and in forked children, which have no
/// devices.
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

/// A clause of a data directive, and an array that the clause names. text() makes the message only when it is needed,
/// since updates of rows behind pointers come row by row.
struct ClauseItem {
  const char *Location, *Clause, *Name;

  /// The clause as a program would write it: "jacobi.c:7: copyin(x)", "jacobi.c:7: map(to: x)".
  std::string text() const {
    const std::string_view Before = Clause;
    if (Before.ends_with(')'))
      return fmt::format("{}: {} {})", Location, Before.substr(0, Before.size() - 1), Name);
    return fmt::format("{}: {}({})", Location, Before, Name);
  }
};

Status leave(Directory &Known, DataRegion Part, const ClauseItem *What) {
  bool Found = false;
  Status Result = Known.leave(Part, Found);
  if (Result.ok() && !Found)
    warnOnce(fmt::format("{}: wanted an array that was entered, found none",
                         What ? What->text() : "the end of a data region"));
  return Result;
}

/// Tells the checker, in a checking run, about the copies that a data directive would make.
void noteChecked(int Action, DataRegion Part, const ClauseItem &What) {
  switch (Action) {
  case HETRT_DATA_ENTER:
    return check::enterData(Part.First, Part.Last, What.Name, What.text());
  case HETRT_DATA_EXIT:
    return check::leaveData(Part.First, Part.Last);
  case HETRT_DATA_UPDATE_TO:
    return check::updateTo(Part.First, Part.Last);
  case HETRT_DATA_UPDATE_FROM:
    return check::updateFrom(Part.First, Part.Last);
  default:
    return;
  }
}

Status act(Directory &Known, int Action, DataRegion Part, const ClauseItem &What) {
  std::uint64_t Found = 0;
  if (check::active()) [[unlikely]]
    noteChecked(Action, Part, What);
  switch (Action) {
  case HETRT_DATA_ENTER:
    Known.enter(Part);
    if (auto &All = openRegions(); !All.empty() && !All.back().Entered)
      All.back().Parts.push_back(Part);
    return Status::success();
  case HETRT_DATA_EXIT:
    return leave(Known, Part, &What);
  case HETRT_DATA_PRESENT:
    return Known.findPresent(What.text(), Part.First, Part.bytes(), Found);
  case HETRT_DATA_UPDATE_TO:
    return Known.hostWrote(Part);
  default:
    return Known.writeBackOverlapping(Part.First, Part.bytes());
  }
}

void handle(const Status &Result) {
  if (!Result.ok())
    hetrt_handle_error(report(Result));
}

} // namespace

extern "C" {

void hetrt_data_open(void) { openRegions().emplace_back(); }

int hetrt_data_next(void) {
  std::vector<Open> &All = openRegions();
  if (All.empty())
    return 0;
  if (!All.back().Entered) {
    All.back().Entered = true;
    return 1;
  }
  const std::vector<DataRegion> Parts = std::move(All.back().Parts);
  for (const DataRegion &Part : Parts)
    check::leaveData(Part.First, Part.Last);
  All.pop_back();
  Directory *Known = nullptr;
  handle(knownArrays(Known));
  for (const DataRegion &Part : Parts)
    if (Known)
      handle(leave(*Known, Part, nullptr));
  return 0;
}

void hetrt_data(int Condition, int Action, const volatile void *First, const volatile void *Last, const char *Name,
                const char *Clause, const char *Location) {
  const DataRegion Part{static_cast<const std::byte *>(const_cast<const void *>(First)),
                        static_cast<const std::byte *>(const_cast<const void *>(Last))};
  if (!Condition || (Part.Last == Part.First && Action != HETRT_DATA_PRESENT)) // a section without elements
    return;
  const ClauseItem What{Location, Clause, Name};
  if (Part.Last < Part.First || !Part.First)
    return handle(Status::programFault(
        HETRT_ERROR_ARGUMENT,
        What.text() + (Part.First ? ": wanted a section whose length is not negative and that ends in memory"
                                  : ": wanted an array in memory, found a null pointer")));
  Directory *Known = nullptr;
  Status Result = knownArrays(Known);
  if (Result.ok() && Known)
    Result = act(*Known, Action, Part, What);
  handle(Result);
}
}
