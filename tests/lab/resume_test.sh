# Killed eight times in the middle (twenty with DADO_LONG) and resumed, an experiment ends as if nothing had happened.
. tests/support/cli.sh

times=8
[ -z "${DADO_LONG:-}" ] || times=20

killed_anywhere_it_resumes "$times" sim kuhn -n 6400 --agents ismcts:iterations=1000 --threads 1
