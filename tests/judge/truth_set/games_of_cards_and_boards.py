"""More games of known truth: hidden cards, boards, simultaneous choices, and more than two players.

They are written like those of games.py, to which they are added.
"""
from games import MAX, game

NOTHING = ("choices", "nothing to decide")


# ---- hidden cards ----

def dealt(players, cards, each, bonus):
    """Hands are summed; `each` has the cards of each seat, `bonus` its points besides."""
    deal = "".join(f" (repeat {n} (move (top (game hloc STOCK)) (top (({p} player) iloc HELD))))" for p, n in enumerate(each))
    more = "".join(f" (inc (({p} player) sto SUM) {b})" for p, b in enumerate(bonus) if b)
    text = (f"(game (setup (create players {players}) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            f" (do ((shuffle (game hloc STOCK)){deal}{more}))"
            " (scoring max (+ ((current player) sto SUM) (sum ((current player) iloc HELD) using N))))")

    def play(m):
        left, s = list(range(1, cards + 1)), list(bonus)
        for p in range(players):
            for _ in range(each[p]):
                s[p] += left.pop(m.luck(len(left)))
        return dict(scores=s)
    return text, play


for name, players, cards, each, bonus, words in [
        ("third-adds", 3, 6, (1, 1, 1), (0, 0, 3), "The third player wins too often"),
        ("fourth-adds", 4, 5, (1, 1, 1, 1), (0, 0, 0, 2), "The fourth player wins too often"),
        ("fifth-adds", 5, 6, (1, 1, 1, 1, 1), (0, 0, 0, 0, 3), "The fifth player wins too often"),
        ("second-fewer", 2, 5, (2, 1), (0, 0), "The first player wins too often"),
        ("third-fewer", 3, 5, (2, 2, 1), (0, 0, 0), "The third player wins too rarely"),
        ("first-behind", 3, 6, (1, 1, 1), (-2, 0, 0), "The first player wins too rarely")]:
    game(name, *dealt(players, cards, each, bonus), players, flaw=("fairness", words))
game("dealt-even-3", *dealt(3, 6, (1, 1, 1), (0, 0, 0)), 3, flaw=NOTHING)
game("dealt-ties-3", *dealt(3, 6, (2, 2, 2), (0, 0, 0)), 3)


def trick(players, cards, each):
    """Each holds some cards and plays one in turn; the highest wins."""
    text = (f"(game (setup (create players {players}) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            f" (do ((shuffle (game hloc STOCK)) (all player 'P (repeat {each} (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))"
            f" (stage player (turns {players}) (choice ((any ((current player) iloc HELD) 'C"
            " (do ((set ((current player) sto SUM) (value N 'C)) (move 'C (top (game vloc OPEN)))))))))" + MAX)

    def play(m):
        left = list(range(1, cards + 1))
        held = [sorted(left.pop(m.luck(len(left))) for _ in range(each)) for _ in range(players)]
        s = []
        for p in range(players):
            s.append(held[p][m.choose(p, each, info=f"{held[p]} {s}")])
        return dict(scores=s)
    return text, play


game("trick-2", *trick(2, 5, 2), 2)
game("trick-2-6", *trick(2, 6, 2), 2)
game("trick-3", *trick(3, 6, 2), 3)


def idle_card(players, cards):
    """Each shows one of two cards, and both count."""
    text = (f"(game (setup (create players {players}) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            " (do ((shuffle (game hloc STOCK)) (all player 'P (repeat 2 (do ((inc ('P sto SUM) (value N (top (game hloc STOCK))))"
            " (move (top (game hloc STOCK)) (top ('P iloc HELD))))))))) "
            f" (stage player (turns {players}) (choice ((any ((current player) iloc HELD) 'C (move 'C (top (game vloc OPEN)))))))" + MAX)

    def play(m):
        left = list(range(1, cards + 1))
        held = [[left.pop(m.luck(len(left))) for _ in range(2)] for _ in range(players)]
        for p in range(players):
            m.choose(p, 2, info=f"{held[p]}")
        return dict(scores=[sum(h) for h in held])
    return text, play


game("idle-card-2", *idle_card(2, 5), 2, flaw=("stakes", "It hardly matters"))
game("idle-card-3", *idle_card(3, 6), 3, flaw=("stakes", "It hardly matters"))


def hidden_gift(players, cards):
    """All but the last hold a card; the last gives five points to one of the others."""
    takers = " ".join(f"({p} player)" for p in range(players - 1))
    deal = "".join(f" (inc (({p} player) sto SUM) (value N (top (game hloc STOCK))))"
                   f" (move (top (game hloc STOCK)) (top (({p} player) iloc HELD)))" for p in range(players - 1))
    text = (f"(game (setup (create players {players}) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            f" (do ((shuffle (game hloc STOCK)){deal}))"
            f" (choice ({players - 1} player) ((any (list {takers}) 'P (inc ('P sto SUM) 5))))" + MAX)

    def play(m):
        left = list(range(1, cards + 1))
        s = [left.pop(m.luck(len(left))) for _ in range(players - 1)] + [0]
        s[m.choose(players - 1, players - 1, info="nothing")] += 5
        return dict(scores=s)
    return text, play


game("hidden-gift-3", *hidden_gift(3, 4), 3, flaw=("kingmaking", "Players who cannot win"))
game("hidden-gift-4", *hidden_gift(4, 5), 4, flaw=("kingmaking", "Players who cannot win"))


def fold(players, cards):
    """Each has a card; who folds has lost it."""
    text = (f"(game (setup (create players {players}) (create deck (game hloc STOCK) (deck (N (1 .. {cards})))))"
            " (do ((shuffle (game hloc STOCK)) (all player 'P (do ((set ('P sto SUM) (value N (top (game hloc STOCK))))"
            " (move (top (game hloc STOCK)) (top ('P iloc HELD)))))))) "
            f" (stage player (turns {players}) (choice ((label \"stay\" (set ((current player) sto IDLE) 1))"
            " (label \"fold\" (set ((current player) sto SUM) 0)))))" + MAX)

    def play(m):
        left = list(range(1, cards + 1))
        s = [left.pop(m.luck(len(left))) for _ in range(players)]
        own = list(s)
        for p in range(players):
            if m.choose(p, 2, info=f"{own[p]} {[int(s[q] == 0) for q in range(p)]}") == 1:
                s[p] = 0
        return dict(scores=s)
    return text, play


game("fold-2", *fold(2, 5), 2)
game("fold-3", *fold(3, 5), 3)


# ---- all at once ----

def odd_one_out(players):
    """All show one of two signs; who shows what nobody else does wins."""
    mine = "(== ('Q sto SIGN) ((current player) sto SIGN))"
    text = (f"(game (setup (create players {players})) (together (choice ((any (range 0 .. 1) 'N"
            " (set ((current player) sto SIGN) 'N)))))"
            f" (scoring max (if (== (size (filter player 'Q {mine})) 1) 1 0)))")

    def play(m):
        shown = [m.choose(p, 2, info="nothing") for p in range(players)]
        return dict(scores=[int(shown.count(x) == 1) for x in shown])
    return text, play


game("odd-one-out-3", *odd_one_out(3), 3, flaw=("ties", "Many matches"))
game("odd-one-out-4", *odd_one_out(4), 4, flaw=("ties", "Many matches"))


# ---- boards ----

def lots_on_board(players, spaces, own):
    """Every space falls to somebody by lot; `own` spaces are the first seat's from the start."""
    text = (f"(game (setup (create players {players}) (create board ROW (grid {spaces + own} 1)))"
            f" (all (spaces ROW) 'S (set (game who 'S) ((random {players - 1}) player)))"
            + (f" (inc ((0 player) sto SUM) {own})" if own else "") +
            " (scoring max (+ ((current player) sto SUM)"
            " (size (filter (spaces ROW) 'S (== (game who 'S) (current player)))))))")

    def play(m):
        s = [own] + [0] * (players - 1)
        for _ in range(spaces + own):
            s[m.luck(players)] += 1
        return dict(scores=s)
    return text, play


game("board-lots-3", *lots_on_board(3, 4, 0), 3, flaw=("ties", "Many matches"))
game("board-lots-2", *lots_on_board(2, 5, 0), 2, flaw=NOTHING)
game("board-lots-4", *lots_on_board(4, 5, 0), 4, flaw=("ties", "Many matches"))
game("board-head-3", *lots_on_board(3, 4, 1), 3, flaw=("fairness", "The first player wins too often"))
game("board-head-2", *lots_on_board(2, 4, 1), 2, flaw=("fairness", "The first player wins too often"))


def claim_by_three(spaces):
    """Three players take spaces in turn; who has more pairs of neighbours wins."""
    text = (f"(game (setup (create players 3) (create board ROW (grid {spaces} 1)))"
            f" (stage player (turns {spaces}) (choice ((any (filter (spaces ROW) 'S (== (game who 'S) nobody)) 'S"
            " (label \"{S}\" (set (game who 'S) (current player)))))))"
            " (scoring max (size (filter (spaces ROW) 'S (and (== (game who 'S) (current player))"
            " (any (near 'S (E)) 'T (== (game who 'T) (current player))))))))")

    def play(m):
        owner = [None] * spaces
        for turn in range(spaces):
            free = [i for i in range(spaces) if owner[i] is None]
            owner[free[m.choose(turn % 3, len(free))]] = turn % 3
        return dict(scores=[sum(owner[i] == owner[i + 1] == p for i in range(spaces - 1)) for p in range(3)])
    return text, play


game("claim-three-4", *claim_by_three(4), 3, flaw=("ties", "Many matches"))
game("claim-three-6", *claim_by_three(6), 3, flaw=("ties", "Many matches"))


# ---- sides, and all together ----

def three_sides(head):
    text = ("(game (setup (create players 6) (create teams (0, 3) (1, 4) (2, 5)))"
            + (f" (inc ((1 team) sto SUM) {head})" if head else "") +
            " (inc ((0 team) sto SUM) (random 9)) (inc ((1 team) sto SUM) (random 9)) (inc ((2 team) sto SUM) (random 9))"
            " (scoring max ((team (current player)) sto SUM)))")

    def play(m):
        s = [m.luck(10), head + m.luck(10), m.luck(10)]
        return dict(scores=s + s)
    return text, play


game("sides-even", *three_sides(0), 6, sides=[0, 1, 2, 0, 1, 2])
game("sides-second", *three_sides(3), 6, sides=[0, 1, 2, 0, 1, 2], flaw=("fairness", "Side 2 wins too often"))
game("sides-second-behind", *three_sides(-3), 6, sides=[0, 1, 2, 0, 1, 2], flaw=("fairness", "Side 2 wins too rarely"))


def hard_together(players, good, bad):
    text = (f"(game (setup (create players {players}) (create teams ({', '.join(map(str, range(players)))})))"
            f" (choice (0 player) ((label \"bold\" (set (game sto W) (random {bad - 1})))"
            f" (label \"wise\" (set (game sto W) (random {good - 1})))))"
            " (scoring win (== (game sto W) 0)))")

    def play(m):
        won = m.luck(bad if m.choose(0, 2) == 0 else good) == 0
        return dict(win=[won] * players)
    return text, play


game("together-hard-3", *hard_together(3, 150, 300), 3, sides=[0] * 3, goal=True, flaw=("success", "hardly ever"))


# ---- nobody wins, everybody does ----

def reach(players, faces, least):
    text = (f"(game (setup (create players {players})) (all player 'P (set ('P sto SUM) (random {faces - 1})))"
            f" (scoring win (>= ((current player) sto SUM) {least})))")

    def play(m):
        return dict(win=[m.luck(faces) >= least for _ in range(players)])
    return text, play


game("reach-3", *reach(3, 10, 9), 3, goal=True, flaw=NOTHING)
game("reach-4", *reach(4, 12, 11), 4, goal=True, flaw=NOTHING)


# ---- length and standings ----

def drags(players, long):
    """One match in eight lasts ten times as long as the others; a lot decides all of them."""
    text = (f"(game (setup (create players {players})) (set (game sto LONG) (if (== (random 7) 0) {long} 4))"
            " (stage player (end (>= (game sto N) (game sto LONG)))"
            " (inc (game sto N) 1) (saveturnstats SUM roundnumber N))"
            f" (inc (((random {players - 1}) player) sto SUM) 1)" + MAX)

    def play(m):
        rounds = long if m.luck(8) == 0 else 4
        for _ in range(rounds):
            m.save([0] * players)
        x = m.luck(players)
        return dict(scores=[int(p == x) for p in range(players)])
    return text, play


game("drags-2", *drags(2, 40), 2, flaw=("length", "drags"))
game("drags-3", *drags(3, 40), 3, flaw=("length", "drags"))


def lead_kept(players, rounds):
    """Somebody is twenty points ahead from the start; throws of one point change nothing."""
    text = (f"(game (setup (create players {players})) (set (((random {players - 1}) player) sto SUM) 20)"
            f" (repeat {rounds} (block (all player 'P (inc ('P sto SUM) (random 1)))"
            " (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))" + MAX)

    def play(m):
        s = [0] * players
        s[m.luck(players)] = 20
        for _ in range(rounds):
            for p in range(players):
                s[p] += m.luck(2)
            m.save(s)
        return dict(scores=s)
    return text, play


game("lead-kept-2", *lead_kept(2, 5), 2, flaw=("lead", "hardly ever changes"))
game("lead-kept-3", *lead_kept(3, 4), 3, flaw=("drama", "little drama"))


# ---- rules that do nothing ----

def dead_option(players):
    text = (f"(game (setup (create players {players})) (stage player (turns {players})"
            " (choice ((label \"low\" (inc ((current player) sto SUM) (random 3)))"
            " (label \"high\" (inc ((current player) sto SUM) (+ 1 (random 3))))"
            " ((> (game sto BELL) 5) (label \"ring\" (inc ((current player) sto SUM) 9))))))" + MAX)

    def play(m):
        s = [0] * players
        for p in range(players):
            s[p] = m.choose(p, 2) + m.luck(4)
        return dict(scores=s)
    return text, play


for players in (2, 3):
    game(f"dead-option-{players}", *dead_option(players), players, flaw=("rules", "never"), dead=True)


def dead_bonus(players):
    """A bonus for more points than a hand can have."""
    text = (f"(game (setup (create players {players}) (create deck (game hloc STOCK) (deck (N (1 .. 5)))))"
            " (do ((shuffle (game hloc STOCK)) (all player 'P (do ((inc ('P sto SUM) (value N (top (game hloc STOCK))))"
            " (move (top (game hloc STOCK)) (top ('P iloc HELD))))))))"
            " (all player 'P ((> ('P sto SUM) 5) (inc ('P sto SUM) 10)))" + MAX)

    def play(m):
        left = [1, 2, 3, 4, 5]
        return dict(scores=[left.pop(m.luck(len(left))) for _ in range(players)])
    return text, play


game("dead-bonus-3", *dead_bonus(3), 3, flaw=("rules", "never true"), dead=True)


# ---- a choice now and then ----

def seldom(players, turns):
    """One turn in so many has a choice; the others have one option."""
    text = (f"(game (setup (create players {players})) (stage player (turns {turns})"
            " (choice ((label \"go\" (inc ((current player) sto SUM) (random 1)))"
            f" ((== (game sto N) 0) (label \"jump\" (inc ((current player) sto SUM) 2)))))"
            " (inc (game sto N) 1) (saveturnstats SUM roundnumber N))" + MAX)

    def play(m):
        s = [0] * players
        for t in range(turns):
            if m.choose(t % players, 2 if t == 0 else 1) == 0:
                s[t % players] += m.luck(2)
            else:
                s[t % players] += 2
            m.save(s)
        return dict(scores=s)
    return text, play


game("seldom-3", *seldom(3, 12), 3, flaw=("choices", "seldom"))
