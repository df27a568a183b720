// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the files of sysfs (/sys) that describe memory nodes.
#include "Topology/Nodes.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>

namespace hetrt {
namespace {

std::string lineOf(const std::string &Path) {
  std::ifstream File(Path);
  std::string Line;
  std::getline(File, Line);
  return Line;
}

/// Removes the number at the beginning of `Text` and returns it; nothing if there is none.
std::optional<unsigned> takeNumber(std::string_view &Text) {
  unsigned Value = 0;
  auto [End, Error] = std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  if (Error != std::errc())
    return std::nullopt;
  Text.remove_prefix(std::size_t(End - Text.data()));
  return Value;
}

} // namespace

NodeMemory::~NodeMemory() = default;

std::vector<unsigned> numbersIn(std::string_view List) {
  constexpr unsigned Most = 1u << 16; // the largest number in a list; no machine has more nodes or processors
  std::vector<unsigned> Found;
  while (auto First = takeNumber(List)) {
    std::optional<unsigned> Last = First;
    if (List.starts_with('-')) {
      List.remove_prefix(1);
      Last = takeNumber(List);
    }
    for (unsigned Each = *First; Last && Each <= std::min(*Last, *First + Most); ++Each)
      Found.push_back(Each);
    if (!List.starts_with(','))
      break;
    List.remove_prefix(1);
  }
  return Found;
}

std::vector<unsigned> memoryNodes(const std::string &Sys, const std::string &Status) {
  std::vector<unsigned> Present = numbersIn(lineOf(Sys + "/devices/system/node/has_memory"));
  constexpr std::string_view Name = "Mems_allowed_list:";
  if (const std::size_t At = Status.find(Name); At != std::string::npos) {
    const std::size_t Value = Status.find_first_not_of(" \t", At + Name.size());
    const std::vector<unsigned> Allowed = numbersIn(std::string_view(Status).substr(std::min(Value, Status.size())));
    std::vector<unsigned> Both;
    std::set_intersection(Present.begin(), Present.end(), Allowed.begin(), Allowed.end(), std::back_inserter(Both));
    Present = Both;
  }
  return Present.empty() ? std::vector<unsigned>{0} : Present;
}

std::vector<unsigned> nodeDistances(const std::string &Sys, unsigned Node) {
  std::istringstream Line(lineOf(Sys + "/devices/system/node/node" + std::to_string(Node) + "/distance"));
  return {std::istream_iterator<unsigned>(Line), std::istream_iterator<unsigned>()};
}

std::string folderOfDevice(const std::string &Sys, const std::string &PciAddress) {
  std::string Folder = PciAddress; // sysfs uses lower-case letters
  std::transform(Folder.begin(), Folder.end(), Folder.begin(),
                 [](char C) { return C >= 'A' && C <= 'F' ? char(C - 'A' + 'a') : C; });
  return Sys + "/bus/pci/devices/" + Folder;
}

std::optional<unsigned> nodeOfDevice(const std::string &Sys, const std::string &PciAddress) {
  if (PciAddress.empty())
    return std::nullopt;
  const std::string Line = lineOf(folderOfDevice(Sys, PciAddress) + "/numa_node");
  std::string_view Text = Line; // -1 if the node is not known
  return takeNumber(Text);
}

} // namespace hetrt
