// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names kernels, calls KernelWriter to write them, and warns about loops without a kernel.
#include "Frontend/DeviceForms.h"
#include "Directive/LineMarker.h"
#include "Frontend/Instances.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/Layout.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/raw_ostream.h"

using namespace hetcc;
using namespace clang;

/// Whether the loop may call a function such as exit(). Such a loop gets no kernel, because a kernel cannot return an
/// exit status to the program.
static bool endsProgram(const Region &R) {
  return llvm::any_of(R.Needs.Library,
                      [](const std::string &Name) { return StringRef(Name).contains_insensitive("exit"); });
}

/// Returns a private array with which the private arrays of a GPU thread would take more than 64 KiB; null if they fit.
/// The limit keeps memory use small: a GPU thread has at most 512 KiB of local memory, and a GPU runs tens of thousands
/// of threads at a time.
static const Capture *tooLargeForThreads(const Region &R, const ASTContext &Context) {
  int64_t Room = 64 << 10; // bytes left for all private arrays together
  auto Found = llvm::find_if(R.Body.Captures, [&](const Capture &C) {
    if (C.Kind == CaptureKind::Private && C.Type->isConstantArrayType())
      Room -= Context.getTypeSizeInChars(C.Type).getQuantity();
    return Room < 0;
  });
  return Found == R.Body.Captures.end() ? nullptr : &*Found;
}

namespace {

/// Why a loop has no form for GPUs, and what the user can do.
struct Refusal {
  std::string Cause, Remedy;
};

/// What GPUs cannot do of what a loop needs; nullopt if they can do all of it.
std::optional<Refusal> refusalOf(const Region &R, const ASTContext &Context) {
  if (R.Needs.UsesWideFloat)
    return Refusal{"it uses numbers that GPUs do not have, such as 'long double'",
                   "use 'double' where that is exact enough"};
  if (!R.Needs.Foreign.Elsewhere.empty()) {
    const std::string Name = R.Needs.Foreign.Elsewhere.front()->getNameAsString();
    return Refusal{"it calls '" + Name + "' of another unit", "define '" + Name + "' in this unit, or in a header"};
  }
  if (!R.Needs.HostLibrary.empty())
    return Refusal{"it calls '" + *R.Needs.HostLibrary.begin() + "' of a library, which GPUs do not have",
                   "let the loop do without it"};
  if (const Capture *Large = tooLargeForThreads(R, Context))
    return Refusal{"what each iteration has of its own, as '" + Large->What.name() + "', takes more than 64 KiB",
                   "let each iteration use less of '" + Large->What.name() + "' at a time"};
  if (endsProgram(R))
    return Refusal{"it may end the program with a status of its own, which a GPU cannot hand on",
                   "call 'abort', or let the loop leave a value by which the program ends behind it"};
  return std::nullopt;
}

/// Whether another instance of the template has the condition of R, so that it would run R's kernel.
bool sharesGuard(const RegionGroup &G, const Region &R) {
  auto HasSame = [&](const Region &Other) { return Other.Guard == R.Guard; };
  return G.Instances.size() > 1 && llvm::count_if(G.Instances, HasSame) > 1;
}

} // namespace

void DeviceForms::add(RegionGroup &G) {
  if (!G.hasDeviceForm() || G.Source->Variant)
    return;
  for (size_t I = 0; I < G.Instances.size(); ++I) {
    const Region &R = G.Instances[I];
    if (isLeftOnGpu(G, I))
      continue;
    if (const std::optional<Refusal> Why = refusalOf(R, Context)) {
      warnNoGpuForm(G, &R, Why->Cause, Why->Remedy);
      continue;
    }
    KernelWriter Writer(R, Context, Tokens);
    ParameterNames Parameters;
    const std::string Name = "hetcc_" + std::to_string(G.Source->Id) + "_" + std::to_string(I);
    std::string WhyNot;
    std::optional<std::string> Guard = instanceGuard(R.Site.Function, Writer, Context, Parameters, WhyNot);
    if (!Guard) {
      warnNoGpuForm(G, &R, WhyNot,
                    "let the template's parameters be integers and types of namespaces that stand before it");
      continue;
    }
    if (sharesGuard(G, R)) {
      warnNoGpuForm(G, &R, "instances of the template differ in a parameter that has no name",
                    "give all parameters of the template names");
      continue;
    }
    Unit.Kernels += arrange(Writer.deviceKernel(Name, Parameters), Options.Readable,
                            lineMarker(Context.getSourceManager(), G.Source->HashLoc, 0, true));
    G.Kernels.push_back({Name, *Guard});
    for (CalledForm &Form : Writer.calledForms())
      Unit.Forms.insert({Form.Behind, std::move(Form.Text)});
    addNeeds(R);
  }
}

/// Adds what a kernel needs besides its text to what the unit's device code has.
void DeviceForms::addNeeds(const Region &R) {
  Unit.UsesComplex |= R.Needs.UsesComplex;
  Unit.Library.insert(R.Needs.Library.begin(), R.Needs.Library.end());
  Unit.SharesLoops |= !R.Lanes.Loops.empty();
  for (const VarDecl *Table : R.Needs.Tables)
    // `declare target` cannot name static local variables and variable templates.
    if (!Table->isStaticLocal() && !isa<VarTemplateSpecializationDecl>(Table) &&
        !llvm::is_contained(Unit.Tables, Table))
      Unit.Tables.push_back(Table);
}

/// Whether the device compiler has rejected the kernel of this instance, or of all instances, in an earlier translation
/// of the unit. The driver passes this information by `--leave-gpu`. If so, warns about it.
bool DeviceForms::isLeftOnGpu(RegionGroup &G, size_t Instance) {
  const std::string Number = std::to_string(G.Source->Id);
  auto All = Options.LeaveGpu.find(Number), One = Options.LeaveGpu.find(Number + "." + std::to_string(Instance));
  const bool IsOne = All == Options.LeaveGpu.end();
  if (IsOne && One == Options.LeaveGpu.end())
    return false;
  if (IsOne || Instance == 0)
    warnNoGpuForm(G, IsOne ? &G.Instances[Instance] : nullptr,
                  "the device compiler refuses it: " + (IsOne ? One : All)->second,
                  "move what it refuses to a function, with another text in it under '#ifdef __NVPTX__'");
  return true;
}

/// Warns that a loop has no form for GPUs, if a GPU image was requested, and stores the cause for --hetcc-summary. The
/// caller suppresses the warning for loops that --hetcc-auto splits. `Only` is the instance without a GPU form, which
/// the warning names if it is a template instance; null if no instance has a GPU form.
void DeviceForms::warnNoGpuForm(RegionGroup &G, const Region *Only, const std::string &Cause,
                                const std::string &Remedy) {
  if (Options.Image.empty())
    return;
  if (G.WhyNoKernel.empty())
    G.WhyNoKernel = Cause;
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  const bool Named = Only && Only->Site.Function->getTemplateInstantiationPattern();
  if (Named)
    Only->Site.Function->getNameForDiagnostic(Out, Only->Site.Function->getASTContext().getPrintingPolicy(),
                                              /*Qualified=*/true);
  Diags.report(G.Source->Begin, message::warn_no_gpu_form_of) << Named << Name << Cause;
  Diags.report(G.Source->Begin, message::note_remedy) << Remedy;
}
