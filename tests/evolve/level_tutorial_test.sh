# The tutorial on levels works as it is printed: its easy levels are easier than its hard ones, and all
# of them can be finished.
. tests/support/cli.sh
. tests/support/run_doc_pages.sh

follow docs/tutorial/levels.md
# Three easy levels, then three hard ones; difficulty stands behind the last share of a row.
awk '/^  [a-z/]*level-/ { n++; for (i = 1; i <= NF; i++) if ($i == "%") last = i; d = $(last + 1)
                 if (n <= 3) easy += d; else hard += d }
     END { print "difficulty: easy", easy / 3, "hard", hard / 3; exit !(n == 6 && easy < hard) }' \
    "$work/.levels/05.sh.out" || fail "the easy levels are not easier"
