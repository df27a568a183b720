// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C functions of hetrt/manual.h.
#include "hetrt/manual.h"

#include "Errors/Error.h"
#include "Manual/ManualLoop.h"
#include "Manual/ManualMember.h"
#include "Manual/ManualSplit.h"

using namespace hetrt;

namespace {

int codeOf(const Status &Result) { return Result.ok() ? HETRT_SUCCESS : report(Result); }

template <class Made> int create(const hetrt_manual_options *Options, Made **Into) {
  *Into = nullptr;
  ManualSetup Setup;
  if (Status Result = setUp(*Options, Engine::instance(), Setup); !Result.ok())
    return report(Result);
  *Into = new Made(std::move(Setup));
  return HETRT_SUCCESS;
}

} // namespace

int hetrt_manual_create(const hetrt_manual_options *Options, hetrt_manual **Into) { return create(Options, Into); }

void hetrt_manual_destroy(hetrt_manual *Loop) { delete Loop; }

int hetrt_manual_threads(const hetrt_manual *Loop) { return static_cast<int>(Loop->threads()); }

hetrt_manual_member *hetrt_manual_join(hetrt_manual *Loop, int Thread, int Threads) {
  return &Loop->join(static_cast<unsigned>(Thread), static_cast<unsigned>(Threads));
}

int hetrt_manual_kind(const hetrt_manual_member *Member) {
  return Member->onAccelerator() ? HETRT_MANUAL_ACCELERATORS : HETRT_MANUAL_CORES;
}

int hetrt_manual_map(hetrt_manual_member *Member, const hetrt_manual_array *Array, int Pad, void **Address,
                     hetrt_uint64 *RowBytes) {
  std::uint64_t Distance = 0;
  const Status Result = Member->map(*Array, Pad != 0, *Address, Distance);
  *RowBytes = Distance;
  return codeOf(Result);
}

int hetrt_manual_unmap(hetrt_manual *Loop, const void *Base) { return codeOf(Loop->unmap(Base)); }

int hetrt_manual_retarget(hetrt_manual *Loop, const void *From, const void *To) {
  return codeOf(Loop->retarget(From, To));
}

int hetrt_manual_reduce(hetrt_manual_member *Member, void *Target, const void *Identity, hetrt_uint64 Size,
                        hetrt_manual_combine *Combine, void **Partial) {
  return codeOf(Member->reduce(Target, Identity, Size, Combine, *Partial));
}

int hetrt_manual_next(hetrt_manual_member *Member, hetrt_uint64 TripCount, hetrt_range *Range) {
  hetrt::Range Given;
  const Status Result = Member->next(TripCount, Given);
  *Range = {Given.First, Given.Last};
  return codeOf(Result);
}

void hetrt_manual_range(const hetrt_manual_member *Member, hetrt_range *Range) {
  *Range = {Member->current().First, Member->current().Last};
}

void hetrt_manual_time(hetrt_manual_member *Member, int Computing) { Member->time(Computing != 0); }

int hetrt_manual_more(hetrt_manual_member *Member, int *More) {
  bool Again = false;
  const Status Result = Member->more(Again);
  *More = Again;
  return codeOf(Result);
}

int hetrt_split_create(const hetrt_manual_options *Options, hetrt_split **Into) { return create(Options, Into); }

void hetrt_split_destroy(hetrt_split *Split) { delete Split; }

int hetrt_split_has_accelerator(const hetrt_split *Split) { return Split->accelerator() != nullptr; }

int hetrt_split_next(hetrt_split *Split, hetrt_uint64 TripCount, hetrt_uint64 Round, hetrt_range Ranges[2],
                     hetrt_uint64 *Rounds) {
  std::uint64_t Known = 0;
  const Status Result = Split->next(TripCount, Round, Ranges, Known);
  *Rounds = Known;
  return codeOf(Result);
}

void hetrt_split_begin(hetrt_split *Split, int Side) { Split->begin(static_cast<unsigned>(Side)); }

void hetrt_split_end(hetrt_split *Split, int Side) { Split->end(static_cast<unsigned>(Side)); }

int hetrt_split_allocate(hetrt_split *Split, hetrt_uint64 Bytes, void **Address) {
  *Address = nullptr;
  return codeOf(Split->allocate(Bytes, *Address));
}

int hetrt_split_release(hetrt_split *Split, void *Address) { return codeOf(Split->release(Address)); }

int hetrt_split_copy_in(hetrt_split *Split, void *To, const void *From, hetrt_uint64 Bytes) {
  return codeOf(Split->copyIn(To, From, Bytes));
}

int hetrt_split_copy_out(hetrt_split *Split, void *To, const void *From, hetrt_uint64 Bytes) {
  return codeOf(Split->copyOut(To, From, Bytes));
}
