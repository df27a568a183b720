// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of the translator library. The tool hetcc-translate and the clang plugin are built on this library.
#ifndef HETCC_TRANSLATE_H
#define HETCC_TRANSLATE_H

#include "AutoMode.h"
#include "MessageOptions.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include <map>
#include <memory>
#include <string>

namespace hetcc {

class MessagePrinter;

/// The options of one translation. Paths of outputs may be empty.
struct TranslateOptions {
  std::string HostOutput;   ///< path of the translated host source; empty: standard output
  std::string DeviceOutput; ///< path of the device source, written only if there are kernels; empty: not written
  std::string OutputDir;    ///< folder for edited copies of headers; empty: regions in headers are an error
  std::string Image;        ///< path of the device image that the host source embeds; empty: no image
  std::string Regions;      ///< path of the list of regions and their lines for the driver; empty: not written
  std::map<std::string, std::string> Leave;    ///< numbers of regions that the host compiler has rejected, with errors
  std::map<std::string, std::string> LeaveGpu; ///< likewise for the device compiler; "number.instance" means one
                                               ///< instance of a template
  bool Emulated = true;                        ///< generate the form that emulated accelerators run
  bool Outlined = true;                        ///< generate the outlined form, which cores of other nodes run
  bool Plain = false;                          ///< plain mode (Frontend/PlainMode.h), for units that clang cannot parse
  bool Marked = false;                         ///< with Plain: the object says that it needs OpenMP, see hetrt/plain.h
  bool Preprocessed = false;                   ///< the source was written by gcc's preprocessor
  bool Readable = false;         ///< format generated code for people to read; if false, all of it has the line number
                                 ///< of the directive
  bool Explain = false;          ///< report where each region runs, and why
  AutoMode Auto = AutoMode::Off; ///< which plain OpenMP loops are split if Analysis proves that splitting is right
  bool Checked = false;          ///< for --hetcc-check, OpenMP loops that are not split get `schedule(dynamic)`
  /// Which units write records of their functions for loops in other units: none, those with hetcc directives, or all.
  enum class RecordsFor { NoUnit, UnitsWithDirectives, EveryUnit } Functions = RecordsFor::NoUnit;
  std::string Summary;      ///< path of the report on loops under `Auto`: why each is not split; empty: not written
  bool ShowClauses = false; ///< report the inferred clauses as a user would write them
  bool Fix = false;         ///< write the inferred clauses into the user's source
  bool Reassociate = true;  ///< lanes of a device may add floating-point numbers in any order
  bool Barriers = true;     ///< if false, there are no barriers between lanes; tests use this to show that barriers are
                            ///< needed
  MessageOptions Messages;  ///< which warnings are on, and the format of all messages
  MessagePrinter *Printer = nullptr; ///< prints the messages; null: clang's own consumer does
  bool showsClauses() const { return ShowClauses || Explain || Messages.ParseableFixIts; }
};

/// How a translation ended. The values are hetcc-translate's exit statuses.
enum class Outcome {
  Translated = 0,
  Errors = 1,       ///< errors in hetcc directives, which have been reported
  NoDirectives = 2, ///< the unit has no hetcc directives; no output was written
  Unparsable = 3,   ///< clang does not accept the unit
  Unwritable = 4,   ///< an output cannot be written, which has been reported
};

/// Returns a consumer that translates the unit that `Instance` reads. It sets `Result` when clang has read the unit.
std::unique_ptr<clang::ASTConsumer> createTranslator(clang::CompilerInstance &Instance, const TranslateOptions &Options,
                                                     Outcome &Result);

/// Translates one source file. `Arguments` are the arguments of a compiler driver, including the source file. `Program`
/// is the path of clang, by which the folder of clang's headers is found.
Outcome translate(const TranslateOptions &Options, llvm::ArrayRef<const char *> Arguments, const char *Program);

} // namespace hetcc
#endif
