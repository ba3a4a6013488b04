_dado_offer() {
    case "$1" in
    files) COMPREPLY=($(compgen -f -- "$2")) ;;
    folders) COMPREPLY=($(compgen -d -- "$2")) ;;
    games) COMPREPLY=($(compgen -W "$(dado list games --names 2>/dev/null)" -- "$2") $(compgen -f -- "$2")) ;;
    agents|metrics) COMPREPLY=($(compgen -W "$(dado list "$1" --names 2>/dev/null)" -- "$2")) ;;
    *) COMPREPLY=() ;;
    esac
}
_dado() {
    local now="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
    local path="" verbs flags valued offers i word
    for ((i = 1; i < COMP_CWORD; i++)); do
        word="${COMP_WORDS[i]}"
        _dado_table "$path"
        case " $verbs " in
        *" $word "*) path="${path:+$path }$word" ;;
        *) [ "$i" -eq 2 ] || break ;;
        esac
    done
    _dado_table "$path"
    case "$valued" in
    *" $before:"*)
        word="${valued#*" $before:"}"
        _dado_offer "${word%% *}" "$now"
        return ;;
    esac
    case "$now" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$now")) ;;
    *)
        _dado_offer "$offers" "$now"
        COMPREPLY+=($(compgen -W "$verbs" -- "$now")) ;;
    esac
}
complete -o filenames -F _dado dado
