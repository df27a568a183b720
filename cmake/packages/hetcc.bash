# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion for bash. What hetcc and its tools take, they say themselves; options of the host compiler come from gcc, which
# completes its own.
_hetcc() {
  local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]}
  if [[ $word == --hetcc-* || $word == -- ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" --hetcc-help 2>/dev/null | sed -nE 's/^  (--[a-z-]+).*/\1/p')" -- "$word")
  elif [[ $word == -Whetcc* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" --hetcc-help=warnings 2>/dev/null | grep -oE -- '-W[a-z-]+')" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <("$program" --completion="$word" 2>/dev/null)
  fi
}
complete -o default -F _hetcc hetcc hetcc++

_hetcc_tool() {
  local word=${COMP_WORDS[COMP_CWORD]}
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --help 2>/dev/null | grep -oE -- '--[a-z-]+')" -- "$word")
  fi
}
complete -o default -F _hetcc_tool hetinfo hetsim hetreport
