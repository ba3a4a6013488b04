_dado_offer() {
    case "$1" in
    files) _files ;;
    folders) _files -/ ;;
    games) compadd -- ${(f)"$(dado list games --names 2>/dev/null)"}; _files ;;
    agents|metrics) compadd -- ${(f)"$(dado list "$1" --names 2>/dev/null)"} ;;
    esac
}
_dado() {
    local now="${words[CURRENT]}" before="${words[CURRENT-1]}"
    local typed="" verbs flags valued offers i word
    for ((i = 2; i < CURRENT; i++)); do
        word="${words[i]}"
        _dado_table "$typed"
        case " $verbs " in
        *" $word "*) typed="${typed:+$typed }$word" ;;
        *) [ "$i" -eq 3 ] || break ;;
        esac
    done
    _dado_table "$typed"
    case "$valued" in
    *" $before:"*)
        word="${valued#*" $before:"}"
        _dado_offer "${word%% *}"
        return ;;
    esac
    case "$now" in
    -*) compadd -- ${=flags} ;;
    *)
        compadd -- ${=verbs}
        _dado_offer "$offers" ;;
    esac
}
compdef _dado dado
