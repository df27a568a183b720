// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes events as lines of JSON.
#include "Trace/TraceFile.h"

#include "Json/Json.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <iterator>

namespace hetrt {
namespace {

using events::Event;
using events::What;

/// The tracks (rows in the viewer) of an accelerator, from top to bottom.
enum class Row : std::uint8_t { Ranges, HostThread, CopiesIn, Kernels, CopiesOut, None };
constexpr const char *RowNames[] = {"", " host thread", " copies in", " kernels", " copies out"};

/// How an event of one kind is written.
struct Form {
  const char *Name;     ///< Null: the region's name.
  const char *Category; ///< The category, by which viewers can filter events.
  Row In;               ///< The accelerator's track.
};

const Form &formOf(What Is) {
  static constexpr Form Forms[] = {
      {nullptr, "pass", Row::None},
      {nullptr, "decision", Row::Ranges},
      {nullptr, "range", Row::Ranges},
      {nullptr, "part", Row::Ranges},
      {nullptr, "loop", Row::Ranges},
      {"wait for a range", "wait", Row::None},
      {nullptr, "share", Row::HostThread},
      {"decide", "host", Row::HostThread},
      {"move", "host", Row::HostThread},
      {"launch", "host", Row::HostThread},
      {"wait", "host", Row::HostThread},
      {"commit", "host", Row::HostThread},
      {"moved in", "moved", Row::HostThread},
      {"moved out", "moved", Row::HostThread},
      {"moved across", "moved", Row::HostThread},
      {"copy in", "queue", Row::CopiesIn},
      {"kernel", "queue", Row::Kernels},
      {"copy out", "queue", Row::CopiesOut},
  };
  static_assert(std::size(Forms) == std::size_t(What::CopyOut) + 1);
  return Forms[std::size_t(Is)];
}

/// The text as a JSON string.
std::string quote(std::string_view Text) { return json::print(Json(Text)); }

bool isThreads(const Event &Of) {
  return !Of.Kind || std::strcmp(Of.Kind, "cpu") == 0 || std::strcmp(Of.Kind, "place") == 0;
}

/// Sort indices of tracks: viewers show smaller ones first.
enum : unsigned { PassOrder = 0, AcceleratorOrder = 100, ThreadOrder = 100000 };

} // namespace

TraceFile::TraceFile(const std::string &Path, int Process, std::string_view Program)
    : File(Path, "a trace"), Process(Process) {
  Text = fmt::format("[\n{{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":{0},\"tid\":0,\"args\":{{\"name\":{1}}}}},\n"
                     "{{\"name\":\"hetrt_trace\",\"ph\":\"M\",\"pid\":{0},\"tid\":0,\"args\":{{\"version\":1}}}},\n",
                     Process, quote(Program));
}

std::string TraceFile::open() {
  std::string Problem = File.begin(Text);
  Text.clear();
  return Problem;
}

const std::string &TraceFile::quoted(const char *What) {
  const auto [At, IsNew] = Quoted.try_emplace(What);
  if (IsNew)
    At->second = quote(What);
  return At->second;
}

/// The number of the track with this name. If the name is new, the track is added to the file.
unsigned TraceFile::trackNamed(const std::string &Name, unsigned Order) {
  const auto [At, IsNew] = Tracks.try_emplace(Name, static_cast<unsigned>(Tracks.size()) + 1);
  if (IsNew)
    Text += fmt::format("{{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":{0},\"tid\":{1},\"args\":{{\"name\":{2}}}}},\n"
                        "{{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":{0},\"tid\":{1},\"args\":{{"
                        "\"sort_index\":{3}}}}},\n",
                        Process, At->second, quote(Name), Order);
  return At->second;
}

/// The number of the track for a pass. Viewers require that events of one track do not overlap unless one contains the
/// other. Passes of several threads may overlap, so such passes get different tracks.
unsigned TraceFile::laneOf(const Event &Pass) {
  std::size_t Lane = 0;
  while (Lane < Lanes.size() && Lanes[Lane] > Pass.Begin)
    ++Lane;
  if (Lane == Lanes.size())
    Lanes.push_back(0);
  Lanes[Lane] = Pass.End;
  return trackNamed(Lane == 0 ? "passes" : fmt::format("passes {}", Lane + 1), PassOrder + unsigned(Lane));
}

unsigned TraceFile::trackOf(const Event &Of, unsigned Thread) {
  if (Of.Is == What::Pass)
    return laneOf(Of);
  if (isThreads(Of)) {
    const auto [At, IsNew] = Threads.try_emplace(Thread);
    if (IsNew) {
      std::string Name = Of.Kind ? fmt::format("{}:{}", Of.Kind, Of.Index) : fmt::format("thread {}", Thread);
      if (Tracks.contains(Name)) // a thread of another team has this name already
        Name += fmt::format(" (thread {})", Thread);
      At->second = trackNamed(Name, ThreadOrder + Of.Index);
    }
    return At->second;
  }
  std::vector<unsigned> &Rows = Accelerators[{Of.Kind, Of.Index}];
  if (Rows.empty()) {
    const auto Order = AcceleratorOrder + unsigned(Of.Index * std::size(RowNames));
    for (unsigned I = 0; I < std::size(RowNames); ++I)
      Rows.push_back(trackNamed(fmt::format("{}:{}{}", Of.Kind, Of.Index, RowNames[I]), Order + I));
  }
  return Rows[std::size_t(formOf(Of.Is).In)];
}

void TraceFile::add(const Event &Of, unsigned Thread) {
  const Form &As = formOf(Of.Is);
  const unsigned Track = trackOf(Of, Thread);
  const std::int64_t Length = std::max<std::int64_t>(Of.End - Of.Begin, 0);
  const char *Name = As.Name ? As.Name : Of.Is == What::Decision ? Of.Label : Of.Where ? Of.Where : "?";
  auto To = std::back_inserter(Text);
  fmt::format_to(To, "{{\"name\":{},\"cat\":\"{}\",\"pid\":{},\"tid\":{},\"ts\":{}.{:03}", quoted(Name), As.Category,
                 Process, Track, Of.Begin / 1000, Of.Begin % 1000);
  if (Of.Is == What::Decision)
    Text += ",\"ph\":\"i\",\"s\":\"t\"";
  else
    fmt::format_to(To, ",\"ph\":\"X\",\"dur\":{}.{:03}", Length / 1000, Length % 1000);
  Text += ",\"args\":{";
  if (Of.Kind)
    fmt::format_to(To, "\"device\":\"{}:{}\",", Of.Kind, Of.Index);
  if (Of.Where)
    fmt::format_to(To, "\"region\":{},", quoted(Of.Where));
  switch (Of.Is) {
  case What::Pass:
    fmt::format_to(To, "\"iterations\":{},\"planning\":{}e-9,", Of.First, Of.Last);
    if (Of.Label)
      fmt::format_to(To, "\"why\":{},", quoted(Of.Label));
    break;
  case What::Range:
  case What::Part:
    fmt::format_to(To, "\"first\":{},\"last\":{},", Of.First, Of.Last);
    break;
  case What::MovedIn:
  case What::MovedOut:
  case What::MovedAcross:
    fmt::format_to(To, "\"array\":{},\"bytes\":{},\"copies\":{},", quoted(Of.Label ? Of.Label : "?"), Of.First,
                   Of.Last);
    break;
  default:
    break;
  }
  if (Text.back() == ',')
    Text.pop_back();
  Text += "}},\n";
}

std::string TraceFile::write() {
  if (Text.empty())
    return {};
  std::string Problem = File.add(Text);
  Text.clear();
  return Problem;
}

void TraceFile::end() {
  Text += fmt::format("{{\"name\":\"hetrt_end\",\"ph\":\"M\",\"pid\":{},\"tid\":0,\"args\":{{}}}}\n]\n", Process);
}

} // namespace hetrt
