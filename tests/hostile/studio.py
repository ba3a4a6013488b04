"""studio.py - requests that try to leave the studio's folder, or to run code in it.

usage: studio.py LINK HERE OUTSIDE SWEEP [allowed]

HERE is the studio's folder. OUTSIDE is a folder beside it that links in HERE lead to; the kernel tells
whenever a file of it is opened, made, changed or removed, so that no attack can succeed unseen. Code that runs
leaves HERE/ran or OUTSIDE/ran. Every parameter of every job that takes words is tried with every way out; with SWEEP "some"
a part of them; "allowed" says that programs of HERE may run. Prints each attack that succeeded and ends with 1 if there was one.
"""
import ctypes, http.client, json, os, struct, sys, threading, time
from concurrent.futures import ThreadPoolExecutor

link, here, outside = sys.argv[1:4]
sweep, allowed = sys.argv[4], "allowed" in sys.argv[5:]
host, token = link.split("//")[1].split("/")[0], link.split("token=")[1]
headers = {"X-Dado-Token": token, "Content-Type": "application/json"}

libc = ctypes.CDLL(None, use_errno=True)
watch = libc.inotify_init1(os.O_NONBLOCK)
OPEN, CHANGES = 0x20, 0x2 | 0x40 | 0x80 | 0x100 | 0x200  # of files; modify, move, create, delete
for folder, _, _ in os.walk(outside):
    assert libc.inotify_add_watch(watch, folder.encode(), OPEN | CHANGES) > 0


def seen():
    """The names of files outside that were touched since the last call."""
    names = set()
    try:
        data = os.read(watch, 1 << 20)
    except BlockingIOError:
        return names
    at = 0
    while at < len(data):
        _, mask, _, length = struct.unpack_from("iIII", data, at)
        name = data[at + 16:at + 16 + length].rstrip(b"\0").decode()
        at += 16 + length
        if name or mask & CHANGES:
            names.add(name)
    return names


def ask(method, path, body=None, seconds=20):
    connection = http.client.HTTPConnection(host, timeout=seconds)
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, text


def events(number, seconds):
    """What a job says until it ends; one that takes longer is stopped."""
    stop = threading.Timer(seconds, lambda: ask("DELETE", f"/api/jobs/{number}"))
    stop.start()
    try:
        return ask("GET", f"/api/jobs/{number}/events")[1]
    finally:
        stop.cancel()


def job(name, parameters, files=None, seconds=1.0):
    body = {"job": name, "parameters": parameters}
    if files:
        body["files"] = files
    for _ in range(100):
        status, text = ask("POST", "/api/jobs", body)
        if status != 429:
            break
        time.sleep(0.1)
    return status, text + (events(json.loads(text)["id"], seconds) if status == 200 else "")


marks = [os.path.join(here, "ran"), os.path.join(outside, "ran")]
succeeded, tried = [], 0


def judge(what, status, text):
    global tried
    tried += 1
    found = seen()
    if any(os.path.exists(mark) for mark in marks):
        found.add("code ran")
        for mark in marks:
            if os.path.exists(mark):
                os.remove(mark)
        seen()
    if "SECRET" in text:
        found.add("the secret is told")
    if found:
        succeeded.append(what)
        print(f"succeeded: {what}: {', '.join(sorted(found))}", flush=True)
    return status, text


def attack(name, parameters, refused=None, **more):
    status, text = judge(f"{name} {json.dumps(parameters)}", *job(name, parameters, **more))
    if refused and (status != 400 or refused not in text):
        succeeded.append(name)
        print(f"not refused in words: {name} {json.dumps(parameters)}: {status} {text[:300]}")


def works(name, parameters):
    status, text = job(name, parameters, seconds=15)
    assert status == 200 and "event: done" in text, (name, parameters, status, text[:500])


# What is in the folder and what dado ships is there for everybody.
seen()
for game in ("kuhn", "pig", "dice/pig.rcy", "mine.rcy", "inner/same.rcy"):
    works("sim", {"game": game, "matches": 2, "no-store": True})
works("sim", {"game": "kuhn", "matches": 2, "seat": ["0=mine.lua"]})
works("sim", {"game": "kuhn", "matches": 2, "store": "other.db", "csv": "made.csv", "rounds": "made"})
works("runs export", {"run": "1", "store": "other.db", "out": "inner/made.sqlite"})
works("map show", {"map": "cave.map"})
if allowed and os.path.exists(os.path.join(here, "evil.so")):
    works("sim", {"game": "kuhn", "matches": 2, "seat": ["0=./evil.so"], "no-store": True})
    assert os.path.exists(os.path.join(here, "ran"))
    os.remove(os.path.join(here, "ran"))
assert not seen()
flag = None if allowed else "--allow-programs"

# The attacks of old, by name. A job that may run programs keeps to its folder all the same.
sim = {"game": "kuhn", "matches": 3, "no-store": True}
attack("sim", {"game": "link.rcy", "matches": 3, "no-store": True})
attack("sim", {"game": "dungeon", "set": ["file=@notes.expect"], "matches": 3, "no-store": True})
attack("sim", {**sim, "seat": ["0=link.lua"]})
attack("sim", {**sim, "seat": ["0=lua:file=@notes.expect"]})
attack("sim", {**sim, "agents": "lua:file=@" + outside + "/player.lua"})
attack("replay", {"run": outside + "/game.rcy"})
attack("replay", {"run": "link.rcy"})
attack("sim", {"game": "kuhn", "matches": 3, "store": "link.db"})
attack("arena", {"game": "kuhn", "player": ["random", "greedy"], "matches": 1, "replays": "out/pages"})
for program in ("./outside.so", "plugin:object=out/evil.so", f"plugin:object={outside}/evil.so"):
    attack("sim", {**sim, "seat": ["0=" + program]})
for program in ("out/evil.py", f"process:program={outside}/evil.py", "./outside.py"):
    attack("sim", {**sim, "seat": ["0=" + program]})
if flag:
    for program in ("./evil.so", "./evil.py", "plugin:object=./evil.so", "process:program=./evil.py", "evil.py",
                    "process:program=./evil.py,unsafe=yes", "process:unsafe=yes,program=./evil.py"):
        attack("sim", {**sim, "seat": ["0=" + program]}, refused=flag)
        attack("sim", {**sim, "agents": "random," + program}, refused=flag)
        attack("arena", {"game": "kuhn", "player": ["random", program], "matches": 1, "no-store": True}, refused=flag)
        attack("agent check", {"agent": program, "game": "kuhn"}, refused=flag)
        attack("agent ask", {"agent": program, "run": "1", "match": 0, "step": 1, "store": "tame.db"}, refused=flag)
        attack("equilibrium", {"game": "kuhn", "player": [program]}, refused=flag)
        attack("exact", {"game": "kuhn", "players": program})
        attack("doctor", {"game": "kuhn", "thinker": program, "no-store": True})
        attack("level eval", {"level": "one.level", "agents": program})
        attack("sim", {"game": "kuhn", "matches": 3, "no-store": True, "seat": ["0=" + program], "unsafe": True}, refused=flag)
        for where in ({"seats": "human," + program}, {"seats": program}):
            judge(f"sitting {where}", *ask("POST", "/api/sittings", {"game": "kuhn", "seed": 1, **where}))
        status, text = ask("POST", "/api/sittings", {"game": "kuhn", "seats": "human,random", "seed": 1})
        judge(f"hint {program}", *ask("POST", f"/api/sittings/{json.loads(text)['id']}", {"seat": 0, "hint": program}))
    attack("sim", {**sim, "unsafe": True}, refused=flag)
    attack("sim", {"game": "pig", "matches": 3, "native": "yes", "no-store": True}, refused=flag)
    # A store that somebody put there holds a run whose players are programs: it cannot be made to play again.
    for verb, more in (("replay", {"match": 0}), ("runs export", {"out": "t.sqlite"}), ("runs verify", {}), ("runs show", {"rounds": "r"})):
        attack(verb, {"run": "1", "store": "planted.db", **more})
for set_ in ("file=@notes.expect", "file=@out/game.rcy", f"file=@{outside}/game.rcy", "file=@../outside/game.rcy"):
    for game in ("dungeon", "platform", "table", "territorio", "bigpoints", "kuhn"):
        judge(f"sitting {game} {set_}", *ask("POST", "/api/sittings", {"game": game, "set": [set_], "seats": "human"}))
    judge(f"sitting seats lua:{set_}", *ask("POST", "/api/sittings", {"game": "kuhn", "seats": "human,lua:" + set_}))
for game in ("link.rcy", "out/game.rcy", "../outside/game.rcy", outside + "/game.rcy", "-"):
    judge(f"sitting {game}", *ask("POST", "/api/sittings", {"game": game, "seats": "human"}))

# Names that begin with a point are nobody's to write, and what is there is not written over.
os.makedirs(os.path.join(here, ".git"), exist_ok=True)
for name in (".git/config", ".profile"):
    with open(os.path.join(here, name), "w", encoding="utf-8") as file:
        file.write("as it was")
    for verb, more in (("runs export", {"run": "1", "store": "other.db", "out": name}), ("sim", {"game": "kuhn", "matches": 2, "csv": name}),
                       ("sim", {"game": "kuhn", "matches": 2, "store": name}), ("sim", {"game": "kuhn", "matches": 2, "rounds": name})):
        judge(f"{verb} {name}", *job(verb, more))
        with open(os.path.join(here, name), "rb") as file:
            if file.read() != b"as it was":
                succeeded.append(name)
                print(f"succeeded: {verb} wrote {name}")
with open(os.path.join(here, "mine.rcy"), encoding="utf-8") as file:
    before = file.read()
judge("new over mine.rcy", *job("new", {"kind": "trick", "name": "mine.rcy"}))
with open(os.path.join(here, "mine.rcy"), encoding="utf-8") as file:
    if file.read() != before:
        succeeded.append("new")
        print("succeeded: new wrote over mine.rcy")

# Every parameter of every job, with every way out.
usual = {"game": "kuhn", "before": "kuhn", "after": "kuhn", "map": "cave.map", "level": "one.level", "agent": "random", "player": ["random", "greedy"],
         "file": "cave.map", "run": "1", "out": "made.txt", "in": "cave.map", "matches": 1, "no-store": True, "name": "made", "generations": 1,
         "population": 2, "language": "lua", "iterations": 1, "count": 1, "times": 1}
endings = ["rcy", "map", "level", "lua", "csv", "db", "expect", "tmx", "ldtk", "json", "patterns", "table", "genes", "txt", "ini", "log", "dado", "npy"]
ways = [f"link.{e}" for e in endings] + [f"out/game.{e}" for e in endings] + \
       [f"{outside}/game.rcy", "../outside/game.rcy", "out", "out/new", "./out/../out/game.rcy", "-", "inner/up/game.rcy", "/proc/self/root" + outside + "/game.rcy"]
if sweep == "some":
    ways = ["link.rcy", "link.map", "link.lua", "link.db", "link.expect", "out/game.rcy", "out/new", f"{outside}/game.rcy", "-"]
about = json.loads(ask("GET", "/api/about")[1])
worded = {"text", "set", "game", "agent", "run", "file", "output", "folder"}


def requests():
    for known in about["jobs"]:
        names = {p["name"]: p for p in known["params"]}
        base = {}
        for name, p in names.items():
            value = usual.get(name)
            if name in usual and (p.get("needed") or name in ("matches", "no-store", "generations", "population", "iterations", "times")):
                base[name] = [value] if p.get("many") and not isinstance(value, list) else value
        for name, p in names.items():
            if p["kind"] not in worded:
                continue
            for way in ways:
                forms = [way]
                if p["kind"] == "set":
                    forms = [f"file=@{way}", f"DECK=@{way}", f"settings=@{way}"]
                if p["kind"] == "agent":
                    forms = [way, f"0={way}", f"lua:file=@{way}", f"random:x=@{way}"]
                if p["kind"] == "text":
                    forms = [way, f"@{way}", f"lua:file=@{way}"]
                for form in forms:
                    parameters = dict(base)
                    if name in ("store", "journal", "resume", "out"):
                        parameters.pop("no-store", None)
                    if name == "out" and "part" in names:
                        parameters["part"] = "1/2"
                    parameters[name] = [form] if p.get("many") else form
                    yield known["name"], parameters


with ThreadPoolExecutor(6) as pool:
    everything = list(requests())
    # Together first; whoever is seen to succeed is found one by one.
    for at in range(0, len(everything), 60):
        batch = everything[at:at + 60]
        texts = list(pool.map(lambda r: job(*r, seconds=0.5), batch))
        tried += len(batch)
        if seen() or any("SECRET" in text for _, text in texts) or any(os.path.exists(m) for m in marks):
            for request in batch:
                attack(*request, seconds=0.5)
            tried -= len(batch)

assert ask("GET", "/api/jobs")[0] == 200
print(f"{tried} requests, of which {len(succeeded)} got out")
sys.exit(1 if succeeded else 0)
