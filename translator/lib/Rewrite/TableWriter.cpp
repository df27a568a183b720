// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of descriptors of loops and blocks.
#include "Rewrite/TableWriter.h"
#include "Analysis/Syntax/LinkageNames.h"
#include "Rewrite/ArrayWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace hetcc;
using namespace clang;

std::string TableWriter::regionFlags() const {
  const Directive &D = *Group.Source;
  FlagList Flags;
  Flags.add(!Group.hasDeviceForm() && !D.Variant, "HETRT_HOST_ONLY");
  Flags.add(D.Kind == DirectiveKind::Block, "HETRT_PARTITION");
  Flags.add(D.isOverPlaces(), "HETRT_PLACES");
  Flags.add(Group.hasDeviceForm() && !Group.Instances.empty() && Group.Instances.front().Shared.OnePartial,
            "HETRT_ONE_PARTIAL");
  Flags.add(D.Automatic, "HETRT_TENTATIVE");
  Flags.add(Group.hasDeviceForm() && Group.reachOnly(), "HETRT_REACH_ONLY");
  Flags.add(Group.Bound || D.BindsAround, "HETRT_BOUND");
  return Flags.text();
}

/// Returns the policy of the `memory` clause as a constant of hetrt_memory_policy.
std::string TableWriter::memoryPolicy() const {
  switch (R.Site.isInBlock() ? HETRT_MEMORY_UNSAID : R.Site.Source->Memory.Policy) {
#define POLICY(Number, Name, Word)                                                                                     \
  case HETRT_MEMORY_##Name:                                                                                            \
    return "HETRT_MEMORY_" #Name;
    HETRT_MEMORY_POLICIES(POLICY)
#undef POLICY
  case HETRT_MEMORY_UNSAID:
    break;
  }
  return "0";
}

/// Returns an expression for the name of the GPU kernel. In a template, it yields the name of the instance's kernel.
static std::string gpuKernel(const RegionGroup &G) {
  std::string Kernel = "0";
  for (auto It = G.Kernels.rbegin(); It != G.Kernels.rend(); ++It)
    Kernel = It->Guard.empty() ? quoted(It->Name) : "(" + It->Guard + ") ? " + quoted(It->Name) + " : " + Kernel;
  return Kernel;
}

TableWriter::Forms TableWriter::loopForms() const {
  Forms Found;
  if (!Group.hasDeviceForm())
    return Found;
  if (Unit.Options.Emulated)
    Found.Emulated = isCXX() ? "&hetrt_values_" + N + "::hetrt_emulated" : "&hetrt_emulated_" + N;
  if (Unit.Options.Outlined)
    Found.Outlined = isCXX() ? "&hetrt_values_" + N + "::hetrt_outlined" : "&hetrt_outlined_" + N;
  if (Unit.HasImage) {
    Found.Image = "&hetrt_unit_image";
    Found.Kernel = gpuKernel(Group);
  }
  return Found;
}

/// Returns the forms that all loops of a block have. `Loop` is the loop whose GPU kernel the result names.
TableWriter::Forms TableWriter::blockForms(const RegionGroup &Loop) const {
  Forms Found;
  if (Unit.Options.Emulated)
    Found.Emulated = "hetrt_partition_kernel";
  if (Unit.Options.Outlined)
    Found.Outlined = "hetrt_partition_loop";
  if (Unit.HasImage && llvm::all_of(Group.Loops, [](const RegionGroup &L) {
        return !L.Kernels.empty() && L.Kernels.size() == L.Instances.size();
      })) {
    Found.Image = "&hetrt_unit_image";
    Found.Kernel = gpuKernel(Loop);
  }
  return Found;
}

/// Returns the first fields of a descriptor. The short descriptors that kernels() writes have, besides these, only the
/// fields of the forms.
Initializer TableWriter::begin(const Directive &Of) const {
  return Initializer()
      .set("abi", "HETRT_ABI")
      .set("size", "sizeof(hetrt_region)")
      .set("location", locationText(Of, Context));
}

void TableWriter::setForms(Initializer &Descriptor, const Forms &Found) {
  Descriptor.set("emulated", Found.Emulated).set("image", Found.Image).set("cuda_kernel", Found.Kernel);
}

/// Sets the fields of the outlined form.
void TableWriter::setOutlined(Initializer &Descriptor, const Forms &Found) {
  Descriptor.set("outlined", Found.Outlined).set("open_team", Found.Outlined == "0" ? "0" : "hetrt_open_team");
}

/// Returns short descriptors of a block's loops, from which the runtime loads the kernels before the block begins. The
/// full descriptors are written at the loops, because they use types that are declared in the block.
std::string TableWriter::kernels() const {
  if (!hasKernels())
    return "";
  std::string Text = "static const hetrt_region hetrt_kernels_" + N + "[] = {\n";
  for (const RegionGroup &Loop : Group.Loops) {
    Initializer Kernel = begin(*Loop.Source);
    setForms(Kernel, blockForms(Loop));
    setOutlined(Kernel, blockForms(Loop));
    Text += Kernel.text() + ",\n";
  }
  return Text + "};\n";
}

/// Sets the fields by which the runtime recognises a region in later runs of the program, and after edits elsewhere in
/// the source: file, function, number and a hash of its content.
void TableWriter::identify(Initializer &Descriptor, uint64_t Content) const {
  const SourceManager &SM = Context.getSourceManager();
  const StringRef File = SM.getPresumedLoc(SM.getExpansionLoc(R.Site.Source->HashLoc)).getFilename();
  Descriptor.set("file", quoted(llvm::sys::path::filename(File)))
      .set("function", isCXX() ? "__PRETTY_FUNCTION__" : "__func__")
      .set("ordinal", Group.Ordinal)
      .set("content", "0x" + llvm::utohexstr(Content, /*LowerCase=*/true) + "ULL");
}

/// Returns references to the functions that the runtime has to check, for all instances: functions of other units that
/// the region calls or that fill arrays for it, and functions of this unit that may be replaced when the program is
/// loaded.
std::vector<std::string> TableWriter::callees() const {
  std::vector<std::string> Found;
  if (!Group.hasDeviceForm())
    return Found;
  auto Add = [&](const std::string &Symbol) {
    if (std::string Name = "&" + calleeName(Symbol); !llvm::is_contained(Found, Name))
      Found.push_back(std::move(Name));
  };
  for (const Region *Each : calling(Group)) {
    for (const auto *List : {&Each->Needs.Foreign.Elsewhere, &Each->Needs.Foreign.Replaceable})
      for (const FunctionDecl *Callee : *List)
        for (const std::string &Symbol : linkageNames(*Callee, Context))
          Add(Symbol);
    for (const FilledElsewhere &Of : Each->Needs.Foreign.Filled)
      Add(linkageName(*Of.To, Context));
  }
  return Found;
}

/// Returns the lendings of arrays that only functions of other units may write. A lending is the array, and the
/// function's parameter that it is passed to.
std::vector<std::string> TableWriter::lendings() const {
  std::vector<std::string> Found;
  if (!Group.hasDeviceForm())
    return Found;
  for (size_t W = 0; W < R.Windows.size(); ++W) {
    auto Has = [&](const Region &Each) { return W < Each.Windows.size(); };
    if (llvm::any_of(Group.Instances, [&](const Region &Each) { return !Has(Each) || Each.Windows[W].WrittenHere; }))
      continue;
    for (const Region &Each : Group.Instances)
      for (const Lending &Of : Each.Windows[W].Lendings) {
        std::string Text = Initializer()
                               .set("array", W)
                               .set("parameter", Of.Parameter)
                               .set("kept", uint64_t(Of.MustNotWrite))
                               .set("to", "&" + calleeName(linkageName(*Of.To, Context)))
                               .text();
        if (!llvm::is_contained(Found, Text))
          Found.push_back(std::move(Text));
      }
  }
  return Found;
}

/// Returns the elements that functions of other units must set in arrays that are private to an iteration. Sets
/// `Arguments` to tables of the constant arguments of the calls.
std::vector<std::string> TableWriter::filled(std::string &Arguments) const {
  std::vector<std::string> Found;
  if (!Group.hasDeviceForm())
    return Found;
  for (const Region &Each : Group.Instances)
    for (const FilledElsewhere &Of : Each.Needs.Foreign.Filled) {
      std::vector<std::string> Values;
      uint64_t Known = 0;
      for (size_t I = 0; I < Of.Arguments.size(); ++I) {
        Values.push_back(std::to_string(Of.Arguments[I].value_or(0)));
        Known |= uint64_t(Of.Arguments[I].has_value()) << I;
      }
      const std::string Name = "hetrt_arguments_" + N + "_" + std::to_string(Found.size());
      Arguments += "static const hetrt_int64 " + Name + "[] = " + braced(Values) + ";\n";
      Found.push_back(Initializer()
                          .set("to", "&" + calleeName(linkageName(*Of.To, Context)))
                          .set("parameter", Of.Parameter)
                          .set("argument_count", Values.size())
                          .set("first", std::to_string(Of.First))
                          .set("end", std::to_string(Of.End))
                          .set("arguments", Name)
                          .set("known", Known)
                          .text());
    }
  return Found;
}

std::string TableWriter::write(uint64_t Content) const {
  const Forms Found = !isBlock() ? loopForms() : hasKernels() ? blockForms(Group.Loops.front()) : Forms();
  auto Table = [&](bool There, const char *Name) { return There ? Name + N : std::string("0"); };
  const std::string Values = hasValues() ? "sizeof(struct hetrt_values_" + N + ")" : "0";
  const ArrayWriter Arrays(Unit, Group, R, N);
  Initializer Descriptor = begin(*R.Site.Source);
  Descriptor.set("state", "&hetrt_state_" + N).set("flags", regionFlags()).set("values_size", Values);
  setForms(Descriptor, Found);
  Descriptor.set("lanes", Table(hasLanes(), "&hetrt_lanes_"))
      .set("variant", Table(hasVariant(), "&hetrt_variant_"))
      .set("memory", memoryPolicy())
      .set("kernel_count", hasKernels() ? Group.Loops.size() : 0)
      .set("kernels", Table(hasKernels(), "hetrt_kernels_"));
  Arrays.describe(Descriptor);
  identify(Descriptor, Content);
  setOutlined(Descriptor, Found);
  const std::vector<std::string> Callees = callees();
  Descriptor.set("callees", Table(!Callees.empty(), "hetrt_callees_")).set("callee_count", Callees.size());
  const std::vector<std::string> Lendings = lendings();
  Descriptor.set("lending_count", Lendings.size()).set("lendings", Table(!Lendings.empty(), "hetrt_lendings_"));
  std::string Arguments;
  const std::vector<std::string> Filled = filled(Arguments);
  Descriptor.set("filled", Table(!Filled.empty(), "hetrt_filled_")).set("filled_count", Filled.size());
  const std::string Called =
      (Callees.empty() ? ""
                       : "static const hetrt_callee *const hetrt_callees_" + N + "[] = " + braced(Callees) + ";\n") +
      (Lendings.empty() ? "" : "static const hetrt_lending hetrt_lendings_" + N + "[] = " + braced(Lendings) + ";\n") +
      (Filled.empty() ? ""
                      : Arguments + "static const hetrt_filled hetrt_filled_" + N + "[] = " + braced(Filled) + ";\n");
  return "static struct hetrt_region_state *hetrt_state_" + N + ";\n" + Arrays.tables() + variant() + lanes() +
         kernels() + Called + Descriptor.define("static const hetrt_region hetrt_region_" + N);
}
