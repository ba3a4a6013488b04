"""guests.py - guests play Hearts to its end over HTTP, by invitations. usage: guests.py LINK ADDRESS SEEDS

Everything that a guest is sent is read for what is hidden from that seat: a card that another seat is shown, by name
or by identity. A guest who is killed comes back by the cookie. Cookies and tokens of guests are tried on every other
address of the server, and the studio's own page is not shown what guests hold.
"""
import http.client, json, random, re, socket, sys, threading, time

link, address, seeds = sys.argv[1], sys.argv[2], int(sys.argv[3])
host, token = link.split("//")[1].split("/")[0], link.split("token=")[1]
thing = re.compile(r'data-id="(\d+)"[^>]*>(?:<title>([^<]*)</title>)?')


def send(method, path, body=None, named=None, **head):
    connection = http.client.HTTPConnection(host, timeout=60)
    head = {name.replace("_", "-"): value for name, value in head.items()}
    if body is not None:
        head.setdefault("Content-Type", "application/json")
        body = json.dumps(body)
    if named:
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", named)
        for name, value in head.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body.encode() if body is not None else None)
    else:
        connection.request(method, path, body, head)
    answer = connection.getresponse()
    text = answer.read().decode(errors="replace")
    return answer.status, text, answer.getheader("Set-Cookie")


def host_asks(path, body):
    status, text, _ = send("POST", path, body, X_Dado_Token=token)
    assert status == 200, (path, body, text)
    return json.loads(text)


def name_in(name, text):
    return re.search(r"(?<![\w-])" + re.escape(name) + r"(?![\w-])", text) is not None


class Guest:
    def __init__(self, seat, link, name, agrees=True):
        self.seat, self.token = seat, link.split("#")[1]
        assert link.startswith(address + "/seat#"), link
        status, text, cookie = send("POST", "/api/seat/join", {"token": self.token, "name": name, "agrees": agrees})
        assert status == 200 and json.loads(text)["seat"] == seat, text
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/api/seat" in cookie, cookie
        self.cookie = cookie.split(";")[0]
        self.seen, self.shown, self.text = set(), {}, ""

    def asks(self, **body):
        status, self.text, _ = send("POST", "/api/seat", body, Cookie=self.cookie)
        assert status == 200, self.text
        answer = json.loads(self.text)
        if "table" in answer:
            self.table = answer["table"]
            self.shown = {i: name for i, name in thing.findall(self.table["svg"]) if name}
            self.ids = {i for i, _ in thing.findall(self.table["svg"])}
            if not self.table["over"]:
                self.seen |= set(self.shown.values())
        return answer


class Screen:
    """The screen that everybody sees, as a guest who has no seat."""

    def __init__(self, sitting):
        self.seat, self.sitting, self.seen = "of the public screen", sitting, set()

    def look(self):
        status, self.text, _ = send("POST", f"/api/sittings/{self.sitting}", {"seat": -3, "width": 1000}, X_Dado_Token=token)
        assert status == 200, self.text
        answer = json.loads(self.text)
        self.table = answer["table"]
        assert not self.table["moves"], "the public screen can move"
        self.shown = {i: name for i, name in thing.findall(self.table["svg"]) if name}
        self.ids = {i for i, _ in thing.findall(self.table["svg"])}
        self.seen |= set(self.shown.values())
        return answer


def read_for_hidden(guests, screen):
    checked = 0
    screen.look()
    for i, name in screen.shown.items():
        assert all(i in guest.shown for guest in guests), f"the public screen shows {name}, which not everybody sees"
    for guest in [*guests, screen]:
        for other in guests:
            for i, name in other.shown.items():
                if i not in guest.shown:
                    assert i not in guest.ids, f"seat {guest.seat} can follow {name} of seat {other.seat}"
                    checked += 1
                if name not in guest.seen:
                    assert not name_in(name, guest.text), f"seat {guest.seat} is told of {name} of seat {other.seat}"
    return checked


def refused(status, what):
    assert status in (400, 401, 403, 404, 405), f"{what}: {status}"


def try_everywhere(guest):
    """The guest's cookie and the token of the link open nothing but the seat."""
    addresses = [("GET", "/api/about"), ("GET", "/api/files"), ("GET", "/api/files/x.rcy"), ("PUT", "/api/files/x.rcy"),
                 ("DELETE", "/api/files/x.rcy"), ("GET", "/api/library"), ("GET", "/api/library/cards/hearts.rcy"),
                 ("GET", "/api/jobs"), ("POST", "/api/jobs"), ("GET", "/api/jobs/1/events"), ("DELETE", "/api/jobs/1"),
                 ("POST", "/api/sittings"), ("POST", "/api/sittings/1"), ("DELETE", "/api/sittings/1"),
                 ("POST", "/api/invitations"), ("GET", "/api/invitations"), ("POST", "/api/seat/1"), ("POST", "/api/seats"),
                 ("POST", "/api/seat/join/x"), ("POST", "/api/seat/../files"), ("POST", "/api/seat%2fjoin"), ("GET", "/api/seat"),
                 ("DELETE", "/api/seat"), ("PUT", "/api/seat")]
    for method, path in addresses:
        body = {"game": "hearts", "job": "list", "sitting": 1} if method in ("POST", "PUT") else None
        for head in ({"Cookie": guest.cookie}, {"X_Dado_Token": guest.token}, {"X_Dado_Token": guest.cookie.split("=")[1]},
                     {"Cookie": guest.cookie, "X_Dado_Token": guest.token}):
            refused(send(method, path, body, **head)[0], (method, path, head))
    for body in ({"undo": True}, {"hint": "random"}, {"take": 0}, {"step": 3}, {"keep": True}, {"seat": 0}, {"seat": 1, "play": 0}, [], "x"):
        refused(send("POST", "/api/seat", body, Cookie=guest.cookie)[0], body)
    # Used once; guessed; nobody's.
    for body in ({"token": guest.token}, {"token": "0" * 32}, {"token": ""}, {}, {"token": 7}, {"token": token}):
        refused(send("POST", "/api/seat/join", body)[0], body)
    for cookie in ("dado_seat=" + "0" * 32, "dado_seat=", "dado_seat=" + guest.token, "x=" + guest.cookie.split("=")[1], "dado_seat=" + token):
        refused(send("POST", "/api/seat", {}, Cookie=cookie)[0], cookie)
    # From other sites, under other names, in other forms.
    refused(send("POST", "/api/seat", {}, Cookie=guest.cookie, Origin="http://evil.example")[0], "origin")
    refused(send("POST", "/api/seat", {}, Cookie=guest.cookie, Sec_Fetch_Site="cross-site")[0], "site")
    refused(send("POST", "/api/seat", {}, named="evil.example", Cookie=guest.cookie)[0], "host")
    assert send("POST", "/api/seat", {}, Cookie=guest.cookie, Content_Type="text/plain")[0] == 415
    assert send("POST", "/api/seat", {"note": "x" * 20000}, Cookie=guest.cookie)[0] == 413


def play(seed):
    luck = random.Random(seed)
    begun = host_asks("/api/sittings", {"game": "hearts", "seats": "human", "seed": seed})
    sitting = begun["id"]
    for wrong in ("fun", [], [{}], [{"name": "Fun!", "text": "?"}], [{"name": "seat", "text": "?"}], [{"name": "fun", "text": ""}],
                  [{"name": "fun", "text": "x"}] * 2, [{"name": f"q{i}", "text": "x"} for i in range(9)], [{"name": "fun", "text": "x" * 201}]):
        refused(send("POST", "/api/invitations", {"sitting": sitting, "questions": wrong}, X_Dado_Token=token)[0], wrong)
    asked = [{"name": "fun", "text": "Was it <b>fun</b>?"}, {"name": "clear", "text": "Clear?"}]
    invited = host_asks("/api/invitations", {"sitting": sitting, "questions": asked})["invitations"]
    assert all(one["qr"].startswith("<svg ") for one in invited)
    assert [one["seat"] for one in invited] == [0, 1, 2, 3]
    first = invited[0]["link"].split("#")[1]
    again = host_asks("/api/invitations", {"sitting": sitting, "seats": [0]})["invitations"]
    assert len(again) == 1
    refused(send("POST", "/api/seat/join", {"token": first})[0], "an invitation that was replaced")
    invited[0] = again[0]
    guests = [Guest(one["seat"], one["link"], name) for one, name in zip(invited, ["Xenia", "Yara", "Zilda", ""])]
    # The studio's own page sees who is there, and no cards.
    for body in ({}, {"seat": 0}, {"seat": 3}, {"seat": -2}):
        status, text, _ = send("POST", f"/api/sittings/{sitting}", body, X_Dado_Token=token)
        assert status == 200 and "table" not in json.loads(text) and "svg" not in text, text
        assert [guest["use"] for guest in json.loads(text)["guests"]] == ["joined"] * 4, text
    for body in ({"seat": 0, "play": 0}, {"undo": True}, {"seat": 1, "hint": "random"}, {"take": 1}, {"seat": 2, "step": 1}, {"keep": True}):
        refused(send("POST", f"/api/sittings/{sitting}", body, X_Dado_Token=token)[0], body)
    screen = Screen(sitting)
    assert [guest["name"] for guest in screen.look()["guests"]] == ["Xenia", "Yara", "Zilda", ""]
    for body in ({"seat": -3, "play": 0}, {"seat": -3, "hint": "random"}, {"seat": -3, "undo": True}):
        refused(send("POST", f"/api/sittings/{sitting}", body, X_Dado_Token=token)[0], body)
    checked = plays = 0
    for guest in guests:
        assert not any("name" in other for other in guest.asks()["guests"]), "a guest is told names"
    while not guests[0].table["over"]:
        actor = guests[0].table["actor"]
        for guest in guests:  # a move out of turn, or one that is not there
            if guest.seat != actor:
                refused(send("POST", "/api/seat", {"play": 0}, Cookie=guest.cookie)[0], "out of turn")
                break
        moves = guests[actor].table["moves"]
        refused(send("POST", "/api/seat", {"play": len(moves)}, Cookie=guests[actor].cookie)[0], "no such move")
        guests[actor].asks(play=luck.randrange(len(moves)))
        plays += 1
        for guest in guests:
            guest.asks()
        if not guests[0].table["over"]:
            checked += read_for_hidden(guests, screen)
        if plays == 10:
            try_everywhere(guests[1])
            # Killed and back: all that is left is the cookie.
            back = guests[2].cookie
            guests[2].table = None
            guests[2].cookie = "other=1; " + back
            assert guests[2].asks()["table"]["seat"] == 2
            guests[1].asks(note="the queen again")
            assert guests[3].asks(seen=guests[3].asks()["version"]).get("same"), "what has not changed is sent again"
    for guest in guests:
        assert guest.asks()["questions"] == asked
        guest.asks(answers={"fun": 4, "clear": guest.seat + 1})
    assert [guest["answers"] for guest in screen.look()["guests"]] == [2] * 4
    refused(send("POST", "/api/seat", {"answers": {"fun": 6}}, Cookie=guests[0].cookie)[0], "an answer of six")
    refused(send("POST", "/api/seat", {"answers": {"seat": 3}}, Cookie=guests[0].cookie)[0], "a question called seat")
    # Kept as a run once, when it is over.
    assert send("POST", f"/api/sittings/{sitting}", {"keep": True}, X_Dado_Token=token)[0] == 200
    refused(send("POST", f"/api/sittings/{sitting}", {"keep": True}, X_Dado_Token=token)[0], "kept twice")
    status, _, _ = send("DELETE", f"/api/sittings/{sitting}", X_Dado_Token=token)
    assert status == 200
    refused(send("POST", "/api/seat", {}, Cookie=guests[0].cookie)[0], "the match is gone")
    return checked, plays


def send_slowly(found):
    """A body that comes byte by byte is given up after some seconds."""
    name, port = host.split(":")
    connection = socket.create_connection((name, int(port)))
    connection.sendall(f"POST /api/seat/join HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n".encode())
    connection.settimeout(0.2)
    begun = time.monotonic()
    while time.monotonic() < begun + 60:
        try:
            connection.sendall(b" ")
            if connection.recv(100):
                break
        except TimeoutError:
            continue
        except OSError:
            break
    found.append(time.monotonic() - begun)


slow = []
drip = threading.Thread(target=send_slowly, args=(slow,))
drip.start()
total = [play(seed) for seed in range(1, seeds + 1)]
# Whoever does not agree is not recorded, nor is the match.
begun = host_asks("/api/sittings", {"game": "noughts", "seats": "human", "seed": 1})
invited = host_asks("/api/invitations", {"sitting": begun["id"]})["invitations"]
pair = [Guest(one["seat"], one["link"], name, agrees) for one, name, agrees in zip(invited, ["Ulla", "Vera"], [True, False])]
for place in range(9):
    for guest in pair:
        guest.asks()
    if pair[0].table["over"]:
        break
    pair[pair[0].table["actor"]].asks(play=0)
assert pair[0].asks()["table"]["over"]
refused(send("POST", f"/api/sittings/{begun['id']}", {"keep": True}, X_Dado_Token=token)[0], "keeping a match that not all agreed to")


def change_seats(first, second):
    """A seat changes hands after its first move; the match is played to its end."""
    begun = host_asks("/api/sittings", {"game": "noughts", "seats": "human", "seed": 1})
    invited = host_asks("/api/invitations", {"sitting": begun["id"]})["invitations"]
    pair = [Guest(0, invited[0]["link"], *first), Guest(1, invited[1]["link"], "Tessa")]
    pair[0].asks(play=0)
    again = host_asks("/api/invitations", {"sitting": begun["id"], "seats": [0]})["invitations"]
    pair[0] = Guest(0, again[0]["link"], *second)
    pair[0].asks()
    while not pair[0].table["over"]:
        for guest in pair:
            guest.asks()
        if not pair[0].table["over"]:
            pair[pair[0].table["actor"]].asks(play=0)
    return pair


# Who comes next cannot agree for who was there before; whoever comes back is the same person.
change_seats(("Wanda", False), ("Wanda", True))
change_seats(("Sonja", True), ("Wilma", True))
back = change_seats(("Rosa", True), ("Rosa", True))
# One guest's notes leave room for those of others.
for number in range(100):
    back[0].asks(note=f"note {number}")
refused(send("POST", "/api/seat", {"note": "one more"}, Cookie=back[0].cookie)[0] - 29, "notes without end")  # 429
back[1].asks(note="my first")
drip.join()
assert slow[0] < 20, f"a slow body was read for {slow[0]:.0f} s"
print(f"{seeds} matches of Hearts by four guests: {sum(p for _, p in total)} moves, {sum(c for c, _ in total)} hidden things looked for")
