# `dado print` writes sheets to cut: as many pages as it says, of the paper's size, with cards of the
# size asked for, fronts and backs on each other, and every attribute in words. The PDF is read by
# poppler, which shares nothing with dado.
. tests/support/cli.sh

cd "$work"
games="hearts homestead caravan pig twodicepig threesheets fourinarow pipes sowing lighthouse"

# The number of pages and their size stand in the file; the answer says the same number.
count_pages() { grep -a -c '/Type /Page\( \|$\)' "$1"; }
for game in $games; do
    papers=a4
    [ $game != pipes ] || papers="letter a4"
    for paper in $papers; do
        ends_with 0 "$DADO" print "$game" --paper $paper -n 3 -o $game.pdf --json
        [ "$(head -c 5 $game.pdf)" = "%PDF-" ] || fail "$game.pdf is no PDF"
        said=$(sed -n 's/.*"pages":{"label":"pages","value":\([0-9]*\).*/\1/p' "$out")
        [ "$(count_pages $game.pdf)" = "$said" ] || fail "$game: not $said pages"
        size='595.27[0-9]* 841.8[89]'
        [ $paper = a4 ] || size='612 792'
        boxes=$(grep -a -c "MediaBox \[ 0 0 $size" $game.pdf)
        [ "$boxes" = "$said" ] || fail "$game: $boxes of $said pages are $paper"
    done
done

# Figures that people can count: cards, dice, tokens at the start, players.
says() {
    ends_with 0 "$DADO" print "$1" -n 1 --json
    grep -q "\"$2\":{\"label\":\"[a-z ]*\",\"value\":$3," "$out" || fail "$1: there are not $3 $2"
}
says hearts cards 52
says hearts score_sheets 4
says pig dice 1
says twodicepig dice 2
says threesheets dice 4
says lighthouse numbers 8
says pipes boards 1
says sowing tokens 36
says territorio boards 1
grep -q 'Chance lays the board out' "$out" || fail "a board of chance is not called one"

# The same command leaves the same bytes, whatever the time of day and the number of threads.
ends_with 0 "$DADO" print homestead -n 1 -o one.pdf
sleep 1.1
DADO_THREADS=7 ends_with 0 "$DADO" print homestead -n 1 -o two.pdf
same one.pdf two.pdf
! grep -a -q CreationDate one.pdf || fail "there is a date in the file"

# What is wrong is said, and no file is left.
for size in 63 63x 63x88x1 10x88 63x400 x88 63by88; do
    ends_with 2 "$DADO" print hearts --card $size -o wrong.pdf
    complains "is no size"
done
ends_with 2 "$DADO" print hearts --paper a3 -o wrong.pdf
ends_with 1 "$DADO" print hearts -o missing/folder.pdf
[ ! -e wrong.pdf ] || fail "a file was written after an error"

# An image lies beside the description. One that is missing or cannot be drawn is named.
cp "$here/library/sprites/dungeon.png" hen.png
sed 's/^Hen/HEN/' "$here/library/cards/homestead.csv" >homestead.csv
sed 's/(look/(look (ART NAME) (IMAGE HEN "hen.png")/' "$here/library/cards/homestead.rcy" >farm.rcy
ends_with 0 "$DADO" print farm.rcy -n 1 -o farm.pdf
grep -a -q '/Subtype /Image' farm.pdf || fail "the image is not in the PDF"
! grep -a -q '/Subtype /Image' one.pdf || fail "there is an image where none was asked for"
rm hen.png
ends_with 1 "$DADO" print farm.rcy -n 1 -o wrong.pdf
complains hen.png
echo 'no picture' >hen.png
ends_with 1 "$DADO" print farm.rcy -n 1 -o wrong.pdf
complains 'hen.png cannot be drawn'
sed -i 's/hen.png/hen.svg/' farm.rcy
svg() { printf '<svg viewBox="0 0 10 10">%s</svg>' "$1" >hen.svg; }
svg '<circle cx="5" cy="5" r="4" fill="#c00"/>'
ends_with 0 "$DADO" print farm.rcy -n 1 -o farm.pdf
svg '<linearGradient id="g"/><rect width="9" height="9" fill="url(#g)"/>'
ends_with 1 "$DADO" print farm.rcy -n 1 -o wrong.pdf
complains 'linearGradient'
svg '<g><rect></g>'
ends_with 1 "$DADO" print farm.rcy -n 1 -o wrong.pdf
complains 'hen.svg'
svg '<g id="a"><use href="#a"/></g>'
ends_with 1 "$DADO" print farm.rcy -n 1 -o wrong.pdf
complains 'uses a part'
[ ! -e wrong.pdf ] || fail "a file was written after an error"

command -v pdftoppm >/dev/null && command -v pdftotext >/dev/null && command -v python3 >/dev/null || {
    echo "poppler-utils or python3 is not installed: pages were counted and not measured"
    exit 0
}

# Words of a page.
has() {
    pdftotext -f "$2" -l "$3" "$1" - | grep -o -w -F -- "$4" | wc -l
}
expect() {
    found=$(has "$@")
    [ "$found" = "$5" ] || fail "$1, pages $2 to $3: \"$4\" stands there $found times, not $5"
}
# Every row of homestead.csv as often as its COUNT says, on the odd pages; NAME is the title.
for side in 1 3 5; do pdftotext -layout -f $side -l $side homestead.pdf - ; done >homestead.words
sed 1d "$here/library/cards/homestead.csv" | tr -d '\r' | while IFS=, read -r name cost yield points count; do
    found=$(grep -o -w -- "$name" homestead.words | wc -l)
    [ "$found" = "$count" ] || fail "$name is printed $found times, not $count"
    : "$cost $yield $points"
done
# Costs, yields and points: as many figures as the table has.
sed 1d "$here/library/cards/homestead.csv" | tr -d '\r' | awk -F, '
    { for (i = 0; i < $5; i++) print $2 "\n" $3 "\n" $4 }' | sort -n | uniq -c >wanted
sed '/Homestead\|Print at\|5 cm/d' homestead.words | grep -o -w '[0-9][0-9]*' | sort -n | uniq -c >found
same wanted found
# A deck of cards: every rank stands in two corners of four suits.
for rank in A 2 3 4 5 6 7 8 9 10 J Q K; do
    found=0
    for page in 1 3 5 7 9 11; do
        here_now=$(pdftotext -f $page -l $page hearts.pdf - | sed '/Hearts\|Print at\|5 cm/d' |
            grep -o -w -- "$rank" | wc -l)
        found=$((found + here_now))
    done
    [ $found = 8 ] || fail "hearts: $rank stands there $found times"
done
for good in salt tea spice silk; do expect caravan.pdf 1 8 $good 7; done
expect threesheets.pdf 2 2 Odd 2
expect threesheets.pdf 2 2 Pair 2
expect sowing.pdf 1 1 Pit12 1
for corner in A B C D E F G 1 6; do expect fourinarow.pdf 1 1 $corner 1; done
expect pipes.pdf 2 2 Straight 12
expect pipes.pdf 3 3 Bend 12
expect lighthouse.pdf 3 3 8 3

# A long text is broken into rows that can be read: more than 2.5 mm high, and inside the card.
cat >talk.rcy <<'RCY'
(game
  (look (TITLE NAME) (COST COST) (TEXT TEXT))
  (setup (create players 2) (create deck (game vloc OPEN) (cards "talk.csv")))
  (stage player (turns 2) (choice ((any (distinct NAME (game vloc OPEN)) 'C
    (do ((inc ((current player) sto S) (value COST 'C)) (move 'C (top (game vloc GONE))))))) else (turn pass)))
  (scoring max ((current player) sto S)))
RCY
printf 'NAME,COST,TEXT,COUNT\nPirate,3,"Takes two coins from the richest player, or one from each",4\n' >talk.csv
ends_with 0 "$DADO" print talk.rcy -n 1 -o talk.pdf
pdftotext -bbox -f 1 -l 1 talk.pdf - | grep '>richest<' |
    sed 's/.*xMin="\([0-9.]*\)" yMin="\([0-9.]*\)" xMax="\([0-9.]*\)" yMax="\([0-9.]*\)".*/\1 \2 \3 \4/' >richest
[ "$(wc -l <richest)" = 4 ] || fail "the text is not on all four cards"
awk '{ if ($4 - $2 < 2.5 * 72 / 25.4 || $1 < 10.5 * 72 / 25.4 || $3 > 199.5 * 72 / 25.4) exit 1 }' richest ||
    fail "the text is too small or lies beyond the cards"

# Measured: cut marks of a rendered page, in millimetres.
cat >measure.py <<'PY'
import re, subprocess, sys

DPI = 600

def page(pdf, number):
    made = subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "-f", str(number), "-l", str(number), pdf],
                          check=True, capture_output=True).stdout
    head = made.split(None, 4)
    wide, high = int(head[1]), int(head[2])
    return wide, high, made[-wide * high:]

def mm(pixels):
    return pixels * 25.4 / DPI

def dark(line):
    """The middles of dark runs."""
    return [mm((run.start() + run.end()) / 2) for run in re.finditer(rb"[\x00-\xc7]+", line)]

def marks(pdf, number):
    """Where the marks at the top and at the left are. They are the runs that come with equal steps
    in the first line of pixels, from the edge inwards, that has at least four."""
    wide, high, pixels = page(pdf, number)
    def first(lines):
        for line in lines:
            runs = dark(line)
            steps = [b - a for a, b in zip(runs, runs[1:])]
            if len(runs) >= 4 and max(steps) - min(steps) < 0.2:
                return runs
        sys.exit(f"{pdf}, page {number}: there are no marks")
    top = first(pixels[y * wide:(y + 1) * wide] for y in range(0, high // 10, 3))
    left = first(pixels[x::wide] for x in range(0, wide // 10, 3))
    return mm(wide), top, left

def near(found, wanted, what):
    if abs(found - wanted) > 0.1:
        sys.exit(f"{what}: {found:.3f} mm, not {wanted}")

pdf, wide, high, backs = sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), sys.argv[4] == "backs"
paper, top, left = marks(pdf, 1)
for a, b in zip(top, top[1:]):
    near(b - a, wide, f"{pdf}: the width of a card")
for a, b in zip(left, left[1:]):
    near(b - a, high, f"{pdf}: the height of a card")
if backs:
    _, behind, below = marks(pdf, 2)
    assert len(behind) == len(top) and len(below) == len(left)
    for a, b in zip(top, reversed(behind)):
        near(paper - b, a, f"{pdf}: a mark of a back, from the other side")
    for a, b in zip(left, below):
        near(b, a, f"{pdf}: a mark of a back, from above")
print(f"{pdf}: {len(top) - 1} by {len(left) - 1} cards of {top[1] - top[0]:.2f} by {left[1] - left[0]:.2f} mm")
PY
python3 measure.py homestead.pdf 63 88 backs || fail "homestead is not cut right"
"$DADO" print homestead --paper letter -n 1 -o letter.pdf -q >/dev/null
python3 measure.py letter.pdf 63 88 backs || fail "homestead on Letter is not cut right"
"$DADO" print homestead --card 44x67 -n 1 --no-backs -o small.pdf -q >/dev/null
python3 measure.py small.pdf 44 67 alone || fail "small cards are not cut right"

# A card with two sides: the words of its front and of its back lie on each other when the paper is
# turned. The numbers of the pipes say which card it is.
cat >sides.py <<'PY'
import re, subprocess, sys

def words(page):
    made = subprocess.run(["pdftotext", "-bbox", "-f", str(page), "-l", str(page), sys.argv[1], "-"],
                          check=True, capture_output=True, text=True).stdout
    wide = float(re.search(r'page width="([0-9.]+)"', made)[1])
    found = re.findall(r'xMin="([0-9.]+)" yMin="([0-9.]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">([^<]*)<', made)
    # The large numbers: each stands once in the middle of a card.
    large = {}
    for x1, y1, x2, y2, word in found:
        if word.isdigit() and float(y2) - float(y1) > 15:
            large[word] = ((float(x1) + float(x2)) / 2, (float(y1) + float(y2)) / 2)
    return wide, large

wide, fronts = words(2)
_, backs = words(3)
assert sorted(fronts) == sorted(backs) and len(fronts) == 12, (fronts, backs)
for name, (x, y) in fronts.items():
    bx, by = backs[name]
    off = max(abs(wide - bx - x), abs(by - y)) * 25.4 / 72
    assert off < 0.1, f"card {name} is {off:.2f} mm off its back"
PY
python3 sides.py pipes.pdf || fail "fronts and backs of two-sided cards do not lie on each other"
