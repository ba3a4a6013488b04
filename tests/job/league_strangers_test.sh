# What strangers send to a league: links in a folder lead nowhere, what is not taken in leaves nothing
# behind, and names are words wherever they are shown.
. tests/support/cli.sh

cd "$work"
cp "$here/library/kits/lua_inside/random_agent.lua" bot.lua
"$DADO" league new season kuhn --house greedy --seed 7 -q >/dev/null
"$DADO" league team season Lemurs -q >/dev/null
nothing_is_left() { [ -z "$(ls season/submissions | grep -v '^2$')" ] || fail "left behind: $(ls season/submissions)"; }

# A link to a file, to a folder, and a pipe that nobody writes to.
echo "the organiser's own" >secret.txt
mkdir private && cp secret.txt private
for kind in file folder pipe; do
    mkdir $kind && cp bot.lua $kind
    case $kind in
    file) ln -s ../secret.txt file/notes.txt ;;
    folder) ln -s ../private folder/notes ;;
    pipe) mkfifo pipe/notes ;;
    esac
    ends_with 1 timeout 60 "$DADO" league submit season Lemurs $kind
    complains "a submission has plain files, and no links"
    nothing_is_left
done
! grep -rq "the organiser's own" season || fail "a link was followed"

# Names that would move the cursor are told, and do not.
mkdir colours && cp bot.lua colours && cp bot.lua "colours/$(printf 'a\033[31m.lua')"
ends_with 1 "$DADO" league submit season Lemurs colours
complains "files of a submission have names of letters"
! grep -q "$(printf '\033')" "$err" || fail "a name reached the terminal as it is"

# A submission that cannot be given its place is removed. (The house player is the first.)
echo "in the way" >season/submissions/2
ends_with 1 "$DADO" league submit season Lemurs bot.lua
complains "cannot write"
nothing_is_left
rm season/submissions/2

# Names of teams and leagues are words of the pages.
bad='</script><img src=x onerror=alert(1)>"&'
"$DADO" league team season "$bad" -q >/dev/null
"$DADO" league submit season "$bad" bot.lua -q >/dev/null
sed -i "s|^name = .*|name = \"<b>bold</b>\"|" season/league.ini
"$DADO" league play season -n 1 -q >/dev/null
"$DADO" league export season site -q >/dev/null
[ -f site/match-1.html ] || fail "no match was played"
! grep -q '<img src=x\|<b>bold' site/*.html || fail "a name is markup in $(grep -l '<img src=x\|<b>bold' site/*.html)"
grep -q 'img src=x' site/match-1.html || fail "the team is not named"
