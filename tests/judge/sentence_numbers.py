"""Works the numbers of dado diff, dado runs examples and dado doctor GAME rules out again, from stored matches.

    sentence_numbers.py DADO WORK GAME CHANGED

GAME and CHANGED are files. Matches are exported by dado sim, one line a match; means, differences, who
won and by how much, and what a condition that always holds would change, are worked out here.
"""
import csv, json, math, re, subprocess, sys

dado, work, game, changed = sys.argv[1:5]
matches, seed = 300, 5
checked = 0
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"]


def run(*words):
    done = subprocess.run([dado, *words], capture_output=True, text=True, cwd=work)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def check(holds, what):
    global checked
    checked += 1
    if not holds:
        sys.exit(f"{game}: {what}")


def near(a, b, digits=1e-9):
    return abs(a - b) <= digits * max(1, abs(a), abs(b))


def export(file, name):
    run("sim", file, "-n", str(matches), "--seed", str(seed), "--no-store", "-q", "--csv", name)
    return list(csv.DictReader(open(f"{work}/{name}")))


def ended(row):
    return row["end"] in ("finished", "forfeited")


def values(rows, name):
    """A value for each match, or None; wins of a seat are shared by those in first place."""
    seat = re.fullmatch(r"wins?_p(\d+)", name)
    if seat:
        places = [[r[k] for k in r if k.startswith("place_p")] for r in rows]
        return [(1 / p.count("1") if p[int(seat[1])] == "1" else 0) if ended(r) else None for p, r in zip(places, rows)]
    return [float(r[name]) if r.get(name) else None for r in rows]


def mean(some):
    some = [x for x in some if x is not None]
    return math.fsum(some) / len(some) if some else None


def check_diff(before, after):
    parts = json.loads(run("diff", game, changed, "-n", str(matches), "--seed", str(seed), "-q", "--json"))["parts"]
    rows, differ, told = parts["measures"]["rows"], 0, 0
    for row in rows:
        name = row["name"]
        seat = re.search(r"Wins of the (\w+) player", row["title"])
        if seat:
            name = f"win_p{ORDINALS.index(seat[1])}"
        elif name not in before[0]:
            continue
        old, new = values(before, name), values(after, name)
        pairs = [b - a for a, b in zip(old, new) if a is not None and b is not None]
        told += 1
        for which, some in (("before", old), ("after", new)):
            if mean(some) is not None and row[which] is not None:
                check(near(row[which], mean(some)), f"{name} {which} is {mean(some)}, not {row[which]}")
        if len(pairs) >= 20:
            check(near(row["difference"]["value"], mean(pairs)), f"{name} differs by {mean(pairs)}, not {row['difference']}")
        if row["change"] in ("higher", "lower"):
            differ += 1
            check((mean(pairs) > 0) == (row["change"] == "higher"), f"{name} is {row['change']}: {mean(pairs)}")
    check(told > 8, f"only {told} measures were worked out")
    said = re.match(r"(\d+) of (\d+) measures differ", parts["sentence"]["text"])
    if said:
        every = sum(r["change"] in ("higher", "lower") for r in rows)
        check(int(said[1]) == every and int(said[2]) == len(rows), parts["sentence"]["text"])
    for row in parts.get("turned", {}).get("rows", []):
        for which, some in (("before", before), ("after", after)):
            first = [f"P{p + 1}" for p in range(6) if some[row["match"]].get(f"place_p{p}") == "1"]
            check(all(x in row[which] for x in first), f"match {row['match']} {which}: {first}, not {row[which]}")


def check_examples(rows):
    parts = json.loads(run("runs", "examples", game, "-n", str(matches), "--seed", str(seed), "-q", "--json"))["parts"]
    for e in parts["witnesses"]["rows"]:
        row, words = rows[e["match"]], e["shows"]
        places = {p: int(row[f"place_p{p}"]) for p in range(6) if row.get(f"place_p{p}")}
        scores = {p: float(row[f"score_p{p}"]) for p in places}
        first = [p for p in places if places[p] == 1]
        seat = re.match(r"The (\w+) player", words)
        who = ORDINALS.index(seat[1]) if seat and seat[1] in ORDINALS else None
        side = re.match(r"Side (\d)", words)
        if side:  # partners are first together, and no seat is first alone
            check(len(first) > 1 or "wins" not in words, f"match {e['match']}: {words}")
            continue
        if words == "The players win.":
            check(len(first) == len(places), f"match {e['match']}: {words}")
        what = f"match {e['match']}: {words}"
        if m := re.search(r"ends after (\d+) round", words):
            check(int(m[1]) == float(row["rounds"]), what)
        if m := re.search(r"wins with (-?\d+) point", words):
            check(first == [who] and scores[who] == int(m[1]), what)
        if m := re.match(r"(\d+) players share the first place", words):
            check(len(first) == int(m[1]), what)
        if m := re.search(r"is first, (\d+) points? in front", words):
            gap = min(abs(scores[who] - scores[p]) for p in scores if p != who)  # the fewest points may win
            check(first == [who] and gap == int(m[1]), what)
        if re.search(r"wins and was never behind", words):
            check(first == [who] and row["from_behind"] in ("0", ""), what)
        if re.search(r"leads after a quarter of the match, and wins it", words):
            check(first == [who] and row["early_lead"] == "1", what)


def check_worth(rows):
    """Means of the whole game, and of the game with a condition that always holds."""
    text = open(game).read()
    rules = json.loads(run("doctor", game, "rules", "-n", str(matches), "--seed", str(seed), "-q", "--json"))["parts"]["rules"]["rows"]
    titles = {"Rounds": "rounds", "Decisions": "decisions", "Margin": "margin", "Final spread": "final_spread",
              "Lead change": "lead_change", "Uncertainty by entropy": "uncertainty_entropy",
              "Uncertainty by PDD": "uncertainty_pdd", "Branching": "branching"}
    again = 0
    for rule in rules:
        without = None
        if rule["without"] == "if it always held" and "do not end" not in rule["worth"] and again < 2 and ".csv" not in text:
            lines = text.split("\n")
            line, at = lines[rule["line"] - 1], rule["column"] - 1
            whole = rule["rule"].count("(") == rule["rule"].count(")")  # it may go on in the next line
            if whole and line[at:].startswith(rule["rule"]):
                lines[rule["line"] - 1] = line[:at] + "(== 1 1)" + line[at + len(rule["rule"]):]
                open(f"{work}/without.rcy", "w").write("\n".join(lines))
                without, again = export("without.rcy", "without.csv"), again + 1
        for title, name in titles.items():
            m = re.search(re.escape(title) + r" (-?[\d.]+) → (-?[\d.]+)", rule["worth"])
            if not m:
                continue
            for number, some in ((m[1], rows), (m[2], without)):
                if some:
                    digits = len(number.split(".")[1]) if "." in number else 0
                    found = mean(values(some, name))
                    check(abs(float(number) - found) <= 0.51 * 10**-digits, f"line {rule['line']}: {title} {number}, not {found}")


before, after = export(game, "before.csv"), export(changed, "after.csv")
check_diff(before, after)
check_examples(before)
check_worth(before)
print(f"{game}: {checked} numbers and claims hold")
