// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exception that readers of models, programs and reports throw.
#ifndef HETRT_SIMULATION_MODEL_ERROR_H
#define HETRT_SIMULATION_MODEL_ERROR_H

#include <stdexcept>

namespace hetrt {

/// Thrown if a file or a request is wrong. The message says where the mistake is, what was wanted, and what was found.
class ModelError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace hetrt

#endif
