#!/usr/bin/env python3
"""sprites.py - draws the sheet of sprites that ships: library/sprites/dungeon.png.

    python3 tools/draw_sprites.py library/sprites/dungeon.png

A tile is sixteen lines of sixteen letters, each a colour of the palette; a blank lets through what is
below. Nothing is squeezed, so the same bytes come out everywhere.
"""
import struct
import sys
import zlib

PALETTE = {
    " ": (0, 0, 0, 0), "f": (206, 196, 172), "F": (194, 183, 157), "p": (176, 165, 140),
    "w": (74, 80, 98), "W": (58, 63, 79), "m": (38, 42, 54), "h": (104, 112, 132),
    "k": (24, 26, 34), "o": (250, 246, 236), "y": (240, 196, 60), "Y": (176, 128, 24),
    "r": (200, 54, 48), "R": (132, 28, 30), "b": (58, 120, 200), "B": (34, 72, 134),
    "g": (72, 160, 86), "G": (40, 104, 58), "s": (206, 214, 224), "S": (128, 140, 158),
    "t": (150, 104, 60), "T": (98, 64, 36), "v": (146, 92, 178), "V": (92, 52, 122),
    "n": (232, 190, 150),
}


def floor(seed):
    """Flagstones with a seam, and a few worn spots."""
    rows = []
    for y in range(16):
        row = ""
        for x in range(16):
            worn = (x * 7 + y * 11 + seed * 5) % (37 + seed) == 0
            seam = y == 15 or x == (15 if (y < 8) == (seed % 2 == 0) else 7) or y == 7
            row += "p" if seam else "F" if worn or (x + y * 3 + seed) % 11 == 0 else "f"
        rows.append(row)
    return rows


def wall():
    """Courses of brick, lit from above."""
    rows = []
    for y in range(16):
        shift = 0 if y // 4 % 2 else 4
        row = ""
        for x in range(16):
            mortar = y % 4 == 3 or (x + shift) % 8 == 7
            row += "m" if mortar else "h" if y % 4 == 0 else "w" if (x + shift) // 8 % 2 else "W"
        rows.append(row)
    return rows


EXIT = """
kkkkkkkkkkkkkkkk
kooooooooooooook
kSSSSSSSSSSSSSok
kkkkkkkkkkkkkSok
k  kooooooooosok
k  kSSSSSSSSSSok
k  kkkkkkkkkkSok
k     koooooosok
k     kSSSSSSSok
k     kkkkkkkSok
k        kooosok
k        kSSSSok
k        kkkkSok
k           ksok
k           kSSk
kkkkkkkkkkkkkkkk
"""
GOLD = """




      kkkk
    kkyyyykk
   kyyyooyyyk
   kyyoyyyyYk
  kkYyyyyyYYkk
 kyykYYYYYYkyyk
kyooyykkkkyyooyk
kyoyyyYkkyyoyyYk
kYyyyYYkkYyyyYYk
 kYYYYk  kYYYYk
  kkkk    kkkk

"""
POTION = """


     kkkkkk
     kttttk
      kssk
      kssk
      kssk
     kkoskk
    kooooosk
   korrrrrrrk
   korrrrrrRk
   korrrrrRRk
   kRrrrrRRRk
    kRRRRRRk
     kkkkkk

"""
SWORD = """
            kkk
           kosk
          kosSk
         kosSk
        kosSk
       kosSk
      kosSk
  kk kosSk
  kykosSk
  kyysSk
   kyyk
  ktkyyk
 ktTkkyyk
ktTk  kk
kTk
 k
"""
SLIME = """



     kkkkkk
   kkggggggkk
  kggoggggggGk
  kgogggggggGk
 kggggggggggGGk
 kggkkggggkkgGk
 kggokggggokgGk
 kggkkggggkkgGk
 kgggggggggggGk
kgggggkkkkggggGk
kggggggggggggGGk
 kGGGGGGGGGGGGk
  kkkkkkkkkkkk
"""
OGRE = """
  kk        kk
 kook      kook
 kosk kkkk kosk
  kkkvvvvvvkkk
   kvvvvvvvvVk
  kvvkkvvkkvvVk
  kvvokvvokvvVk
  kvvvvvvvvvvVk
   kvokkkkovVk
   kvvvvvvvvVk
  kkTTTTTTTTkk
 kvvkttttttkvVk
kvvvkttttttkvvVk
kVVkkTTTTTTkkVVk
 kkkVVk  kVVkkk
   kkkk  kkkk
"""
HERO = """
     kkkkkk
    ktttttTk
   kttnnnntTk
   ktnnnnnnTk
   ktnknnknnk
    knnnnnnk
     knnnnk
    kkbbbbkkk
   kbbbbbbbkSk
  kbbBbbbBbbkSk
  knkBbbbBkkSSk
  knkbbbbbk kyk
   kkTTTTTk kyk
    kttkttk  k
    kTTkTTk
    kkk kkk
"""

TILES = [floor(1), floor(2), floor(3), wall(), EXIT, GOLD, POTION, SWORD, SLIME, OGRE, HERO]
COLUMNS = 4


def rows_of(tile):
    rows = tile if isinstance(tile, list) else tile.split("\n")[1:17]
    return [row.ljust(16) for row in rows + [""] * (16 - len(rows))]


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def main():
    letters = list(PALETTE)
    high = -(-len(TILES) // COLUMNS) * 16
    lines = [bytearray(COLUMNS * 16) for _ in range(high)]
    for number, tile in enumerate(TILES):
        left, top = number % COLUMNS * 16, number // COLUMNS * 16
        for y, row in enumerate(rows_of(tile)):
            for x, letter in enumerate(row):
                lines[top + y][left + x] = letters.index(letter)
    raw = b"".join(b"\0" + bytes(line) for line in lines)
    stored = b"\x78\x01\x01" + struct.pack("<HH", len(raw), len(raw) ^ 0xFFFF) + raw
    stored += struct.pack(">I", zlib.adler32(raw))
    colours = b"".join(bytes(colour[:3]) for colour in PALETTE.values())
    with open(sys.argv[1], "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n")
        out.write(chunk(b"IHDR", struct.pack(">IIBBBBB", COLUMNS * 16, high, 8, 3, 0, 0, 0)))
        out.write(chunk(b"PLTE", colours))
        out.write(chunk(b"tRNS", b"\0"))
        out.write(chunk(b"IDAT", stored))
        out.write(chunk(b"IEND", b""))


main()
