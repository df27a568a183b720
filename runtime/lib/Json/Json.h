// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON values, whose fields keep the order in which they were added or parsed. To parse and print, use the functions
// below and not the members of Json: these are templates, which every source file would compile again.
#ifndef HETRT_JSON_JSON_H
#define HETRT_JSON_JSON_H

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace hetrt {

using Json = nlohmann::ordered_json;

namespace json {

/// Parses a text; returns a discarded value if it is no JSON.
Json parse(std::string_view Text);

/// The same as parse(), but leaves out values that are nested deeper than `Deepest` levels, since very deep nesting
/// would overflow the stack.
Json parseShallow(std::string_view Text, int Deepest);

/// The same as parse(), but throws Json::parse_error or Json::out_of_range if the text is no JSON.
Json parseOrThrow(std::string_view Text);

/// Prints a value: on one line if `Indent` is negative, else on several lines, indented by `Indent` columns for each
/// level. Replaces bytes that are not valid UTF-8, which file names may contain.
std::string print(const Json &Value, int Indent = -1);

} // namespace json
} // namespace hetrt

#endif
