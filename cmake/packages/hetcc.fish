# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion for fish. What hetcc and its tools take, they say themselves.
for program in hetcc hetcc++
    complete -c $program -a "($program --hetcc-help 2>/dev/null | string match -rg '^  (--[a-z-]+)')" -n 'string match -q -- "-*" (commandline -ct)'
    complete -c $program -a "($program --completion=(commandline -ct) 2>/dev/null)" -n 'string match -qr -- "^-[^-]" (commandline -ct)'
end
for program in hetinfo hetreport hetsim
    complete -c $program -a "($program --help 2>/dev/null | string match -rag -- '(--[a-z-]+)')" -n 'string match -q -- "-*" (commandline -ct)'
end
