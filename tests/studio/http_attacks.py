"""attacks.py - bodies that are broken in every way, and writers that race. usage: attacks.py LINK BODIES

Valid bodies are cut, doubled, turned and filled with anything; each must be refused or understood, in
words, and the studio must go on answering. Of writers that hold the same tag exactly one wins, and the
file is what that one wrote.
"""
import http.client, json, random, sys, threading

link, bodies = sys.argv[1], int(sys.argv[2])
host, token = link.split("//")[1].split("/")[0], link.split("token=")[1]
luck = random.Random(17)


def ask(method, path, body, tag=None):
    connection = http.client.HTTPConnection(host, timeout=60)
    headers = {"X-Dado-Token": token, "Content-Type": "application/json"}
    if tag is not None:
        headers["If-Match"] = tag
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, text


valid = [
    b'{"job":"check","parameters":{"game":"pig","matches":3,"no-store":true},"files":{"a.rcy":"(game)"}}',
    b'{"job":"sim","parameters":{"game":"a.rcy","matches":2,"set":["GOAL=5"],"no-store":true},"files":{"a.rcy":"(game (setup))"}}',
    b'{"game":"pig","seats":"human,random","seed":1,"width":700,"set":["GOAL=5"],"match":3,"lineup":0,"paired":true}',
    b'{"seat":0,"play":0,"width":640.5}', b'{"seat":0,"hint":"random","undo":true,"step":2,"take":1}',
]
scraps = [b"null", b"-1", b"1e999", b"99999999999999999999999", b'"\\ud800"', b"\xff\xfe", b"\x00", b"[[[[", b"{}", b"[]", b'""', b"true", b",", b":",
          b"\\u0000", b"0.1e-400", b"[" * 3000, b'{"a":' * 3000, b'"' + b"x" * 70000 + b'"']


def broken(body):
    for _ in range(luck.randrange(1, 4)):
        at, to = sorted((luck.randrange(len(body) + 1), luck.randrange(len(body) + 1)))
        what = luck.randrange(5)
        if what == 0:
            body = body[:at]
        elif what == 1:
            body = body[:at] + body[to:]
        elif what == 2:
            body = body[:to] + body[at:]
        elif what == 3:
            body = body[:at] + luck.choice(scraps) + body[at:]
        else:
            tokens = json.dumps(luck.choice([None, -1, 1 << 40, [], {}, "", "..", "/etc/passwd", True])).encode()
            body = body[:at] + tokens + body[to:]
    return body


status, text = ask("POST", "/api/sittings", valid[2])
assert status == 200, text
table = json.loads(text)["id"]
seen = {}
for i in range(bodies):
    path = luck.choice(["/api/jobs", "/api/jobs", "/api/sittings", f"/api/sittings/{table}", "/api/files/fuzzed.rcy"])
    method = "PUT" if path.startswith("/api/files") else "POST"
    body = broken(luck.choice(valid))
    status, text = ask(method, path, body, "never" if method == "PUT" else None)  # a tag that fits nothing: not written
    seen[status] = seen.get(status, 0) + 1
    assert status in (200, 400, 404, 409, 413, 429), (status, path, body[:200], text[:200])
    said = json.loads(text)
    assert status == 200 or said["error"], (path, body[:200], text)
    if status == 200 and path == "/api/jobs":
        ask("DELETE", f"/api/jobs/{said['id']}", None)
    if status == 200 and path == "/api/sittings":
        ask("DELETE", f"/api/sittings/{said['id']}", None)
assert seen.get(400, 0) > bodies // 3, seen
assert ask("GET", "/api/files/fuzzed.rcy", None)[0] == 404, "nothing was written"
print(f"{bodies} broken bodies: {dict(sorted(seen.items()))}")

for turn in range(10):
    status, text = ask("GET", "/api/files/mine.rcy", None)
    tag, won = json.loads(text)["tag"], []

    def write(number):
        said, _ = ask("PUT", "/api/files/mine.rcy", json.dumps(f"writer {number} of turn {turn}\n" * 2000), tag)
        assert said in (200, 409), said
        if said == 200:
            won.append(number)

    writers = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(won) == 1, f"{len(won)} of eight writers won"
    assert json.loads(ask("GET", "/api/files/mine.rcy", None)[1])["text"] == f"writer {won[0]} of turn {turn}\n" * 2000
print("eight writers of one file, ten times: one wins, the others are told")
