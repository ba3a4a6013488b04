# A match as one page: right in a browser, moved by clicks, closed to what a seat may not see.
. tests/support/cli.sh

browser=""
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && browser=$name && break
done
if [ -z "$browser" ]; then
    echo "skipped: no Chromium here, and this test steps through pages in one"
    exit 77
fi

# The page as the browser has it, after a script of the test's own has clicked about in it.
dom() {  # PAGE FRAGMENT SCRIPT
    cp "$1" "$work/driven.html"
    printf '<script>\n%s\n</script>\n' "$3" >>"$work/driven.html"
    rm -rf "$work/profile"
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --disable-dev-shm-usage --disable-extensions --user-data-dir="$work/profile" \
        --proxy-server=127.0.0.1:9 --log-net-log="$work/net.json" \
        --dump-dom "file://$work/driven.html$2" >"$work/dom" 2>"$work/log" ||
        fail "the browser left the page"
}

has() {
    grep -F -q -- "$1" "$work/dom" || {
        grep -o '<output[^<]*<' "$work/dom" >&2 || true
        fail "not in the page: $1"
    }
}

# Writes what it finds into the page, for the shell to read.
# shellcheck disable=SC2016 # it is JavaScript
tell='const tell = (name, value) => { const o = document.createElement("output"); o.textContent = `${name}=${value};`; document.body.append(o); };
const count = (what) => document.querySelectorAll(what).length;
const click = (what) => document.querySelector(what).dispatchEvent(new MouseEvent("click", { bubbles: true }));
const press = (element, share) => { const box = element.getBoundingClientRect();
  element.setPointerCapture = () => {};
  element.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, clientX: box.left + box.width * share, clientY: box.top + 20 })); };'

cd "$work"
ends_with 0 "$DADO" sim territorio --agents territorio_example,territorio_baseline -n 1 --keep moves \
    -D limit.rounds=60 -q --threads 1
ends_with 0 "$DADO" replay --html match.html
size=$(wc -c <match.html)
[ "$size" -lt 3000000 ] || fail "a page of $size bytes"
ends_with 0 "$DADO" replay --html again.html
same match.html again.html
! grep -q 'src=\|href=' match.html || fail "the page names something outside itself"

dom match.html '' "$tell"'
tell("tiles", count(".cell")); tell("units", count(".unit")); tell("houses", count(".building"));
tell("charts", count(".chart")); tell("curves", count(".curve")); tell("hidden", count(".hidden-tile"));
tell("eyes", count("#eyes button")); tell("step", document.body.dataset.step);
click("#on"); click("#on"); tell("after-on", document.body.dataset.step);
click("#back"); tell("after-back", document.body.dataset.step);
click("#last"); const last = Number(document.body.dataset.step); tell("moved", last > 50);
tell("rounds", document.body.dataset.round);
click("#first"); tell("first", document.body.dataset.step);
press(document.querySelector(".chart svg"), .55); const at = Number(document.body.dataset.step);
tell("chart-click", at > last / 10 && at < last * .9);
tell("shaded", document.querySelectorAll("[data-master=\"0\"]").length > 0);
click("[data-eyes=\"0\"]"); const fog = count(".hidden-tile"), seen = count(".unit");
tell("fogged", fog > 20 && fog < 144); tell("p0-eyes", document.body.dataset.eyes);
click("[data-eyes=\"1\"]"); tell("other-fog", count(".hidden-tile") > 20);
click("[data-eyes=\"-1\"]"); tell("open", count(".hidden-tile"));
click("[data-cell=\"0\"]"); tell("detail", document.querySelector("#detail h3").textContent);
click("#log li"); tell("log-click", Number(document.body.dataset.step) < at);
const slider = document.querySelector("#slider"); slider.value = 7; slider.dispatchEvent(new Event("input"));
tell("slider", document.body.dataset.step);'
for found in 'tiles=144;' 'units=2;' 'houses=2;' 'charts=5;' 'curves=10;' 'hidden=0;' 'eyes=3;' \
    'step=0;' 'after-on=2;' 'after-back=1;' 'moved=true;' 'first=0;' \
    'chart-click=true;' 'shaded=true;' 'fogged=true;' 'p0-eyes=0;' 'other-fog=true;' 'open=0;' \
    'log-click=true;' 'slider=7;' 'detail=(0,0) '; do
    has "$found"
done

# A page can be opened at a moment, through somebody's eyes.
dom match.html '#step=40&eyes=1' "$tell"'tell("at", document.body.dataset.step + "/" + document.body.dataset.eyes);'
has 'at=40/1;'

# Hidden tiles show nothing of what is on them: no unit of the other seat out of sight is drawn.
dom match.html '#step=0&eyes=0' "$tell"'tell("own", count(".unit[data-seat=\"0\"]")); tell("others", count(".unit[data-seat=\"1\"]"));'
has 'own=1;'
has 'others=0;'

# Any other game: its tables as they are drawn. One with secrets has eyes, one without has none.
ends_with 0 "$DADO" sim kuhn -n 1 --keep moves -q
ends_with 0 "$DADO" replay --html kuhn.html
dom kuhn.html '' "$tell"'tell("eyes", count("#eyes button")); click("#on"); click("#on"); tell("drawn", count("#board svg .paper") > 1);
const all = document.querySelector("#board").innerHTML; click("[data-eyes=\"0\"]"); tell("backs", count("#board svg .back") > 0);
tell("fewer", document.querySelector("#board").innerHTML !== all); tell("pace", document.querySelector("#pace").value);'
for found in 'eyes=3;' 'drawn=true;' 'backs=true;' 'fewer=true;' 'pace=200;'; do has "$found"; done
ends_with 0 "$DADO" sim noughts -n 1 --keep moves -q
ends_with 0 "$DADO" replay --html noughts.html
dom noughts.html '' "$tell"'tell("eyes", count("#eyes button")); tell("charts", count(".chart"));'
has 'eyes=1;'
has 'charts=2;'

# A level is shown at its own speed, a tick of 30 ms, every tick of it.
ends_with 0 "$DADO" sim "$here/library/levels/first.level" --agents runner -n 1 --keep moves -q
ends_with 0 "$DADO" replay --html level.html
size=$(wc -c <level.html)
[ "$size" -lt 4000000 ] || fail "a page of $size bytes"
dom level.html '' "$tell"'tell("tiles", count("#board .tile")); tell("pace", document.querySelector("#pace").value);
const at = () => document.querySelector("#board").textContent.match(/column (\d+)/)[1]; const first = at();
click("#last"); tell("ran", Number(at()) > Number(first)); tell("steps", document.body.dataset.step > 50);'
for found in 'tiles=640;' 'pace=30;' 'ran=true;' 'steps=true;'; do has "$found"; done

# Whatever an agent is called, it is no markup.
cp "$here/library/kits/lua_inside/random_agent.lua" '<!--<script>document.title=1.lua'
ends_with 0 "$DADO" sim kuhn --seat '1=<!--<script>document.title=1.lua' -n 1 --keep moves -q
ends_with 0 "$DADO" replay --html odd.html
dom odd.html '' "$tell"'tell("title", document.title); tell("scripts", document.scripts.length);'
has 'title=Kuhn poker, a match;'
has 'scripts=3;'
echo "hexes, units, fog, curves and clicks: all fine"
