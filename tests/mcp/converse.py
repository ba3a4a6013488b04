"""converse.py - talks to dado mcp as an assistant would, and as one would that has lost its mind.  converse.py DADO"""
import json
import os
import random
import select
import subprocess
import sys
import tempfile
import time

DADO = sys.argv[1]
BROKEN = """(game (setup (create players 2) (create dicestorage 'D (6)))
 (do ((throwaldice 'D) (inc ((current player) sto S) (dievalue 'D))))
 (scoring max ((current player) sto S)))
"""


def busy():
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Server:
    def __init__(self, folder, *flags):
        self.child = subprocess.Popen([DADO, "mcp", folder, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.number, self.rest, self.notes = 0, b"", []

    def send(self, message):
        self.child.stdin.write((message if isinstance(message, bytes) else json.dumps(message).encode()) + b"\n")

    def line(self, seconds=60.0):
        """The next message; None where none comes in time."""
        end = time.monotonic() + seconds
        while b"\n" not in self.rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.child.stdout], [], [], left)[0]:
                return None
            more = os.read(self.child.stdout.fileno(), 1 << 16)
            assert more, f"the server has gone: {self.child.wait()}"
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def ask(self, method, params=None, seconds=120.0):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params or {}})
        while True:
            answer = self.line(seconds)
            assert answer is not None, f"{method} was not answered"
            assert answer["jsonrpc"] == "2.0"
            if answer.get("id") == self.number:
                return answer
            self.notes.append(answer)

    def begin(self, version="2025-06-18"):
        answer = self.ask("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer["result"]

    def call(self, tool, **arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]

    def end(self):
        self.child.stdin.close()
        code = self.child.wait(timeout=30)
        assert code == 0, f"the server ended with {code}"


def held(folder):
    """Everything beneath a folder, to the byte."""
    found = {}
    for at, folders, names in os.walk(folder):
        found.update({os.path.join(at, name): None for name in folders})
        for name in names:
            with open(os.path.join(at, name), "rb") as file:
                found[os.path.join(at, name)] = file.read()
    return found


def text_of(result):
    return "\n".join(part["text"] for part in result["content"])


def converse(folder):
    """Writes a broken game, reads the errors, mends it and judges it."""
    server = Server(folder, "--write")
    assert server.ask("tools/list")["error"]["code"] == -32600, "something comes before initialize"
    assert server.begin()["protocolVersion"] == "2025-06-18"
    assert server.begin("1999-01-01")["protocolVersion"] == "2025-06-18"
    assert server.begin("2024-11-05")["protocolVersion"] == "2024-11-05"
    assert not server.call("write_file", name="mine.rcy", text=BROKEN)["isError"]
    found = server.call("check", game=["mine.rcy"])
    wrong = found["structuredContent"]["parts"]["diagnostics"]["diagnostics"]
    assert [(d["severity"], d["line"], d["code"]) for d in wrong] == [("error", 2, "E103")], wrong
    assert "did you mean throwalldice?" in wrong[0]["text"]
    assert server.call("sim", game="mine.rcy")["isError"], "a broken game is played"
    mended = BROKEN.replace("throwaldice", "throwalldice")
    assert not server.call("write_file", name="mine.rcy", text=mended)["isError"]
    again = server.call("check", game=["mine.rcy"])
    assert not [d for d in again["structuredContent"]["parts"]["diagnostics"]["diagnostics"] if d["severity"] == "error"]
    judged = server.call("sim", game="mine.rcy", matches=200)
    assert not judged["isError"] and judged["structuredContent"]["complete"] is True
    assert judged["structuredContent"]["parameters"]["matches"] == 200
    verdicts = server.call("doctor", game="mine.rcy", effort="quick")
    assert not verdicts["isError"] and verdicts["structuredContent"]["job"] == "doctor", text_of(verdicts)
    read = server.ask("resources/read", {"uri": "dado://files/mine.rcy"})["result"]["contents"][0]["text"]
    assert read == mended
    server.end()


def lists(folder):
    server = Server(folder)
    server.begin()
    tools = {tool["name"]: tool for tool in server.ask("tools/list")["result"]["tools"]}
    assert len(tools) > 40 and "sim" in tools and "map_eval" in tools and "write_file" not in tools
    for tool in tools.values():
        schema = tool["inputSchema"]
        assert schema["type"] == "object" and tool["description"] and not {"unsafe", "mpi", "native", "store"} & set(schema["properties"])
    assert tools["sim"]["inputSchema"]["required"] == ["game"]
    assert tools["sim"]["inputSchema"]["properties"]["matches"]["type"] == "integer"
    resources = [r["uri"] for r in server.ask("resources/list")["result"]["resources"]]
    assert {"dado://language", "dado://manual", "dado://games/hearts"} <= set(resources)
    for uri in resources:
        assert server.ask("resources/read", {"uri": uri})["result"]["contents"][0]["text"].strip(), uri
    assert server.ask("resources/read", {"uri": "dado://nosuch"})["error"]["code"] == -32002
    for prompt in server.ask("prompts/list")["result"]["prompts"]:
        given = {a["name"]: "the given words" for a in prompt["arguments"]}
        messages = server.ask("prompts/get", {"name": prompt["name"], "arguments": given})["result"]["messages"]
        assert "the given words" in messages[0]["content"]["text"]
        assert "error" in server.ask("prompts/get", {"name": prompt["name"]})
    assert server.ask("no/such")["error"]["code"] == -32601
    assert server.ask("ping")["result"] == {}
    server.end()


def cancelled(folder):
    """An endless job ends within a second of being cancelled, and is not answered; progress is told meanwhile."""
    server = Server(folder)
    server.begin()
    for name, arguments in (("sim", {"game": "hearts", "matches": 100_000_000}), ("solve", {"game": "fourinarow"}),
                            ("equilibrium", {"game": "leduc", "gap": 1e-9, "iterations": 100_000_000})):
        server.number += 1
        mine = server.number
        server.send({"jsonrpc": "2.0", "id": mine, "method": "tools/call",
                     "params": {"name": name, "arguments": arguments, "_meta": {"progressToken": f"token of {name}"}}})
        told = []
        while len(told) < 2:
            message = server.line(60)
            assert message is not None and message["method"] == "notifications/progress", message
            assert message["params"]["progressToken"] == f"token of {name}"
            told.append(message["params"]["progress"])
        assert told == sorted(set(told)), "progress does not increase"
        before = threads_of(server)
        server.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": mine}})
        began = time.monotonic()
        while threads_of(server) > 1:
            assert time.monotonic() - began < 1.0 * busy(), f"{name} goes on, with {before} threads"
            time.sleep(0.02)
        print(f"{name} ended {time.monotonic() - began:.2f} s after it was cancelled")
        server.ask("ping")
        assert all(note.get("id") != mine for note in server.notes), "a cancelled call was answered"
    # Ends while a tool runs: the server does not wait for it.
    server.send({"jsonrpc": "2.0", "id": 999, "method": "tools/call", "params": {"name": "solve", "arguments": {"game": "fourinarow"}}})
    time.sleep(0.3)
    server.end()


def threads_of(server):
    return len(os.listdir(f"/proc/{server.child.pid}/task"))


def keeps_to_its_folder(above):
    """Nothing is read outside of the folder, and nothing written anywhere."""
    folder, outside = os.path.join(above, "folder"), os.path.join(above, "outside")
    os.makedirs(folder), os.makedirs(outside)
    with open(os.path.join(outside, "secret.rcy"), "w", encoding="utf-8") as file:
        file.write("(game (setup (create players 2)) (do ((set (game sto SECRET) 1))) (scoring max (game sto SECRET)))")
    with open(os.path.join(folder, "mine.rcy"), "w", encoding="utf-8") as file:
        file.write(BROKEN.replace("throwaldice", "throwalldice"))
    os.symlink(os.path.join(outside, "secret.rcy"), os.path.join(folder, "link.rcy"))
    before = held(above)
    server = Server(folder)
    server.begin()
    for name in ("../outside/secret.rcy", os.path.join(outside, "secret.rcy"), "link.rcy", "/etc/passwd"):
        for answer in (server.call("sim", game=name, matches=5), server.call("check", game=[name])):
            assert answer["isError"] or answer["structuredContent"]["failed"], name
            assert "SECRET" not in text_of(answer), name
        assert "error" in server.ask("resources/read", {"uri": f"dado://files/{name}"}), name
    for tool, arguments in (("write_file", {"name": "x", "text": "y"}), ("format", {"file": ["mine.rcy"]}), ("new", {"kind": "game", "name": "made/x"}),
                            ("agent_new", {"language": "lua", "name": "made"}), ("sim", {"game": "mine.rcy", "matches": 5, "csv": "out.csv"}),
                            ("sim", {"game": "kuhn", "matches": 5, "store": "runs.db"}), ("runs_export", {"out": "x.sqlite"}),
                            ("map_gen", {"generator": "caves", "out": "x.map"}), ("import", {"file": ["mine.rcy"]})):
        answer = server.ask("tools/call", {"name": tool, "arguments": arguments})
        assert "error" in answer or answer["result"]["isError"] or tool == "format", (tool, answer)
    for agents in ("./bot.py", "process:/bin/true", "plugin:./x.so"):
        assert server.call("sim", game="kuhn", matches=5, agents=agents)["isError"], agents
    for given in ({"unsafe": True}, {"native": "yes"}, {"mpi": True}):
        assert server.call("sim", game="kuhn", matches=5, **given)["isError"], given
    texts = server.call("sim", game="new.rcy", matches=5, files={"new.rcy": BROKEN.replace("throwaldice", "throwalldice")})
    assert not texts["isError"], text_of(texts)
    server.end()
    assert held(above) == before, "something was written"
    return folder


def mutated(folder, count):
    """Messages with bytes changed, cut, repeated and swapped: no crash, no hang, and the server still answers."""
    luck = random.Random(7)
    seeds = [json.dumps(m).encode() for m in (
        {"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": {}},
        {"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": {"name": "sim", "arguments": {"game": "kuhn", "matches": 3, "seed": 2}}},
        {"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "check", "arguments": {"game": ["x.rcy"], "files": {"x.rcy": BROKEN}}}},
        {"jsonrpc": "2.0", "id": 7, "method": "resources/read", "params": {"uri": "dado://files/mine.rcy"}},
        {"jsonrpc": "2.0", "id": 8, "method": "prompts/get", "params": {"name": "find_problems", "arguments": {"game": "kuhn"}}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}},
        {"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "write_file", "arguments": {"name": "x", "text": "y"}}})]
    before = held(folder)
    server = Server(folder, "--threads", "1")
    server.begin()
    for i in range(count):
        message = bytearray(luck.choice(seeds))
        for _ in range(luck.randrange(1, 6)):
            at = luck.randrange(len(message))
            kind = luck.randrange(5)
            if kind == 0:
                message[at] = luck.randrange(256)
            elif kind == 1:
                del message[at:at + luck.randrange(1, 9)]
            elif kind == 2:
                message[at:at] = message[luck.randrange(len(message)):][:luck.randrange(1, 30)]
            elif kind == 3:
                message[at:at] = luck.choice((b"[", b"{", b'"', b"\\u0000", b"null", b"-1e999", b"[" * 3000, b"99999999999999999999"))
            else:
                message = message[:at + 1]
            if not message:
                message = bytearray(b"{")
        server.send(bytes(message).replace(b"\n", b" "))
        if i % 50 == 49:  # so that neither side waits for the other's pipe
            server.ask("ping", seconds=60)
    assert server.ask("ping")["result"] == {}
    server.send(b"x" * (17 << 20))
    assert server.ask("ping")["result"] == {}
    server.end()
    assert held(folder) == before, "a mutated message wrote something"


with tempfile.TemporaryDirectory() as above:
    os.makedirs(os.path.join(above, "desk"))
    lists(os.path.join(above, "desk"))
    converse(os.path.join(above, "desk"))
    cancelled(os.path.join(above, "desk"))
    folder = keeps_to_its_folder(above + "/closed")
    mutated(folder, 5000)
print("all of it holds")
