# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the scripts share; source it, do not run it. It leaves the shell in the root of the repository.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '==> %s\n' "$*"; }
die() { printf '%s: error: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# A LLVM of the user's own: Clang's package file lies beside LLVM's, and the tools two folders up.
if [ -n "${LLVM_DIR:-}" ]; then
  export LLVM_DIR Clang_DIR="${Clang_DIR:-$LLVM_DIR/../clang}"
fi

# ccache needs a folder that can be written, and a home is not always there.
if [ -z "${CCACHE_DIR:-}" ] && ! mkdir -p "${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/ccache" 2>/dev/null; then
  export CCACHE_DIR="$PWD/build/ccache"
fi

# Compile jobs: one per core, but a file that includes Clang's headers wants 2 GiB.
jobs_that_fit() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable/ { print int($2 / 2097152) }' /proc/meminfo)
  if [ "$memory" -lt 1 ]; then memory=1; fi
  echo "${HETCC_JOBS:-$((cores < memory ? cores : memory))}"
}

# The programs of benchmarks/: a folder, and a source in it of the same name. overhead measures, and computes nothing.
benchmark_programs() {
  local source
  for source in benchmarks/*/*.c; do
    if [ "$(basename "$source" .c)" = "$(basename "$(dirname "$source")")" ] && [ "$source" != benchmarks/overhead/overhead.c ]; then
      basename "$source" .c
    fi
  done
}

# build PRESET [TARGET...]: configures and builds it in its folder in build/; silent unless it fails.
build() {
  local preset=$1 log=build/$1.log targets=("${@:2}")
  if [ ${#targets[@]} -gt 0 ]; then targets=(--target "${targets[@]}"); fi
  mkdir -p build
  say "building preset $preset (log in $log)"
  if ! { cmake --preset "$preset" && cmake --build --preset "$preset" "${targets[@]}" -- -j "$(jobs_that_fit)"; } >"$log" 2>&1; then
    grep -nE 'error|Error|FAILED' "$log" | head -20 >&2 || true
    tail -n 20 "$log" >&2
    return 1
  fi
}
