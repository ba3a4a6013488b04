# Every verb explains itself, and help, manual, completion and reference agree, being one table.
. tests/support/cli.sh

ends_with 0 "$DADO" --version
grep -q '^dado [0-9]' "$out" || fail "no version"
ends_with 0 "$DADO" --help
verbs=$("$DADO" help --markdown | sed -n 's/^## dado \([a-z]*\)$/\1/p')
[ "$(echo "$verbs" | wc -w)" -ge 6 ] || fail "few verbs: $verbs"

for verb in $verbs; do
    ends_with 0 "$DADO" "$verb" --help
    grep -q "^usage: dado $verb" "$out" || fail "$verb --help has no usage"
    cp "$out" "$work/help"
    ends_with 0 "$DADO" help "$verb"
    same "$work/help" "$out"
    grep -q "^examples:" "$out" || fail "$verb has no example"
    ends_with 0 "$DADO" help --man "$verb"
    head -1 "$out" | grep -q '^\.TH DADO-' || fail "$verb has no manual page"
    if command -v man >/dev/null && man --help 2>&1 | grep -q -e --warnings; then
        said=$(man --warnings -E UTF-8 -l -Tutf8 -Z "$out" 2>&1 >/dev/null || true)
        [ -z "$said" ] || fail "man $verb: $said"
    fi
    # A narrow window and a wide one are kept to.
    for columns in 40 80 100; do
        wide=$(COLUMNS=$columns "$DADO" "$verb" --help | grep -v '^  dado\|^usage\|^    *-\|^  -' |
            awk -v most="$columns" 'length($0) > most && NF > 2' | head -1)
        [ -z "$wide" ] || fail "$verb --help is wider than $columns: $wide"
    done
done

ends_with 0 "$DADO" help --man
grep -q 'DADO_STORE' "$out" || fail "the manual does not tell of DADO_STORE"
ends_with 2 "$DADO" help nonsense
ends_with 2 "$DADO" help --completion csh

# The completion is a script that bash takes, and it completes.
if command -v bash >/dev/null; then
    "$DADO" help --completion bash >"$work/completion"
    bash -n "$work/completion" || fail "the completion is no script"
    cat >"$work/try" <<TRY
dado() { "$DADO" "\$@"; }
. "$work/completion"
complete_words() { COMP_WORDS=("\$@"); COMP_CWORD=\$((\$# - 1)); COMPREPLY=(); _dado; echo "\${COMPREPLY[*]}"; }
complete_words dado si
complete_words dado sim kuh
complete_words dado sim kuhn --thr
complete_words dado sim kuhn --agents gree
complete_words dado runs sho
TRY
    bash "$work/try" >"$out" 2>"$err" || fail "$(cat "$err")"
    printf 'sim\nkuhn\n--threads\ngreedy\nshow\n' >"$work/wanted"
    same "$work/wanted" "$out"
fi

# Those of zsh and fish likewise, in the shells themselves.
mkdir "$work/bin"
ln -s "$(realpath "$DADO")" "$work/bin/dado"
PATH=$work/bin:$PATH
if command -v fish >/dev/null; then
    "$DADO" help --completion fish >"$work/completion.fish"
    for line in "dado si" "dado sim kuh" "dado sim kuhn --thr" "dado sim kuhn --agents gree" "dado runs sho"; do
        HOME=$work fish -N -c "source $work/completion.fish; complete -C '$line'" 2>"$err" || fail "$(cat "$err")"
    done >"$out"
    printf 'sim\nkuhn\n--threads\ngreedy\nshow\n' >"$work/wanted"
    same "$work/wanted" "$out"
fi
if command -v zsh >/dev/null; then
    "$DADO" help --completion zsh >"$work/completion.zsh"
    zsh -f tests/cli/complete_in_zsh.zsh "$work/completion.zsh" "dado si" "dado sim kuh" \
        "dado sim kuhn --thr" "dado sim kuhn --agents gree" "dado runs sho" | sed 's/ *$//' >"$out"
    printf 'dado sim\ndado sim kuhn\ndado sim kuhn --threads\ndado sim kuhn --agents greedy\ndado runs show\n' >"$work/wanted"
    same "$work/wanted" "$out"
fi
