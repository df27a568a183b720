// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encodes and decodes messages by one list of fields for each kind of message.
#include "Node/Protocol.h"

#include "Node/Bytes.h"

#include <type_traits>
#include <utility>

namespace hetrt::node {
namespace {

/// The first bytes of each message; bytes that are no message will hardly begin like this.
constexpr std::uint32_t Mark = 0x48455452; // "RTEH"

// These structs have no padding, and are written as one field.
static_assert(std::has_unique_object_representations_v<ProgramName>);
static_assert(std::has_unique_object_representations_v<WindowMemory>);
static_assert(std::has_unique_object_representations_v<Place>);
static_assert(std::has_unique_object_representations_v<WindowLayout>);
static_assert(sizeof(WorkDone) == 2 * sizeof(std::uint32_t) + 3 * sizeof(std::uint64_t) + sizeof(double));

template <typename D, typename T> void name(D &Each, T &R) {
  each(Each, R.Module, R.Offset, R.Content, R.ValuesSize, R.ArrayCount, R.Ordinal);
}

template <typename D, typename T> void fields(D &Each, T &What) {
  using Kind = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Kind, Greeting>) {
    each(Each, What.Version, What.Program, What.Host, What.Processor, What.Cores, What.MemoryBytes, What.Seconds);
  } else if constexpr (std::is_same_v<Kind, Answer>) {
    each(Each, What.Address, What.Problem);
  } else if constexpr (std::is_same_v<Kind, Done>) {
    each(Each, What.Queue, What.Code, What.DeviceFault, What.Message, What.Partials, What.Begin, What.End, What.Work,
         What.WhyCores, What.Faults);
  } else if constexpr (std::is_same_v<Kind, Failed>) {
    each(Each, What.Why);
  } else if constexpr (std::is_same_v<Kind, Welcome>) {
    each(Each, What.SilenceSeconds, What.Devices);
  } else if constexpr (std::is_same_v<Kind, Allocate>) {
    each(Each, What.Bytes);
  } else if constexpr (std::is_same_v<Kind, Release>) {
    each(Each, What.Address);
  } else if constexpr (std::is_same_v<Kind, Prepare>) {
    name(Each, What.Region);
  } else if constexpr (std::is_same_v<Kind, Copy>) {
    each(Each, What.Queue, What.Out, What.Number, What.Peer, What.Parts);
  } else if constexpr (std::is_same_v<Kind, LaunchRange>) {
    name(Each, What.Region);
    each(Each, What.First, What.Last, What.PartialBytes, What.Grain, What.Values, What.Bounds, What.Windows,
         What.InOrder, What.Shape, What.NewShape, What.Layouts, What.WhyCores);
  } else if constexpr (std::is_same_v<Kind, Order>) {
    each(Each, What.Later, What.Earlier, What.Count);
  } else if constexpr (std::is_same_v<Kind, Beat>) {
    each(Each, What.Seconds);
  } else if constexpr (std::is_same_v<Kind, Expect>) {
    each(Each, What.Early, What.Bytes, What.Slices, What.Peer, What.Number);
  } else if constexpr (std::is_same_v<Kind, TakeEarly>) {
    each(Each, What.Queue, What.Early, What.Offset, What.Parts);
  } else if constexpr (std::is_same_v<Kind, DropEarly>) {
    each(Each, What.Early);
  } else if constexpr (std::is_same_v<Kind, Equipment>) {
    each(Each, What.Problem, What.Devices, What.Width);
  } else {
    static_assert(std::is_empty_v<Kind>);
  }
}

template <std::size_t I = 0> bool decodeKind(std::uint32_t Kind, Reader &From, Message &Into) {
  if constexpr (I < std::variant_size_v<Message>) {
    if (Kind != I)
      return decodeKind<I + 1>(Kind, From, Into);
    fields(From, Into.emplace<I>());
    return true;
  }
  return false;
}

} // namespace

std::vector<std::byte> encode(const Message &What) {
  Writer Into;
  const auto Kind = static_cast<std::uint32_t>(What.index());
  each(Into, Mark, Kind);
  std::visit([&](const auto &Each) { fields(Into, Each); }, What);
  return std::move(Into.Bytes);
}

std::string decodeNext(std::span<const std::byte> &Bytes, Message &Into) {
  Reader From(Bytes);
  std::uint32_t Found = 0, Kind = ~0u;
  each(From, Found, Kind);
  if (Found != Mark)
    return "a message that is not of this protocol";
  if (!decodeKind(Kind, From, Into))
    return "a message of the unknown kind " + std::to_string(Kind);
  if (!From.fine())
    return "a message of kind " + std::to_string(Kind) + " that is too short";
  Bytes = From.rest();
  return "";
}

std::string decode(std::span<const std::byte> Bytes, Message &Into) {
  std::string Why = decodeNext(Bytes, Into);
  return Why.empty() && !Bytes.empty() ? "a message with something behind it" : Why;
}

} // namespace hetrt::node
