// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The translator as a library: what the tool hetcc-translate and the clang plugin both are shells of.
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

struct TranslateOptions {
  std::string HostOutput;   ///< translated host source; empty: stdout
  std::string DeviceOutput; ///< device source, written only if a region has a device form; empty: none wanted
  std::string OutputDir;    ///< where rewritten copies of headers go; empty: headers with regions are an error
  std::string Image;        ///< path of the device image that the host source embeds; empty: none
  std::string Regions;      ///< where the lines of each region go, for the driver; empty: nowhere
  std::map<std::string, std::string> Leave;    ///< regions, by number, that the host compiler refuses, and why
  std::map<std::string, std::string> LeaveGpu; ///< the same of the device compiler, or "number.instance"
  bool Emulated = true;                        ///< build the form that emulated accelerators run
  bool Outlined = true;                        ///< and the one for the cores of a node
  bool Plain = false;                          ///< only replace our directives by plain OpenMP; needs no valid unit
  bool Marked = false;                         ///< with Plain: the object says that it needs OpenMP, see hetrt/plain.h
  bool Preprocessed = false;                   ///< the source is what gcc's preprocessor wrote
  bool Readable = false; ///< lay generated code out for people; else debuggers see it as the directive's one line
  bool Explain = false;  ///< print where each region runs, and why
  AutoMode Auto = AutoMode::Off; ///< which of OpenMP's own loops are split where that is found to be right
  bool Checked = false;          ///< other such loops deal out their iterations one by one, for --hetcc-check
  /// Whether loops of other units are told what the unit's functions do.
  enum class Telling { Never, WithDirectives, Always } Functions = Telling::Never;
  std::string Summary;      ///< where one line goes for each such loop that is not, and how many are; empty: nowhere
  bool ShowClauses = false; ///< print the clauses that were found, as a user would write them
  bool Fix = false;         ///< and write them into the source
  bool Reassociate = true;  ///< lanes of a device may combine floating-point numbers in any order
  bool Barriers = true;     ///< for tests, which show that results are wrong without those between lanes
  MessageOptions Messages;  ///< which warnings are wanted, and the form of all messages
  MessagePrinter *Printer = nullptr; ///< of messages; null: the one that clang's engine has
  bool showsClauses() const { return ShowClauses || Explain || Messages.ParseableFixIts; }
};

/// How a translation ended. The values are hetcc-translate's exit statuses.
enum class Outcome {
  Translated = 0,
  Errors = 1,       ///< in directives of ours; reported
  NoDirectives = 2, ///< nothing of ours in the unit; nothing written
  Unparsable = 3,   ///< clang does not accept the unit
  Unwritable = 4,   ///< an output cannot be written; reported
};

/// A consumer that translates the unit it is attached to. `Result` is set when the unit has been read.
std::unique_ptr<clang::ASTConsumer> createTranslator(clang::CompilerInstance &Instance, const TranslateOptions &Options,
                                                     Outcome &Result);

/// Runs a whole translation. `Arguments` are those of a compiler driver, the source file included.
Outcome translate(const TranslateOptions &Options, llvm::ArrayRef<const char *> Arguments, const char *Program);

} // namespace hetcc
#endif
