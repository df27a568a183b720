// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that all nodes need in full: sent along a tree from rank 0, or in parts from the nodes that wrote them.
#include "Simulation/ClusterRun.h"

#include <bit>

namespace hetrt {

bool ClusterRun::fullIsNeeded(unsigned Node) const {
  const FullCopy &C = InFull[Node];
  if (Arrays.FullBytes == 0)
    return false;
  if (isOfParts())
    return !C.Any || C.Pass != Pass;
  return Node > 0 && (!C.Any || (Arrays.FullWrittenBy == Writer::Host && C.Pass != Pass));
}

double ClusterRun::partOf(uint64_t Iterations) const {
  return Arrays.FullBytes * static_cast<double>(Iterations) / static_cast<double>(Program.Iterations);
}

/// Called when a pass begins: sends the arrays to all nodes that need them for their shares, if the shares are known.
void ClusterRun::beginFull() {
  Receivers.clear();
  std::swap(EarlyTo, NextEarlyTo);
  std::swap(EarlyFrom, NextEarlyFrom);
  NextEarlyTo.assign(Machine.Nodes, false);
  NextEarlyFrom.assign(Machine.Nodes, false);
  if (isOfParts()) {
    Wrote.assign(Machine.Nodes, 0);
    for (const Owners::Piece &Each : HadBefore.pieces({0, Program.Iterations}))
      Wrote[Each.Owner] += Each.Part.size();
  }
  for (unsigned Device = 0; Device < Sides.size(); ++Device)
    if (const unsigned Node = nodeOf(Device);
        Sides[Device].IsPlanned && (Receivers.empty() || Receivers.back() != Node) && fullIsNeeded(Node))
      Receivers.push_back(Node);
  const bool Shares = !isOfParts() && !Receivers.empty();
  if (isOfParts())
    exchange(Base);
  for (unsigned Node : Receivers) {
    InFull[Node].Any = true;
    InFull[Node].Pass = Pass;
  }
  if (Shares)
    share(Base);
}

/// Called if the shares are not known when the pass begins: sends the arrays to a node before its first range.
void ClusterRun::supplyFull(unsigned Device, double Moment) {
  const unsigned Node = nodeOf(Device);
  if (!fullIsNeeded(Node))
    return;
  InFull[Node].Any = true;
  InFull[Node].Pass = Pass;
  if (!isOfParts())
    return supply(Device, 0, Arrays.FullBytes, Moment);
  for (unsigned From = 0; From < Machine.Nodes; ++From)
    if (From != Node && Wrote[From] > 0)
      supply(Device, From, partOf(Wrote[From]), Moment);
}

//===-- From rank 0 -----------------------------------------------------------------------------------------------===//

/// Rank 0 sends the arrays to receiver number 0. Receiver number i gets them from the receiver whose number is i
/// without its highest bit (6 from 2, for example).
void ClusterRun::share(double Moment) {
  for (unsigned I = 0; I < Receivers.size(); ++I)
    PlaceInTree[Receivers[I]] = I;
  Supply.Missing += static_cast<unsigned>(Receivers.size());
  send({.What = Kind::Shared, .To = Receivers.front(), .Bytes = Arrays.FullBytes, .For = Supply.Number}, Moment);
}

void ClusterRun::passOn(unsigned Node, double Moment) {
  const unsigned Place = PlaceInTree[Node];
  for (size_t Bit = std::bit_ceil(Place + 1u); Place + Bit < Receivers.size(); Bit *= 2) {
    const unsigned To = Receivers[Place + Bit];
    send({.What = Kind::Shared, .From = Node, .To = To, .Bytes = Arrays.FullBytes, .For = Supply.Number}, Moment);
  }
}

//===-- In parts --------------------------------------------------------------------------------------------------===//

/// Each node that wrote a part of the arrays sends the part to all receivers. Rank 0 sends each of these nodes one
/// message (TakeParts) to start this.
void ClusterRun::exchange(double Moment) {
  Exchanges = Receivers.empty() ? 0 : Exchanges + 1;
  std::vector<bool> Takes(Machine.Nodes, false);
  for (unsigned To : Receivers)
    Takes[To] = true;
  for (unsigned From = 0; From < Machine.Nodes; ++From) {
    unsigned Asked = 0;
    for (unsigned To = 0; To < Machine.Nodes; ++To)
      if (From != To && wasSentEarly(From, To)) // a part that To does not need is dropped when it arrives
        ++InFull[To].Early;
      else if (From != To && Takes[To] && Wrote[From] > 0)
        ++Asked;
    Supply.Missing += Asked;
    if (Asked > 0 && From > 0)
      send({.What = Kind::TakeParts, .To = From}, Moment);
  }
  sendParts(0, Moment); // after the messages to other nodes, which are short and should not wait until rank 0's parts
                        // are sent
  for (unsigned Device = Own; Device < Sides.size(); ++Device)
    if (FullCopy &C = InFull[nodeOf(Device)]; Sides[Device].IsPlanned && C.Early > 0) {
      ++Sides[Device].Missing;
      C.Waiting = static_cast<int>(Device);
    }
}

void ClusterRun::sendParts(unsigned From, double Moment) {
  const double Bytes = partOf(Wrote[From]);
  for (unsigned To : Receivers)
    if (To != From && Bytes > 0 && !wasSentEarly(From, To))
      send({.What = Kind::Supply, .From = From, .To = To, .Bytes = Bytes, .For = Supply.Number}, Moment);
}

/// Called when Node has computed its only range of the pass: sends the part of the arrays that it wrote to the other
/// receivers. Rank 0 gets parts only when it asks for them.
void ClusterRun::sendPartEarly(unsigned Node, double Moment) {
  if (Exchanges < EarlyAfter)
    return;
  NextEarlyFrom[Node] = true;
  const double Bytes = partOf(Sides[Own + Node - 1].Part.size());
  for (unsigned To : Receivers)
    if (To != 0) {
      NextEarlyTo[To] = true;
      if (To != Node)
        send({.What = Kind::EarlyPart, .From = Node, .To = To, .Bytes = Bytes}, Moment);
    }
}

void ClusterRun::partCame(unsigned Node, double Moment) {
  FullCopy &C = InFull[Node];
  if (--C.Early != 0 || C.Waiting < 0)
    return;
  const auto Device = static_cast<unsigned>(std::exchange(C.Waiting, -1));
  arrived(Device, Sides[Device].Number, Moment);
}

} // namespace hetrt
