"""The games: each as a text for dado, with what its exact answer makes dado say, and forbids it to say.

A game has `question` (with its options), `must`: a pattern of the claim that it was made for, or None
where it has no flaw; and `so`: a function that says of a claim whether it is so, None where it is not
about that claim. All answers come from exact.py, and are worked out when they are asked for.
"""
import re

from exact import advantages, build, face_worths, options, pacing, pair_worth, worths

GAMES = []


def game(name, question, text, must, so):
    GAMES.append(dict(name=name, question=question, text=text, must=must, so=so))


def once(work):
    """Works something out when it is first asked for."""
    kept = []

    def get():
        if not kept:
            kept.append(work())
        return kept[0]
    return get


# ---- cards ----

def dealt(kinds, seats, hand, values=None):
    """Cards by name (or number), dealt one seat after the other; `values` are the points of each name."""
    attribute = "N" if values is None else "K"
    setup = f" (create deck (game hloc STOCK) (deck ({attribute} ({', '.join(map(str, kinds))}))))"
    points = "" if values is None else "(set (game points WORTH) (%s)) " % " ".join(
        f"((K : {k}) {v})" for k, v in values.items())
    using = "N" if values is None else "(game points WORTH)"
    return (f"(game (setup (create players {seats}){setup}) (do ({points}(shuffle (game hloc STOCK))"
            f" (all player 'P (repeat {hand} (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))"
            f" (scoring max (sum ((current player) iloc HELD) using {using})))")


def card_claims(worth):
    """What may be said of cards of these worths. The lines are 10 points, and 5 for "no card stands out"."""
    def so(claim):
        for words, holds in ((" wins too often by itself.", lambda w: w > 0.10),
                             (" is never worth having.", lambda w: w < -0.10)):
            if claim.endswith(words):
                return holds(worth()[claim[:-len(words)]])
        if claim == "No card stands out.":
            return all(abs(w) < 0.05 for w in worth().values())
        if claim.startswith("No card is seen to win or lose one match in ten"):
            return True  # about what was seen
        return None
    return so


def cards(name, kinds, seats, hand, must, values=None):
    def work():
        found = worths(tuple(map(str, kinds)), seats, hand,
                       lambda h: sum(int(k) if values is None else values.get(k, 0) for k in h))
        return found
    game(name, ["cards"], dealt(kinds, seats, hand, values), must, card_claims(once(work)))


STONES = ["STONE"] * 5
cards("gold", ["GOLD"] + STONES, 3, 1, r"^GOLD wins too often by itself", dict(GOLD=1))
cards("gold-of-two", ["GOLD"] + ["STONE"] * 3, 2, 1, r"^GOLD wins too often", dict(GOLD=1))
cards("curse", ["CURSE"] + STONES, 3, 1, r"^CURSE is never worth having", dict(CURSE=-1))
cards("high-card", range(1, 7), 2, 1, r"^6 wins too often")
cards("two-cards", range(1, 7), 2, 2, r"^1 is never worth having")
cards("joker", [1, 1, 2, 2, 3, 3, 9], 2, 2, r"^9 wins too often")
cards("equal", ["STONE"] * 6 + ["BRICK"] * 6, 2, 2, None, dict(STONE=1, BRICK=1))
cards("faint", list(range(40, 52)), 4, 1, r"^51 wins too often")


def luck_decides(suits, numbers, hand):
    """Cards are dealt and do nothing; a throw decides."""
    text = (f"(game (setup (create players 2) (create deck (game hloc STOCK) (deck (SUIT ({suits})) (N (1 .. {numbers})))))"
            f" (do ((shuffle (game hloc STOCK)) (all player 'P (repeat {hand} (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))"
            " (do ((inc (((random 1) player) sto LUCK) 1))) (scoring max ((current player) sto LUCK)))")
    # the same throw decides whichever card is held
    game(f"idle-cards-{numbers}-{hand}", ["cards"], text, None,
         lambda claim: True if claim == "No card stands out." else False if "wins too often" in claim or "never worth" in claim else None)


luck_decides("A, B", 6, 2)
luck_decides("A, B, C", 4, 1)
luck_decides("A", 10, 3)
luck_decides("A, B, C, D", 5, 4)


def priced(name, costs, must, wrong=None):
    """Cards that give 1, 2, 3 ... points and cost so much; hands of two are summed."""
    decks = "".join(f" (create deck (game hloc STOCK) (deck (COST ({c})) (GIVES ({i + 1}))))" for i, c in enumerate(costs))
    text = (f"(game (setup (create players 2){decks}) (do ((shuffle (game hloc STOCK))"
            " (all player 'P (repeat 2 (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))"
            " (scoring max (sum ((current player) iloc HELD) using GIVES)))")

    def so(claim):
        found = re.match(r"(?:\d+-)?(\d+) is [\d.]+ too (cheap|dear)", claim)
        if found:
            gives = int(found[1])
            # Worth grows with what a card gives, so the order of worths is that of gifts.
            return costs[gives - 1] != gives and found[2] == ("cheap" if costs[gives - 1] < gives else "dear")
        if claim.startswith("Cost does not follow worth"):
            return wrong == "against"
        return None
    game(name, ["cards", "--cost", "COST"], text, must, so)


twenty = list(range(1, 21))
priced("cheap-among-twenty", [6 if g == 15 else g for g in twenty], r"^(6-)?15 is [\d.]+ too cheap")
priced("dear-among-twenty", [15 if g == 6 else g for g in twenty], r"^(15-)?6 is [\d.]+ too dear")
priced("against-worth", list(range(12, 0, -1)), r"^Cost does not follow worth", "against")
priced("fair-prices", list(range(1, 13)), None)
priced("fair-prices-of-twenty", twenty, None)
priced("fair-prices-of-eight", list(range(1, 9)), None)


# ---- two cards together ----

def pairs(name, kinds, text, score, must):
    """Hands of two of different cards. What is said of a pair is held against all exchanges of it."""
    names = list(map(str, kinds))
    worth = once(lambda: worths(tuple(names), 2, 2, score))
    claims, known = card_claims(worth), {}

    def so(claim):
        found = re.match(r"(.*) and (.*) are worth (more|less) together", claim)
        if not found:
            return True if claim.startswith("No two cards are seen") else claims(claim)
        pair = found[1], found[2]
        if pair not in known:
            known[pair] = pair_worth(names, 2, score, *pair)
        return known[pair] > 0.10 if found[3] == "more" else known[pair] < -0.10
    game(name, ["cards", "--pairs"], text, must, so)


def product(hand):
    return hand.count("KEY") * hand.count("LOCK")


KEYS = ["KEY", "LOCK", "A", "B", "C", "D", "E"]
pairs("key-and-lock", KEYS,
      f"(game (setup (create players 2) (create deck (game hloc STOCK) (deck (K ({', '.join(KEYS)})))))"
      " (do ((set (game points KEYS) (((K : KEY) 1))) (set (game points LOCKS) (((K : LOCK) 1))) (shuffle (game hloc STOCK))"
      " (all player 'P (repeat 2 (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))"
      " (scoring max (* (sum ((current player) iloc HELD) using (game points KEYS)) (sum ((current player) iloc HELD) using (game points LOCKS)))))",
      product, r"^KEY and LOCK are worth more together")
pairs("sum-of-two", range(1, 7), dealt(range(1, 7), 2, 2), lambda h: sum(map(int, h)), r"^5 and 6 are worth less together")


# ---- sides of dice ----

def faces(name, sides, points, noise, must):
    """Each player throws a die; so many points by side, and some luck."""
    def play(m):
        s = [points[m.throw(p, sides)] for p in range(2)]
        for p in range(2):
            s[p] += m.luck(noise)
        return dict(scores=s)
    gives = "".join(f" (== (value FACE (top (game vloc CUP))) {i + 1}) {v}" for i, v in enumerate(points[:-1]))
    text = (f"(game (setup (create players 2) (create dice (game vloc CUP) 1 (sides (FACE (1 .. {sides})))))"
            f" (stage player (turns 2) (do ((throw (game vloc CUP)) (set ((current player) sto SUM) (if{gives} {points[-1]})))))"
            f" (inc ((0 player) sto SUM) (random {noise - 1})) (inc ((1 player) sto SUM) (random {noise - 1}))"
            " (scoring max ((current player) sto SUM)))")
    game(name, ["cards"], text, must, card_claims(once(lambda: face_worths(build(play, 2)))))


faces("crown", 6, [0, 0, 0, 0, 0, 9], 6, r"^6 wins too often by itself")
faces("skull", 4, [0, 5, 5, 5], 5, r"^1 is never worth having")
faces("blank-die", 6, [3, 3, 3, 3, 3, 3], 6, None)
faces("blank-die-of-four", 4, [1, 1, 1, 1], 9, None)


# ---- options ----

def asked_options(name, text, play, must, players=2):
    found = once(lambda: options(build(play, players)))

    def so(claim):
        said = re.match(r'"(.*)" is (never right|a trap: it loses)\.', claim)
        if said:
            never, loses, _ = found()[said[1]]
            return never and (loses or said[2] == "never right")
        said = re.match(r'"(.*)" is always right\.', claim)
        if said:
            return found()[said[1]][2]
        if claim == "Every option is right somewhere.":
            return not any(never for never, _, _ in found().values())
        return None
    game(name, ["options"], text, must, so)


WIN = " (scoring win (== (== (current player) (0 player)) (> (game sto WON) 0))))"
MAX = " (scoring max ((current player) sto SUM)))"


def ninety(m):
    card = m.luck(10) + 1
    label = m.choose(0, ["run", "wait", "fall"])
    if label == "fall":
        return dict(win=[0, 1])
    odds = 2 if label == "wait" else 1 if card == 10 else 3
    won = odds - m.luck(4) > 0
    return dict(win=[won, not won])


asked_options("ninety", "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 10)))))"
              " (do ((shuffle (game hloc STOCK)) (move (top (game hloc STOCK)) (top (game vloc OPEN)))))"
              " (choice ((label \"run\" (set (game sto ODDS) (if (== (value N (top (game vloc OPEN))) 10) 1 3)))"
              " (label \"wait\" (set (game sto ODDS) 2)) (label \"fall\" (stop game))))"
              " (set (game sto WON) (- (game sto ODDS) (random 3)))" + WIN, ninety, r'^"fall" is a trap')


def steps(turns, small, large, noise):
    def play(m):
        s = [0, 0]
        for t in range(turns):
            s[t % 2] += small if m.choose(t % 2, ["small", "large"]) == "small" else large
        for p in range(2):
            s[p] += m.luck(noise)
        return dict(scores=s)
    text = (f"(game (setup (create players 2)) (stage player (turns {turns}) (choice ("
            f"(label \"small\" (inc ((current player) sto SUM) {small})) (label \"large\" (inc ((current player) sto SUM) {large})))))"
            f" (inc ((0 player) sto SUM) (random {noise - 1})) (inc ((1 player) sto SUM) (random {noise - 1}))" + MAX)
    return text, play


asked_options("dominated", *steps(4, 1, 5, 30), r'^"small" is never right')
asked_options("dominated-once", *steps(2, 0, 1, 4), r'^"small" is never right')
asked_options("dominant-option", *steps(4, 0, 6, 20), r'^"large" is always right')


def two_dice(m):
    low = m.choose(0, ["low", "high"]) == "low"
    throw, other = m.luck(3 if low else 6), m.luck(6)
    return dict(scores=[throw, other])


asked_options("smaller-die", "(game (setup (create players 2)) (choice (0 player) ((label \"low\" (set ((0 player) sto SUM) (random 2)))"
              " (label \"high\" (set ((0 player) sto SUM) (random 5))))) (set ((1 player) sto SUM) (random 5))" + MAX,
              two_dice, r'^"low" is never right')


def guess(m):
    card, label = m.luck(3), m.choose(0, ["pass", "guess"], info="nothing")
    won = m.luck(5) < 2 if label == "pass" else card == 0
    return dict(win=[won, not won])


asked_options("hidden-card", "(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 3)))))"
              " (do ((shuffle (game hloc STOCK)))) (choice (0 player) ((label \"pass\" (set (game sto WON) (if (< (random 4) 2) 1 0)))"
              " (label \"guess\" (set (game sto WON) (if (== (value N (top (game hloc STOCK))) 1) 1 0)))))" + WIN,
              guess, r'^"guess" is never right')


def out(m, rounds=3):
    s, gone = [0, 0], [False, False]
    for _ in range(rounds):
        for p in range(2):
            if gone[p]:
                continue
            if m.choose(p, ["safe", "risk"]) == "safe":
                s[p] += 1
            elif m.luck(2) == 1:
                s[p] += 3
            else:
                s[p], gone[p] = 0, True
        m.save(s)
    return dict(scores=s)


def out_text(rounds):
    return (f"(game (setup (create players 2)) (repeat {rounds} (block (stage player (turns 2) ((== ((current player) sto OUT) 0)"
            " (choice ((label \"safe\" (inc ((current player) sto SUM) 1)) (label \"risk\" (if (== (random 1) 1)"
            " (inc ((current player) sto SUM) 3) (do ((set ((current player) sto SUM) 0) (set ((current player) sto OUT) 1)))))))))"
            " (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))" + MAX)


asked_options("safe-or-risk", out_text(2), lambda m: out(m, 2), None)


def push(m):
    s = [0, 0]
    for p in range(2):
        s[p] = m.throw(p, 4) + 1
        if m.choose(p, ["again", "stop"]) == "again":
            s[p] += m.throw(p, 4) + 1
        if s[p] > 5:
            s[p] = 0
    return dict(scores=s)


asked_options("push", "(game (setup (create players 2) (create dice (game vloc CUP) 1 (sides (FACE (1 .. 4)))))"
              " (stage player (turns 2) (throw (game vloc CUP)) (set ((current player) sto SUM) (value FACE (top (game vloc CUP))))"
              " (choice ((label \"again\" (do ((throw (game vloc CUP)) (inc ((current player) sto SUM) (value FACE (top (game vloc CUP)))))))"
              " (label \"stop\" (turn pass)))) ((> ((current player) sto SUM) 5) (set ((current player) sto SUM) 0)))" + MAX, push, None)


PUSH = GAMES[-1]["text"]
game("push-sides", ["cards"], PUSH, None, card_claims(once(lambda: face_worths(build(push, 2)))))


# ---- strategies ----

def asked_strategies(name, text, play, styles, must, players=2):
    """`styles`: how dado names the options that a player may prefer, and the labels here."""
    label = dict(styles)
    found = once(lambda: advantages(build(play, players), players, [*label.values(), "random"]))

    def beats(a, b):
        return found()[a, b] > 0

    def so(claim):
        own = list(label.values())
        rules = re.match(r'Of all styles one rules: always "(.*)"\.', claim)
        if rules:
            return all(beats(label[rules[1]], o) for o in own + ["random"] if o != label[rules[1]])
        if claim == "Strategies beat each other in a circle.":
            return any(beats(a, b) and beats(b, c) and beats(c, a) for a in own for b in own for c in own)
        viable = re.match(r"(\d+) ways to win are viable", claim)
        if viable:
            return int(viable[1]) == sum(beats(a, "random") and all(found()[a, b] > -0.2 for b in own) for a in own)
        if claim.startswith("It does not matter"):
            return all(abs(a) <= 0.1 for a in found().values())
        return None
    game(name, ["strategies"], text, must, so)


def signs(m, count=3):
    a = m.choose(0, [f"set SIGN: {i}" for i in range(count)], info="first")
    b = m.choose(1, [f"set SIGN: {i}" for i in range(count)], info="second")
    d = (int(a[-1]) - int(b[-1])) % count
    return dict(scores=[d == 1, d == count - 1])


SIGNS = [(f"set SIGN: {i}", f"set SIGN: {i}") for i in range(3)]
asked_strategies("rock-paper-scissors", "(game (setup (create players 2)) (together (choice ((any (range 0 .. 2) 'N"
                 " (set ((current player) sto SIGN) 'N))))) (scoring max (if (== (% (+ 3 (- ((current player) sto SIGN)"
                 " ((next (current player)) sto SIGN))) 3) 1) 1 0)))", signs, SIGNS, r"^Strategies beat each other in a circle")


def run_or_wait(m):
    label = m.choose(0, ["run", "wait", "fall"])
    won = label != "fall" and m.luck(10) < (7 if label == "run" else 5)
    return dict(win=[won, not won])


asked_strategies("dominant", "(game (setup (create players 2)) (choice ((label \"run\" (set (game sto WON) (if (< (random 9) 7) 1 0)))"
                 " (label \"wait\" (set (game sto WON) (if (< (random 9) 5) 1 0))) (label \"fall\" (stop game))))" + WIN,
                 run_or_wait, [(s, s) for s in ("run", "wait", "fall")], r'^Of all styles one rules: always "run"')
asked_strategies("dominant-step", *steps(4, 1, 5, 8), [(s, s) for s in ("small", "large")],
                 r'^Of all styles one rules: always "large"')


def colours(m, turns=6):
    have = [[0, 0, 0], [0, 0, 0]]
    for t in range(turns):
        have[t % 2][["red", "green", "blue"].index(m.choose(t % 2, ["red", "green", "blue"]))] += 1
    return dict(scores=[sum(n * n for n in h) for h in have])


asked_strategies("three-colours", "(game (setup (create players 2)) (stage player (turns 6) (choice ((label \"red\" (inc ((current player) sto RED) 1))"
                 " (label \"green\" (inc ((current player) sto GREEN) 1)) (label \"blue\" (inc ((current player) sto BLUE) 1)))))"
                 " (scoring max (+ (* ((current player) sto RED) ((current player) sto RED)) (+ (* ((current player) sto GREEN)"
                 " ((current player) sto GREEN)) (* ((current player) sto BLUE) ((current player) sto BLUE))))))",
                 colours, [(c, c) for c in ("red", "green", "blue")], r"^3 ways to win are viable")


def lot(m):
    for p in range(2):
        m.choose(p, ["throw", "pass"])
    winner = m.luck(2)
    return dict(scores=[winner == 0, winner == 1])


LOT = ("(game (setup (create players 2)) (stage player (turns 2) (choice ((label \"throw\" (set ((current player) sto IDLE) (random 5)))"
       " (label \"pass\" (turn pass))))) (inc (((random 1) player) sto SUM) 1)" + MAX)
asked_strategies("lot", LOT, lot, [(s, s) for s in ("throw", "pass")], r"^It does not matter which option")
asked_options("lot-options", LOT, lot, None)


# ---- pacing ----

def asked_pacing(name, text, play, players, must):
    found = once(lambda: pacing(build(play, players), players))
    lines = {"Matches are decided early": lambda f: f["decided"] < 0.5,
             "A lead grows by itself": lambda f: f["snowball"] > 0.05,
             "Catching up goes too far": lambda f: f["lead"] < 0,
             "Players who cannot win decide": lambda f: f["kingmaking"] > 0.02,
             "Players sit out": lambda f: max(f["sitting_out"]) > 0.2 * f["rounds"],
             "Somebody plays on who has lost": lambda f: max(f["no_hope"]) > 0.25,
             "The last piece of luck settles most": lambda f: f["last_luck"] > 0.5}

    def so(claim):
        for words, holds in lines.items():
            if claim.startswith(words):
                return holds(found())
        if claim.startswith("The pace has none"):
            return not any(holds(found()) for words, holds in lines.items()
                           if words[0] != "T" and (found()["lead"] is not None or "lead" not in words and "Catch" not in words))
        return None
    game(name, ["pacing"], text, must, so)


def race(rounds, ahead, behind, at=2):
    def play(m):
        s = [0, 0]
        for r in range(rounds):
            if r == at:
                d = s[0] - s[1]
                s[0] += ahead if d > 0 else behind if d < 0 else 0
                s[1] += ahead if d < 0 else behind if d > 0 else 0
            for p in range(2):
                s[p] += m.luck(2)
            m.save(s)
        return dict(scores=s)
    text = (f"(game (setup (create players 2)) (repeat {rounds} (block ((== (game sto ROUND) {at})"
            " (let (- ((0 player) sto SUM) ((1 player) sto SUM)) 'D"
            f" (do ((inc ((0 player) sto SUM) (if (> 'D 0) {ahead} (< 'D 0) {behind} 0))"
            f" (inc ((1 player) sto SUM) (if (< 'D 0) {ahead} (> 'D 0) {behind} 0))))))"
            " (all player 'P (inc ('P sto SUM) (random 1))) (inc (game sto ROUND) 1)"
            " (saveturnstats SUM roundnumber ROUND)))" + MAX)
    return text, play


asked_pacing("fair-race", *race(4, 0, 0), 2, None)
asked_pacing("runaway", *race(4, 2, 0), 2, r"^A lead grows by itself")
asked_pacing("runaway-of-six", *race(6, 3, 0, 3), 2, r"^A lead grows by itself")
asked_pacing("fair-race-of-six", *race(6, 0, 0, 3), 2, None)
asked_pacing("too-much-help", *race(4, 0, 3), 2, r"^Catching up goes too far")
asked_pacing("some-help", *race(4, 0, 1), 2, None)
asked_pacing("fair-race-of-five", *race(5, 0, 0), 2, None)


def king(first, second, odds):
    """Luck gives one of two players a lead in all but one of `odds` matches; the third decides the rest."""
    def play(m):
        s = [0, 0, 0]
        s[m.luck(2)] += 3 * (odds > 1 and m.luck(odds) > 0)
        s[m.choose(2, [0, 1])] += 1
        return dict(scores=s)
    lead = f" (do ((inc (((random 1) player) sto SUM) (* 3 (min (random {odds - 1}) 1)))))" if odds > 1 else \
        " (do ((inc (((random 1) player) sto IDLE) 1)))"
    return ("(game (setup (create players 3))" + lead +
            " (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))" + MAX), play


asked_pacing("king-always", *king(0, 1, 1), 3, r"^Players who cannot win decide")
asked_pacing("king-in-one-of-ten", *king(0, 1, 10), 3, r"^Players who cannot win decide")


def king_by_half(m):
    s = [2 * m.luck(2), 2 * m.luck(2), 0]
    s[m.choose(2, [0, 1])] += 1
    return dict(scores=s)


asked_pacing("king-in-half", "(game (setup (create players 3)) (do ((inc ((0 player) sto SUM) (* 2 (random 1)))"
             " (inc ((1 player) sto SUM) (* 2 (random 1))))) (choice (2 player) ((any (list (0 player) (1 player)) 'P"
             " (inc ('P sto SUM) 1))))" + MAX, king_by_half, 3, r"^Players who cannot win decide")


def shared(m):
    """Everybody chooses for themselves, and has a chance to the end."""
    s = [0, 0, 0]
    for p in range(3):
        s[p] += m.choose(p, [0, 1])
    s[m.luck(3)] += 2
    return dict(scores=s)


asked_pacing("no-king", "(game (setup (create players 3)) (stage player (turns 3) (choice ((label \"none\" (inc ((current player) sto SUM) 0))"
             " (label \"one\" (inc ((current player) sto SUM) 1))))) (inc (((random 2) player) sto SUM) 2)" + MAX,
             shared, 3, r"^The last piece of luck settles most")


def out_early(m):
    """The second player has one decision of five rounds."""
    s = [0, 0]
    for r in range(5):
        for p in range(2):
            if p == 0 or r == 0:
                s[p] += m.choose(p, [1, 2])
        m.save(s)
    s[1] += 2 + 4 * m.luck(3)
    return dict(scores=s)


asked_pacing("out-early", "(game (setup (create players 2)) (repeat 5 (block (stage player (turns 2)"
             " ((or (== (game sto ROUND) 0) (== (current player) (0 player))) (choice ((label \"one\" (inc ((current player) sto SUM) 1))"
             " (label \"two\" (inc ((current player) sto SUM) 2))))))"
             " (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))"
             " (inc ((1 player) sto SUM) (+ 2 (* 4 (random 2))))" + MAX, out_early, 2, r"^Players sit out")


def thrown(m, rounds, when, lead):
    s = [0, 0]
    for r in range(rounds):
        if r == when:
            s[m.luck(2)] += lead
        for p in range(2):
            s[p] += m.choose(p, [1, 2])
        m.save(s)
    return dict(scores=s)


def thrown_text(rounds, when, lead):
    return (f"(game (setup (create players 2)) (repeat {rounds} (block ((== (game sto ROUND) {when}) (inc (((random 1) player) sto SUM) {lead}))"
            " (stage player (turns 2) (choice ((label \"one\" (inc ((current player) sto SUM) 1)) (label \"two\" (inc ((current player) sto SUM) 2)))))"
            " (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))" + MAX)


asked_pacing("thrown-at-once", thrown_text(4, 0, 100), lambda m: thrown(m, 4, 0, 100), 2, r"^Matches are decided early")
asked_pacing("lost-at-once", thrown_text(3, 0, 100), lambda m: thrown(m, 3, 0, 100), 2, r"^Somebody plays on who has lost")
asked_pacing("thrown-at-half-time", thrown_text(4, 2, 100), lambda m: thrown(m, 4, 2, 100), 2, None)
asked_pacing("thrown-at-the-end", LOT, lot, 2, r"^The last piece of luck settles most")
asked_pacing("safe-or-risk-pace", out_text(3), out, 2, r"^Players sit out")
asked_pacing("push-pace", PUSH, push, 2, None)
