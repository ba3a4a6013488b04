"""Checks every sentence of dado doctor's page against its evidence, worked out again from matches.

    doctor_evidence.py DADO GAME WORK [sim]    with sim, the sentences of dado sim instead

The matches are exported (a line a match) by dado sim with the players, the number and the seed that
the doctor had; every figure that is read off them is worked out anew here, with intervals of its
own, and so is what may be claimed of it. Of what the doctor finds out by other means (ladders,
luck drawn anew, positions played on) the claim is held against the figures in its evidence.
"""
import csv, json, math, os, re, subprocess, sys
from statistics import NormalDist

dado, game, work = sys.argv[1], sys.argv[2], sys.argv[3]
checked = 0


def run(*words):
    done = subprocess.run([dado, *words], capture_output=True, text=True, cwd=work)
    if done.returncode not in (0, 3):
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def check(holds, verdict, why):
    global checked
    checked += 1
    if not holds:
        sys.exit(f"{game}: {verdict['claim']} [{verdict['evidence']}]: {why}")


def near(a, b, digits=1e-6):
    return a is not None and abs(a - b) <= digits * max(1, abs(b))


def wilson(hits, of, level):
    if of == 0:
        return 0, 0, 1
    z = NormalDist().inv_cdf(0.5 + level / 2)
    p, z2 = hits / of, z * z
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = z / (1 + z2 / of) * math.sqrt(p * (1 - p) / of + z2 / (4 * of * of))
    return p, max(0, middle - half), min(1, middle + half)


def split_share(credits, seats, level):
    """Of wins that may be shared: Wilson's interval for as many wins and losses as have the same error."""
    n, p = len(credits), math.fsum(credits) / len(credits)
    parts = [c for c in credits if 0 < c < 1]
    if not parts:
        return wilson(p * n, n, level)
    part = math.fsum(parts) / len(parts)  # of two winners or more: parts vary by no more than this
    most = max(0, (0.5 - part) * (part - 1 / seats))
    variance = (credits.count(1) + len(parts) * (part * part + most)) / n - p * p
    z2 = NormalDist().inv_cdf(0.5 + level / 2) ** 2
    like = n * p * (1 - p) * (n + z2) / (variance * n + p * (1 - p) * z2)
    found = wilson(p * like, like, level)
    exact = math.fsum((c - p) ** 2 for c in credits) / n
    assert exact <= variance + 1e-9, "the interval is too narrow"
    return p, found[1], found[2]


def student(level, freedom):
    """Quantile of Student's t, by the expansion in 1/freedom."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + g1 / freedom + g2 / freedom**2 + g3 / freedom**3


def mean_interval(values, level, part):
    n = len(values)
    mean = math.fsum(values) / n
    if n < 2:
        return mean, mean, mean
    sd = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1))
    half = student(level, n - 1) * sd / math.sqrt(n)
    low, high = mean - half, mean + half
    return (mean, max(0, low), min(1, high)) if part else (mean, low, high)


def chi2_above(x, k):
    """Chance that a chi-square with k degrees of freedom is larger: 1 - P(k/2, x/2) by its series."""
    if x <= 0:
        return 1.0
    a, y = k / 2, x / 2
    if y > a + 200:
        return 0.0
    term = total = 1 / a
    n = a
    while term > total * 1e-17:
        n += 1
        term *= y / n
        total += term
    return max(0.0, 1 - total * math.exp(-y + a * math.log(y) - math.lgamma(a)))


class Sample:
    """What was exported, as columns; only matches that came to an end count for figures."""

    def __init__(self, path, sides):
        rows = list(csv.DictReader(open(path)))
        self.all = len(rows)
        self.ended = [r for r in rows if r["end"] in ("finished", "forfeited")]
        self.broken = sum(r["end"] == "broken" for r in rows)
        self.stopped = sum(r["end"] == "stopped" for r in rows)
        self.places = sorted((k for k in rows[0] if re.fullmatch(r"place_p\d+", k)),
                             key=lambda k: int(re.sub(r"\D", "", k)))
        self.sides = sides

    def column(self, name):
        return [float(r[name]) for r in self.ended if r.get(name) not in (None, "")]

    def credits(self):
        """For each match, what each seat (or side) has of the win."""
        for r in self.ended:
            places = [int(r[k]) - 1 for k in self.places]  # printed from 1
            places = [places[s[0]] for s in self.sides]
            best = min(places)
            if len(places) == 1:
                yield [1.0 if best == 0 else 0.0]
                continue
            won = [p == best for p in places]
            yield [w / sum(won) for w in won]


def same(verdict, found, what, digits=1e-6):
    value, low, high = found
    check(near(verdict["value"], value, digits), verdict, f"{what} is {value}, not {verdict['value']}")
    check(near(verdict["low"], low, 2e-4) and near(verdict["high"], high, 2e-4), verdict,
          f"the interval of {what} is {low} to {high}, not {verdict['low']} to {verdict['high']}")


def said(verdict, *claims):
    claim = verdict["claim"].replace("Between players who think: ", "")
    claim = claim.replace("Hard to say: ", "")
    check(any(c.lower() in claim.lower() for c in claims if c), verdict, f"not one of {claims}")


def scale(verdict, found, poor, good, words, fewer=False):
    """A figure against two lines, and what may be said of it."""
    value, low, high = found
    is_good = high < good if fewer else low > good
    is_poor = low > poor if fewer else high < poor
    said(verdict, words[0] if is_poor else words[1] if is_good else words[2])


ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]


def seat_named(v):
    """Who the evidence begins with, counted from 0: "The first player", "The 12th player", "Side 1"."""
    found = re.match(r"The (?:(\d+)(?:st|nd|rd|th)|(\w+)) player |Side (\d+) ", v["evidence"])
    check(found and (found[1] or found[2] in ORDINALS or found[3]), v, "no seat is named")
    number = int(found[1] or found[3] or ORDINALS.index(found[2]) + 1)
    check(number >= 1, v, "seats count from 1")
    return number - 1


def fairness(v, s):
    seats = len(s.sides)
    credits = list(s.credits())
    n = len(credits)
    share = [math.fsum(c[i] for c in credits) / n for i in range(seats)]
    fair = 1 / seats
    seat = seat_named(v)
    furthest = max(abs(x - fair) for x in share)
    check(abs(abs(share[seat] - fair) - furthest) < 1e-9, v, f"another seat is further off: {share}")
    same(v, split_share([c[seat] for c in credits], seats, v["level"]), "the share of wins")
    squares = math.fsum(math.fsum(x * x for x in c) for c in credits)
    spread = squares / n / seats - 1 / seats**2
    off = math.fsum((x - fair) ** 2 for x in share)
    p = (0.0 if off > 1e-12 else 1.0) if spread <= 1e-12 else \
        chi2_above(n * off * (seats - 1) / (seats * spread), seats - 1)
    told = re.search(r"p (?:= |< )?([0-9.e-]+)", v["evidence"])
    digits = told.group(1).rstrip(".")
    told = float(digits)
    last = 0 if "e" in digits else 0.51 * 10.0 ** -len(digits.partition(".")[2])
    check(abs(told - p) <= max(last, 0.06 * max(p, told)) or max(p, told) < 1e-9, v, f"p is {p}")
    if v["tone"] == "bad":
        check(p < 1 - v["level"] + 1e-12 and furthest >= 0.1 * fair - 1e-9, v, "no such bias")
    if "No seat is better" in v["claim"]:
        check(p >= 1 - v["level"], v, f"there is a bias, p = {p}")


def at_random(v, s):
    topic, level = v["topic"], v.get("level")
    n = len(s.ended)
    if topic == "completion":
        failed = s.broken + s.stopped
        same(v, wilson(failed, s.all, level), "the share that does not end")
        said(v, "Every match comes" if failed == 0 else "No match" if failed == s.all else "Some matches")
    elif topic == "fairness":
        fairness(v, s)
    elif topic == "ties":
        tied = sum(sum(x > 0 for x in c) > 1 for c in s.credits())
        found = wilson(tied, n, level)
        same(v, found, "the share of ties")
        said(v, "Many matches" if found[1] > .15 else "No match ends in a tie" if tied == 0 and found[2] < .15
             else "rare enough" if found[2] < .15 else "may or may not")
    elif topic == "success":
        won = sum(c[0] for c in s.credits())
        found = wilson(won, n, level)
        same(v, found, "the share of successes")
        said(v, "hardly ever succeed" if found[2] < .05 else "nearly always" if found[1] > .95 else "some matches")
    elif topic == "length":
        rounds = s.column("rounds")
        same(v, mean_interval(rounds, level, False), "the length")
        if min(rounds) == max(rounds):
            said(v, "Every match lasts", "before a round")
        else:
            said(v, "usual length", "drags on")
    elif topic == "drama":
        x = s.column("from_behind")
        found = wilson(sum(y != 0 for y in x), len(x), level)
        same(v, found, "the share of winners from behind")
        scale(v, found, .25, .50, ("rarely behind", "usually been behind", "Some winners"))
    elif topic == "lead":
        found = mean_interval(s.column("lead_change"), level, True)
        same(v, found, "lead change")
        scale(v, found, .20, .40, ("hardly ever changes", "changes hands often", "now and then"))
    elif topic == "runaway":
        x = s.column("early_lead")
        found = wilson(sum(y != 0 for y in x), len(x), level)
        same(v, found, "the share of early leads that last")
        scale(v, found, .75, .60, ("mostly wins", "not the end", "more often than not"), True)
    elif topic == "suspense":
        found = mean_interval(s.column("time_of_decision"), level, True)
        same(v, found, "the time of the lead")
        scale(v, found, .35, .60, ("for good early", "for good late", "midway"))
    elif topic == "uncertainty" and "scores do not tell" in v["claim"]:
        won = sum(sum(x > 0 for x in c) == 1 for c in s.credits())  # a tie has no winner
        found = wilson(len(s.column("time_of_decision")), won, level)
        same(v, found, "the share in which somebody is ahead")
        check(found[0] <= .5, v, "scores do tell")
    elif topic == "uncertainty":
        found = mean_interval(s.column("uncertainty_entropy"), level, True)
        same(v, found, "the entropy")
        scale(v, found, .40, .75, ("far from evenly", "stay evenly", "neither"))
    elif topic == "choices":
        x = s.column("decision_share")
        if not x:
            check(max(s.column("decisions"), default=0) == 0, v, "there are decisions")
        elif max(x) == 0:
            said(v, "nothing to decide")
        else:
            found = mean_interval(x, level, True)
            same(v, found, "the share of decisions with a choice")
            scale(v, found, .25, .25, ("seldom", "choices to make", "sometimes"))
    else:
        return False
    return True


def percents(text):
    """Every "12.3 % (1.2 to 3.4 %)" of an evidence, as shares."""
    number = r"(-?[0-9.]+)"
    found = re.findall(number + r" % \(" + number + r" to " + number + r" %\)", text)
    return [tuple(float(x) / 100 for x in f) for f in found]


def by_other_means(v):
    topic, claim, figures = v["topic"], v["claim"], percents(v["evidence"])
    for value, low, high in figures:
        check(low - 1e-3 <= value <= high + 1e-3, v, "the value is not in its interval")
    if topic == "skill" and "points a match" not in v["evidence"]:
        even = 0 if "more matches won" in v["evidence"] else .5
        better = [f[1] > even - 1e-3 for f in figures]
        sure = [f[1] > even + 5e-4 for f in figures]
        if "every rung" in claim:
            check(all(better), v, "not every rung is climbed")
        elif "Thinking pays" in claim:
            check(any(better), v, "no rung is climbed")
        elif "not clear" in claim or "not pay" in claim:
            check(not any(sure), v, "a rung is climbed")
    elif topic == "greed" and figures:
        even = 0 if "more matches won" in v["evidence"] else .5
        value, low, high = figures[0]
        said(v, "beats chance" if low > even else "loses to chance" if high < even else "is not seen", 
             "beats chance" if low > even - 1e-3 else None, "loses" if high < even + 1e-3 else None)
    elif topic == "stakes":
        low, high = v["low"], v["high"]
        # What is idle must also move nobody's chance; that is the luck verdict's figure.
        said(v, "Much hangs on a choice" if low > .05 else "Something hangs" if low > 0 else "Nothing is seen",
             "Much hangs on some choices" if low <= .05 else None,
             "hardly matters" if high < .0075 else None,
             "One choice does little" if high < .0075 else None)
    elif topic == "luck":
        low, high = v["low"], v["high"]
        parts = [float(x) for x in re.findall(r"(?:first choice|after it|own|others') ([0-9.]+) %", v["evidence"])]
        if parts:
            check(abs(sum(parts) - 100) < 1, v, f"parts are {sum(parts)} % together")
        if "there is no luck" in claim or "Luck alone" in claim:
            return
        if high < .5:
            said(v, "What players choose weighs most", "What players choose blindly weighs most")
        elif low > .5:
            said(v, "weighs most", "Luck weighs more", "next to nothing")
            check("players choose weighs most" not in claim, v, "luck weighs more")
        else:
            said(v, "about the same", "is not clear")
    elif topic == "openness":
        first, half, late = percents(v["evidence"]) + [(1, 1, 1)] * (3 - len(figures))
        if len(figures) < 3:
            return
        said(v, "settled early" if first[1] > .90 else "settled midway" if half[1] > .90 else
             "settled late" if late[1] > .90 else "stays open" if late[2] < .75 else
             "likely, and not settled" if late[1] > .75 and late[2] < .90 else "hard to say",
             *(["settled"] if any(abs(f[1] - .9) < 1e-3 for f in (first, half, late)) else []))
    elif topic == "balance":
        check(v["low"] > .25, v, "the gain is too small to say so")
    elif topic == "kingmaking":
        check(v["low"] >= .02, v, "too rare to say so")


def main():
    if sys.argv[4:] == ["sim"]:
        answer = json.loads(run("sim", game, "-n", "1000", "--seed", "7", "--agents", "random", "--limit", "20000",
                                "--no-store", "--quiet", "--json"))
        verdicts = answer["parts"]["verdicts"]["verdicts"]
    else:
        answer = json.loads(run("doctor", game, "--effort", "quick", "--seed", "7", "--quiet", "--json"))
        verdicts = answer["parts"]["findings"]["verdicts"]
    seats = answer["parts"].get("seats", {}).get("rows", [])
    run("sim", game, "-n", "1000", "--seed", "7", "--agents", "random", "--limit", "20000", "--no-store",
        "--quiet", "--csv", "random.csv")
    with open(os.path.join(work, "random.csv")) as f:
        head = f.readline()
    players = len(re.findall(r"place_p\d+", head))
    count = max(1, len(seats))
    # Partners sit across: of four on two sides, 0 and 2.
    sides = [[p for p in range(players) if p % count == s] for s in range(count)]
    random = Sample(os.path.join(work, "random.csv"), sides)
    thinker = next((m.group(0) for v in verdicts for m in
                    [re.search(r"ismcts:iterations=40(,goal=score)?", v["evidence"])] if m), None)
    thinking = None
    for v in verdicts:
        if v["claim"].startswith("Between players who think: ") and v["topic"] in ("fairness", "success", "ties"):
            if thinking is None:
                run("sim", game, "-n", "60", "--seed", "7", "--agents", thinker or "ismcts:iterations=40",
                    "--limit", "20000", "--no-store", "--quiet", "--csv", "thinking.csv")
                thinking = Sample(os.path.join(work, "thinking.csv"), sides)
            at_random(v, thinking)
        elif "what best play makes of it is proved" in v["claim"] or v["topic"] in ("proof", "bluffing", "idle moves"):
            check(any(x["topic"] == "proof" for x in verdicts), v, "there is no proof")
        elif not at_random(v, random):
            by_other_means(v)
    print(f"{game}: {len(verdicts)} sentences, {checked} checks")


main()
