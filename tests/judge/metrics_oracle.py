"""metrics_oracle.py - the six published metrics over all matches of eight dice games, by another
program than dado: every match is listed, measured by the printed formulas, and the means and
deviations are compared with what dado solve GAME odds says.

    metrics_oracle.py DADO
"""
import itertools
import json
import math
import subprocess
import sys

NAMES = ["drama_points", "drama_position", "drama_path", "lead_change", "uncertainty_entropy",
         "uncertainty_pdd"]


def metrics(rows):
    """The six metrics of one match; rows[m][p] is what seat p has after round m."""
    n, m_all = len(rows[0]), len(rows)
    order = [sorted(range(n), key=lambda p: (-row[p], p)) for row in rows]
    leader = [o[0] for o in order]
    w = leader[-1]
    place = [o.index(w) + 1 for o in order]
    behind = [m for m in range(m_all) if place[m] > 1]
    gaps = [rows[m][leader[m]] - rows[m][w] for m in range(m_all)]
    top = max(max(row) for row in rows)
    trailing = [g for g in gaps if g > 0]
    points = sum(math.sqrt(g / top) for g in trailing) / len(trailing) if trailing else 0
    position = sum(math.sqrt((place[m] - 1) / (n - 1)) for m in behind) / len(behind) if behind else 0
    steps = [n - ((n - 1) * m) // (m_all - 1) for m in range(m_all)]
    distance = sum(abs(place[m] - steps[m]) for m in range(m_all))
    path = len(behind) / (m_all - 1) * (1 - distance / ((n - 1) * (m_all - 1)))
    changes = sum(leader[m] != leader[m - 1] for m in range(1, m_all))
    lead = (math.sqrt((len(set(leader)) - 1) / (n - 1)) + math.sqrt(changes / (m_all - 1))) / 2
    entropy = pdd = 0
    for row in rows[:-1]:
        total = sum(row)
        shares = [x / total if total else 1 / n for x in row]
        entropy -= sum(s * math.log2(s) for s in shares if s > 0) / math.log2(n)
        apart = sum((math.sqrt(s) - 1 / math.sqrt(n)) ** 2 for s in shares)
        pdd += 1 - math.sqrt(apart / (2 - 2 / math.sqrt(n)))
    return points, position, path, lead, entropy / (m_all - 1), pdd / (m_all - 1)


def moments(rounds, players, throw):
    """Means and deviations over all matches; `throw` has what a turn can give, equally likely."""
    count, sums, squares = 0, [0.0] * 6, [0.0] * 6
    for match in itertools.product(itertools.product(throw, repeat=players), repeat=rounds):
        rows, have = [], [0] * players
        for gains in match:
            have = [a + b for a, b in zip(have, gains)]
            rows.append(have)
        count += 1
        for i, value in enumerate(metrics(rows)):
            sums[i] += value
            squares[i] += value * value
    means = [s / count for s in sums]
    return count, means, [math.sqrt(max(0, q / count - m * m)) for q, m in zip(squares, means)]


def dice(rounds, faces, players, number=1):
    throw = [sum(t) for t in itertools.product(range(1, faces + 1), repeat=number)]
    words = ["dicepoints"]
    for name, value in (("ROUNDS", rounds), ("FACES", faces), ("PLAYERS", players), ("DICE", number)):
        words += ["-D", "%s=%d" % (name, value)]
    return words, rounds, players, throw


GAMES = [dice(2, 6, 2), dice(3, 3, 2), dice(2, 4, 3), dice(4, 2, 3), dice(3, 2, 4), dice(5, 2, 2),
         dice(2, 3, 2, 2), (["tests/solve/games/coins.rcy"], 4, 3, [1, 0])]

for words, rounds, players, throw in GAMES:
    run = subprocess.run([sys.argv[1], "solve", *words, "odds", "--json"], check=True,
                         capture_output=True, text=True)
    told = {row["measure"]: row for row in json.loads(run.stdout)["parts"]["measures"]["rows"]}
    count, means, deviations = moments(rounds, players, throw)
    for name, mean, deviation in zip(NAMES, means, deviations):
        row = told[name]
        assert abs(row["mean"] - mean) < 1e-9, (words, name, row, mean)
        assert abs(row["sd"] - deviation) < 1e-6, (words, name, row, deviation)
    print(" ".join(words), count)
