// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the whole pages that belong to shares, and moves the pages to memory nodes.
#include "Memory/PagePlacement.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace hetrt {
namespace {

/// Finds the owner of each page. A page in the middle of a share belongs to that share alone. Of a page at a share's
/// end, several shares may have bytes; the share with most bytes owns the page.
class PageBuilder {
public:
  explicit PageBuilder(std::uint64_t PageBytes) : Bytes(PageBytes) {}

  void add(const OwnedBytes &Part) {
    for (std::uintptr_t At = Part.Bytes.First; At < Part.Bytes.Last;) {
      const std::uintptr_t First = At / Bytes * Bytes;
      if (First != Page || Owned.empty())
        close(First);
      const std::uintptr_t Whole = Part.Bytes.Last / Bytes * Bytes;
      if (At == First && Whole > At) { // whole pages of this share
        append({{First, Whole}, Part.Owner});
        At = Whole;
        continue;
      }
      const std::uintptr_t End = std::min<std::uintptr_t>(First + Bytes, Part.Bytes.Last);
      Owned[Part.Owner] += End - At;
      At = End;
    }
  }

  std::vector<OwnedPages> take() {
    close(0);
    return std::move(Runs);
  }

private:
  /// Gives the current page to the owner with most bytes of it, and begins the page `Next`.
  void close(std::uintptr_t Next) {
    if (!Owned.empty()) {
      const auto Most = std::max_element(Owned.begin(), Owned.end(),
                                         [](const auto &A, const auto &B) { return A.second < B.second; });
      append({{Page, Page + Bytes}, Most->first});
    }
    Owned.clear();
    Page = Next;
  }

  void append(const OwnedPages &Run) {
    if (!Runs.empty() && Runs.back().Pages.Last == Run.Pages.First && Runs.back().Owner == Run.Owner)
      Runs.back().Pages.Last = Run.Pages.Last;
    else
      Runs.push_back(Run);
  }

  const std::uint64_t Bytes;
  std::uintptr_t Page = 0;
  std::map<unsigned, std::uint64_t> Owned; ///< The bytes of the current page, by owner.
  std::vector<OwnedPages> Runs;
};

} // namespace

std::vector<OwnedPages> ownedPages(std::vector<OwnedBytes> Parts, std::uint64_t PageBytes) {
  std::sort(Parts.begin(), Parts.end(),
            [](const OwnedBytes &A, const OwnedBytes &B) { return A.Bytes.First < B.Bytes.First; });
  PageBuilder Builder(PageBytes);
  for (const OwnedBytes &Part : Parts)
    Builder.add(Part);
  return Builder.take();
}

bool isSplit(const Array &What) { return What.Uses.divides() && What.dimension() == 0 && What.Indirect.IndexedBy < 0; }

AddressRange ownBytes(const Array &What, Iterations Of) {
  if (Of.empty())
    return {};
  const Interval Own = What.Uses.own(Of)[0];
  const auto Base = reinterpret_cast<std::uintptr_t>(What.Host.Base);
  return {Base + std::uint64_t(Own.Lower) * What.strideBytes(0), Base + std::uint64_t(Own.Upper) * What.strideBytes(0)};
}

AddressRange wholePages(AddressRange Bytes, std::uint64_t PageBytes) {
  const std::uintptr_t First = (Bytes.First + PageBytes - 1) / PageBytes * PageBytes,
                       Last = Bytes.Last / PageBytes * PageBytes;
  return {First, std::max(First, Last)};
}

//===-- PagePlacer -----------------------------------------------------------------------------------------------===//

void PagePlacer::moveTo(AddressRange Pages, unsigned Node) {
  const std::vector<unsigned> &Nodes = System.nodes();
  if (std::find(Nodes.begin(), Nodes.end(), Node) != Nodes.end())
    place(Pages, static_cast<int>(Node));
}

void PagePlacer::interleave(AddressRange Pages) { place(Pages, Interleaved); }

std::string PagePlacer::takeComplaint() {
  std::lock_guard Lock(Mutex);
  return std::exchange(Complaint, {});
}

/// The node on which a page should be. For interleaved pages it depends on the address alone, so that a page goes to
/// the same node every time.
int PagePlacer::wanted(std::uintptr_t Page, int Node) const {
  const std::vector<unsigned> &Nodes = System.nodes();
  return Node != Interleaved ? Node : static_cast<int>(Nodes[Page / System.pageBytes() % Nodes.size()]);
}

bool PagePlacer::fails(int Error) {
  if (!Error)
    return false;
  if (!Off.exchange(true, std::memory_order_relaxed)) {
    std::lock_guard Lock(Mutex);
    Complaint = std::strerror(Error);
  }
  return true;
}

/// Whether the pages were placed before and are still on their nodes. Looks at a few pages only, which is enough to
/// notice that the memory was freed and allocated anew.
bool PagePlacer::isDone(AddressRange Pages, int Node) {
  {
    std::lock_guard Lock(Mutex);
    const auto There = Runs.find(Pages.First);
    if (There == Runs.end() || There->second.Last != Pages.Last || There->second.Node != Node)
      return false;
    if (There->second.Settled)
      return true;
  }
  constexpr std::size_t Looks = 4;
  const std::uint64_t Count = (Pages.Last - Pages.First) / System.pageBytes();
  std::array<void *, Looks> Sample;
  std::array<int, Looks> Found;
  for (std::size_t I = 0; I < Looks; ++I)
    Sample[I] = reinterpret_cast<void *>(Pages.First + (Count - 1) * I / (Looks - 1) * System.pageBytes());
  if (fails(System.find(Sample, Found)))
    return true;
  for (std::size_t I = 0; I < Looks; ++I)
    if (Found[I] != wanted(reinterpret_cast<std::uintptr_t>(Sample[I]), Node))
      return false;
  return true;
}

/// Adds an entry for these pages to Runs, and removes the entries of runs that overlap them.
void PagePlacer::note(AddressRange Pages, const Done &What) {
  std::lock_guard Lock(Mutex);
  auto At = Runs.lower_bound(Pages.First);
  if (At != Runs.begin() && std::prev(At)->second.Last > Pages.First)
    --At;
  while (At != Runs.end() && At->first < Pages.Last)
    At = Runs.erase(At);
  Runs[Pages.First] = What;
}

void PagePlacer::place(AddressRange Pages, int Node) {
  if (Pages.First == Pages.Last || Off.load(std::memory_order_relaxed) || isDone(Pages, Node))
    return;
  constexpr std::uint64_t PagesAtOnce = 4096;
  const std::uint64_t Step = PagesAtOnce * System.pageBytes();
  Done Now{.Last = Pages.Last, .Node = Node};
  bool All = true;
  for (std::uintptr_t At = Pages.First; At < Pages.Last; At += Step)
    All &= placeSome({At, std::min<std::uintptr_t>(At + Step, Pages.Last)}, Node, Now.Settled);
  if (All)
    note(Pages, Now);
}

/// Moves the pages that are on another node. False if the caller has to look again later, since some pages do not exist
/// yet.
bool PagePlacer::placeSome(AddressRange Pages, int Node, bool &Settled) {
  std::vector<void *> All, Moving;
  for (std::uintptr_t At = Pages.First; At < Pages.Last; At += System.pageBytes())
    All.push_back(reinterpret_cast<void *>(At));
  std::vector<int> Found(All.size(), -1), To;
  if (fails(System.find(All, Found)))
    return false;
  bool Present = true;
  for (std::size_t I = 0; I < All.size(); ++I) {
    const int Wanted = wanted(reinterpret_cast<std::uintptr_t>(All[I]), Node);
    Present &= Found[I] >= 0;
    if (Found[I] < 0 || Found[I] == Wanted)
      continue;
    Moving.push_back(All[I]);
    To.push_back(Wanted);
  }
  if (Moving.empty())
    return Present;
  std::vector<int> Came(Moving.size(), -1);
  if (fails(System.move(Moving, To, Came)))
    return false;
  Settled |= Came != To;
  return Present;
}

//===-- PassPages ------------------------------------------------------------------------------------------------===//

void PassPages::add(const Array &What, std::span<const Iterations> Shares) {
  std::vector<OwnedBytes> Parts;
  for (std::size_t Device = 0; Device < Shares.size(); ++Device)
    Parts.push_back({ownBytes(What, Shares[Device]), static_cast<unsigned>(Device)});
  for (const OwnedPages &Run : ownedPages(std::move(Parts), By.system().pageBytes()))
    Of[Run.Owner].push_back(Run.Pages);
}

void PassPages::place(std::size_t Device, unsigned Node) const {
  if (Device < Of.size())
    for (const AddressRange &Pages : Of[Device])
      By.moveTo(Pages, Node);
}

} // namespace hetrt
