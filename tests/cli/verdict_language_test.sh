#!/bin/sh
# verdict_language_test.sh - verdicts in Portuguese where they are asked for, and every sentence has one.
set -eu
dado=${1:-build/dado}
cd "$(dirname "$0")/../.."

sim() { "$dado" sim pig -n 200 --no-store --quiet "$@"; }
fail() { echo "$1"; exit 1; }

english=$(env -u DADO_LANG LANG=pt_BR.UTF-8 "$dado" sim pig -n 200 --no-store --quiet)
echo "$english" | grep -q 'Every match comes to an end\.' || fail "the command speaks English unless asked otherwise"
portuguese=$(DADO_LANG=pt sim)
echo "$portuguese" | grep -q 'Toda partida chega ao fim\.' || fail "DADO_LANG=pt prints no Portuguese"
echo "$portuguese" | grep -q 'Every match comes to an end' && fail "a sentence is in both languages"
[ "$(DADO_LANG=auto LANG=pt_BR.UTF-8 sim)" = "$portuguese" ] || fail "DADO_LANG=auto does not follow LANG"
[ "$(DADO_LANG=auto LANG=de_DE.UTF-8 sim)" = "$english" ] || fail "DADO_LANG=auto follows a LANG that is not Portuguese"
[ "$(DADO_LANG=pt sim --json)" = "$(sim --json)" ] || fail "what programs read is translated"

# Every sentence that src/judge claims fits a line of the catalogue.
command -v python3 >/dev/null || { echo "no python3: the catalogue is not compared with the sources"; exit 0; }
python3 - <<'PY'
import glob, re, sys

lines = [line for line in open("src/cli/verdicts_pt.txt", encoding="utf-8").read().split("\n") if " = " in line and line[0] != "#"]
patterns = []
for line in lines:
    english, other = line.split(" = ", 1)
    if {int(n) for n in re.findall(r"\{(\d)\}", other)} != set(range(1, english.count("{}") + 1)):
        sys.exit(f"what stands for what is lost in: {line}")
    patterns.append(re.compile("^" + ".*".join(map(re.escape, english.split("{}"))) + "$"))

def claims(text):
    for found in re.finditer(r"dado_verdict_claim\(|\.when_poor =|\.when_good =|\.between =", text):
        at, depth = found.end(), 1
        while depth and not (text[found.end() - 1] == "=" and text[at] == ","):
            if text[at] == '"':
                end = at + 1
                while text[end] != '"':
                    end += 2 if text[end] == "\\" else 1
                yield at, text[at + 1:end]
                at = end
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1

missing, seen = [], 0
for path in sorted(glob.glob("src/judge/*.c")):
    joined = re.sub(r'"\s*\n\s*"', "", open(path, encoding="utf-8").read())
    for _, words in claims(joined):
        words = words.replace('\\"', '"')
        if not re.search(r"[A-Z][a-z].*\.$", words) or words.startswith("T%"):
            continue  # a part of a sentence
        words = re.sub(r"(?<=[a-z])%s", "", words)  # "player%s" is one player or several
        shown = re.sub(r"%[-+.*0-9]*[a-zA-Z]", "x", words)
        seen += 1
        if not any(pattern.match(shown) for pattern in patterns):
            missing.append(words)
if missing or seen < 80:
    sys.exit(f"{seen} sentences; without Portuguese: " + "; ".join(missing))
print(f"{seen} sentences have a translation")
PY
