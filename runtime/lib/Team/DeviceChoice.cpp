// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the devices argument of a clause.
#include "Team/DeviceChoice.h"

#include "Settings/Suggest.h"
#include "hetrt/devices.h"

#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <span>

namespace hetrt {
namespace {

constexpr std::string_view IdList = "gpu:";

Status wrong(const char *Text, const std::string &What) {
  return Status::programFault(HETRT_ERROR_ARGUMENT, fmt::format("devices '{}': {}", Text, What));
}

/// Numbers separated by commas.
bool parseIds(std::string_view List, std::vector<unsigned> &Into) {
  while (true) {
    const std::size_t Comma = List.find(',');
    const std::string_view Item = List.substr(0, Comma);
    unsigned Id = 0;
    auto [End, Error] = std::from_chars(Item.data(), Item.data() + Item.size(), Id);
    if (Error != std::errc() || End != Item.data() + Item.size())
      return false;
    Into.push_back(Id);
    if (Comma == std::string_view::npos)
      return true;
    List.remove_prefix(Comma + 1);
  }
}

} // namespace

Status parseDevices(const char *Text, DeviceChoice &Into) {
  Into = {};
  const std::string_view Word = Text ? Text : "all";
#define DEVICES(Name, InDevices, OfOpenMP, WithCores, WithGpus, WithNodes)                                             \
  if (Word == (Name)) {                                                                                                \
    Into = {.Cores = (WithCores), .Gpus = (WithGpus), .Nodes = (WithNodes), .Ids = {}};                                \
    return Status::success();                                                                                          \
  }
  HETRT_DEVICE_WORDS(DEVICES)
#undef DEVICES
  if (Word.starts_with(IdList)) {
    Into.Cores = false;
    if (parseIds(Word.substr(IdList.size()), Into.Ids))
      return Status::success();
    return wrong(Text, "wanted whole numbers after 'gpu:', for example 'gpu:0,2'");
  }
  constexpr std::string_view Known[] = {
#define DEVICES(Name, InDevices, OfOpenMP, WithCores, WithGpus, WithNodes) Name,
      HETRT_DEVICE_WORDS(DEVICES)
#undef DEVICES
          "gpu:0,2"};
  return wrong(Text, fmt::format("wanted '{}' or a list such as '{}'",
                                 fmt::join(std::span(Known).first(std::size(Known) - 1), "', '"),
                                 Known[std::size(Known) - 1]) +
                         (nearest(Word, Known).empty() ? std::string() : suggestion(Word, Known)));
}

} // namespace hetrt
