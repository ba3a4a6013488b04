#!/usr/bin/env python3
"""make.py - draws the levels of this folder: what people write in the common text form.

Run it here to draw them again. Each has something that tidy levels have not: half a pipe, no
start, ragged rows, creatures in odd places, platforms to jump through, a place nobody gets past.
"""
import random

W = 110


def flat(width=W, start=True, end=True, rows=16):
    g = [["-"] * width for _ in range(rows)]
    for x in range(width):
        g[rows - 2][x] = g[rows - 1][x] = "X"
    if start:
        g[rows - 3][2] = "M"
    if end:
        g[rows - 3][width - 4] = "F"
    return g


def pit(g, x, width):
    for i in range(x, x + width):
        g[-1][i] = g[-2][i] = "-"


def wall(g, x, height, tile="#"):
    for i in range(height):
        g[-3 - i][x] = tile


def pipe(g, x, height, letter="t", width=2):
    for i in range(height):
        for k in range(width):
            g[-3 - i][x + k] = letter


def bar(g, x, y, width, tile):
    for i in range(x, x + width):
        g[y][i] = tile


def save(name, g):
    with open(name + ".level", "w") as f:
        f.write("\n".join("".join(r) for r in g) + "\n")


def each(name, count, draw):
    for i in range(1, count + 1):
        g = flat()
        draw(g, i, random.Random(name + str(i)))
        save(f"{name}-{i}", g)


def half_pipes(g, i, r):
    for x in range(12, 90, 14):
        pipe(g, x, 1 + (x + i) % 4, width=1 if (x + i) % 3 else 3)
    pipe(g, 95, 2, "T", width=1)


def one_ways(g, i, r):
    for x in range(14, 90, 18):
        pit(g, x, 9 + i)
        bar(g, x + 1, 12, 7 + i, "%")
        for y in (13, 14, 15):
            bar(g, x + 1, y, 7 + i, "|")


def odd_creatures(g, i, r):
    for _ in range(12 + 4 * i):
        x, y = r.randrange(14, W - 8), r.randrange(0, 14)
        g[y][x] = r.choice("gkryGKRYE")
    for x in range(20, 90, 16):
        g[15][x] = "g"  # in the ground
    g[13][0] = "k"


def cannons(g, i, r):
    for x in range(18, 95, 15):
        wall(g, x, 1 + (x + i) % 3, "*" if i % 2 else "B")
    bar(g, 30, 10, 6, "S")


def blocks(g, i, r):
    for x in range(12, 95, 9):
        bar(g, x, 10, 4, r.choice("SQ?@!CUL12D"))
        bar(g, x + 1, 6, 3, "o")
    pit(g, 40, 3 + i)
    pit(g, 70, 5)


def stairs(g, i, r):
    for k in range(4):
        for x in (20, 60):
            wall(g, x + k, k + 1)
            wall(g, x + 9 - k, k + 1)
    pit(g, 45, 4 + i)


def crowds(g, i, r):
    for x in range(16, 98, 5 - i % 2):
        g[13][x] = r.choice("gkr" if i < 3 else "gkry")
    for x in range(25, 90, 21):
        pipe(g, x, 2 + i % 2, "T")


def blocked(g, i, r):
    if i == 1:
        wall(g, 60, 14)
    elif i == 2:
        pit(g, 50, 14)
    elif i == 3:
        wall(g, 60, 6)
    elif i == 4:
        for x in range(24, 98):
            g[14][x] = g[15][x] = "-"
            g[3][x] = "X"
    elif i == 5:
        pipe(g, 55, 9)
    elif i == 6:
        wall(g, 40, 5, "S")
        for y in range(3, 9):
            g[y][40] = "S"


def main():
    each("half-pipes", 4, half_pipes)
    each("one-ways", 4, one_ways)
    each("odd-creatures", 5, odd_creatures)
    each("cannons", 3, cannons)
    each("blocks", 4, blocks)
    each("stairs", 4, stairs)
    each("crowds", 4, crowds)
    each("blocked", 6, blocked)
    g = flat(start=False)
    save("no-start", g)
    g = flat(start=False, end=False)
    for x in range(5):
        g[14][x] = g[15][x] = "-"
    save("no-start-no-ground", g)
    g = flat(end=False)
    save("no-exit", g)
    g = flat()
    g[13][50] = "M"
    g[13][60] = "F"
    save("two-of-each", g)
    g = flat()
    g[13][2], g[13][W - 4] = "F", "M"
    g[13][W - 4] = "-"
    g[13][20] = "M"
    save("exit-before-start", g)
    g = flat(rows=20)
    wall(g, 40, 3)
    save("twenty-rows", g)
    save("ten-rows", flat(rows=10))
    g = flat()
    for k, r in enumerate(g[:12]):
        del r[60 + k:]
    save("ragged", g)
    g = flat()
    for x, c in zip(range(12, 60, 5), "~&()=+;:/_"):
        g[9][x] = c
    save("strange-letters", g)
    g = flat(rows=14)
    for x in (20, 40, 60):
        g[11][x] = "E"
    save("corpus-with-start", g)
    g = flat()
    for x in range(30, 90):
        g[12][x] = "X"
    save("ground-moved-up", g)


main()
