# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians, their confidence intervals, and verdicts about ratios."""

import math
import statistics


def median(samples):
    return statistics.median(samples)


def geometric_mean(ratios):
    return statistics.geometric_mean(ratios)


def paired_ratios(numerators, denominators):
    """The ratios of paired runs; the two runs of a pair are neighbours, so that other work of the machine affects
    both."""
    return [a / b for a, b in zip(numerators, denominators)]


def interval(samples):
    """A 95% confidence interval of the median of the samples' distribution, from order statistics: the innermost ranks
    such that the median lies outside with a probability of at most 2.5% on either side."""
    count, below, rank = len(samples), 0, 0
    while rank < count // 2 and below + math.comb(count, rank) <= 0.025 * 2 ** count:
        below += math.comb(count, rank)
        rank += 1
    if not rank:  # with five samples or fewer there is no such interval
        return -math.inf, math.inf
    ordered = sorted(samples)
    return ordered[rank - 1], ordered[count - rank]


def widening(noise):
    """The factor of the noise, an interval of the baseline's ratio to itself: the larger of its end and 1 over its
    begin."""
    return max(noise[1], 1 / noise[0]) if 0 < noise[0] and not math.isnan(noise[1]) else math.inf


def judge(found, limit, noise):
    """Whether a ratio is within or beyond the limit. `found`: its interval. The interval, widened by the noise, must
    lie on one side of the limit. As an interval is about as wide as the noise, the noise must be less than half of the
    distance between ratio and limit."""
    wider = widening(noise)
    if found[1] * wider <= limit:
        return f"within {limit:g}"
    if found[0] > limit * wider:
        return f"beyond {limit:g}"
    return "undecided" if found[0] <= limit < found[1] and wider < limit else "too noisy"


def judge_faster(found, noise):
    """Whether a ratio is within or beyond 1. A ratio near 1 is not called too noisy but undecided."""
    verdict = judge(found, 1, noise)
    return "undecided" if verdict == "too noisy" else verdict


def compare(subject, baseline, again, limit, first=None):
    """A row's figures, from interleaved samples of a subject, its baseline, and the baseline once more (`again`), which
    shows the noise. With `first`, the noise is that between `first` and `again`, two runs of another program."""
    ratios, noises = paired_ratios(subject, baseline), paired_ratios(again, first or baseline)
    return {
        "baseline": median(baseline),
        "subject": median(subject),
        "ratio": median(ratios),
        "ratio_interval": interval(ratios),
        "noise_ratio": median(noises),
        "noise_interval": interval(noises),
        "limit": limit,
        "verdict": judge(interval(ratios), limit, interval(noises)),
        "samples": {"baseline": baseline, "again": again, "subject": subject},
    }
