// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes clang's compiler invocation before clang reads the source.
#include "Frontend/Invocation.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace hetcc;
using namespace clang;

void hetcc::dropUnknownProcessor(CompilerInvocation &Invocation) {
  auto Quiet =
      CompilerInstance::createDiagnostics(new DiagnosticOptions, new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  TargetOptions &Target = Invocation.getTargetOpts();
  Target.TuneCPU.clear();
  std::unique_ptr<TargetInfo> Known(TargetInfo::CreateTargetInfo(*Quiet, std::make_shared<TargetOptions>(Target)));
  if (Known)
    return;
  Target.CPU.clear();
  Target.FeaturesAsWritten.clear();
}

std::string hetcc::sourceOf(const CompilerInvocation &Invocation) {
  return Invocation.getFrontendOpts().Inputs.front().getFile().str();
}

std::optional<PreprocessedSource> hetcc::preprocessed(const CompilerInvocation &Invocation, bool Named,
                                                      ArrayRef<std::string> NoMacros) {
  auto File = llvm::MemoryBuffer::getFile(sourceOf(Invocation));
  if (!File || !(Named || beginsWithLineMarker((*File)->getBuffer())))
    return std::nullopt;
  std::vector<std::string> Directories;
  for (const HeaderSearchOptions::Entry &Each : Invocation.getHeaderSearchOpts().UserEntries)
    Directories.push_back(Each.Path);
  return withHeadersIncluded((*File)->getBuffer(), Directories, NoMacros);
}
