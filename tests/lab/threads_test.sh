# The number of threads is nowhere in the results: table, JSON and store have the same bytes.
. tests/support/cli.sh

same_on_any_number_of_threads sim kuhn -n 20000
same_on_any_number_of_threads sim walk -n 3000 -D width=5 --keep moves
same_on_any_number_of_threads sim kuhn -n 200 --agents ismcts:iterations=20,random --seed 9
