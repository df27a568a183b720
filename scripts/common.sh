# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions and settings for the other scripts, which source this file. Afterwards, the current folder is the
# repository's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '==> %s\n' "$*"; }
die() { printf '%s: error: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# If the user names an LLVM by LLVM_DIR, Clang's CMake package is the folder beside it.
if [ -n "${LLVM_DIR:-}" ]; then
  export LLVM_DIR Clang_DIR="${Clang_DIR:-$LLVM_DIR/../clang}"
fi

# ccache needs a folder that it can write; not every user has a home folder.
if [ -z "${CCACHE_DIR:-}" ] && ! mkdir -p "${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/ccache" 2>/dev/null; then
  export CCACHE_DIR="$PWD/build/ccache"
fi

# Prints the number of parallel compile jobs: one per core, but at most one per 2 GiB of free memory, which the
# compilation of a file with Clang's headers may take.
jobs_that_fit() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable/ { print int($2 / 2097152) }' /proc/meminfo)
  if [ "$memory" -lt 1 ]; then memory=1; fi
  echo "${HETCC_JOBS:-$((cores < memory ? cores : memory))}"
}

# Prints the names of the programs of benchmarks/: folders with a source file of the same name. `overhead` is left out,
# since it only measures.
benchmark_programs() {
  local source
  for source in benchmarks/*/*.c; do
    if [ "$(basename "$source" .c)" = "$(basename "$(dirname "$source")")" ] && [ "$source" != benchmarks/overhead/overhead.c ]; then
      basename "$source" .c
    fi
  done
}

# build PRESET [TARGET...]: configures and builds a preset in its folder in build/; prints the compiler's output if that
# fails.
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
