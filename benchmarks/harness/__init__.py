# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark harness: builds the programs in several ways, runs the builds in turn, and compares their times with
limits.

    programs   the programs and their cases   build      one source, several compilers
    photo      the real data of k-means       process    one run of a program, its report and its dump
    sides      builds run in turn, searches   runtimes   the runtimes that hetcc is compared with, and their settings
    figures    medians, spreads, verdicts     report     tables, progress, CSV and JSON, description of the machine
    ratios     tables of ratios               plot       SVG files
    commands   all commands; cpu, build       check      right results on every device and under every scheduler
    peers      the command peers              overhead   the command overhead
    coexec     the commands coexec and gpu    ordering   schedulers, in hetsim and in real runs
    predict    hetsim beside real runs        papers     claims of papers beside our figures
"""
