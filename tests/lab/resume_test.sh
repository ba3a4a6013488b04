# Killed twenty times in the middle and resumed, an experiment ends as if nothing had happened.
. tests/support/cli.sh

killed_anywhere_it_resumes 20 sim kuhn -n 6400 --agents ismcts:iterations=1000 --threads 1
