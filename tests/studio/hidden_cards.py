"""hidden.py - games with hidden cards, played to their end over HTTP. usage: hidden.py LINK SEEDS GAME... [-- FILE...]

Of a GAME something must be hidden from one seat and not from another; of a FILE all may be open.

People sit in all seats, so that what is hidden from one can be asked of another: a card, or a die, that
a seat is shown and another is not must be in nothing that the other is sent, neither by its name nor by
its identity. Every answer is read, those to plays, hints and to what was taken back among them. A name
may stand in the log if that seat has seen it lie open before.
"""
import http.client, json, random, re, sys

link, seeds, games = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
files = games[games.index("--") + 1:] if "--" in games else []
games = [game for game in games[:len(games) - len(files)] if game != "--"]
host, token = link.split("//")[1].split("/")[0], link.split("token=")[1]
thing = re.compile(r'data-id="(\d+)"[^>]*>(?:<title>([^<]*)</title>)?')
connection = http.client.HTTPConnection(host, timeout=120)


def ask(path, body):
    connection.request("POST", path, json.dumps(body), {"X-Dado-Token": token, "Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read().decode()
    assert answer.status == 200, (path, body, text)
    return text


class Words:
    """A text that is asked for many names: as a whole word, or as several in a row."""
    def __init__(self, text):
        self.text, self.words = text, set(re.findall(r"[\w-]+", text))

    def name(self, name):
        if re.fullmatch(r"[\w-]+", name):
            return name in self.words
        return re.search(r"(?<![\w-])" + re.escape(name) + r"(?![\w-])", self.text) is not None


def without_look(text, look):
    """What the description says of looks is the same in every match: it names all cards, and tells of none."""
    written = json.dumps(look, separators=(",", ":"), ensure_ascii=False)
    for _ in range(3):  # as it is, and in strings of strings
        text = text.replace(written, "")
        written = json.dumps(written, ensure_ascii=False)[1:-1]
    return text


class Table:
    def __init__(self, game, seed):
        self.where = f"{game}, seed {seed}"
        self.luck = random.Random(f"{game}{seed}")
        text = {"text": open(game).read()} if game.endswith(".rcy") else {}
        begun = json.loads(ask("/api/sittings", {"game": game.split("/")[-1], **text, "seats": "human", "seed": seed}))
        self.path, self.players = f"/api/sittings/{begun['id']}", begun["table"]["players"]
        self.seen = [set() for _ in range(self.players)]  # names that ever lay open to a seat
        self.read = self.checked = 0

    def say(self, seat, **words):
        return ask(self.path, {"seat": seat, **words})

    # What every seat is told now; `first` is an answer that one of them has got already.
    def look(self, first=None):
        told = {first[0]: first[1]} if first else {}
        for seat in range(self.players):
            if seat not in told:
                told[seat] = self.say(seat)
        self.read += self.players
        now = {seat: json.loads(text)["table"] for seat, text in told.items()}
        if now[0]["over"]:
            return now, told
        shown = {seat: {i: name for i, name in thing.findall(view["svg"]) if name} for seat, view in now.items()}
        for seat in range(self.players):
            self.seen[seat] |= set(shown[seat].values())
        for seat, view in now.items():
            rest, whole = Words(view["svg"] + json.dumps(view["moves"])), Words(without_look(told[seat], view.get("look")))
            mine, ids = set(shown[seat].values()), {i for i, _ in thing.findall(view["svg"])}
            for other in range(self.players):
                for i, name in shown[other].items():
                    if i not in shown[seat]:
                        assert i not in ids, f"{self.where}: seat {seat} can follow {name}, which only seat {other} sees"
                        self.checked += 1
                    if name not in mine:
                        assert not rest.name(name), f"{self.where}: seat {seat} is told of {name}, which only seat {other} sees"
                    if name not in self.seen[seat]:
                        assert not whole.name(name), f"{self.where}: seat {seat} reads of {name}, which it never saw"
        return now, told

    def play(self):
        now, _ = self.look()
        for _ in range(600):
            if now[0]["over"]:
                return True
            actor = now[0]["actor"]
            moves = now[actor]["moves"]
            if self.luck.random() < 0.1:
                said = self.say(actor, hint="random")
                assert "hint" in json.loads(said), said
                self.look((actor, said))
            said = self.say(actor, play=self.luck.randrange(len(moves)))
            now, _ = self.look((actor, said))
            if not now[0]["over"] and self.luck.random() < 0.05:
                now, _ = self.look((actor, self.say(actor, undo=True)))
        return False


read = checked = ended = bare = 0
for game in games + files:
    for seed in range(1, seeds + 1):
        table = Table(game, seed)
        ended += table.play()
        read += table.read
        checked += table.checked
        assert table.checked or game in files, f"{game}: nothing is hidden there"
        bare += table.checked == 0
print(f"{len(games) + len(files)} games, {seeds} seeds, {ended} played to their end: {read} answers read, {checked} hidden things looked for"
      + (f"; in {bare} matches all that one saw all did" if bare else ""))
