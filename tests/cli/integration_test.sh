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
ends_with 2 "$DADO" sim hearts -n 300 --no-store --assert 'ends,,x'
ends_with 2 "$DADO" sim hearts -n 300 --no-store --assert 'ties<<1'
complains "asserts nothing that can be read"
ends_with 2 "$DADO" sim hearts -n 300 --no-store --assert 'no_such<1'
complains "nothing in this answer is called no_such"
ends_with 2 "$DADO" diff pig twodicepig -n 100 --fail-if worse
complains "needs --expect"
printf 'metric rounds = 30 window=0.1\n' >long.expect
ends_with 0 "$DADO" diff dicepoints -A ROUNDS=30 -n 300 --expect long.expect --fail-if worse
ends_with 3 "$DADO" diff dicepoints -D ROUNDS=30 -A ROUNDS=10 -n 300 --expect long.expect \
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
