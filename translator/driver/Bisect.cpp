// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Halves groups of members, the largest groups first, and checks each half together with the members known to be
// harmless.
#include "Bisect.h"

#include <deque>

namespace hetcc::driver {

namespace {

struct Part {
  size_t First, Last;

  size_t size() const { return Last - First; }
};

void split(const Part &Whole, std::deque<Part> &Into) {
  size_t Middle = Whole.First + Whole.size() / 2;
  Into.push_back({Whole.First, Middle});
  Into.push_back({Middle, Whole.Last});
}

} // namespace

std::vector<Bisected> bisect(size_t Count, unsigned MostChecks,
                             const std::function<std::optional<std::string>(const std::vector<Bisected> &)> &Check) {
  std::vector<Bisected> Members(Count);
  std::deque<Part> Parts;
  if (Count > 1)
    split({0, Count}, Parts);
  for (unsigned Checks = 0; !Parts.empty() && Checks < MostChecks; ++Checks) {
    Part Tried = Parts.front();
    Parts.pop_front();
    std::vector<Bisected> With = Members;
    for (size_t I = Tried.First; I < Tried.Last; ++I)
      With[I].Out = false;
    std::optional<std::string> Errors = Check(With);
    if (!Errors) {
      Members = std::move(With);
    } else if (Tried.size() > 1) {
      split(Tried, Parts);
    } else {
      Members[Tried.First].Alone = true;
      Members[Tried.First].Errors = *std::move(Errors);
    }
  }
  return Members;
}

} // namespace hetcc::driver
