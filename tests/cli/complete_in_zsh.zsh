# complete_in_zsh.zsh - types lines into a real zsh, completes each with Tab, prints what stands there.
#
# usage: zsh -f complete_in_zsh.zsh SCRIPT LINE...
zmodload zsh/zpty
ask() {
    zpty z zsh -f -i
    zpty -w z "PROMPT=; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; source $1; dado_line() { print -r -- \"<\$BUFFER>\"; BUFFER=; }; zle -N dado_line; bindkey '^X' dado_line"
    zpty -n -w z "$2"$'\t\x18'
    local line all=
    repeat 200; do
        zpty -r -t z line && all+=$line
        [[ $all == *'<dado'*'>'* ]] && break
        sleep 0.05
    done
    zpty -d z
    print -r -- ${${all##*<}%%>*}
}
script=$1
shift
for line in "$@"; do ask $script $line; done
