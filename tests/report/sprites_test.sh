# Maps are drawn with a sheet of sprites: ours, which comes out of its script to the byte, or
# anybody's; what is wrong with a legend is said where it stands.
. tests/support/cli.sh

if [ -x /usr/bin/python3 ]; then
    python3 "$here/tools/draw_sprites.py" "$work/drawn.png"
    same "$work/drawn.png" "$here/library/sprites/dungeon.png"
fi
lair=$here/library/maps/lair.map
cd "$work"
ends_with 0 "$DADO" map export "$lair" --sprites dungeon -o lair.png
ends_with 0 "$DADO" map export "$lair" -o plain.png
cmp -s lair.png plain.png && fail "sprites change nothing"
# 35 by 19 tiles of 16 pixels, twice as large: 1120 by 608.
[ "$(od -An -tx1 -j16 -N8 lair.png | tr -d ' \n')" = 0000046000000260 ] || fail "not the size asked for"
ends_with 0 "$DADO" map export "$lair" --sprites dungeon --to svg
cp "$out" one.svg
ends_with 0 "$DADO" map export "$lair" --sprites dungeon --to svg
same one.svg "$out"
grep -q 'data:image/png;base64,iVBORw0KGgo' one.svg || fail "the sheet is not in the drawing"
# The hero stands at 1, 6 and is tile 2, 2 of the sheet; every thing is drawn, once.
grep -q '<svg x="16" y="96" width="16" height="16" viewBox="32 32 16 16">' one.svg ||
    fail "the hero is not where it stands"
[ "$(grep -c 'viewBox="0 32 16 16"' one.svg)" = 2 ] || fail "not two enemies"
[ "$(grep -c 'viewBox="16 16 16 16"' one.svg)" = 4 ] || fail "not four piles of gold"

# A legend of one's own, with what a map numbers itself.
cp "$here/library/sprites/dungeon.png" sheet.png
sed 's/dungeon.png/sheet.png/' "$here/library/sprites/dungeon.sprites" >mine.sprites
echo 'enemy.2.0 = 3,2' >>mine.sprites
ends_with 0 "$DADO" map export "$here/library/maps/corridor.map" --sprites mine.sprites --to svg
[ "$(grep -c 'viewBox="48 32 16 16"' "$out")" = 2 ] || fail "what a map numbers has no place of its own"

ends_with 2 "$DADO" map export "$lair" --sprites dungeon --to ascii
complains '--sprites needs a picture'
sed -i 's,^hero = .*,hero = 9\,9,' mine.sprites
ends_with 1 "$DADO" map export "$lair" --sprites mine.sprites --to svg
complains 'outside the sheet sheet.png, which has 4 by 3 tiles of 16 pixels'
echo 'dragon = 1,1' >bad.sprites
ends_with 1 "$DADO" map export "$lair" --sprites bad.sprites --to svg
complains 'there is no dragon here' 8
printf 'sheet = sheet.png\nfloor = 1;1\n' >bad.sprites
ends_with 1 "$DADO" map export "$lair" --sprites bad.sprites --to svg
complains 'bad.sprites:2' 8
printf 'sheet = sheet.png\nfloor = 0,0\n' >bad.sprites
ends_with 1 "$DADO" map export "$lair" --sprites bad.sprites --to svg
complains 'has no place for wall'
sed 's/sheet.png/mine.sprites/' "$here/library/sprites/dungeon.sprites" |
    sed 's/dungeon.png/mine.sprites/' >bad.sprites
ends_with 1 "$DADO" map export "$lair" --sprites bad.sprites --to svg
complains 'is not a PNG'
head -c 200 sheet.png >cut.png
sed 's/dungeon.png/cut.png/' "$here/library/sprites/dungeon.sprites" >cut.sprites
ends_with 1 "$DADO" map export "$lair" --sprites cut.sprites -o cut-lair.png
[ ! -e cut-lair.png ] || fail "half a picture was written"
sed 's,dungeon.png,../sheet.png,' "$here/library/sprites/dungeon.sprites" >up.sprites
ends_with 1 "$DADO" map export "$lair" --sprites up.sprites --to svg
complains 'is not beside the file'
