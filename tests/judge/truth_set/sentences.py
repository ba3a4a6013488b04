"""What makes a sentence of dado doctor false, by the exact truth of the game it is about."""
import re

FELT = 0.10  # of a fair share: less is nothing to players
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"]


def seat_in(claim):
    found = re.search(r"[Tt]he (\w+) player", claim)
    if found and found[1] in ORDINALS:
        return ORDINALS.index(found[1])
    found = re.search(r"Side (\d)", claim)
    return int(found[1]) - 1 if found else None


def fair_share(t):
    units = len(set(t.sides))
    return sum(side_share(t, s) for s in range(units)) / units


def side_share(t, side):
    return float(t.share[t.sides.index(side)])


def fairness(claim, t):
    units, fair = len(set(t.sides)), fair_share(t)
    off = [side_share(t, s) / fair - 1 for s in range(units)] if fair else [0] * units
    if "No seat is better than another" in claim or "almost even" in claim:
        return max(map(abs, off)) > FELT
    if "wins too often" in claim:
        return off[seat_in(claim)] < FELT
    if "wins too rarely" in claim:
        return off[seat_in(claim)] > -FELT
    if "wins more often" in claim:
        return off[seat_in(claim)] <= 0
    if "wins less often" in claim:
        return off[seat_in(claim)] >= 0
    return False


def ties(claim, t):
    if "Many matches" in claim:
        return t.tie < 0.15
    if "No match ends in a tie" in claim:
        return t.tie > 0.005
    if "rare enough" in claim:
        return t.tie > 0.15
    return False


def winners(claim, t):
    if "Hardly any" in claim:
        return t.nobody < 0.95
    if "In most matches nobody" in claim:
        return t.nobody < 0.5
    if "In some matches nobody" in claim:
        return t.nobody == 0
    if "Somebody wins every match" in claim:
        return t.nobody > 0.005 or t.tie == 0
    return "One wins every match" in claim and (t.nobody > 0.005 or t.tie > 0.005)


def success(claim, t):
    won = float(t.share[0])
    if "hardly ever" in claim:
        return won > 0.05
    if "nearly always" in claim:
        return won < 0.95
    if "in some matches" in claim:
        return won in (0, 1)
    return False


def length(claim, t):
    found = re.search(r"Every match lasts (\d+) (round|turn)", claim)
    if not found:
        return "before a round" in claim and bool(t.rounds[0])
    lasts = t.rounds if found[2] == "round" else t.turns
    return lasts != [int(found[1])]


def race(claim, t):
    if "Who leads early mostly wins" in claim:
        return t.early is None or t.early < 0.75
    if "An early lead is not the end" in claim:
        return t.early is None or t.early > 0.60 or t.early < (1 - t.tie) / len(set(t.sides)) * (1 - FELT)
    if "seldom wins" in claim:
        return t.early is None or t.early >= (1 - t.tie) / len(set(t.sides))
    if "more often than not" in claim:
        return t.early is None or t.early < 0.5
    if "rarely behind" in claim:
        return t.behind is None or t.behind > 0.25
    if "usually been behind" in claim:
        return t.behind is None or t.behind < 0.50
    if "scores do not tell" in claim:
        return t.told > 0.5
    return False


def choices(claim, t):
    if "nothing to decide" in claim:
        return t.offered > 0
    return "Players have choices" in claim and t.offered == 0


def skill(claim, t):
    pays = "wins more at every rung" in claim or "Thinking pays" in claim or "makes players worse" in claim
    if pays and len(set(t.sides)) > 1:
        return t.idle  # what nobody's choice changes, nobody's thinking does
    if "does not pay" in claim and t.alone:
        gain = sum(float(t.alone[p] - t.share[p]) for p in range(t.players)) / t.players
        return gain > 0.10
    return False


def stakes(claim, t):
    if "Much hangs on a choice" in claim:
        return t.stakes < 0.05
    if "Something hangs on a choice" in claim:
        return t.stakes == 0
    if "Much hangs on some choices" in claim:
        return t.highest < 0.05
    if "hardly matters what is chosen" in claim or "One choice does little" in claim:
        return t.stakes > 0.0075 or t.highest > 0.03
    if "Nothing is seen to hang" in claim:
        return t.stakes > 0.02
    return False


def kingmaking(claim, t):
    return t.kings < 0.02


def luck(claim, t):
    share = t.luck
    if share is None:
        return True
    whole = t.first_luck + t.later_luck + t.choice
    first, later, chosen = (x / whole for x in (t.first_luck, t.later_luck, t.choice))
    if "there is no luck" in claim:
        return t.any_luck
    if "Luck alone" in claim:
        return chosen > 0
    if "next to nothing" in claim:
        return chosen > 0.02
    if "about the same" in claim:
        return abs(share - 0.5) > 0.10
    if "before the first choice weighs most" in claim:
        return first < max(later, chosen)
    if "after the first choice weighs most" in claim:
        return later < max(first, chosen)
    if "What players choose weighs most" in claim:
        return share > 0.5
    return "Luck weighs more" in claim and share < 0.5


def proof(claim, t):
    if t.best is None:
        return False
    low, high = ([float(x) for x in part] for part in t.best)
    seat, fair = seat_in(claim), 1 / t.players
    others = lambda p: max(high[q] for q in range(t.players) if q != p)
    if "wins too often" in claim:
        return low[seat] < (1 + FELT) * fair - 1e-9
    if "wins too rarely" in claim:
        return high[seat] > (1 - FELT) * fair + 1e-9
    if "more often than others" in claim:
        return low[seat] <= others(seat)
    if re.search(r"the \w+ player wins\.", claim):
        return low[seat] < 1
    if "it is a draw" in claim:
        return low != high or low[0] != low[1]
    if "does not settle" in claim:
        return all(h - l < 1e-9 for l, h in zip(low, high))
    if "nobody wins" in claim:
        return max(high) > 0
    return "everybody wins" in claim and min(low) < 1


def openness(claim, t):
    """Only what is plain: where the last step decides all, nothing is settled before it."""
    last = all(abs(float(x) - 1 / 2) < 0.1 for n in last_steps(t.tree) for x in n.value) and t.players == 2
    return last and ("settled early" in claim or "settled midway" in claim)


def last_steps(node):
    if node.kind == "end":
        return []
    if all(n.kind == "end" for n in node.next):
        return [node]
    return [x for n in node.next for x in last_steps(n)]


# What cannot be so of one game and the same players, as patterns of two claims.
EXCLUDE = [
    (r"leads early mostly wins", r"usually been behind|seldom wins|changes hands often|good late|settled late"),
    (r"rarely behind|little drama", r"usually been behind|changes hands often|good late"),
    (r"hardly ever changes hands", r"there is drama|changes hands often"),
    (r"settled early", r"stays open|settled late|good late|early lead is not the end|there is drama"),
    (r"stays open", r"settled midway|good early|leads early mostly"),
    (r"early lead is not the end", r"good early|leads early"),
    (r"Luck alone", r"hangs on|Thinking (harder|pays)|choose weighs|there is no luck|choose decides"),
    (r"hardly matters what|Nothing is seen to hang", r"Thinking (harder|pays)|Much hangs|decides too much"),
    (r"hardly matters what", r"choose weighs most"),
    (r"nothing to decide", r"hangs on|choices to make|Thinking|choose"),
    (r"Thinking does not pay:", r"Much hangs on a choice|Thinking (harder|pays)|beats chance"),
    (r"No match ends in a tie", r"Many matches end in a tie"),
    (r"hardly ever succeed", r"nearly always|in some matches"),
]


def contradictions(verdicts):
    """Pairs of claims about the same players that exclude each other."""
    thinkers = lambda claim: "who think:" in claim
    for one, other in EXCLUDE:
        for a in verdicts:
            for b in verdicts:
                same = thinkers(a["claim"]) == thinkers(b["claim"])
                if same and re.search(one, a["claim"]) and re.search(other, b["claim"]):
                    yield a["claim"], b["claim"]


TOPICS = {"fairness": fairness, "ties": ties, "winners": winners, "success": success, "length": length,
          "runaway": race, "drama": race, "uncertainty": race, "choices": choices, "skill": skill,
          "stakes": stakes, "kingmaking": kingmaking, "luck": luck, "proof": proof, "openness": openness}
# What players who think make of the seats is known where no choice changes anything.
OF_THINKERS = ("fairness", "ties", "winners", "success", "openness")


def is_false(verdict, t, dead):
    claim, topic = verdict["claim"], verdict["topic"]
    if topic == "completion":
        return "Every match" not in claim
    if topic == "rules":
        return "never" in claim and not dead
    if topic in OF_THINKERS and ("who think" in claim or "player thinks" in claim) and not t.idle:
        return False
    check = TOPICS.get(topic)
    return bool(check and check(claim, t))
