"""How often the intervals that dado doctor and dado arena print hold the truth, and how wide they are.

    interval_coverage.py DADO WORK RUNS [few]

Every interval of the answers is in the list, or the program fails. Each is asked for RUNS times, with other
luck. The truth is exact: games are small, and every way they can go is added up here, by code that shares
nothing with dado. Where a figure has no exact truth (marked ~), the mean of all its estimates is taken.
Intervals that dado calls simultaneous must hold together. With `few`, only what takes little time is asked.

An oracle knows how estimates are spread, and needs 2 z standard deviations of them for its interval. The mean
width of intervals at 95 % may be 1.25 of that. An interval that holds the truth 95 times in 100 holds it in fewer
than 180 of 200 runs about once in 900 such trials; Holm's correction is for the length of the list.
"""
import itertools, json, math, os, re, subprocess, sys
from statistics import NormalDist, fmean, pstdev

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "truth_set"))
from exact_tree import build, ends

MAX = " (scoring max ((current player) sto SUM)))"
WIDEST = 1.25

# ---- games ----


def steps_text(players, least, ways):
    return (f"(game (setup (create players {players})) (set (game sto LAST) (+ {least} (random {ways - 1})))"
            f" (stage player (end (== (game sto N) (* {players} (game sto LAST))))"
            " (choice ((label \"safe\" (inc ((current player) sto SUM) 1))"
            " (label \"risk\" (inc ((current player) sto SUM) (random 3)))))"
            f" (do ((inc (game sto N) 1) ((== (mod (game sto N) {players}) 0)"
            " (do ((inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))))))" + MAX)


def steps(players, least, ways):
    """In each round everybody takes a point, or none to three by luck; luck says how many rounds there are."""
    def play(m):
        have, made = [0] * players, []
        for _ in range(least + m.luck(ways)):
            for p in range(players):
                made.append(m.choose(p, 2))
                have[p] += 1 if made[-1] == 0 else m.luck(4)
            m.save(have)
        return dict(scores=list(have), made=made)
    return play


RARE = ("(game (setup (create players 2)) (all player 'P ((== (random 11) 0) (inc ('P sto SUM) 1)))" + MAX)
HANDS = ("(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 5)))))"
         " (do ((shuffle (game hloc STOCK)) (all player 'P (repeat 2 (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))"
         " (scoring max (sum ((current player) iloc HELD) using N)))")
# Ten rounds of a point, or none or two; what came before is remembered, so that no two positions are the same.
LONG = ("(game (setup (create players 2)) (repeat 10 (block (stage player (turns 2) (choice ("
        "(label \"safe\" (do ((set (game sto NOW) 0) (inc ((current player) sto SUM) 1))))"
        " (label \"risk\" (do ((set (game sto NOW) (+ 1 (random 1))) (inc ((current player) sto SUM) (* 2 (- (game sto NOW) 1)))))))"
        ") (set (game sto PAST) (mod (+ (* 3 (game sto PAST)) (game sto NOW)) 1000003)))"
        " (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))" + MAX)


# ---- what matches measure ----


def leaders(row):
    return [p for p in range(len(row)) if row[p] == max(row)]


def measures(leaf):
    """All measures of one match, by their definitions; None where there is no value."""
    rows, scores, made, n = leaf.rows, leaf.result["scores"], leaf.result["made"], len(leaf.result["scores"])
    count = len(rows)
    order = [sorted(range(n), key=lambda p: (-row[p], p)) for row in rows]
    lead, winner = [o[0] for o in order], order[-1][0]
    place = [o.index(winner) + 1 for o in order]
    behind = [m for m in range(count) if place[m] > 1]
    gaps = [g for g in (max(row) - row[winner] for row in rows) if g > 0]
    top = max(max(row) for row in rows)
    first, ranked = leaders(scores), sorted(scores, reverse=True)
    early = leaders(rows[(count + 3) // 4 - 1])
    told = any(len(leaders(r)) == 1 for r in rows[:-1]) and len(first) == 1
    entropy = pdd = 0
    for row in rows[:-1]:
        parts = [x / sum(row) if sum(row) else 1 / n for x in row]
        entropy -= sum(s * math.log2(s) for s in parts if s > 0) / math.log2(n)
        pdd += 1 - math.sqrt(sum((math.sqrt(s) - n ** -0.5) ** 2 for s in parts) / (2 - 2 * n ** -0.5))
    changes = sum(a != b for a, b in zip(lead, lead[1:]))
    distance = sum(abs(place[m] - (n - (n - 1) * m // (count - 1))) for m in range(count))
    moved = sum(abs(a.index(p) - b.index(p)) for a, b in zip(order, order[1:]) for p in range(n))
    return {
        "drama_points": fmean(math.sqrt(g / top) for g in gaps) if gaps else 0,
        "drama_position": fmean(math.sqrt((place[m] - 1) / (n - 1)) for m in behind) if behind else 0,
        "drama_path": len(behind) / (count - 1) * (1 - distance / ((n - 1) * (count - 1))),
        "lead_change": (math.sqrt((len(set(lead)) - 1) / (n - 1)) + math.sqrt(changes / (count - 1))) / 2,
        "uncertainty_entropy": entropy / (count - 1), "uncertainty_pdd": pdd / (count - 1),
        "win": float(leaf.value[0]), "tied": len(first) > 1, "rounds": count, "decisions": len(made),
        "finished": 1, "stopped": 0, "forfeited": 0, "broken": 0,
        "time_of_decision": max((m + 1 for m in behind), default=0) / count if told else None,
        "runaway": all(x == early[0] for x in lead[(count + 3) // 4 - 1:]) if len(early) == 1 else None,
        "early_lead": first == early if len(early) == 1 else None,
        "from_behind": any(r[first[0]] < max(r) for r in rows[:-1]) if told else None,
        "place_mobility": moved / ((count - 1) * (n * (n - 1))),
        "final_spread": (ranked[0] - ranked[-1]) / ranked[0] if ranked[0] else 0, "margin": ranked[0] - ranked[1],
        "branching": 2, "decision_share": 1, "convergence": 0.5, "variety": len(set(made)) / len(made),
    }


def exact_means(tree, players):
    every = [(float(c), measures(e)) for c, e in ends(tree)]
    truth = {}
    for name in every[0][1]:
        there = [(c, m[name]) for c, m in every if m[name] is not None]
        truth[f"measures/{name}/mean"] = sum(c * v for c, v in there) / sum(c for c, _ in there)
    for p in range(players):
        truth[f"seats/{p + 1}/share"] = float(tree.value[p])
    return truth


def rare_means():
    one, tie = 1 / 12, (1 / 12) ** 2 + (11 / 12) ** 2
    truth = {"win": 0.5, "tied": tie, "margin": 1 - tie, "final_spread": 1 - tie, "rounds": 0, "decisions": 0,
             "finished": 1, "stopped": 0, "forfeited": 0, "broken": 0}
    return {**{f"measures/{k}/mean": v for k, v in truth.items()}, "seats/1/share": 0.5, "seats/2/share": 0.5}


def with_policies(node, policies):
    """Each seat's share of the win, where a policy is the option that a player always takes, or None."""
    if node.kind == "end":
        return [float(v) for v in node.value]
    weights = [float(w) for w in node.weights]
    if node.kind == "choice" and policies[node.seat] is not None:
        weights = [float(i == policies[node.seat]) for i in range(len(node.next))]
    after = [with_policies(n, policies) if w else None for w, n in zip(weights, node.next)]
    return [sum(w * a[p] for w, a in zip(weights, after) if w) for p in range(len(policies))]


def duel(tree, one, other):
    """What the first of two players wins of the other, over both orders of seats."""
    return (with_policies(tree, [one, other])[0] + with_policies(tree, [other, one])[1]) / 2


POLICIES = {"random": None, "prefers:option=safe": 0, "prefers:option=risk": 1}


def exact_ratings(tree, policies):
    """Strengths whose odds come nearest to what each wins of each, on Elo's scale, 1500 on average."""
    names = list(policies)
    won = {(a, b): duel(tree, policies[a], policies[b]) for a in names for b in names if a != b}
    strength = dict.fromkeys(names, 1.0)
    for _ in range(5000):
        for a in names:
            met = sum(1 / (strength[a] + strength[b]) for b in names if b != a)
            strength[a] = sum(won[a, b] for b in names if b != a) / met
    points = {a: 400 * math.log10(x) for a, x in strength.items()}
    return {a: 1500 + x - fmean(points.values()) for a, x in points.items()}


def arena_truth(tree, policies):
    """Ratings, and what each seat wins over all pairings of different players."""
    truth = {f"ratings/{a}/rating": r for a, r in exact_ratings(tree, policies).items()}
    pairs = [with_policies(tree, pair) for pair in itertools.permutations(policies.values(), 2)]
    for p in range(2):
        truth[f"seats/{p + 1}/share"] = fmean(x[p] for x in pairs)
    return truth


def strategies_truth(tree):
    truth = {}
    for a, one in (("safe", 0), ("risk", 1)):
        truth[f"strategies/prefers:option={a}/against_random"] = duel(tree, one, None)
        for b, other in (("safe", 0), ("risk", 1)):
            truth[f"matrix/{a}:{b}/share"] = duel(tree, one, other)
            truth[f"matrix/{a}:{b}/advantage"] = 2 * duel(tree, one, other) - 1
    return truth


def hands_truth():
    """Cards of two hands of two, of five cards: drawn one by one, the first two by the first seat."""
    share = lambda d: [0.5, 0.5] if d[0] + d[1] == d[2] + d[3] else [float(d[0] + d[1] > d[2] + d[3]), float(d[0] + d[1] < d[2] + d[3])]
    deals, truth = list(itertools.permutations(range(1, 6))), {}
    for card in range(1, 6):
        having, lacking, worth, points = [[], []], [[], []], [], []
        for deal in deals:
            at, won = deal.index(card), share(deal)
            for seat in range(2):
                (having if at // 2 == seat else lacking)[seat].append(won[seat])
            if at < 4:
                for other in range(at + 1, 5):  # any card that is still in the pile
                    changed = list(deal)
                    changed[at], changed[other] = changed[other], changed[at]
                    worth.append((won[at // 2] - share(changed)[at // 2]) * 12 / (4 - at))
                    lead = lambda d: (d[0] + d[1] - d[2] - d[3]) * (1 if at < 2 else -1)
                    points.append((lead(deal) - lead(changed)) * 12 / (4 - at))
        drawn = sum(d.index(card) < 4 for d in deals)
        truth[f"cards/{card}/worth"] = sum(worth) / 12 / drawn
        truth[f"cards/{card}/points"] = sum(points) / 12 / drawn
        truth[f"cards/{card}/win_rate_with"] = fmean(fmean(having[s]) - fmean(lacking[s]) for s in range(2))
    return truth


def race_dynamics(rounds):
    """Chances in the game LONG at random, and how much of what decides is luck, by scores alone."""
    turns, known = 2 * rounds, {}

    def chance(turn, ahead):  # of the first seat
        if turn == turns:
            return (ahead > 0) + (ahead == 0) / 2
        if (turn, ahead) not in known:
            known[turn, ahead] = fmean(after(turn, ahead, safe) for safe in (True, False))
        return known[turn, ahead]

    def after(turn, ahead, safe):
        sign = 1 if turn % 2 == 0 else -1
        return chance(turn + 1, ahead + sign) if safe else fmean(chance(turn + 1, ahead + sign * g) for g in (0, 2))

    luck = choice = 0
    likely = {0: 1.0}
    for turn in range(turns):
        later, sign = {}, 1 if turn % 2 == 0 else -1
        for ahead, p in likely.items():
            ways = [after(turn, ahead, True), after(turn, ahead, False)]
            choice += p * pstdev(ways) ** 2
            luck += p / 2 * pstdev([chance(turn + 1, ahead + sign * g) for g in (0, 2)]) ** 2
            for g, q in ((1, 0.5), (0, 0.25), (2, 0.25)):
                later[ahead + sign * g] = later.get(ahead + sign * g, 0) + p * q
        likely = later
    return luck / (luck + choice)


# ---- what is printed ----


def row_name(part, row, i):
    if part == "seats":
        return str(i + 1)
    if part == "matrix":
        return f"{row['row']}:{row['column']}"
    for field in ("name", "player", "card", "figure", "strategy"):
        if row.get(field) not in (None, ""):
            return row[field]
    return str(i + 1)


def intervals(answer):
    """Every interval of an answer: its name, the interval. What sentences repeat of a table is listed once."""
    told = set()
    for part, found in answer["parts"].items():
        for i, row in enumerate(found.get("rows", [])):
            for column, cell in row.items():
                if isinstance(cell, dict) and cell.get("low") is not None:
                    told.add((cell["low"], cell["high"]))
                    yield f"{part}/{row_name(part, row, i)}/{column}", cell
    for part, found in answer["parts"].items():
        for v in found.get("verdicts", []):
            if v.get("low") is not None and v["low"] < v["high"] and (v["low"], v["high"]) not in told:
                who = " of thinkers" if "who think" in v["claim"] else ""
                yield f"{part}/{v['topic']}{who}", of_first_seat(v) if who else v


def of_first_seat(v):
    """Of two seats the one that won more is named; what is told of the first can be compared."""
    if v["topic"] != "fairness" or "The second player" not in v["evidence"]:
        return v
    return {**v, "value": 1 - v["value"], "low": 1 - v["high"], "high": 1 - v["low"]}


# The measure that a sentence about players who choose at random is about.
MEASURE_OF = {"ties": "tied", "drama": "from_behind", "runaway": "early_lead", "suspense": "time_of_decision",
              "lead": "lead_change", "uncertainty": "uncertainty_entropy", "length": "rounds"}
SEATS = ["first", "second", "third"]


def findings_truth(truth):
    """Adds what sentences are about; of fairness by the seat that is named."""
    for topic, measure in MEASURE_OF.items():
        if f"measures/{measure}/mean" in truth:
            truth[f"findings/{topic}"] = truth[f"measures/{measure}/mean"]
    truth["findings/completion"] = 0
    truth["findings/fairness"] = lambda v: truth[f"seats/{SEATS.index(re.search('The (.*?) player', v['evidence'])[1]) + 1}/share"]
    return truth


# Figures without an exact truth; the others of an answer must have one.
ABOUT = re.compile("findings/(greed|skill|openness|.* of thinkers|stakes|choices|balance)|pacing/|seats/./(no_hope|sitting_out|waiting)|options/|verdicts/options")
# Intervals of duels hold after every match, as many as one likes to play: they are wider on purpose.
AT_EVERY_LOOK = re.compile("findings/(greed|skill)")
# Bounds that hold for all rows of a table together.
TOGETHER = re.compile("(cards)/.*/(worth|points|win_rate_with)")


def cases(few):
    """Name, text of the game, the command, exact truths, and which intervals are looked at."""
    two, doctor = build(steps(2, 2, 2), 2, [0, 1]), ["doctor", "GAME", "-e", "quick", "--advice", "0"]
    arena = ["arena", "GAME", "-n", "40", "--no-store"]
    yield "ties", RARE, doctor, findings_truth(rare_means()), ""
    yield "ties", RARE, [*arena, "random", "greedy"], {"ratings/random/rating": 1500, "ratings/greedy/rating": 1500,
                                                       "seats/1/share": 0.5, "seats/2/share": 0.5}, ""
    yield "cards", HANDS, ["doctor", "GAME", "cards", "-e", "quick"], hands_truth(), ""
    yield "two", steps_text(2, 2, 2), [*arena, *POLICIES], arena_truth(two, POLICIES), ""
    if few:
        return
    three, pair = build(steps(3, 2, 1), 3, [0, 1, 2]), {"random": None, "prefers:option=risk": 1}
    yield "two", steps_text(2, 2, 2), [*arena, *pair], arena_truth(two, pair), ""
    yield "two", steps_text(2, 2, 2), doctor, findings_truth(exact_means(two, 2)), ""
    yield "three", steps_text(3, 2, 1), doctor, findings_truth(exact_means(three, 3)), "(?!.*fairness of thinkers)"
    yield "two", steps_text(2, 2, 2), ["doctor", "GAME", "strategies", "-e", "quick"], strategies_truth(two), ""
    yield "long", LONG, doctor, {"findings/luck": race_dynamics(10)}, "findings/(luck|openness|greed|skill|stakes)"
    yield "long", LONG, ["doctor", "GAME", "pacing", "-e", "quick"], {}, ""
    yield "long", LONG, ["doctor", "GAME", "options", "-e", "quick"], {}, ""


def ask(dado, words, path, seed):
    done = subprocess.run([dado, *[path if w == "GAME" else w for w in words], "--seed", str(seed), "--threads", "1", "-q",
                           "--json"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return json.loads(done.stdout)


def gather(dado, words, path, truth, wanted, runs):
    """For each interval that is printed: pairs of its truth and itself, one for each run it is in."""
    found = {}
    for seed in range(1, runs + 1):
        for name, cell in intervals(ask(dado, words, path, seed)):
            if not re.match(wanted, name):
                continue
            known = truth.get(name)
            if known is None and not ABOUT.match(name):
                sys.exit(f"{' '.join(words)}: {name} has an interval, and no truth to hold it against")
            found.setdefault(name, []).append((known(cell) if callable(known) else known, cell, seed))
    return found


def width_ratio(seen, together):
    """Mean width over that of an oracle's interval; None where estimates do not differ."""
    level = seen[0][1]["level"]
    mean = fmean(c["value"] for _, c, _ in seen)
    spread = math.sqrt(fmean((c["value"] - (mean if t is None else t)) ** 2 for t, c, _ in seen))
    if spread < 1e-9 or level >= 1:
        return None
    z = NormalDist().inv_cdf(1 - (1 - level) / 2 / together)
    return fmean(c["high"] - c["low"] for _, c, _ in seen) / (2 * z * spread)


def holds(truth, cell):
    tiny = 1e-9 * max(1, abs(truth))
    return cell["low"] - tiny <= truth <= cell["high"] + tiny


def too_few(held, of):
    """How likely it is that an interval which holds in 95 of 100 holds in so few, or fewer."""
    return sum(math.comb(of, k) * 0.95**k * 0.05 ** (of - k) for k in range(held + 1))


def judge(case, found, lines):
    groups = {}
    for name, seen in found.items():
        mean = fmean(c["value"] for _, c, _ in seen)
        hit = {seed: holds(mean if t is None else t, c) for t, c, seed in seen}
        together = TOGETHER.match(name)
        group = "/".join(filter(None, together.groups())) + ", all together" if together else name
        groups.setdefault(group, []).append((hit, seen))
    for group, members in groups.items():
        seeds = set.intersection(*(set(hit) for hit, _ in members))
        held = sum(all(hit[s] for hit, _ in members) for s in seeds)
        ratios = [r for r in (width_ratio(seen, len(members)) for _, seen in members) if r is not None]
        truth, cell, _ = members[0][1][0]
        lines.append((f"{case}: {group}", cell["level"], held, len(seeds), max(ratios, default=None), truth is not None))


def show(lines):
    for name, level, held, of, ratio, exact in lines:
        width = "-" if ratio is None else f"{ratio:.2f}"
        print(f"{name:62} {'' if exact else '~':1} {100 * level:6.2f} %  {held:3} of {of:3}  width {width}", flush=True)


def faults(lines):
    """What is wrong with the list."""
    wrong = []
    by_chance = sorted((too_few(held, of), name) for name, _, held, of, _, _ in lines)
    for rank, (p, name) in enumerate(by_chance):
        if p >= 0.05 / (len(by_chance) - rank):
            break
        wrong.append(f"{name} holds the truth too seldom (p = {p:.2g})")
    for name, level, held, of, ratio, _ in lines:
        wide = ratio is not None and ratio > WIDEST and level == 0.95 and not AT_EVERY_LOOK.search(name)
        if wide and of >= 100:  # the spread of few estimates is not known well enough
            wrong.append(f"{name} is {ratio:.2f} times as wide as it need be")
    return wrong


def main():
    dado, work, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    lines = []
    for name, text, words, truth, wanted in cases("few" in sys.argv[4:]):
        path = os.path.join(work, f"{name}.rcy")
        with open(path, "w") as out:
            out.write(text + "\n")
        shown = [w for w in words[2:] if not re.match("-|quick|0|40", w)]
        case = " ".join([words[0], f"{name}.rcy", *(w.replace("prefers:option=", "") for w in shown)])
        known = len(lines)
        judge(case, gather(dado, words, path, truth, wanted, runs), lines)
        show(lines[known:])
    wrong = faults(lines)
    print(*wrong, sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
