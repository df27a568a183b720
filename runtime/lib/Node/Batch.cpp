// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds operations until they are sent, and decides which copies are sent together as one message.
#include "Node/Batch.h"

#include <algorithm>
#include <utility>

namespace hetrt::node {
namespace {

std::uint64_t endOf(const Place &What) { return What.Address + (What.Rows - 1) * What.Pitch + What.RowBytes; }

std::uint64_t bytesOf(const Copy &What) {
  std::uint64_t Bytes = 0;
  for (const Place &Each : What.Parts)
    Bytes += Each.Rows * Each.RowBytes;
  return Bytes;
}

Place placeOf(const Rectangle &What) {
  return {reinterpret_cast<std::uintptr_t>(What.First), What.Rows, What.RowBytes, What.Pitch};
}

} // namespace

bool mayOverlap(const Place &A, const Place &B) {
  if (endOf(A) <= B.Address || endOf(B) <= A.Address)
    return false;
  // The rectangles may lie in each other's gaps, as two sets of columns of one array do: the rows of one then lie
  // between the rows of the other. So whether they overlap depends on the distance within a row.
  const std::uint64_t Pitch = A.Rows > 1 ? A.Pitch : B.Pitch;
  if ((A.Rows > 1 && B.Rows > 1 && A.Pitch != B.Pitch) || Pitch < A.RowBytes || Pitch < B.RowBytes || !Pitch)
    return true;
  const std::uint64_t Distance =
      B.Address >= A.Address ? (B.Address - A.Address) % Pitch : (Pitch - (A.Address - B.Address) % Pitch) % Pitch;
  return Distance < A.RowBytes || Distance + B.RowBytes > Pitch;
}

const Copy *Batch::lastOf(unsigned Queue) const {
  return Last[Queue] == None ? nullptr : &std::get<Copy>(Held[Last[Queue]].What);
}

void Batch::add(Operation What) {
  if (const auto *Moves = std::get_if<Copy>(&What.What))
    Last[Moves->Queue] = Held.size();
  else if (const auto *After = std::get_if<Order>(&What.What))
    Last[After->Later] = Last[After->Earlier] = None;
  else if (What.Queue != Operation::NoQueue)
    Last[What.Queue] = None;
  Held.push_back(std::move(What));
}

bool Batch::takes(const Copy &What, const Rectangles &Data) const {
  const Copy *There = lastOf(What.Queue);
  if (!There || There->Out != What.Out || There->Peer != What.Peer || There->Parts.size() >= MostParts ||
      bytesOf(*There) + bytesOf(What) > MostBytes)
    return false;
  if (!What.Out)
    return std::ranges::none_of(There->Parts, [&](const Place &Each) { return mayOverlap(Each, What.Parts[0]); });
  return std::ranges::none_of(Held[Last[What.Queue]].Data,
                              [&](const Rectangle &Each) { return mayOverlap(placeOf(Each), placeOf(Data.at(0))); });
}

void Batch::join(const Copy &What, const Rectangles &Data) {
  Operation &There = Held[Last[What.Queue]];
  auto &Parts = std::get<Copy>(There.What).Parts;
  Parts.insert(Parts.end(), What.Parts.begin(), What.Parts.end());
  There.Data.insert(There.Data.end(), Data.begin(), Data.end());
}

std::vector<Operation> Batch::take() {
  Last.fill(None);
  return std::exchange(Held, {});
}

} // namespace hetrt::node
