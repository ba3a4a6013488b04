#!/bin/sh
# chromium_test.sh - reports as a browser sees them: drawn, harmless, and alone.
#
# A name that could run a script sets the page's title, so a title that is what
# it was shows that none ran. Whatever a page tried to load would go to a proxy
# that is not there and be named in the browser's log of the network.
set -eu

browser=""
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && browser=$name && break
done
if [ -z "$browser" ]; then
    echo "skipped: no Chromium here, and this test draws pages in one"
    exit 77
fi

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
builds=$(dirname "$DADO")
"$builds/test_report_experiment" --write "$dir"

fail() {
    echo "failed: $*"
    exit 1
}

# Runs the browser on a page with a profile of its own.
browse() {
    page=$1
    shift
    rm -rf "$dir/profile"
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --disable-dev-shm-usage --disable-extensions --hide-scrollbars \
        --user-data-dir="$dir/profile" --proxy-server=127.0.0.1:9 \
        --log-net-log="$dir/net.json" "$@" "file://$page" 2>"$dir/browser.log"
}

for kind in plain hostile; do
    browse "$dir/$kind.html" --dump-dom >"$dir/$kind.dom" || fail "the browser left $kind.html"
    charts=$(grep -o '<svg xmlns="http://www.w3.org/2000/svg" class="dado"' "$dir/$kind.dom" | wc -l)
    [ "$charts" -ge 12 ] || fail "$kind.html has $charts drawings where 12 or more are due"
    bars=$(grep -c '<rect class="tint' "$dir/$kind.dom") || true
    [ "$bars" -ge 50 ] || fail "$kind.html has $bars bars of histograms"
    ! grep -q '<script' "$dir/$kind.dom" || fail "$kind.html has a script in its document"
    ! grep -q 'onerror="\|<img' "$dir/$kind.dom" || fail "$kind.html has an image in its document"
    grep -q '</html>' "$dir/$kind.dom" || fail "$kind.html was cut short"
    # The browser has errands of its own; a page can only send it to a host that it names.
    # shellcheck disable=SC2013 # hosts are words
    for host in $(sed -n 's|.*"url":"[a-z]*://\([^/"]*\)[/"].*|\1|p' "$dir/net.json" | sort -u); do
        ! grep -qF "$host" "$dir/$kind.html" || fail "$kind.html asked for something from $host"
    done
done
grep -q '<title>Dice race</title>' "$dir/plain.dom" || fail "plain.html lost its title"
! grep -q '<title>pwned\|<title>1<' "$dir/hostile.dom" || fail "a name ran as a script"

# Light and dark differ, both show something, and paper has pages.
browse "$dir/plain.html" --window-size=900,700 --screenshot="$dir/light.png" >/dev/null
browse "$dir/plain.html" --window-size=900,700 --force-dark-mode --screenshot="$dir/dark.png" \
    >/dev/null
browse "$dir/plain.html" --print-to-pdf="$dir/paper.pdf" >/dev/null
for shot in light dark; do
    [ "$(head -c 4 "$dir/$shot.png" | tail -c 3)" = PNG ] || fail "no picture of the $shot page"
    [ "$(wc -c <"$dir/$shot.png")" -gt 20000 ] || fail "the $shot page is blank"
done
! cmp -s "$dir/light.png" "$dir/dark.png" || fail "light and dark look the same"
[ "$(head -c 5 "$dir/paper.pdf")" = "%PDF-" ] || fail "the page does not print"
[ "$(wc -c <"$dir/paper.pdf")" -gt 30000 ] || fail "the print is blank"
echo "charts drawn, nothing loaded, light, dark and paper: all fine"
