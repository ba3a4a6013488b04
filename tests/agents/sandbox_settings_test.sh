# Programs whose interpreter or library is not the system's run with one setting, the one that
# dado names; where the kernel gives no namespaces, nothing runs that was not called unsafe.
. tests/support/cli.sh

# The test lies where an ordinary user may look, and is run as one too if root runs it.
chmod 755 "$work"
cp "$DADO" "$work/dado"
mkdir -m 777 "$work/run"
as_root() { (cd "$work/run" && "$@"); }
as_user() {
    (cd "$work/run" && setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$work/run" "$@")
}
everybody=as_root
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then everybody="as_root as_user"; fi

plays() {  # AGENT
    for who in $everybody; do
        case "$who $1" in "as_user "*"$HOME"*) continue ;; esac  # what is root's is root's
        ends_with 0 $who "$work/dado" agent check "$1" -n 1
        grep -q '^  confined  *confined' "$out" || fail "$1 is not confined"
    done
}

# What is refused is refused with the setting that lets it play.
plays_as_told() {  # AGENT [ENVIRONMENT...]
    agent=$1
    shift
    ends_with 1 as_root env "$@" "$work/dado" agent check "$agent" -n 1
    complains "$agent:needs="
    told=$(sed -n "s|.*: \($agent:needs=[^ ]*\)\$|\1|p" "$err" | head -1)
    [ -n "$told" ] || fail "no setting was told for $agent"
    plays "$told"
}

talk='for line in sys.stdin:
    said = json.loads(line)
    if said["t"] == "hello":
        print(json.dumps({"t": "ready", "moves": True}), flush=True)
    if said["t"] == "turn":
        print(json.dumps({"t": "move", "code": said["code"], "move": said["moves"][0]}), flush=True)'

tried=0

# A virtual environment with a package of its own, made from the system's Python and from another.
for python in /usr/bin/python3 $(ls -d "$HOME"/.pyenv/versions/*/bin/python3 2>/dev/null | tail -1); do
    [ -x "$python" ] || continue
    name=venv$tried
    "$python" -m venv --without-pip "$work/$name" 2>/dev/null || continue
    packages=$(ls -d "$work/$name"/lib/python3*/site-packages)
    mkdir "$packages/mine"
    echo 'answer = 42' >"$packages/mine/__init__.py"
    printf '#!%s/bin/python\nimport sys, json, mine\nassert mine.answer == 42\n%s\n' \
        "$work/$name" "$talk" >"$work/$name.py"
    chmod -R a+rX "$work/$name"
    chmod 755 "$work/$name.py"
    plays_as_told "$work/$name.py"
    tried=$((tried + 1))
done

# Node in a folder such as nvm makes, found by its name on the path.
if [ -x /usr/bin/node ]; then
    nvm=$work/nvm/versions/node/v1.2.3
    mkdir -p "$nvm/bin" "$nvm/lib/node_modules"
    cp /usr/bin/node "$nvm/bin/node_of_mine"
    cat >"$work/agent.js" <<'TXT'
#!/usr/bin/env node_of_mine
if (!process.execPath.includes("/nvm/versions/node/v1.2.3/bin/")) process.exit(3);
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const said = JSON.parse(line);
  if (said.t === "hello") console.log(JSON.stringify({ t: "ready", moves: true }));
  if (said.t === "turn") console.log(JSON.stringify({ t: "move", code: said.code, move: said.moves[0] }));
});
TXT
    chmod 755 "$work/agent.js"
    plays_as_told "$work/agent.js" PATH="$nvm/bin:$PATH"
    rm "$nvm/bin/node_of_mine"
    tried=$((tried + 1))
fi

# A program in C that is linked with a library of its own.
cc=$(command -v cc || command -v gcc || true)
if [ -n "$cc" ]; then
    mkdir "$work/private"
    cat >"$work/first.c" <<'TXT'
#include <string.h>
const char *first(const char *line);
const char *first(const char *line) { return strstr(line, "\"moves\":[\"") + 10; }
TXT
    cat >"$work/linked.c" <<'TXT'
#include <stdio.h>
#include <string.h>
const char *first(const char *line);
int main(void)
{
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        const char *code = strstr(line, "\"code\":\"");
        if (strstr(line, "\"hello\"")) puts("{\"t\":\"ready\",\"moves\":true}");
        if (code) {
            const char *move = first(line);
            printf("{\"t\":\"move\",\"code\":\"%.16s\",\"move\":\"%.*s\"}\n", code + 8,
                   (int)strcspn(move, "\""), move);
        }
        fflush(stdout);
    }
    return 0;
}
TXT
    "$cc" -shared -fPIC -o "$work/private/libfirst.so" "$work/first.c"
    "$cc" -o "$work/linked" "$work/linked.c" -L"$work/private" -lfirst -Wl,-rpath,"$work/private"
    chmod -R a+rX "$work/private"
    ends_with 3 as_root "$work/dado" agent check "$work/linked" -n 1
    grep -q 'name its folder with needs=' "$out" || fail "nobody said what is missing"
    grep -q 'libfirst.so' "$out" || fail "nobody said which library is missing"
    plays "$work/linked:needs=$work/private"
    tried=$((tried + 1))
fi
echo "$tried settings tried, as:" $everybody
[ "$tried" -gt 0 ] || exit 77

# Without namespaces it is refused; who calls it unsafe is told what that means.
cp "$DADO_HOSTILE" "$work/honest"
chmod 755 "$work/honest"
without_namespaces() {
    unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' sh "$@"
}
if without_namespaces true 2>/dev/null; then
    ends_with 1 as_root without_namespaces "$work/dado" agent check "$work/honest" -n 1
    complains "cannot be confined here"
    complains "--unsafe"
    ends_with 0 as_root without_namespaces "$work/dado" agent check "$work/honest" -n 1 --unsafe
    grep -q 'NOT confined' "$out" || fail "it is not said that nothing confines it"
else
    echo "not tried: without namespaces"
fi
