// referee_notes_test.c - what a referee notes reads back, says the same, and cannot grow without
// end.
#include "core/referee_notes.h"

#include "support/test.h"

static dado_note read_one(const char *line)
{
    dado_note note;
    const char *next = dado_note_read(line, &note);
    assert_string_equal(next, "");
    return note;
}

static void assert_says(const char *line, const char *words)
{
    dado_note note = read_one(line);
    dado_text said = { 0 };
    dado_note_describe(&note, &said);
    assert_string_equal(dado_text_string(&said), words);
    dado_text_free(&said);
}

static void a_note_reads_back_as_it_was_written(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "17 1 42 refused NO_MOVES 0 0 move 49 3,0\n",
        "17 1 43 strike time 1 30012 \n",
        "0 0 0 remark - 0 0 -3 remark twice\n",
        "3 15 7 refused + 120 0 \n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        dado_note note = read_one(lines[i]);
        dado_text again = { 0 };
        dado_note_write(&note, &again);
        assert_string_equal(dado_text_string(&again), lines[i]);
        dado_text_free(&again);
    }
    dado_note note = read_one(lines[0]);
    assert_int_equal(note.kind, DADO_NOTE_REFUSED);
    assert_int_equal(note.match, 17);
    assert_int_equal(note.seat, 1);
    assert_int_equal(note.decision, 42);
    assert_string_equal(note.why, "NO_MOVES");
    assert_int_equal(note.length, strlen("move 49 3,0"));
    assert_true(read_one(lines[3]).more);
    assert_int_equal(dado_note_multiplicity(&(dado_note){ .more = true, .count = 120 }), 120);
}

static void notes_are_said_in_words(void **state)
{
    (void)state;
    assert_says("1 0 2 refused ILLEGAL 0 0 take everything\n", "refused: ILLEGAL: take everything");
    assert_says("1 0 2 strike time 2 30012 \n", "strike: late, 2 so far, after 30012 ms");
    assert_says("1 0 2 strike crash 1 0 \n", "strike: crashed, 1 so far");
    assert_says("1 0 2 forfeit strikes 3 0 \n", "forfeit: out of strikes");
    assert_says("1 0 2 remark stderr 0 0 time\n", "stderr: time");
    assert_says("1 0 2 refused + 7 0 \n", "refused: 7 more");
}

static void a_line_of_no_kind_is_a_remark_and_stays_in_its_line(void **state)
{
    (void)state;
    static const char *const odd[] = { "cave.lua:3: L_RUNTIME: oh", "1 2", "1 0 2 song - 0 0 x",
                                       "1 0 2 refused", "" };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        assert_says(odd[i], odd[i]);
        assert_int_equal(read_one(odd[i]).kind, DADO_NOTE_REMARK);
    }
    // Fields must not be looked for beyond the end of the line.
    dado_note note;
    const char *next = dado_note_read("1 0 2\nrefused ILLEGAL 0 0 x\n", &note);
    assert_int_equal(note.kind, DADO_NOTE_REMARK);
    assert_string_equal(next, "refused ILLEGAL 0 0 x\n");
}

static void words_cannot_steer_a_terminal_nor_begin_a_line(void **state)
{
    (void)state;
    dado_notebook book = { .seat = 1, .decision = 5 };
    dado_notebook_remark(&book, "stderr", "\x1b[2J\n0 0 0 forfeit strikes 0 0 \r\x7f");
    assert_string_equal(
        dado_notebook_take(&book),
        "0 1 5 remark stderr 0 0 \\u001b[2J|0 0 0 forfeit strikes 0 0 \\u000d\\u007f\n");
    assert_string_equal(dado_notebook_take(&book), "");
    dado_notebook_free(&book);
}

static void of_too_many_the_first_are_kept_and_the_rest_counted(void **state)
{
    (void)state;
    enum { many = 20000 };
    dado_notebook book = { 0 };
    for (int i = 0; i < many; i++) {
        book.decision = i;
        dado_notebook_add(&book, DADO_NOTE_REFUSED, "ILLEGAL", 0, 0, "nonsense");
    }
    dado_notebook_add(&book, DADO_NOTE_STRIKE, "refusals", 1, 0, "");
    const char *lines = dado_notebook_take(&book);
    assert_in_range(strlen(lines), 1 << 15, (1 << 16) + 1000);
    for (size_t most = 0; most <= 1 << 17; most += 1 << 15) {
        dado_text kept = { 0 };
        dado_notes_copy(lines, 9, 2, most, &kept);
        assert_in_range(kept.length, 1, most + 200);
        int64_t refused = 0, strikes = 0;
        for (const char *at = dado_text_string(&kept); *at;) {
            dado_note note;
            at = dado_note_read(at, &note);
            assert_int_equal(note.match, 9);
            assert_int_equal(note.seat, 2);
            refused += note.kind == DADO_NOTE_REFUSED ? dado_note_multiplicity(&note) : 0;
            strikes += note.kind == DADO_NOTE_STRIKE ? dado_note_multiplicity(&note) : 0;
        }
        assert_int_equal(refused, many);
        assert_int_equal(strikes, 1);
        dado_text_free(&kept);
    }
    dado_notebook_free(&book);
}

static void the_notes_of_a_match_come_in_the_order_of_its_decisions(void **state)
{
    (void)state;
    static const char lines[] = "4 0 0 refused A 0 0 a\n"
                                "4 0 6 refused B 0 0 b\n"
                                "4 0 6 strike time 1 5 \n"
                                "5 0 1 refused other 0 0 x\n"
                                "4 1 3 refused C 0 0 c\n";
    static const char *const order[] = { "A", "C", "B", "time" };
    dado_region region;
    dado_region_init(&region, 1 << 20);
    dado_notes notes;
    assert_true(dado_notes_of_match(lines, 4, &notes, &region, NULL));
    assert_int_equal(notes.count, 4);
    for (int i = 0; i < 4; i++) assert_string_equal(notes.items[i].why, order[i]);
    assert_int_equal(dado_notes_until(&notes, 0, 2), 1);
    assert_int_equal(dado_notes_until(&notes, 1, 3), 2);
    assert_int_equal(dado_notes_until(&notes, 2, 100), 4);
    dado_region_free(&region);
}

static void how_a_player_is_confined_is_no_news(void **state)
{
    (void)state;
    dado_text kept = { 0 };
    dado_notes_copy("0 0 0 remark box 0 0 confined\n0 0 1 refused ILLEGAL 0 0 x\n", 3, 0, 1000,
                    &kept);
    assert_string_equal(dado_text_string(&kept), "3 0 1 refused ILLEGAL 0 0 x\n");
    dado_text_free(&kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_note_reads_back_as_it_was_written),
        cmocka_unit_test(notes_are_said_in_words),
        cmocka_unit_test(a_line_of_no_kind_is_a_remark_and_stays_in_its_line),
        cmocka_unit_test(words_cannot_steer_a_terminal_nor_begin_a_line),
        cmocka_unit_test(of_too_many_the_first_are_kept_and_the_rest_counted),
        cmocka_unit_test(the_notes_of_a_match_come_in_the_order_of_its_decisions),
        cmocka_unit_test(how_a_player_is_confined_is_no_news),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
