# A match for learners: arrays that NumPy reads, whose rows are the decisions of the match.
. tests/support/cli.sh

cd "$work"
ends_with 0 "$DADO" sim territorio --agents territorio_example -n 1 --keep moves -q \
    -D limit.rounds=5 -D map.width=7 -D map.height=6
ends_with 0 "$DADO" replay --planes all
ends_with 0 "$DADO" replay --planes second --eyes 2
ends_with 1 "$DADO" replay --planes nobody --eyes 3
complains 'no seat 3'
[ ! -e nobody ] || fail "a folder for nobody"
ends_with 0 "$DADO" sim kuhn -n 1 --keep moves -q
ends_with 1 "$DADO" replay --planes cards
complains 'Kuhn poker does not describe its states in numbers'
[ "$(wc -l <all/planes.txt)" = 32 ] || fail "not 32 planes"
ends_with 0 "$DADO" replay 1 --text
steps=$(grep -c '^[0-9]* p[01] ' "$out")
[ -x /usr/bin/python3 ] || { echo "no python3: the arrays are not read"; exit 0; }

cat >read.py <<'END'
import ast, struct, sys

def load(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x93NUMPY\x01\x00", path
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0, path
    head = ast.literal_eval(data[10:10 + length].decode())
    shape, size = head["shape"], 1
    for n in shape:
        size *= n
    letter = {"f4": "f", "i4": "i", "i8": "q"}[head["descr"][1:]]
    numbers = struct.unpack("<%d%s" % (size, letter), data[10 + length:])
    return shape, numbers

steps = int(sys.argv[1])
shape, planes = load("all/planes.npy")
assert shape == (steps, 32, 6, 7), shape
assert load("all/vector.npy")[0] == (steps, 5)
(rows, four), deeds = load("all/deeds.npy")
assert (rows, four) == (steps, 4)
(listed, three), legal = load("all/legal.npy")
(count,), first = load("all/first.npy")
assert count == steps + 1 and first[0] == 0 and first[-1] == listed and three == 3
seats = set()
for i in range(steps):
    seat, deed = deeds[4 * i], deeds[4 * i + 1:4 * i + 4]
    seats.add(seat)
    may = [legal[3 * k:3 * k + 3] for k in range(first[i], first[i + 1])]
    assert deed in may, (i, deed)
    assert may[-1] == (0, -1, -1)
    row = planes[i * 32 * 42:(i + 1) * 32 * 42]
    if deed[0] == 1:  # who marches stands where it says, and sees where it goes
        assert row[8 * 42 + deed[1]] >= 1 and row[deed[2]] == 1
assert seats == {0, 1}
shape, own = load("second/planes.npy")
assert shape[0] == sum(deeds[4 * i] == 1 for i in range(steps))
assert sorted(load("all/places.npy")[1])[0] == 0
END
python3 read.py "$steps" || fail "the arrays are wrong"
