// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads fields of JSON objects; messages tell the user what to change.
#include "Simulation/JsonFields.h"

#include "Settings/Suggest.h"
#include "Simulation/ModelError.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace hetrt {

Json parseJson(std::string_view Text, const std::string &Source) {
  try {
    return json::parseOrThrow(Text);
  } catch (const Json::out_of_range &) {
    throw ModelError(fmt::format("{}: wanted numbers that fit into a double, found a larger one", Source));
  } catch (const Json::parse_error &Error) {
    std::string_view Before = Text.substr(0, std::min(Error.byte, Text.size()));
    throw ModelError(
        fmt::format("{}:{}: wanted JSON, found a mistake in its syntax", Source, std::ranges::count(Before, '\n') + 1));
  }
}

JsonFields::JsonFields(const Json &Object, std::string Where) : Object(Object), Where(std::move(Where)) {
  if (!Object.is_object())
    throw ModelError(fmt::format("{}: wanted an object in braces, found {}", this->Where, json::print(Object)));
}

const Json *JsonFields::find(std::string_view Name) {
  Known.push_back(Name);
  auto Found = Object.find(Name);
  return Found == Object.end() ? nullptr : &*Found;
}

void JsonFields::complain(std::string_view Name, const std::string &Wanted) {
  const Json *Value = find(Name);
  throw ModelError(
      fmt::format("{}: '{}': wanted {}, found {}", Where, Name, Wanted, Value ? json::print(*Value) : "nothing"));
}

bool JsonFields::has(std::string_view Name) { return find(Name) != nullptr; }

std::string JsonFields::text(std::string_view Name) {
  const Json *Value = find(Name);
  if (!Value || !Value->is_string())
    complain(Name, "a text");
  return Value->get<std::string>();
}

double JsonFields::toNumber(std::string_view Name, const Json &Value, double Least, bool Above) {
  double Number = Value.is_number() ? Value.get<double>() : NAN;
  if (!(Above ? Number > Least : Number >= Least) || std::isinf(Number))
    complain(Name, fmt::format("a number {} {}", Above ? "above" : "of at least", Least));
  return Number;
}

double JsonFields::number(std::string_view Name, double Least, std::optional<double> Default) {
  const Json *Value = find(Name);
  if (!Value && Default)
    return *Default;
  return toNumber(Name, Value ? *Value : Json(), Least, false);
}

double JsonFields::positive(std::string_view Name, std::optional<double> Default) {
  const Json *Value = find(Name);
  if (!Value && Default)
    return *Default;
  return toNumber(Name, Value ? *Value : Json(), 0, true);
}

uint64_t JsonFields::count(std::string_view Name, uint64_t Least, std::optional<uint64_t> Default) {
  const Json *Value = find(Name);
  if (!Value && Default)
    return *Default;
  // A number written as 1e9, which JSON parses as floating-point, is accepted too.
  double Number = Value && Value->is_number() ? Value->get<double>() : NAN;
  if (!(Number >= static_cast<double>(Least) && Number <= 0x1p53) || Number != std::floor(Number))
    complain(Name, fmt::format("a whole number of at least {}", Least));
  return static_cast<uint64_t>(Number);
}

bool JsonFields::flag(std::string_view Name, bool Default) {
  const Json *Value = find(Name);
  if (!Value)
    return Default;
  if (!Value->is_boolean())
    complain(Name, "true or false");
  return Value->get<bool>();
}

std::vector<double> JsonFields::numbers(std::string_view Name) {
  const Json *Value = find(Name);
  if (!Value || !Value->is_array())
    complain(Name, "a list of numbers");
  std::vector<double> All;
  for (const Json &Each : *Value)
    All.push_back(toNumber(Name, Each, 0, false));
  return All;
}

JsonFields JsonFields::object(std::string_view Name) {
  const Json *Value = find(Name);
  if (!Value || !Value->is_object())
    complain(Name, "an object in braces");
  return {*Value, fmt::format("{}: {}", Where, Name)};
}

std::vector<JsonFields> JsonFields::objects(std::string_view Name) {
  const Json *Value = find(Name);
  std::vector<JsonFields> All;
  if (!Value)
    return All;
  if (!Value->is_array())
    complain(Name, "a list");
  for (const Json &Each : *Value)
    All.emplace_back(Each, fmt::format("{}: {}[{}]", Where, Name, All.size()));
  return All;
}

const Json &JsonFields::any(std::string_view Name) {
  const Json *Value = find(Name);
  if (!Value)
    complain(Name, "a value");
  return *Value;
}

void JsonFields::done() const {
  for (const auto &[Name, Value] : Object.items())
    if (std::ranges::find(Known, Name) == Known.end())
      throw ModelError(fmt::format("{}: there is no field '{}'{}", Where, Name, suggestion(Name, Known)));
}

} // namespace hetrt
