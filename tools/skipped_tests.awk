# skipped_tests.awk - prints the names of the tests that ctest skipped, from its log (ctest -O).
/^The following tests did not run:/ { listing = 1 }
/^The following tests FAILED:/ { listing = 0 }
listing && $NF == "(Skipped)" { names = names (names ? " " : "") $3 }
END { if (names) print names }
