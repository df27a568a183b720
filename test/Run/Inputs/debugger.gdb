# Stops debugger.c in iteration 42, at the line that the test's CHECK names, and prints what is there.
set pagination off
set debuginfod enabled off
set breakpoint pending on
break debugger.c:22 if i == 42
run
print i
print factor
print value
print x[41]
backtrace 1
