// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes decisions as lines of JSON, and reads them again.
#include "Replay/Recording.h"

#include "Json/Json.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <string_view>

namespace hetrt {
namespace {

constexpr unsigned Version = 1;
constexpr std::string_view SumField = ",\"sum\":\"";

/// FNV-1a: detects accidental changes; it does not protect against deliberate ones.
std::uint64_t sumOf(std::string_view Text) {
  std::uint64_t Sum = 0xcbf29ce484222325;
  for (const char Each : Text)
    Sum = (Sum ^ static_cast<unsigned char>(Each)) * 0x100000001b3;
  return Sum;
}

/// The object as a line with its checksum.
std::string lineOf(const Json &Object) {
  std::string Text = json::print(Object);
  Text.pop_back();
  return fmt::format("{}{}{:016x}\"}}\n", Text, SumField, sumOf(Text));
}

bool isAsWritten(std::string_view Line) {
  const auto Sum = Line.rfind(SumField);
  return Sum != Line.npos &&
         Line.substr(Sum + SumField.size()) == fmt::format("{:016x}\"}}", sumOf(Line.substr(0, Sum)));
}

Json listOf(const std::vector<Range> &Ranges) {
  Json Made = Json::array();
  for (const Range &Each : Ranges)
    Made.push_back({Each.First, Each.Last});
  return Made;
}

/// Reads the fields of a line, and remembers the first field that is missing or has a wrong type.
class Fields {
public:
  explicit Fields(const Json &Of) : Of(Of) {}

  bool areRight() const { return Wrong.empty(); }
  const std::string &wrong() const { return Wrong; }

  template <typename Number> void take(const char *Name, Number &Into) {
    if (const Json *Found = find(Name))
      number(*Found, Name, Into);
  }
  void take(const char *Name, bool &Into) {
    if (const Json *Found = find(Name, &Json::is_boolean))
      Into = Found->get<bool>();
  }
  void take(const char *Name, std::string &Into) {
    if (const Json *Found = find(Name, &Json::is_string))
      Into = Found->get<std::string>();
  }

  /// Reads a list of lists of `Count` numbers, and calls `Do` for each.
  template <std::size_t Count, typename Function> void each(const char *Name, Function Do) {
    const Json *List = find(Name, &Json::is_array);
    for (std::size_t I = 0; List && I < List->size() && areRight(); ++I) {
      const Json &Entry = (*List)[I];
      std::array<std::uint64_t, Count> Numbers{};
      if (!Entry.is_array() || Entry.size() != Count)
        return complain(Name);
      for (std::size_t N = 0; N < Count; ++N)
        number(Entry[N], Name, Numbers[N]);
      Do(Numbers);
    }
  }
  template <typename Value> void take(const char *Name, std::vector<Value> &Into) {
    const Json *List = find(Name, &Json::is_array);
    for (std::size_t I = 0; List && I < List->size(); ++I)
      entry((*List)[I], Name, Into.emplace_back());
  }

  void complain(const char *Name) {
    if (Wrong.empty())
      Wrong = fmt::format("'{}' is missing, or is not what it should be", Name);
  }

private:
  const Json *find(const char *Name, bool (Json::*Is)() const noexcept = nullptr) {
    const auto At = Of.find(Name);
    if (At != Of.end() && (!Is || ((*At).*Is)()))
      return &*At;
    complain(Name);
    return nullptr;
  }
  template <typename Number> void number(const Json &Value, const char *Name, Number &Into) {
    if (std::is_signed_v<Number> && Value.is_number_integer() && !Value.is_number_unsigned())
      Into = static_cast<Number>(Value.get<std::int64_t>());
    else if (Value.is_number_unsigned() &&
             Value.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max()))
      Into = static_cast<Number>(Value.get<std::uint64_t>());
    else
      complain(Name);
  }
  void entry(const Json &Value, const char *Name, std::uint32_t &Into) { number(Value, Name, Into); }
  void entry(const Json &Value, const char *Name, std::string &Into) {
    Value.is_string() ? static_cast<void>(Into = Value.get<std::string>()) : complain(Name);
  }

  const Json &Of;
  std::string Wrong;
};

void takePass(Fields &From, RecordedPass &Into) {
  From.take("trip_count", Into.TripCount);
  From.take("any_order", Into.AnyOrder);
  From.take("beside", Into.Beside);
  From.take("alone", Into.Alone);
  From.take("wanted", Into.Wanted);
  From.take("team", Into.Team);
  From.take("came", Into.Came);
  From.take("serving", Into.Serving);
  From.take("scheduler", Into.Scheduler);
  From.take("units", Into.Units);
  From.each<3>("devices", [&](const auto &N) {
    Into.Devices.push_back({static_cast<std::uint32_t>(N[0]), N[1] != 0, N[2] != 0});
  });
  From.each<2>("shares", [&](const auto &N) { Into.Shares.push_back({N[0], N[1]}); });
  From.each<4>("steps", [&](const auto &N) {
    if (N[0] > std::uint64_t(RecordedStep::Kind::Return))
      From.complain("steps");
    Into.Steps.push_back({static_cast<RecordedStep::Kind>(N[0]), static_cast<std::uint32_t>(N[1]), {N[2], N[3]}});
  });
  From.take("given_up", Into.GivenUp);
  From.take("unfinished", Into.Unfinished);
}

/// Reads the lines of a recording, in their order; the first line is read by parseHead().
class Parser {
public:
  explicit Parser(Recording &Into) : Into(Into) {}

  std::string line(std::string_view Text) {
    if (Into.IsWhole)
      return "something stands behind the end";
    if (!isAsWritten(Text))
      return "the line is not as it was written";
    const Json Object = json::parse(Text);
    if (!Object.is_object() || Object.empty())
      return "the line is no JSON object";
    Fields From(Object);
    std::string Wrong = take(Object.begin().key(), From);
    return From.areRight() ? Wrong : From.wrong();
  }

private:
  std::string take(const std::string &Kind, Fields &From) {
    if (Kind == "devices")
      From.take("devices", Into.Devices.emplace());
    else if (Kind == "region")
      return takeRegion(From);
    else if (Kind == "pass")
      return takePassOf(From);
    else if (Kind == "hetrt_end")
      return takeEnd(From);
    else
      return fmt::format("there is no kind of line '{}'", Kind);
    return {};
  }

  std::string takeRegion(Fields &From) {
    std::size_t Number = 0;
    RecordedRegion Region;
    From.take("region", Number);
    From.take("file", Region.Name.File);
    From.take("function", Region.Name.Function);
    From.take("ordinal", Region.Name.Ordinal);
    From.take("place", Region.Name.Place);
    From.take("instance", Region.Name.Instance);
    From.take("content", Region.Text.Content);
    From.take("location", Region.Text.Location);
    if (Number != Into.Regions.size() || Into.find(Region.Name))
      return "the region is there twice, or another one is missing";
    Into.Regions.push_back(std::move(Region));
    return {};
  }

  std::string takePassOf(Fields &From) {
    std::size_t Region = 0;
    std::uint64_t Number = 0;
    RecordedPass Pass;
    From.take("pass", Number);
    From.take("of", Region);
    takePass(From, Pass);
    if (!From.areRight())
      return {};
    constexpr std::uint64_t MostAtOnce = 1 << 20; // passes need not be in the order of their numbers, but a number must
                                                  // not exceed the largest number before by more than this
    if (Region >= Into.Regions.size() || Number >= Into.Regions[Region].Passes.size() + MostAtOnce)
      return "the pass is of no region, or too far from the others";
    auto &Passes = Into.Regions[Region].Passes;
    if (Passes.size() <= Number)
      Passes.resize(Number + 1);
    if (Passes[Number])
      return "the pass is there twice";
    std::string Wrong = whatIsWrong(Pass);
    Passes[Number] = std::move(Pass);
    ++Count;
    return Wrong;
  }

  std::string takeEnd(Fields &From) {
    std::uint64_t Wanted = 0;
    From.take("hetrt_end", Wanted);
    Into.IsWhole = true;
    return Wanted == Count ? "" : fmt::format("wanted {} passes before the end, found {}", Wanted, Count);
  }

  Recording &Into;
  std::uint64_t Count = 0;
};

/// Reads the first line, which says which version of the format the file has.
std::string parseHead(std::string_view Line, Recording &Into) {
  const Json Head = json::parse(Line);
  if (!Head.is_object() || !Head.contains("hetrt_recording"))
    return "wanted a file that HETRT_RECORD has written, found another one";
  Fields From(Head);
  std::uint64_t Found = 0;
  From.take("hetrt_recording", Found);
  if (From.areRight() && Found != Version)
    return fmt::format("wanted version {} of the format, found version {}: record with the libhetrt that replays",
                       Version, Found);
  From.take("program", Into.Program);
  return From.areRight() && !isAsWritten(Line) ? "the line is not as it was written" : From.wrong();
}

} // namespace

std::string RegionName::text() const {
  std::string Made =
      Function.empty() ? fmt::format("'{}'", File) : fmt::format("number {} of '{}' in '{}'", Ordinal, Function, File);
  if (Place >= 0)
    Made += fmt::format(" on place {}", Place);
  if (Instance > 1)
    Made += fmt::format(", instance {}", Instance);
  return Made;
}

const RecordedRegion *Recording::find(const RegionName &Name) const {
  const auto At = std::ranges::find(Regions, Name, &RecordedRegion::Name);
  return At == Regions.end() ? nullptr : &*At;
}

std::string asWritten(std::string_view Name) { return json::parse(json::print(Json(Name))).get<std::string>(); }

std::string recordingHead(std::string_view Program) {
  return lineOf({{"hetrt_recording", Version}, {"program", Program}});
}

std::string lineOfDevices(const std::vector<std::string> &Names) { return lineOf({{"devices", Names}}); }

std::string lineOfRegion(std::size_t Number, const RegionName &Name, const RegionText &Text) {
  return lineOf({{"region", Number},
                 {"file", Name.File},
                 {"function", Name.Function},
                 {"ordinal", Name.Ordinal},
                 {"place", Name.Place},
                 {"instance", Name.Instance},
                 {"content", Text.Content},
                 {"location", Text.Location}});
}

std::string lineOfPass(std::size_t Region, std::uint64_t Number, const RecordedPass &Pass) {
  Json Devices = Json::array(), Steps = Json::array();
  for (const RecordedDevice &Each : Pass.Devices)
    Devices.push_back({Each.Id, int(Each.IsAccelerator), int(Each.Usable)});
  for (const RecordedStep &Each : Pass.Steps)
    Steps.push_back({int(Each.What), Each.Device, Each.Part.First, Each.Part.Last});
  return lineOf({{"pass", Number},
                 {"of", Region},
                 {"trip_count", Pass.TripCount},
                 {"any_order", Pass.AnyOrder},
                 {"beside", Pass.Beside},
                 {"alone", Pass.Alone},
                 {"wanted", Pass.Wanted},
                 {"team", Pass.Team},
                 {"came", Pass.Came},
                 {"serving", Pass.Serving},
                 {"scheduler", Pass.Scheduler},
                 {"units", Pass.Units},
                 {"devices", std::move(Devices)},
                 {"shares", listOf(Pass.Shares)},
                 {"steps", std::move(Steps)},
                 {"given_up", Pass.GivenUp},
                 {"unfinished", Pass.Unfinished}});
}

std::string recordingEnd(std::uint64_t Passes) { return lineOf({{"hetrt_end", Passes}}); }

std::string parseRecording(std::string_view Text, Recording &Into) {
  if (Text.empty())
    return "wanted a file that HETRT_RECORD has written, found an empty one";
  Parser Lines(Into);
  for (std::size_t Number = 1; !Text.empty(); ++Number) {
    const std::size_t End = Text.find('\n');
    const std::string_view Line = Text.substr(0, End);
    std::string Wrong = Number == 1 ? parseHead(Line, Into) : "";
    if (Wrong.empty() && End == Text.npos)
      Wrong = "the file is cut off here";
    else if (Number > 1)
      Wrong = Lines.line(Line);
    if (!Wrong.empty())
      return Number == 1 ? Wrong : fmt::format("line {}: {}", Number, Wrong);
    Text.remove_prefix(End == Text.npos ? Text.size() : End + 1);
  }
  return {};
}

} // namespace hetrt
