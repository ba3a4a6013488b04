#!/usr/bin/env python3
"""coverage_by_room.py BUILD_FOLDER - prints how many lines of each room the tests reached.

BUILD_FOLDER was built with --coverage and its tests were run. A line counts as reached if any
program reached it.
"""
import json
import os
import subprocess
import sys


def reached_lines(build):
    """{file: {line: reached}} over all object files below src."""
    files = {}
    for folder, _, names in os.walk(os.path.join(build, "CMakeFiles", "dado_rooms.dir", "src")):
        counts = [os.path.join(folder, name) for name in names if name.endswith(".gcda")]
        if not counts:
            continue
        found = subprocess.run(["gcov", "--json-format", "--stdout"] + counts, capture_output=True, text=True,
                               check=True).stdout
        for document in found.splitlines():
            for file in json.loads(document)["files"]:
                lines = files.setdefault(os.path.relpath(os.path.join(build, file["file"])), {})
                for line in file["lines"]:
                    number = line["line_number"]
                    lines[number] = lines.get(number, False) or line["count"] > 0
    return files


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rooms = {}
    for file, lines in reached_lines(sys.argv[1]).items():
        parts = file.split(os.sep)
        if parts[0] != "src":
            continue
        room = rooms.setdefault(parts[1], [0, 0])
        room[0] += sum(lines.values())
        room[1] += len(lines)
    if not rooms:
        sys.exit("no counts below %s: build with --coverage and run the tests first" % sys.argv[1])
    rooms["all"] = [sum(room[0] for room in rooms.values()), sum(room[1] for room in rooms.values())]
    print("room       lines reached      of")
    for name, (reached, lines) in rooms.items():
        print("%-9s %5.1f %% %8d %8d" % (name, 100 * reached / lines, reached, lines))


main()
