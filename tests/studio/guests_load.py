"""guests_load.py - many guests at once, each looking every second. usage: guests_load.py LINK TABLES SECONDS

Prints how long a move took, at the median and for 99 of 100.
"""
import http.client, json, random, sys, threading, time

link, tables, lasting = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
host, token = link.split("//")[1].split("/")[0], link.split("token=")[1]
times, wrong, lock = [], [], threading.Lock()


def send(path, body, **head):
    connection = http.client.HTTPConnection(host, timeout=60)
    head = {name.replace("_", "-"): value for name, value in head.items()}
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **head})
    answer = connection.getresponse()
    text = answer.read().decode()
    if answer.status != 200:
        raise AssertionError((path, body, text))
    return json.loads(text), answer.getheader("Set-Cookie")


def guest(invitation, until, luck):
    try:
        _, cookie = send("/api/seat/join", {"token": invitation.split("#")[1]})
        cookie = cookie.split(";")[0]
        version = 0
        while time.monotonic() < until:
            time.sleep(luck.uniform(0.8, 1.2))
            said, _ = send("/api/seat", {"seen": version}, Cookie=cookie)
            version = said["version"]
            table = said.get("table")
            if table and table["moves"]:
                time.sleep(luck.uniform(0.2, 0.6))
                begun = time.monotonic()
                said, _ = send("/api/seat", {"play": luck.randrange(len(table["moves"]))}, Cookie=cookie)
                took = time.monotonic() - begun
                version = 0
                with lock:
                    times.append(took)
    except Exception as problem:
        with lock:
            wrong.append(repr(problem))


links = []
for seed in range(tables):
    begun, _ = send("/api/sittings", {"game": "hearts", "seats": "human", "seed": seed}, X_Dado_Token=token)
    made, _ = send("/api/invitations", {"sitting": begun["id"]}, X_Dado_Token=token)
    links += [one["link"] for one in made["invitations"]]
until = time.monotonic() + lasting
threads = [threading.Thread(target=guest, args=(link, until, random.Random(i))) for i, link in enumerate(links)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not wrong, wrong[:3]
times.sort()
at = lambda share: 1000 * times[min(len(times) - 1, int(share * len(times)))]
print(f"{len(links)} guests, {len(times)} moves: half within {at(0.5):.0f} ms, 99 of 100 within {at(0.99):.0f} ms")
