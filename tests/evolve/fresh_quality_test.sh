# Of the best variant of a search, what is told of its quality holds on luck that dado has not used: in
# 18 of 20 searches with DADO_LONG set; by default two small searches are tried, and both may not miss.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
python3 - "$DADO" "$work" "${DADO_LONG:+20}" <<'CHECK' || fail "the quality that was told does not hold"
import json, subprocess, sys
dado, work, many = sys.argv[1], sys.argv[2], int(sys.argv[3] or 2)
size = ["--population", "16", "--generations", "8"] if many > 2 else ["--population", "8", "--generations", "3"]


def ask(*words):
    done = subprocess.run([dado, *words, "--no-store", "-q", "--json", "--threads", "1"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["parts"]


held = 0
for run in range(many):
    game = ["dicepoints", "pig"][run % 2]
    parts = ask("evolve", game, "--target", ["tense", "casual"][run // 2 % 2], "-n", "100", "--seed", str(run + 1), *size)
    rows = parts["variants"]["rows"]
    best = next((r for r in rows if r["name"] == "variant 1"), rows[0])
    told, file = best["fresh_quality"], f"{work}/best.rcy"
    open(file, "w").write(best["text"])
    sim = ask("sim", file, "--target", ["tense", "casual"][run // 2 % 2], "-n", "100", "--seed", str(9000 + run))
    fresh = sim["quality"]["facts"]["quality"]["value"]
    held += told["low"] <= fresh <= told["high"]
    print(f"{game}, seed {run + 1}: told {told['low']:.3f} to {told['high']:.3f}, chosen {best['quality']:.3f}, again {fresh:.3f}")
print(f"{held} of {many} hold")
sys.exit(held < (18 if many == 20 else 1))
CHECK
