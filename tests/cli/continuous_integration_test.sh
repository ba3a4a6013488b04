# What continuous integration asks for: promises that fail with a code and a line, and findings in
# the formats that services read.
. tests/support/cli.sh

cd "$work"
# promises
ends_with 0 "$DADO" sim hearts -n 300 --no-store --assert 'ends, ties<90%, decisions==52'
grep -q 'decisions==52 *yes' "$out" || fail "what is kept is not shown"
ends_with 3 "$DADO" sim hearts -n 300 --no-store --assert 'ends,decisions>=60' --assert 'rounds<2'
grep -q "asserted, and not so: decisions>=60: 52" "$err" || fail "nothing said of what is not so"
grep -q "asserted, and not so: rounds<2" "$err" || fail "the second list is not looked at"
ends_with 3 "$DADO" sim pig -n 300 --no-store --assert 'rounds<2,ties<0%'
grep -q "asserted, and not so: rounds<2: [0-9.]* ([0-9.]* to [0-9.]*)" "$err" || fail "no interval"
grep -q "asserted, and not so: ties<0%: 0 % (0.0 to [0-9.]* %)" "$err" || fail "no interval of ties"
# Every topic can be asserted, whether there is anything to say about it or not; sim knows its own.
cat > kings.rcy <<'END'
(game (setup (create players 3))
  (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))
  (scoring max ((current player) sto SUM)))
END
cat > lost.rcy <<'END'
(game (setup (create players 2) (create teams (0, 1)))
  (set (game sto LEFT) (random 199))
  (scoring win (== (game sto LEFT) 0)))
END
for topic in completion fairness strength winners success points length expected drama lead runaway \
    suspense uncertainty choices quality proof bluffing skill greed stakes luck openness balance idle winning rules; do
    ends_with 0 "$DADO" doctor noughts --effort quick --quiet --assert "$topic"
done
ends_with 0 "$DADO" doctor noughts --effort quick --quiet --assert kingmaking
ends_with 3 "$DADO" doctor noughts --effort quick --quiet --assert ties  # between players who think
ends_with 3 "$DADO" doctor kings.rcy --effort quick --quiet --assert kingmaking
ends_with 2 "$DADO" sim kings.rcy -n 100 --no-store --assert kingmaking
ends_with 2 "$DADO" doctor kings.rcy --effort quick --quiet --assert no_such
ends_with 3 "$DADO" sim lost.rcy -n 1000 --no-store --assert success
ends_with 3 "$DADO" sim lost.rcy -n 1000 --no-store --assert fine
# What `fine` complains of is printed.
ends_with 3 "$DADO" doctor kings.rcy --effort quick --assert fine
said=$(sed -n 's/.*asserted, and not so: fine: //p' "$err")
[ -n "$said" ] || fail "fine fails and quotes nothing"
tr '\n' ' ' < "$out" | tr -s ' ' | grep -q -F "$said" || fail "fine quotes what is not printed: $said"
ends_with 2 "$DADO" sim hearts -n 300 --no-store --assert 'ends,,x'
ends_with 2 "$DADO" sim hearts -n 300 --no-store --assert 'ties<<1'
complains "is not an assertion"
ends_with 2 "$DADO" sim hearts -n 300 --no-store --assert 'no_such<1'
complains "nothing in this answer is called no_such"
ends_with 2 "$DADO" diff pig twodicepig -n 100 --fail-if worse
complains "needs --target"
printf 'metric rounds = 30 window=0.1\n' >long.expect
ends_with 0 "$DADO" diff dicepoints -A ROUNDS=30 -n 300 --target long.expect --fail-if worse
ends_with 3 "$DADO" diff dicepoints -D ROUNDS=30 -A ROUNDS=10 -n 300 --target long.expect \
    --fail-if worse
grep -q "worse than before: rounds" "$err" || fail "what became worse is not named"

# formats
printf '(game (setup (create playrs 2)) (scoring max 1))\n' >wrong.rcy
ends_with 3 "$DADO" check wrong.rcy --format github
grep -q '^::error file=wrong.rcy,line=1,col=22,title=E103::playrs is no word' "$out" ||
    fail "no annotation at its place"
ends_with 3 "$DADO" check wrong.rcy --format junit
grep -q '<testsuite name="dado check wrong.rcy" tests="[0-9]*" failures="[1-9][0-9]*">' "$out" ||
    fail "a failure is not counted"
printf '(game (setup (create players 2)) (inc (game sto X) 1) (scoring max 1))\n' >odd.rcy
ends_with 0 "$DADO" check odd.rcy --format junit
grep -q 'failures="0"' "$out" || fail "a warning is a failure unasked"
ends_with 3 "$DADO" check odd.rcy --strict --format junit
grep -q '<failure message=".*(current player)' "$out" || fail "a warning that fails is not named"
ends_with 3 "$DADO" check wrong.rcy --format sarif
grep -q '"startLine":1,"startColumn":22' "$out" || fail "a place is missing"
# columns behind other letters than those of ASCII: code points, or UTF-16 where SARIF says so
printf '(game (setup (create players 2)) (do ((set (game sto "é😀") 1) (playrs))) (scoring max 1))\n' >"a b é.rcy"
ends_with 3 "$DADO" check "a b é.rcy"
grep -q 'a b é.rcy:1:64: E103' "$out" || fail "columns of texts are no characters"
ends_with 3 "$DADO" check "a b é.rcy" --format github
grep -q 'line=1,col=64,title=E103' "$out" || fail "columns of annotations are no characters"
ends_with 3 "$DADO" check "a b é.rcy" --format sarif
grep -q '"startLine":1,"startColumn":65,"endColumn":71' "$out" || fail "columns of SARIF are not UTF-16"
if command -v python3 >/dev/null; then
    "$DADO" check "a b é.rcy" wrong.rcy "$here/tests/language/w431.rcy" --format sarif >many.sarif || :
    ends_with 0 python3 - "$("$DADO" --version | sed -n 's/^dado \([^ ]*\).*/\1/p')" <<'PY'
# What the schema of SARIF 2.1.0 asks of the properties that dado writes, and nothing beyond them.
import json, re, sys, urllib.parse
def only(what, needed, allowed):
    assert set(needed) <= set(what) <= set(needed) | set(allowed), what
log = json.load(open("many.sarif"))
only(log, ["version", "runs"], ["$schema"])
assert log["version"] == "2.1.0"
for run in log["runs"]:
    only(run, ["tool", "results"], ["columnKind"])
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = run["tool"]["driver"]
    only(driver, ["name", "version", "rules"], [])
    assert driver["version"].startswith(sys.argv[1]), driver["version"]
    rules = [rule["id"] for rule in driver["rules"]]
    assert rules and len(rules) == len(set(rules)), "a rule is listed twice"
    for rule in driver["rules"]:
        only(rule, ["id", "shortDescription", "help"], [])
        assert rule["shortDescription"]["text"] and rule["help"]["text"]
    assert len(run["results"]) >= 2
    for result in run["results"]:
        only(result, ["ruleId", "ruleIndex", "level", "message"], ["locations"])
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error") and result["message"]["text"]
        for location in result["locations"]:
            place = location["physicalLocation"]
            uri = place["artifactLocation"]["uri"]
            assert re.fullmatch(r"(?:[A-Za-z0-9._~!$&'()*+,;=@:/-]|%[0-9A-F]{2})+", uri), uri
            assert uri.startswith("file:///") or place["artifactLocation"]["uriBaseId"] == "%SRCROOT%"
            region = place["region"]
            assert region["startLine"] >= 1 and 1 <= region["startColumn"] < region["endColumn"]
names = {urllib.parse.unquote(l["physicalLocation"]["artifactLocation"]["uri"]) for r in log["runs"][0]["results"] for l in r["locations"]}
assert "a b é.rcy" in names, names
PY
fi
# a rule that cannot be carried out is told once, at its place, and nothing that follows from it
broken=$here/tests/language/w431.rcy
ends_with 3 "$DADO" doctor "$broken" --effort quick --format github --assert fine
[ "$(grep -c '^::error.*title=completion::' "$out")" = 1 ] || fail "told more or less than once"
grep -q 'w431.rcy,line=4,col=33,title=completion::.*R601' "$out" || fail "where is not said"
! grep -q 'title=rules' "$out" || fail "what was never reached is told besides"
ends_with 0 "$DADO" check "$broken"
grep -q 'W431: play stopped here (R601)' "$out" || fail 'the trial tells nothing'
if command -v python3 >/dev/null; then
    ends_with 3 "$DADO" sim hearts -n 300 --no-store --assert 'decisions<3' --report r.junit.xml \
        --report r.sarif
    ends_with 0 python3 -c '
import json, xml.etree.ElementTree as tree
suite = tree.parse("r.junit.xml").getroot()[0]
failed = [case for case in suite if len(case)]
assert len(failed) == int(suite.get("failures")) >= 1, "failures are not what is counted"
assert any(case.get("name") == "asserted: decisions<3" for case in failed)
run = json.load(open("r.sarif"))["runs"][0]
assert run["tool"]["driver"]["name"] == "dado" and isinstance(run["results"], list)'
fi

# a folder that dado new made, in a repository of its own: its script is what a workflow runs
if command -v git >/dev/null; then
    ends_with 0 "$DADO" new project mine --quiet
    cd mine
    git init -q . && git add -A && git -c user.name=x -c user.email=x@x commit -qm first
    mkdir "$work/bin" && ln -s "$DADO" "$work/bin/dado"
    PATH=$work/bin:$PATH ends_with 0 sh check.sh
    grep -q "run: sh check.sh" .github/workflows/dado.yml || fail "the workflow runs something else"
    sed -i 's/ties<20%/ties<0%/' check.sh
    PATH=$work/bin:$PATH ends_with 3 sh check.sh
fi
