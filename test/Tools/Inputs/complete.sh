# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints what the bash completion in file $1 proposes for some beginnings of words.
. "$1"
complete_word() {
  local COMP_WORDS=("$1" "$2") COMP_CWORD=1 COMPREPLY=()
  "$(complete -p "$1" | sed 's/.*-F \([^ ]*\).*/\1/')"
  echo "$1 $2: ${COMPREPLY[*]}"
}
complete_word hetcc --hetcc-ex
complete_word hetcc -Whetcc-g
complete_word hetcc++ -fopenmp-s
complete_word hetcc x
complete_word hetinfo --sched
complete_word hetreport --ag
complete_word hetsim --from
