// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the fields of a JSON object, and reports values of a wrong type or size. done() rejects fields that the reader
// has not asked for, since their names are probably misspelt.
#ifndef HETRT_SIMULATION_JSON_FIELDS_H
#define HETRT_SIMULATION_JSON_FIELDS_H

#include "Json/Json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// Parses Text; throws ModelError with line and column.
Json parseJson(std::string_view Text, const std::string &Source);

class JsonFields {
public:
  /// Where names the object in messages: "file.json" or "file.json: cores".
  JsonFields(const Json &Object, std::string Where);

  bool has(std::string_view Name);
  std::string text(std::string_view Name);
  /// The value of the field Name, a number of at least Least (in positive(): above 0). If the field is missing:
  /// Default, or an error if there is no Default.
  double number(std::string_view Name, double Least, std::optional<double> Default = {});
  double positive(std::string_view Name, std::optional<double> Default = {});
  uint64_t count(std::string_view Name, uint64_t Least, std::optional<uint64_t> Default = {});
  bool flag(std::string_view Name, bool Default);
  std::vector<double> numbers(std::string_view Name);
  /// The object in the field Name.
  JsonFields object(std::string_view Name);
  /// The objects in the list Name; none if the field is missing.
  std::vector<JsonFields> objects(std::string_view Name);
  const Json &any(std::string_view Name);

  /// Throws ModelError if the object has a field that no function above has been asked for.
  void done() const;
  /// Throws ModelError with the field's name, what was wanted, and what was found.
  [[noreturn]] void complain(std::string_view Name, const std::string &Wanted);

  const std::string &where() const { return Where; }

private:
  const Json *find(std::string_view Name);
  double toNumber(std::string_view Name, const Json &Value, double Least, bool Above);

  const Json &Object;
  std::string Where;
  std::vector<std::string_view> Known;
};

} // namespace hetrt

#endif
