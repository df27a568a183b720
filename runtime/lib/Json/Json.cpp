// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles the parser and the printer of the JSON library once.
#include "Json/Json.h"

namespace hetrt::json {

Json parse(std::string_view Text) { return Json::parse(Text, nullptr, /*allow_exceptions=*/false); }

Json parseShallow(std::string_view Text, int Deepest) {
  return Json::parse(Text, [Deepest](int Depth, Json::parse_event_t, Json &) { return Depth <= Deepest; }, false);
}

Json parseOrThrow(std::string_view Text) { return Json::parse(Text); }

std::string print(const Json &Value, int Indent) {
  return Value.dump(Indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace hetrt::json
