# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark harness: builds the programs in several ways, runs them side by side and judges the figures.

    programs   what there is to run           build      one source, several compilers
    photo      the real data of k-means       process    one run of a program, its report and its dump
    sides      builds run in turn, searches   runtimes   what hetcc is compared with, and its settings
    figures    medians, spreads, verdicts     report     tables, progress, CSV and JSON, where it all was measured
    ratios     tables of ratios               plot       SVG files
    commands   all commands; cpu, build       check      right results on every device and under every scheduler
    peers      peers                          overhead   overhead
    coexec     coexec and gpu                 ordering   schedulers, in hetsim and in reality
    predict    hetsim beside reality          papers     claims of papers beside our figures
"""
