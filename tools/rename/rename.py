#!/usr/bin/env python3
"""Renames files and identifiers as tools/rename/names.tsv says.

    tools/rename/rename.py            rename in this working tree
    tools/rename/rename.py --check    print what clashes, change nothing

A branch that was begun before the renaming runs it once and then merges. Lines of names.tsv:

    file  OLD_PATH  NEW_PATH
    id    SCOPE     OLD       NEW
    code  SCOPE     OLD       NEW    not inside strings

An identifier is replaced as a whole word in C files whose old path matches SCOPE, a regular
expression, or in all of them where SCOPE is *. Scoped lines win over those with *. Include lines
and paths in other files follow the renamed files.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
C_TREES = ("src/", "tests/", "bench/", "web/engine/")
C_SUFFIXES = (".c", ".h", ".def")
TEXT_SUFFIXES = (".md", ".sh", ".py", ".txt", ".cmake", ".mjs", ".ts", ".json", ".awk", ".sprites", ".toml")
TEXT_NAMES = ("dev", "run", "CMakeLists.txt", "Makefile")
KEPT = ("tools/rename/", "CHANGELOG.md", "web/node_modules/", "tests/signature.txt")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
STRING = re.compile(r'("(?:[^"\\]|\\.)*")')
INCLUDE = re.compile(r'(\s*#\s*include\s+")([^"]+)(".*)', re.S)


def read_names(path):
    files, everywhere, scoped, code = {}, {}, [], []
    for number, line in enumerate(open(path), 1):
        cells = line.rstrip("\n").split("\t")
        if cells[0] == "file" and len(cells) == 3:
            files[cells[1]] = cells[2]
        elif cells[0] == "id" and len(cells) == 4 and cells[1] == "*":
            everywhere[cells[2]] = cells[3]
        elif cells[0] == "id" and len(cells) == 4:
            scoped.append((re.compile(cells[1]), cells[2], cells[3]))
        elif cells[0] == "code" and len(cells) == 4:
            code.append((re.compile(cells[1]), cells[2], cells[3]))
        elif line.strip() and not line.startswith("#"):
            sys.exit("names.tsv:%d: not a line of this table" % number)
    return files, everywhere, scoped, code


def is_c(path):
    return path.startswith(C_TREES) and path.endswith(C_SUFFIXES)


def is_text(path):
    return path.endswith(TEXT_SUFFIXES) or os.path.basename(path) in TEXT_NAMES


def scoped_names(path, scoped):
    return {old: new for scope, old, new in scoped if scope.search(path)}


def include_paths(files):
    """How an #include names each header: below src, below tests, or by its file name alone."""
    paths = {}
    for old, new in files.items():
        for tree in ("src/", "tests/", "bench/"):
            if old.startswith(tree):
                paths[old[len(tree):]] = new[len(tree):]
    return paths


def new_include(path, named, files, paths):
    beside = os.path.normpath(os.path.join(os.path.dirname(path), named))
    if beside in files:  # relative to the file that includes it
        place = os.path.dirname(files.get(path, path))
        return os.path.relpath(files[beside], place)
    if named in paths:
        return paths[named]
    embedded = named[:-2] if named.endswith(".h") else ""  # style sheets and scripts: "page.css.h"
    for old, new in files.items():
        if embedded and os.path.basename(old) == embedded and not old.endswith((".c", ".h")):
            return os.path.basename(new) + ".h"
    return named


def rename_outside_strings(line, names):
    pieces = STRING.split(line)
    return "".join(piece if number % 2 else WORD.sub(lambda word: names.get(word[0], word[0]), piece)
                   for number, piece in enumerate(pieces))


def rename_in_c(path, text, names, code, files, paths):
    lines = []
    unique = {} if path.startswith("tests/") else unique_file_names(files)
    for line in text.split("\n"):
        include = INCLUDE.match(line)
        if include:
            line = include[1] + new_include(path, include[2], files, paths) + include[3]
        else:
            line = rename_paths(line, files, paths)
            if line.lstrip().startswith("//"):
                line = rename_file_names(path, line, files, unique)
            line = WORD.sub(lambda word: names.get(word[0], word[0]), line)
            line = rename_outside_strings(line, code)
        lines.append(line)
    return "\n".join(lines)


def rename_file_names(path, line, files, unique):
    """File names without a folder, as comments have them: "see crew.h"."""
    def one(match):
        beside = os.path.join(os.path.dirname(path), match[0])
        if beside in files:
            return os.path.basename(files[beside])
        return unique.get(match[0], match[0])
    return re.sub(r"(?<![\w/.-])[\w-]+\.(?:c|h|def|css|js|lua)\b", one, line)


def unique_file_names(files):
    names = {}
    for old, new in files.items():
        names.setdefault(os.path.basename(old), set()).add(os.path.basename(new))
    return {old: new.pop() for old, new in names.items() if len(new) == 1}


def rename_paths(text, files, paths):
    def one(match):
        named = match[0]
        if named in files:
            return files[named]
        return paths.get(named, named)
    return re.sub(r"(?<![\w./])(?:[\w.-]+/)+[\w.-]*\w", one, text)


def rename_in_text(text, names, files, paths):
    text = rename_paths(text, files, paths)
    public = {old: new for old, new in names.items() if old.startswith(("dado_", "DADO_", "rcy_"))}
    return WORD.sub(lambda word: public.get(word[0], word[0]), text)


def main():
    files, everywhere, scoped, code = read_names(os.path.join(HERE, "names.tsv"))
    tracked = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True,
                             check=True).stdout.split("\n")
    tracked = [path for path in tracked if path and os.path.isfile(path) and not path.startswith(KEPT)]
    there = set(tracked)
    files = {old: new for old, new in files.items() if old in there}
    clashes = [new for new in files.values() if new in there and new not in files]
    clashes += [new for new in set(files.values()) if list(files.values()).count(new) > 1]
    if clashes:
        sys.exit("these names are taken: " + " ".join(sorted(clashes)))
    if "--check" in sys.argv:
        return
    paths = include_paths(files)
    for path in tracked:
        if not is_c(path) and not is_text(path):
            continue
        try:
            text = open(path).read()
        except UnicodeDecodeError:
            continue
        if is_c(path):
            names = {**everywhere, **scoped_names(path, scoped)}
            changed = rename_in_c(path, text, names, scoped_names(path, code), files, paths)
        else:
            changed = rename_in_text(text, everywhere, files, paths)
        if changed != text:
            open(path, "w").write(changed)
    for old, new in files.items():
        os.makedirs(os.path.dirname(new), exist_ok=True)
        subprocess.run(["git", "mv", old, new], check=True)


main()
