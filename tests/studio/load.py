"""load.py - many clients at once: jobs, files, tables. usage: load.py LINK SECONDS CLIENTS PID

Every answer must be one of those the studio gives; none may be lost; the process must not grow
without bound. Prints how many requests were answered and how long the slowest took.
"""
import http.client, json, os, random, sys, threading, time

link, seconds, clients, pid = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
host = link.split("//")[1].split("/")[0]
token = link.split("token=")[1]
until = time.time() + seconds
lock = threading.Lock()
answered, slowest, wrong, busy = 0, 0.0, [], 0


def ask(method, path, body=None):
    global answered, slowest, busy
    begun = time.time()
    connection = http.client.HTTPConnection(host, timeout=60)
    headers = {"X-Dado-Token": token}
    if body is not None:
        headers["Content-Type"] = "application/json"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    with lock:
        answered += 1
        slowest = max(slowest, time.time() - begun)
        busy += answer.status == 429
        if answer.status not in (200, 429, 404):
            wrong.append((method, path, answer.status, text[:200]))
    return answer.status, text


def client(number):
    luck = random.Random(number)
    try:
        while time.time() < until:
            what = luck.randrange(4)
            if what == 0:
                status, text = ask("POST", "/api/jobs", {"job": "sim", "parameters": {
                    "game": luck.choice(["pig", "kuhn", "hearts"]), "matches": 50, "no-store": True}})
                if status == 200:
                    number = json.loads(text)["id"]
                    status, text = ask("GET", f"/api/jobs/{number}/events")
                    if status == 200 and b"event: done" not in text:
                        wrong.append(("events", number, status, text[-200:]))
            elif what == 1:
                ask("GET", "/api/files")
            elif what == 2:
                status, text = ask("POST", "/api/sittings", {"game": "pig", "seats": "human,random",
                                                            "seed": luck.randrange(1000)})
                if status == 200:
                    table = json.loads(text)
                    for _ in range(5):
                        if table["table"]["over"] or status != 200:
                            break
                        status, text = ask("POST", f"/api/sittings/{table['id']}", {"seat": 0, "play": 0})
                        if status == 200:
                            table = json.loads(text)
            else:
                ask("GET", "/api/about")
    except Exception as trouble:  # a connection that was lost is a fault of the server's
        wrong.append((number, repr(trouble)))


def size():
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


before = size()
threads = [threading.Thread(target=client, args=(i,)) for i in range(clients)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
files = len(os.listdir(f"/proc/{pid}/fd"))
print(f"{clients} clients, {seconds:.0f} s: {answered} requests, {busy} told to wait, "
      f"slowest {slowest:.2f} s, {before} to {size()} KiB, {files} files open")
assert not wrong, wrong[:5]
assert answered > clients
assert size() < before + 400 * 1024, "it grew"
assert files < 400, "connections were not closed"
