#!/usr/bin/env python3
"""learn_plot.py - draws the curves that learn.py and learn_hearts.py write.  learn_plot.py KUHN.csv HEARTS.csv OUT.svg"""
import csv
import math
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]


def panel(left, title, xs, lines, low, high, said, ink=("#3366aa", "#cc6633")):
    """One chart: lines are (name, values); `said` turns a value into words."""
    wide, tall = 330, 220
    across = lambda x: left + 50 + (x - xs[0]) / ((xs[-1] - xs[0]) or 1) * (wide - 70)
    up = lambda y: 30 + (high - y) / (high - low) * (tall - 60)
    drawn = [f'<text x="{left + 50}" y="18" font-size="13">{title}</text>']
    for k in range(5):
        y = low + (high - low) * k / 4
        drawn.append(f'<line x1="{left + 50}" x2="{left + wide - 20}" y1="{up(y):.1f}" y2="{up(y):.1f}" stroke="#ddd"/>'
                     f'<text x="{left + 45}" y="{up(y) + 4:.1f}" font-size="10" text-anchor="end">{said(y)}</text>')
    for k, (name, ys) in enumerate(lines):
        points = " ".join(f"{across(x):.1f},{up(min(max(y, low), high)):.1f}" for x, y in zip(xs, ys))
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{ink[k]}" stroke-width="2"/>'
                     f'<text x="{left + wide - 22}" y="{40 + 14 * k}" font-size="11" fill="{ink[k]}" text-anchor="end">{name}</text>')
    drawn.append(f'<text x="{left + 50}" y="{tall - 12}" font-size="10">{xs[0]:,.0f}</text>'
                 f'<text x="{left + wide - 20}" y="{tall - 12}" font-size="10" text-anchor="end">{xs[-1]:,.0f} matches</text>')
    return "".join(drawn)


def main(kuhn, hearts, out):
    first, second = read(kuhn), read(hearts)
    gaps = [math.log10(max(r["gap"], 1e-4)) for r in first]
    left = panel(0, "Kuhn poker: exploitable by", [r["matches"] for r in first], [("learned", gaps)], -2.5, 0.0, lambda y: f"{10 ** y:.3f}")
    right = panel(340, "Hearts: share of wins, 25 % is even", [r["matches"] for r in second],
                  [("against random", [r["random"] for r in second]), ("against greedy", [r["greedy"] for r in second])],
                  0.2, 0.6, lambda y: f"{100 * y:.0f} %")
    with open(out, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" width="680" height="225" font-family="sans-serif">'
                   f'<rect width="680" height="225" fill="white"/>{left}{right}</svg>\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
