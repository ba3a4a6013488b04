function __dado_offer
    switch "$argv[1]"
    case files
        __fish_complete_path "$argv[2]"
    case folders
        __fish_complete_directories "$argv[2]"
    case games
        dado list games --names 2>/dev/null
        __fish_complete_path "$argv[2]"
    case agents metrics
        dado list $argv[1] --names 2>/dev/null
    end
end
function __dado_complete
    set -l now (commandline -ct)
    set -l typed ""
    set -l verbs
    set -l flags
    set -l valued
    set -l offers
    set -l words (commandline -opc)
    set -l place 0
    __dado_table "$typed"
    for word in $words[2..-1]
        set place (math $place + 1)
        if contains -- "$word" $verbs
            set typed (string trim -- "$typed $word")
            __dado_table "$typed"
        else if test $place -ne 2
            break
        end
    end
    for pair in $valued
        if test "$words[-1]:" = (string replace -r ':.*' ':' -- "$pair")
            __dado_offer (string replace -r '.*:' '' -- "$pair") "$now"
            return
        end
    end
    if string match -q -- '-*' "$now"
        printf '%s\n' $flags
        return
    end
    printf '%s\n' $verbs
    __dado_offer "$offers" "$now"
end
complete -c dado -f -a '(__dado_complete)'
