// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of kernels that only NVIDIA GPUs need: the loop that distributes iterations to the threads of a launch, and
// the entry points.
#include "Kernel/KernelWriter.h"
#include "Kernel/LaneWriter.h"
#include "Kernel/ReductionWriter.h"
#include "hetrt/hetrt.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Expressions for the position of a thread in a launch. A group consists of the threads that work on one iteration
/// together, its lanes; without lanes, each thread is a group. The lanes of a group have consecutive x positions, in
/// one block or in several blocks along y; the groups of a block are stacked along y.
struct Threads {
  std::string Block, Blocks, InBlock, Number, Groups, Group;
  explicit Threads(bool Lanes) {
    auto Register = [](const char *Name) { return std::string("__nvvm_read_ptx_sreg_") + Name + "()"; };
    Block = "((hetrt_uint64)" + Register("ctaid_y") + " * " + Register("nctaid_x") + " + " + Register("ctaid_x") + ")";
    Blocks = "((hetrt_uint64)" + Register("nctaid_x") + " * " + Register("nctaid_y") + ")";
    InBlock = Lanes ? "(" + Register("ntid_x") + " * " + Register("ntid_y") + ")" : Register("ntid_x");
    Number = Lanes ? "(" + Register("tid_y") + " * " + Register("ntid_x") + " + " + Register("tid_x") + ")"
                   : Register("tid_x");
    std::string Tall = Register(Lanes ? "ntid_y" : "ntid_x"), Own = Register(Lanes ? "tid_y" : "tid_x");
    Groups = "(hetrt_uint64)" + Register("nctaid_x") + " * " + Tall;
    Group = "(hetrt_uint64)" + Register("ctaid_x") + " * " + Tall + " + " + Own;
  }
};

} // namespace

/// Returns the loop over a thread's iterations, which are dealt to the groups of threads cyclically.
std::string KernelWriter::stridedLoop(StringRef Access) const {
  LaneWriter Lanes(R, Tokens, *this, false);
  Threads All(Lanes.any() && !Lanes.columns());
  if (Lanes.columns())
    return loop(Form::Device, Access,
                Lanes.stripes("hetrt_first + (hetrt_uint64)__nvvm_read_ptx_sreg_ctaid_x() * hetrt_columns",
                              All.Groups)) +
           "}\n";
  if (Lanes.tiled())
    return loop(Form::Device, Access, Lanes.rows(All.Groups)) + "}\n";
  return loop(Form::Device, Access,
              "for (hetrt_uint64 hetrt_k = hetrt_first + " + All.Group +
                  ";\n     hetrt_k < hetrt_last; hetrt_k += " + All.Groups + ")");
}

/// Declares the parts into which a loop with reductions or lastprivate variables is divided, see hetrt/parts.h.
static std::string partsOfLoop(const Threads &All) {
  return "extern __attribute__((address_space(3), aligned(16))) char hetrt_shared[];\n"
         "const unsigned hetrt_thread = " +
         All.Number +
         ";\n"
         "const hetrt_uint64 hetrt_block = " +
         All.Block +
         ";\n"
         "const hetrt_uint64 hetrt_groups = " +
         All.Groups +
         ";\n"
         "const hetrt_uint64 hetrt_stride = hetrt_grain ? 1 : hetrt_groups;\n"
         "const hetrt_uint64 hetrt_parts = hetrt_part_count(hetrt_first, hetrt_last, hetrt_grain, hetrt_groups);\n";
}

/// The first iteration of a part and the iteration after its last one; below, the loop over them.
constexpr const char PartBounds[] =
    "const hetrt_uint64 hetrt_begin = hetrt_part_begin(hetrt_first, hetrt_part, hetrt_grain);\n"
    "const hetrt_uint64 hetrt_end = hetrt_part_end(hetrt_begin, hetrt_last, hetrt_grain);\n";
constexpr const char PartLoop[] =
    "for (hetrt_uint64 hetrt_k = hetrt_begin; hetrt_k < hetrt_end; hetrt_k += hetrt_stride)";

/// Returns the loop of a kernel with reductions. Each part of the loop leaves a partial. If the parts are grains, the
/// partials are kept for the host, which combines them in the order of iterations; otherwise each block combines the
/// partials of its threads.
std::string KernelWriter::reducingLoop(StringRef Suffix) const {
  if (R.Shared.OnePartial)
    return accumulatingLoop(Suffix);
  ReductionWriter Reductions(R, Context, Tokens, *this);
  std::string Access = "hetrt_v->";
  Threads All(!R.Lanes.Loops.empty());
  std::string Text = partsOfLoop(All) + "char *hetrt_slots = hetrt_scratch ? hetrt_scratch + hetrt_block * " +
                     All.InBlock +
                     " * hetrt_v->hetrt_partial_size : (char *)hetrt_shared;\n"
                     "for (hetrt_uint64 hetrt_part = " +
                     All.Group +
                     "; hetrt_part < hetrt_parts; hetrt_part += hetrt_groups) {\n"
                     "char *hetrt_own = hetrt_grain ? hetrt_partials + hetrt_part * hetrt_v->hetrt_partial_size\n"
                     "                              : hetrt_slots + hetrt_thread * hetrt_v->hetrt_partial_size;\n";
  Text += PartBounds;
  Text += Reductions.privates(false, Access, "hetrt_own");
  Text += loop(Form::Device, Access, PartLoop);
  const char End[] = "hetrt_part_last(hetrt_begin, hetrt_end, hetrt_stride)";
  return Text + Reductions.leave(Suffix, "hetrt_own", End) + "}\nif (hetrt_grain)\nreturn;\n" +
         Reductions.combineBlock(Suffix, Access, All.InBlock);
}

/// Returns the loop of a kernel whose threads update one partial atomically. If a partial fits in the block's shared
/// memory, each block has one and adds it to the launch's partial at the end; otherwise all threads update the launch's
/// partial. If the launch has no iterations, the kernel only initialises the launch's partial. With grains, each grain
/// has its own partial, which one thread fills.
std::string KernelWriter::accumulatingLoop(StringRef Suffix) const {
  ReductionWriter Reductions(R, Context, Tokens, *this);
  std::string Access = "hetrt_v->";
  Threads All(!R.Lanes.Loops.empty());
  std::string Text =
      partsOfLoop(All) +
      "const int hetrt_in_block = hetrt_v->hetrt_partial_size <= " + std::to_string(HETRT_BLOCK_MEMORY) +
      ";\n"
      "char *hetrt_slots = hetrt_in_block ? (char *)hetrt_shared : hetrt_partials;\n"
      "if (hetrt_first == hetrt_last) {\n" +
      Reductions.beginPartial(Suffix, Access, "hetrt_partials", "(hetrt_block * " + All.InBlock + " + hetrt_thread)",
                              "(" + All.Blocks + " * " + All.InBlock + ")") +
      "return;\n}\nif (!hetrt_grain && hetrt_in_block) {\n" +
      Reductions.beginPartial(Suffix, Access, "hetrt_slots", "hetrt_thread", All.InBlock) +
      "__syncthreads();\n}\nfor (hetrt_uint64 hetrt_part = " + All.Group +
      "; hetrt_part < hetrt_parts; hetrt_part += hetrt_groups) {\n"
      "char *hetrt_own = hetrt_grain ? hetrt_partials + hetrt_part * hetrt_v->hetrt_partial_size : hetrt_slots;\n" +
      PartBounds + "if (hetrt_grain) {\n" + Reductions.beginPartial(Suffix, Access, "hetrt_own", "0", "1") + "}\n" +
      Reductions.privates(false, Access, "hetrt_own", /*Begun=*/true);
  Text += loop(Form::Device, Access, PartLoop) + Reductions.leaveAtomically(Suffix, "hetrt_own");
  return Text + "}\nif (hetrt_grain || !hetrt_in_block)\nreturn;\n__syncthreads();\n" +
         Reductions.mergePartial(Suffix, Access, "hetrt_partials", "hetrt_slots", "hetrt_thread", All.InBlock);
}

/// The name of the kernel's parameter that points to the array of a window.
std::string KernelWriter::pointerName(const Window &W) const {
  return "hetrt_pointer_" + std::to_string(&W - R.Windows.data());
}

/// Returns the arrays as parameters of a kernel. They are `void *`, because element types may be declared in the body
/// only. `Apart`: the arrays do not overlap, so the parameters get `restrict`. With `Lanes`, arrays that lanes write do
/// not get it, because it makes compilers assume that no other thread changes the array, even across a barrier.
std::string KernelWriter::pointers(bool Apart, bool Lanes) const {
  std::string Text;
  for (const Window &W : R.Windows) {
    StringRef Qualifier = Apart && !(Lanes && R.Lanes.meets() && W.Written) ? "__restrict " : "";
    StringRef Constant = elementType(W).isConstQualified() ? "const " : "";
    Text += (", " + Constant + "void *" + Qualifier + pointerName(W)).str();
  }
  return Text;
}

/// Returns the size and alignment of the values struct on the host. The kernel asserts that its struct has the same
/// size, because a different layout would give wrong results without an error.
KernelWriter::ValuesLayout KernelWriter::valuesLayout() const {
  ValuesLayout Layout;
  const unsigned Pack = R.Site.Source->Pack ? R.Site.Source->Pack : Context.getLangOpts().PackStruct; // -fpack-struct=N
  auto Add = [&](uint64_t Size, uint64_t Alignment) {
    if (Pack)
      Alignment = std::min<uint64_t>(Alignment, Pack);
    Layout.Size = llvm::alignTo(Layout.Size, Alignment) + Size;
    Layout.Alignment = std::max(Layout.Alignment, Alignment);
  };
  Add(8, 8); // hetrt_lower
  Add(8, 8); // hetrt_step
  for (const Field &F : Fields)
    if (F.AsBytes) {
      Add(uint64_t(Context.getTypeSizeInChars(F.Type).getQuantity()), 1);
    } else if (!F.Pointee.isNull() || F.Type.isNull()) {
      Add(8, 8); // a pointer, or hetrt_int64
    } else {
      const TypeInfoChars Info = Context.getTypeInfoInChars(F.Type);
      Add(uint64_t(Info.Width.getQuantity()), uint64_t(Info.Align.getQuantity()));
    }
  Layout.Size = llvm::alignTo(Layout.Size, Layout.Alignment);
  return Layout;
}

/// Returns a static assertion that the type has the same size on the device.
std::string KernelWriter::layoutCheck(StringRef Type, uint64_t Size) const {
  return ("_Static_assert(sizeof(" + Type + ") == " + llvm::Twine(Size) + ", \"laid out as on the host\");\n").str();
}

/// A kernel has two entry points. In one the parameters are `restrict`, so that the compiler can keep elements in
/// registers and use the read-only path for arrays that are not written. The other is for arrays that overlap. The
/// runtime compares the arrays' addresses to choose the entry point.
///
/// The entry points pass the values struct as bytes. Its types may be local types of the user's function, which the
/// kernel's body declares again, so the struct is declared in the body too.
std::string KernelWriter::deviceKernel(StringRef Name, const ParameterNames &Parameters) const {
  ReductionWriter Reductions(R, Context, Tokens, *this);
  const std::string Suffix = ("_" + Name).str(), Values = "struct hetrt_values" + Suffix,
                    Bytes = "struct hetrt_bytes" + Suffix, Body = Name.str() + "_body", Access = "hetrt_v->";
  const std::string Range = "hetrt_uint64 hetrt_first, hetrt_uint64 hetrt_last, ",
                    Room = ", char *hetrt_partials, char *hetrt_scratch, hetrt_uint64 hetrt_grain";
  std::string Given = "hetrt_first, hetrt_last, &hetrt_bytes, hetrt_partials, hetrt_scratch, hetrt_grain";
  for (const Window &W : R.Windows)
    Given += ", " + pointerName(W);
  auto Entry = [&](StringRef Ending, bool Apart) {
    return (isCXX() ? "extern \"C\" " : "") + ("__attribute__((nvptx_kernel)) void " + Name + Ending).str() + "(" +
           Range + Bytes + " hetrt_bytes" + Room + pointers(Apart, true) + ") {\n" + Body + "(" + Given +
           (Apart ? ", 1" : ", 0") + ");\n}\n";
  };
  const ValuesLayout Layout = valuesLayout();
  const Scopes Around = declarations(Form::Device, Parameters);
  std::string Text = marker() + calledFunctions() + Bytes + " { char bytes[" + std::to_string(Layout.Size) +
                     "]; } __attribute__((aligned(" + std::to_string(Layout.Alignment) +
                     ")));\n"
                     "static __inline __attribute__((always_inline)) void " +
                     Body + "(" + Range + "const " + Bytes + " *hetrt_bytes" + Room + pointers(false, true) +
                     ", const int hetrt_apart) {\n(void)hetrt_apart;\n" + Around.Text + structs(Suffix, false) +
                     layoutCheck(Values, Layout.Size) + "const " + Values + " *hetrt_v = (const " + Values +
                     " *)hetrt_bytes;\n(void)hetrt_v;\n" + Reductions.partialStruct(Suffix) +
                     LaneWriter(R, Tokens, *this, false).lane() + locals(Form::Device, Access) +
                     (Reductions.any() ? reducingLoop(Suffix) : stridedLoop(Access)) + Around.close() + "}\n" +
                     Entry("", true);
  bool Writes = llvm::any_of(R.Windows, [](const Window &W) { return W.Written || W.MoveOut; });
  if (Writes && R.Windows.size() > 1)
    Text += Entry(HETRT_OVERLAPPING_KERNEL, false);
  return Tokens.withoutMacros(Text, /*Restored=*/false);
}
