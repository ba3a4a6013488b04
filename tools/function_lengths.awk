# Prints every function of more than `most` lines (60): its length, file and name.
# awk -f tools/function_lengths.awk FILES...
#
# The tree is laid out by clang-format: the braces of a function, and only they, stand alone at
# the first column. A function is counted from the first line of its head to its last brace.
BEGIN { if (!most) most = 60 }
FNR == 1 { inside = 0; head = 0 }
inside && /^}/ {
    lines = FNR - head + 1
    if (lines > most) print lines, FILENAME, name
    inside = 0
    head = 0
    next
}
inside { next }
/^{$/ && head { inside = 1; next }
/^$/ || /^[#\/}]/ || /;$/ { head = 0; next }
/^[A-Za-z_]/ && !head {
    head = FNR
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
}
