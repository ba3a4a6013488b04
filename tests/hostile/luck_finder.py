#!/usr/bin/env python3
"""A player that looks for the key of the run's luck in the seed it is told, and says when it has it.

It tries small seeds of runs, by the rules of both versions of luck, which it has written anew: Philox
4x32-10, the derivation of cells, SipHash-2-4. With the key it knows every card that is dealt.
"""
import json
import sys

M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def philox(key, match, counter):
    c = [counter & M32, counter >> 32, match & M32, match >> 32]
    k0, k1 = key & M32, key >> 32
    for _ in range(10):
        a, b = c[0] * 0xD2511F53, c[2] * 0xCD9E8D57
        c = [(b >> 32) ^ c[1] ^ k0, b & M32, (a >> 32) ^ c[3] ^ k1, a & M32]
        k0, k1 = (k0 + 0x9E3779B9) & M32, (k1 + 0xBB67AE85) & M32
    return c[1] << 32 | c[0]


def derive(seed, index):
    z = ((seed ^ ((index + 1) * 0xD1342543DE82EF95 & M64)) + 0x9E3779B97F4A7C15) & M64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & M64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & M64
    return z ^ (z >> 31)


def rotate(x, by):
    return (x << by | x >> (64 - by)) & M64


def siphash(k0, k1, words):
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rounds(count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & M64
            v[1] = rotate(v[1], 13) ^ v[0]
            v[0] = rotate(v[0], 32)
            v[2] = (v[2] + v[3]) & M64
            v[3] = rotate(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & M64
            v[3] = rotate(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & M64
            v[1] = rotate(v[1], 17) ^ v[2]
            v[2] = rotate(v[2], 32)

    for word in words + [len(words) * 8 << 56]:
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def told(version, seed, match, seat):
    """What a seat of match `match` is told as its seed, in the first cell of a run with this seed."""
    cell = derive(derive(seed, 0), 0)
    key = cell if version == 1 else siphash(cell, 0x6461646F73656174, [match, seat])
    return philox(key, match, (1 + seat) << 48) >> 11


def find(heard, match, seat):
    for version in (1, 2):
        for seed in range(200):
            if told(version, seed, match, seat) == heard:
                return version, seed
    return None


match, known = 0, None
for line in sys.stdin:
    said = json.loads(line)
    if said["t"] == "hello":
        if known and told(*known, match, said["seat"]) != said["seed"]:
            print("LOST the key", file=sys.stderr)
        if known is None and match < 3:
            known = find(said["seed"], match, said["seat"])
            if known:
                print("FOUND version %d seed %d" % known, file=sys.stderr)
        match += 1
        print('{"t":"ready","moves":true}', flush=True)
    elif said["t"] == "turn":
        print(json.dumps({"t": "move", "code": said["code"], "move": said["moves"][0]}), flush=True)
