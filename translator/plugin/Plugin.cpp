// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libhetcc-plugin.so: the translator as a clang plugin. This command writes the translated source to axpy.host.c:
//
//     clang -fopenmp -fplugin=libhetcc-plugin.so -Xclang -plugin -Xclang hetcc
//           -Xclang -plugin-arg-hetcc -Xclang host-output=axpy.host.c -c axpy.c
#include "hetcc/Translate.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

namespace {

class Action : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &Instance, llvm::StringRef) override {
    return hetcc::createTranslator(Instance, Options, Result);
  }
  bool ParseArgs(const clang::CompilerInstance &Instance, const std::vector<std::string> &Arguments) override {
    for (llvm::StringRef Arg : Arguments) {
      if (Arg.consume_front("host-output="))
        Options.HostOutput = Arg.str();
      else if (Arg.consume_front("device-output="))
        Options.DeviceOutput = Arg.str();
      else if (Arg.consume_front("output-dir="))
        Options.OutputDir = Arg.str();
      else if (Arg.consume_front("image="))
        Options.Image = Arg.str();
      else {
        llvm::errs() << "hetcc plugin: error: unknown argument '" << Arg << "'\n";
        return false;
      }
    }
    (void)Instance;
    return true;
  }

private:
  hetcc::TranslateOptions Options;
  hetcc::Outcome Result = hetcc::Outcome::NoDirectives;
};

clang::FrontendPluginRegistry::Add<Action> Registration("hetcc",
                                                        "translate loops annotated for heterogeneous execution");

} // namespace
