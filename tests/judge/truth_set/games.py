"""The games: each as a text for dado, and as a match in Python whose every way can be walked.

`flaw` has what dado must say of a game: a topic, and words of the claim. A game without a flaw has
none of the alarms that its truth rules out; what it says is held against its truth all the same.
"""
GAMES = []


def game(name, text, play, players, flaw=None, sides=None, goal=False, dead=False):
    GAMES.append(dict(name=name, text=text, play=play, players=players, flaw=flaw, sides=sides,
                      goal=goal, dead=dead))


MAX = " (scoring max ((current player) sto SUM)))"


# ---- luck alone ----

def race(players, rounds, faces, head):
    text = (f"(game (setup (create players {players}))"
            + (f" (inc ((0 player) sto SUM) {head})" if head else "")
            + f" (repeat {rounds} (block (all player 'P (inc ('P sto SUM) (random {faces - 1})))"
            " (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))" + MAX)

    def play(m):
        s = [0] * players
        s[0] = head
        for _ in range(rounds):
            for p in range(players):
                s[p] += m.luck(faces)
            m.save(s)
        return dict(scores=s)
    return text, play


for players, rounds, faces, head in [(2, 4, 2, 0), (2, 3, 3, 0), (3, 2, 3, 0), (2, 2, 6, 0), (4, 2, 2, 0), (3, 3, 2, 0)]:
    many = {"flaw": ("ties", "Many matches")} if (players, rounds, faces) != (2, 2, 6) else {}
    game(f"race-{players}-{rounds}-{faces}", *race(players, rounds, faces, 0), players, **many)
for players, rounds, faces, head in [(2, 4, 2, 1), (2, 3, 3, 1), (3, 2, 3, 2), (2, 2, 6, 2), (4, 2, 2, 1), (3, 3, 2, 1)]:
    game(f"head-start-{players}-{rounds}-{faces}", *race(players, rounds, faces, head), players,
         flaw=("fairness", "The first player wins too often"))


def lot(players, weights, decide):
    """A lot decides; before it everybody may have an idle choice."""
    all_of = sum(weights)
    idle = (f" (stage player (turns {players}) (choice ((label \"wave\" (set ((current player) sto IDLE) 1))"
            " (label \"nod\" (set ((current player) sto IDLE) 2)))))") if decide else ""
    bound, cases = 0, ""
    for p, w in enumerate(weights):
        bound += w
        cases += f" (< (game sto LOT) {bound}) (inc (({p} player) sto SUM) 1)" if p + 1 < players else \
            f" (inc (({p} player) sto SUM) 1)"
    text = (f"(game (setup (create players {players}))" + idle +
            f" (set (game sto LOT) (random {all_of - 1})) (if{cases})" + MAX)

    def play(m):
        if decide:
            for p in range(players):
                m.choose(p, 2)
        x, at = m.luck(all_of), 0
        while x >= sum(weights[:at + 1]):
            at += 1
        return dict(scores=[int(p == at) for p in range(players)])
    return text, play


for weights, flaw in [((1, 1), None), ((1, 1, 1), None), ((1, 1, 1, 1), None),
                      ((3, 1), ("fairness", "The first player wins too often")),
                      ((1, 2, 2), ("fairness", "The first player wins too rarely")),
                      ((2, 2, 2, 5), ("fairness", "The fourth player wins too often"))]:
    n = "".join(map(str, weights))
    game(f"lot-{n}", *lot(len(weights), weights, False), len(weights), flaw=flaw or ("choices", "nothing to decide"))
    game(f"idle-lot-{n}", *lot(len(weights), weights, True), len(weights), flaw=flaw or ("stakes", "It hardly matters"))


def hands(players, cards, each):
    text = (f"(game (setup (create players {players}) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            f" (do ((shuffle (game hloc STOCK)) (all player 'P (repeat {each}"
            " (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))"
            " (scoring max (sum ((current player) iloc HELD) using N)))")

    def play(m):
        left, s = list(range(1, cards + 1)), []
        for _ in range(players):
            s.append(sum(left.pop(m.luck(len(left))) for _ in range(each)))
        return dict(scores=s)
    return text, play


for players, cards, each in [(2, 6, 1), (3, 5, 1), (2, 5, 2), (4, 5, 1)]:
    game(f"hands-{players}-{cards}-{each}", *hands(players, cards, each), players, flaw=("choices", "nothing to decide"))




# ---- what is ahead early ----

def comeback(ahead, behind):
    text = ("(game (setup (create players 2)) (repeat 4 (block ((== (game sto ROUND) 2)"
            " (let (- ((0 player) sto SUM) ((1 player) sto SUM)) 'D"
            f" (do ((inc ((0 player) sto SUM) (if (> 'D 0) {ahead} (< 'D 0) {behind} 0))"
            f" (inc ((1 player) sto SUM) (if (< 'D 0) {ahead} (> 'D 0) {behind} 0))))))"
            " (all player 'P (inc ('P sto SUM) (random 1)))"
            " (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))" + MAX)

    def play(m):
        s = [0, 0]
        for r in range(4):
            d = s[0] - s[1]
            if r == 2 and d:
                s[0] += ahead if d > 0 else behind
                s[1] += ahead if d < 0 else behind
            for p in range(2):
                s[p] += m.luck(2)
            m.save(s)
        return dict(scores=s)
    return text, play


game("snowball", *comeback(3, 0), 2)
game("catch-up-2", *comeback(0, 2), 2)
game("catch-up-3", *comeback(0, 3), 2, flaw=("runaway", "seldom wins"))
game("catch-up-4", *comeback(0, 4), 2, flaw=("runaway", "seldom wins"))


def settled(players, rounds):
    """Only the first round counts; the others are played for nothing."""
    text = (f"(game (setup (create players {players})) (all player 'P (set ('P sto SUM) (random 9)))"
            f" (repeat {rounds} (block (all player 'P (set ('P sto IDLE) (random 1)))"
            " (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))" + MAX)

    def play(m):
        s = [m.luck(10) for _ in range(players)]
        for _ in range(rounds):
            m.save(s)
        return dict(scores=s)
    return text, play


game("settled-2", *settled(2, 8), 2, flaw=("runaway", "Who leads early mostly wins"))
game("settled-3", *settled(3, 6), 3, flaw=("runaway", "Who leads early mostly wins"))


# ---- choices ----

def safe_or_risk(players, safe, faces):
    """In turn each takes so many points, or throws."""
    text = (f"(game (setup (create players {players})) (stage player (turns {players})"
            f" (choice ((label \"safe\" (inc ((current player) sto SUM) {safe}))"
            f" (label \"risk\" (inc ((current player) sto SUM) (random {faces - 1}))))))" + MAX)

    def play(m):
        s = [0] * players
        for p in range(players):
            s[p] = safe if m.choose(p, 2) == 0 else m.luck(faces)
        return dict(scores=s)
    return text, play


for players, safe, faces, flaw in [(2, 2, 4, None), (2, 3, 6, None), (3, 3, 6, None), (2, 1, 6, None), (4, 2, 5, None),
                                   (2, 4, 10, None)]:
    game(f"safe-or-risk-{players}-{safe}-{faces}", *safe_or_risk(players, safe, faces), players, flaw=flaw)


def dictator(players):
    """The first seat says who wins."""
    text = (f"(game (setup (create players {players})) (choice (0 player)"
            " ((any player 'P (label \"{P}\" (inc ('P sto SUM) 1)))))" + MAX)

    def play(m):
        x = m.choose(0, players)
        return dict(scores=[int(p == x) for p in range(players)])
    return text, play


for players in (2, 3, 4):
    game(f"dictator-{players}", *dictator(players), players)


def gift(players, throws):
    """The last seat, who never scores, gives a point to one of the others, who threw before."""
    givers = ", ".join(f"({p} player)" for p in range(players - 1))
    first = "".join(f" (inc (({p} player) sto SUM) (* 2 (random {throws - 1})))" for p in range(players - 1)) if throws > 1 else ""
    text = (f"(game (setup (create players {players}))" + (f" (do ({first}))" if first else "") +
            f" (choice ({players - 1} player) ((any (list {givers.replace(',', '')}) 'P (inc ('P sto SUM) 1))))" + MAX)

    def play(m):
        s = [2 * m.luck(throws) if throws > 1 else 0 for _ in range(players - 1)] + [0]
        s[m.choose(players - 1, players - 1)] += 1
        return dict(scores=s)
    return text, play


for players, throws in [(3, 1), (3, 2), (4, 1), (4, 2), (3, 3), (5, 1)]:
    game(f"gift-{players}-{throws}", *gift(players, throws), players, flaw=("kingmaking", "Players who cannot win"))


def nim(stones, most):
    """In turn one to so many stones; who takes the last wins."""
    options = "".join(f" ((>= (game sto LEFT) {k}) (label \"take {k}\" (dec (game sto LEFT) {k})))" for k in range(1, most + 1))
    text = (f"(game (setup (create players 2)) (set (game sto LEFT) {stones})"
            " (stage player (end (== (game sto LEFT) 0))"
            f" (choice ({options})) ((== (game sto LEFT) 0) (inc ((current player) sto SUM) 1)))" + MAX)

    def play(m):
        left, p = stones, 0
        while True:
            left -= 1 + m.choose(p, min(most, left))
            if left == 0:
                return dict(scores=[int(q == p) for q in range(2)])
            p = 1 - p
    return text, play


for stones, most in [(4, 2), (5, 2), (6, 2), (7, 3), (8, 3)]:
    game(f"nim-{stones}-{most}", *nim(stones, most), 2)


def toss_or_give(faces):
    """The first seat throws for it, or gives it away: only a random player gives."""
    text = ("(game (setup (create players 2)) (choice (0 player)"
            f" ((label \"toss\" (inc (((if (== (random {faces - 1}) 0) 0 1) player) sto SUM) 1))"
            " (label \"give\" (inc ((1 player) sto SUM) 1))))" + MAX)

    def play(m):
        one = m.choose(0, 2) == 0 and m.luck(faces) == 0
        return dict(scores=[int(one), int(not one)])
    return text, play


game("toss-or-give-2", *toss_or_give(2), 2)
game("toss-or-give-3", *toss_or_give(3), 2, flaw=("proof", "The second player wins too often".replace("The", "the")))
game("toss-or-give-5", *toss_or_give(5), 2, flaw=("proof", "the second player wins too often"))


def ninety(cards, bad):
    """One card is open. Running wins 3 of 4, or 1 of 4 with a bad card; waiting 2; falling none."""
    text = (f"(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            " (do ((shuffle (game hloc STOCK)) (move (top (game hloc STOCK)) (top (game vloc OPEN)))))"
            " (choice ((label \"run\" (set (game sto ODDS)"
            f" (if (> (value N (top (game vloc OPEN))) {cards - bad}) 1 3)))"
            " (label \"wait\" (set (game sto ODDS) 2)) (label \"fall\" (stop game))))"
            " (set (game sto LEFT) (- (game sto ODDS) (random 3)))"
            " (scoring win (== (== (current player) (0 player)) (> (game sto LEFT) 0))))")

    def play(m):
        card = m.luck(cards)
        option = m.choose(0, 3)
        if option == 2:
            return dict(win=[0, 1])
        odds = 2 if option == 1 else 1 if card >= cards - bad else 3
        won = odds - m.luck(4) > 0
        return dict(win=[won, not won])
    return text, play


for cards, bad in [(10, 1), (4, 2), (5, 1)]:
    game(f"ninety-{cards}-{bad}", *ninety(cards, bad), 2, goal=True)


def push(faces, most, players):
    text = (f"(game (setup (create players {players}) (create dice (game vloc CUP) 1 (sides (FACE (1 .. {faces})))))"
            f" (stage player (turns {players}) (throw (game vloc CUP))"
            " (set ((current player) sto SUM) (value FACE (top (game vloc CUP))))"
            " (choice ((label \"again\" (do ((throw (game vloc CUP))"
            " (inc ((current player) sto SUM) (value FACE (top (game vloc CUP)))))))"
            " (label \"stop\" (turn pass))))"
            f" ((> ((current player) sto SUM) {most}) (set ((current player) sto SUM) 0)))" + MAX)

    def play(m):
        s = [0] * players
        for p in range(players):
            s[p] = 1 + m.luck(faces)
            if m.choose(p, 2) == 0:
                s[p] += 1 + m.luck(faces)
            if s[p] > most:
                s[p] = 0
        return dict(scores=s)
    return text, play


for faces, most, players in [(4, 5, 2), (3, 4, 2), (3, 4, 3), (5, 7, 2)]:
    game(f"push-{faces}-{most}-{players}", *push(faces, most, players), players)


def market(cards):
    text = (f"(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            " (do ((shuffle (game hloc STOCK)) (move (top (game hloc STOCK)) (top (game vloc SHOP)))))"
            " (stage player (turns 2) (move (top (game hloc STOCK)) (top (game vloc SHOP)))"
            " (choice ((any (game vloc SHOP) 'C (move 'C (top ((current player) vloc HELD)))))))"
            " (scoring max (sum ((current player) vloc HELD) using N)))")

    def play(m):
        left = list(range(1, cards + 1))
        shop, s = [left.pop(m.luck(len(left)))], []
        for p in range(2):
            shop.append(left.pop(m.luck(len(left))))
            s.append(shop.pop(m.choose(p, len(shop))))
        return dict(scores=s)
    return text, play


for cards in (4, 5, 6):
    game(f"market-{cards}", *market(cards), 2)


# ---- hidden things ----

def guess(cards, wins, of):
    """Guess which card is hidden and win; or pass, and win so often."""
    text = (f"(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            " (do ((shuffle (game hloc STOCK)) (move (top (game hloc STOCK)) (top (game hloc SECRET)))))"
            f" (choice (0 player) ((any (range 1 .. {cards}) 'N (label \"guess {{N}}\" (set (game sto TRY) 'N)))"
            " (label \"pass\" (set (game sto TRY) 0))))"
            f" (set (game sto LOT) (random {of - 1}))"
            " (scoring win (== (== (current player) (0 player)) (if (== (game sto TRY) 0)"
            f" (< (game sto LOT) {wins}) (== (game sto TRY) (value N (top (game hloc SECRET))))))))")

    def play(m):
        secret = m.luck(cards)
        option = m.choose(0, cards + 1, info="nothing")
        lot = m.luck(of)
        won = lot < wins if option == cards else option == secret
        return dict(win=[won, not won])
    return text, play


for cards, wins, of in [(3, 2, 5), (2, 1, 2), (4, 1, 2)]:
    game(f"guess-{cards}-{wins}-{of}", *guess(cards, wins, of), 2, goal=True)


def rps(signs):
    """Both show one of three signs at once."""
    text = ("(game (setup (create players 2)) (together (choice ((any (range 0 .. 2) 'N"
            " (set ((current player) sto SIGN) 'N)))))"
            " (scoring max (if (== (% (+ 3 (- ((current player) sto SIGN) ((next (current player)) sto SIGN))) 3) 1) 1 0)))")

    def play(m):
        a, b = m.choose(0, 3, info="nothing"), m.choose(1, 3, info="nothing")
        return dict(scores=[int((a - b) % 3 == 1), int((b - a) % 3 == 1)])
    return text, play


game("rps", *rps(3), 2, flaw=("ties", "Many matches"))


def odd_or_even(players):
    """All show one or two at once; an even sum is won by the first, an odd one by the second."""
    text = ("(game (setup (create players 2)) (together (choice ((any (range 1 .. 2) 'N"
            " (set ((current player) sto SHOWN) 'N)))))"
            " (scoring max (if (== (== (current player) (0 player))"
            " (== (% (+ ((0 player) sto SHOWN) ((1 player) sto SHOWN)) 2) 0)) 1 0)))")

    def play(m):
        even = (m.choose(0, 2, info="nothing") + m.choose(1, 2, info="nothing")) % 2 == 0
        return dict(scores=[int(even), int(not even)])
    return text, play


game("odd-or-even", *odd_or_even(2), 2)


def hidden_bid(cards):
    """Each has a card; the first says whether the higher or the lower one wins."""
    text = (f"(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            " (do ((shuffle (game hloc STOCK)) (all player 'P (move (top (game hloc STOCK)) (top ('P iloc HELD))))))"
            " (choice (0 player) ((label \"high\" (set (game sto SIGN) 1)) (label \"low\" (set (game sto SIGN) -1))))"
            " (scoring max (* (game sto SIGN) (sum ((current player) iloc HELD) using N))))")

    def play(m):
        left = list(range(1, cards + 1))
        a = left.pop(m.luck(len(left)))
        b = left.pop(m.luck(len(left)))
        sign = 1 if m.choose(0, 2, info=f"card {a}") == 0 else -1
        return dict(scores=[sign * a, sign * b])
    return text, play


for cards in (3, 5, 7):
    game(f"hidden-bid-{cards}", *hidden_bid(cards), 2)


# ---- boards ----

def claim_spaces(spaces):
    """In turn a free space of a row; who has more pairs of neighbours wins."""
    text = (f"(game (setup (create players 2) (create board ROW (grid {spaces} 1)))"
            f" (stage player (turns {spaces}) (choice ((any (filter (spaces ROW) 'S (== (game who 'S) nobody)) 'S"
            " (label \"{S}\" (set (game who 'S) (current player)))))))"
            " (scoring max (size (filter (spaces ROW) 'S (and (== (game who 'S) (current player))"
            " (any (near 'S (E)) 'T (== (game who 'T) (current player))))))))")

    def play(m):
        owner = [None] * spaces
        for turn in range(spaces):
            free = [i for i in range(spaces) if owner[i] is None]
            owner[free[m.choose(turn % 2, len(free))]] = turn % 2
        pairs = [sum(owner[i] == owner[i + 1] == p for i in range(spaces - 1)) for p in range(2)]
        return dict(scores=pairs)
    return text, play


for spaces in (3, 4, 5, 6):
    game(f"claim-{spaces}", *claim_spaces(spaces), 2)


# ---- together ----

def coop(players, good, bad):
    text = (f"(game (setup (create players {players}) (create teams ({', '.join(map(str, range(players)))})))"
            f" (choice (0 player) ((label \"bold\" (set (game sto W) (random {bad - 1})))"
            f" (label \"wise\" (set (game sto W) (random {good - 1})))))"
            " (scoring win (== (game sto W) 0)))")

    def play(m):
        w = m.luck(bad if m.choose(0, 2) == 0 else good) == 0
        return dict(win=[w] * players)
    return text, play


for players, good, bad in [(2, 2, 4), (3, 2, 3), (4, 5, 10)]:
    game(f"coop-{players}-{good}-{bad}", *coop(players, good, bad), players, sides=[0] * players, goal=True)


def coop_lot(players, wins, of):
    text = (f"(game (setup (create players {players}) (create teams ({', '.join(map(str, range(players)))})))"
            f" (set (game sto W) (random {of - 1})) (scoring win (< (game sto W) {wins})))")

    def play(m):
        return dict(win=[m.luck(of) < wins] * players)
    return text, play


for players, wins, of, flaw in [(2, 1, 200, "hardly ever"), (3, 1, 100, "hardly ever"), (1, 1, 150, "hardly ever"),
                                (2, 1, 2, None)]:
    game(f"coop-lot-{players}-{of}", *coop_lot(players, wins, of), players, sides=[0] * players, goal=True,
         flaw=("success", flaw) if flaw else ("choices", "nothing to decide"))


def partners(head):
    """Two sides of two throw in turn."""
    text = ("(game (setup (create players 4) (create teams (0, 2) (1, 3)))"
            + (f" (inc ((0 team) sto SUM) {head})" if head else "") +
            " (inc ((0 team) sto SUM) (random 2)) (inc ((1 team) sto SUM) (random 2))"
            " (inc ((0 team) sto SUM) (random 2)) (inc ((1 team) sto SUM) (random 2))"
            " (scoring max ((team (current player)) sto SUM)))")

    def play(m):
        s = [head, 0]
        for i in range(4):
            s[i % 2] += m.luck(3)
        return dict(scores=[s[0], s[1], s[0], s[1]])
    return text, play


game("partners-even", *partners(0), 4, sides=[0, 1, 0, 1], flaw=("ties", "Many matches"))
game("partners-head", *partners(1), 4, sides=[0, 1, 0, 1], flaw=("fairness", "Side 1 wins too often"))


# ---- who reaches something wins ----

def threshold(players, faces, least):
    text = (f"(game (setup (create players {players})) (all player 'P (set ('P sto SUM) (random {faces - 1})))"
            f" (scoring win (>= ((current player) sto SUM) {least})))")

    def play(m):
        s = [m.luck(faces) for _ in range(players)]
        return dict(win=[x >= least for x in s])
    return text, play


for players, faces, least, flaw in [(2, 6, 3, None), (3, 4, 1, None), (2, 100, 99, "Hardly any match is won"),
                                    (3, 10, 9, None)]:
    game(f"threshold-{players}-{faces}-{least}", *threshold(players, faces, least), players, goal=True,
         flaw=("winners", flaw) if flaw else ("choices", "nothing to decide"))


# ---- rules that do nothing ----

def dead_rule(players):
    text = (f"(game (setup (create players {players})) (stage player (turns {players})"
            " (choice ((label \"low\" (inc ((current player) sto SUM) (random 3)))"
            " (label \"high\" (inc ((current player) sto SUM) (+ 1 (random 3))))))"
            " ((> ((current player) sto SUM) 9) (set ((current player) sto SUM) 0)))" + MAX)

    def play(m):
        s = [0] * players
        for p in range(players):
            s[p] = m.choose(p, 2) + m.luck(4)
        return dict(scores=s)
    return text, play


for players in (2, 3):
    game(f"dead-rule-{players}", *dead_rule(players), players, flaw=("rules", "never true"), dead=True)


def trap(players):
    """Throw, or give up: nobody who thinks gives up."""
    text = (f"(game (setup (create players {players})) (stage player (turns {players})"
            " (choice ((label \"throw\" (inc ((current player) sto SUM) (+ 1 (random 5))))"
            " (label \"rest\" (inc ((current player) sto SUM) (random 1))))))" + MAX)

    def play(m):
        s = [0] * players
        for p in range(players):
            s[p] = 1 + m.luck(6) if m.choose(p, 2) == 0 else m.luck(2)
        return dict(scores=s)
    return text, play


for players in (2, 3):
    game(f"trap-{players}", *trap(players), players, flaw=("idle", "ever plays \"rest\""))


def no_luck_score(values):
    """In turn each takes one of the numbers left; the higher wins. Nothing is hidden, and no luck."""
    listed = ", ".join(map(str, values))
    n = len(values)
    text = ("(game (setup (create players 2) (create deck (game vloc SHOP) (deck (N (" + listed + ")))))"
            " (stage player (turns 2) (choice ((any (game vloc SHOP) 'C (move 'C (top ((current player) vloc HELD)))))))"
            " (scoring max (sum ((current player) vloc HELD) using N)))")

    def play(m):
        left = list(values)
        a = left.pop(m.choose(0, n))
        b = left.pop(m.choose(1, n - 1))
        return dict(scores=[a, b])
    return text, play


for values in ((1, 2), (1, 2, 3), (1, 2, 3, 4)):
    game(f"pick-{len(values)}", *no_luck_score(values), 2)
