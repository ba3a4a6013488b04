// print.c - the job `print`: a game on paper, as a PDF to print and cut.
#include <string.h>

#include "job/job_run.h"
#include "job/random_moves.h"
#include "report/print_sheets.h"
#include "report/svg_pdf.h"

typedef struct paper {
    const char *name;
    double width, height;  // in millimetres
} paper;

static const paper papers[] = { { "A4", 210, 297 }, { "Letter", 215.9, 279.4 } };

enum { most_decisions = 2000, most_pictures = 256 };

// Plays one match at random, and looks at the table before every decision.
static bool watch_match(dado_job_run *job_run, dado_print_kit *kit, void *state, dado_rng *luck)
{
    const dado_game *game = kit->game;
    dado_move *moves = dado_job_run_new(job_run, dado_move, game->max_moves);
    uint32_t *weights = dado_job_run_new(job_run, uint32_t, game->max_moves);
    if (!moves || !weights) return false;
    game->rules->start(game, state);
    for (int i = 0; i <= most_decisions; i++) {
        dado_play_random_moves(game, state, i ? 1 : 0, luck, moves, weights);
        if (!dado_print_watch(kit, state, job_run->err)) return false;
        if (game->rules->actor(game, state) == DADO_NOBODY) break;
    }
    return true;
}

// Lists what the game needs, from its first position and from matches played at random.
static bool find_components(dado_job_run *job_run, const dado_game *game, dado_print_kit *kit,
                            int *watched)
{
    int64_t matches = dado_job_run_int(job_run, "matches");
    void *state = dado_job_run_alloc(job_run, 1, game->state_size);
    if (!state) return false;
    game->rules->start(game, state);
    if (!dado_print_kit_begin(kit, game, state, job_run->err)) return false;
    for (*watched = 0; *watched < matches; (*watched)++) {
        size_t mark = dado_region_mark(job_run->region);
        dado_rng luck =
            dado_rng_stream(dado_job_run_seed(job_run), (uint64_t)*watched, DADO_STREAM_CHANCE);
        if (dado_job_run_is_stopped(job_run)) {
            dado_job_run_record_stop(job_run, "after %d of %d matches", *watched, (int)matches);
            break;
        }
        if (!watch_match(job_run, kit, state, &luck)) return false;
        dado_region_rewind(job_run->region, mark);
        dado_job_run_report_progress(job_run, *watched + 1, matches, "matches", "%d tokens",
                                     kit->token_count);
    }
    return true;
}

// Reads "63x88": the width and the height of a card in millimetres.
static bool read_card_size(dado_job_run *job_run, dado_print_settings *set)
{
    const char *words = dado_job_run_text(job_run, "card"), *by = strchr(words, 'x');
    const double least = 20, most = 150;
    DADO_CLEANUP(dado_text_free) dado_text first = { 0 };
    if (by) dado_text_add_bytes(&first, words, (size_t)(by - words));
    if (!by || !dado_read_real(dado_text_string(&first), &set->card_width) ||
        !dado_read_real(by + 1, &set->card_height) ||
        !(set->card_width >= least && set->card_width <= most && set->card_height >= least &&
          set->card_height <= most)) {
        return dado_job_run_usage_error(
            job_run,
            "--card %s is no size: write the width and the height in millimetres, 20 to "
            "150 each, as 63x88",
            words);
    }
    return true;
}

// Reads the images that the look names, from beside the description.
static bool read_pictures(dado_job_run *job_run, const dado_game_source *source,
                          const dado_game *game, dado_svg_picture *pictures, int *count)
{
    dado_game_look look = dado_game_look_of(game);
    const char *path = source->path ? source->path : "", *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    *count = 0;
    for (int i = 0; i < look.count; i++) {
        const dado_look_entry *entry = &look.entries[i];
        const char *found;
        if (entry->kind != DADO_LOOK_IMAGE) continue;
        if (*count == most_pictures) {
            return dado_job_run_usage_error(job_run, "the look names more than %d images",
                                            most_pictures);
        }
        const char *name = dado_job_run_copyf(job_run, "%.*s%s", folder, path, entry->text);
        dado_svg_picture *picture = &pictures[(*count)++];
        picture->name = entry->text;
        if (!name || !dado_job_run_read_file(job_run, name, "", "", &found, &picture->bytes,
                                             &picture->size)) {
            return false;
        }
    }
    return true;
}

static bool write_pdf(dado_job_run *job_run, const dado_game_source *source,
                      const dado_print_kit *kit, const dado_print_settings *set,
                      const dado_print_pages *pages, int *missing_signs)
{
    const char **texts = dado_job_run_new(job_run, const char *, pages->count + 1);
    dado_svg_picture *pictures = dado_job_run_new(job_run, dado_svg_picture, most_pictures);
    DADO_CLEANUP(dado_text_free) dado_text style = { 0 }, bytes = { 0 };
    if (!texts || !pictures) return false;
    for (int i = 0; i < pages->count; i++) texts[i] = dado_text_string(&pages->pages[i].svg);
    dado_print_style(&style);
    dado_pdf pdf = { .title = set->title,
                     .width = set->width,
                     .height = set->height,
                     .pages = texts,
                     .page_count = pages->count,
                     .css = dado_text_string(&style),
                     .pictures = pictures };
    const char *file = dado_job_run_text(job_run, "output");
    return read_pictures(job_run, source, kit->game, pictures, &pdf.picture_count) &&
           dado_pdf_write(&pdf, &bytes, missing_signs, job_run->err) &&
           (!file || dado_job_run_write(job_run, file, dado_text_string(&bytes), bytes.length));
}

static int count_items(const dado_print_pages *pages, const char *what)
{
    int items = 0;
    for (int i = 0; i < pages->count; i++) {
        if (strcmp(pages->pages[i].what, what) == 0) items += pages->pages[i].items;
    }
    return items;
}

// Adds how many pages there are, and what is on each.
static void put_pages(dado_document *answer, const dado_print_pages *pages)
{
    int backs = 0;
    for (int i = 0; i < pages->count; i++) backs += strcmp(pages->pages[i].what, "backs") == 0;
    dado_part *facts = dado_document_facts(answer, "print");
    dado_fact(facts, "pages", "pages", pages->count);
    dado_fact(facts, "sheets", "sheets of paper", pages->count - backs);
    if (backs) dado_fact_about(facts, "printed on both sides, turned on the long edge");
    static const char *const kinds[][3] = {
        { "cards", "cards", "cards" },
        { "small_cards", "cards for a board", "small cards" },
        { "boards", "boards", "board" },
        { "tokens", "tokens", "tokens" },
        { "dice", "dice to fold", "dice" },
        { "numbers", "numbers to draw from", "numbers" },
        { "score_sheets", "score sheets", "score sheets" },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int items = count_items(pages, kinds[i][2]);
        if (items) dado_fact(facts, kinds[i][0], kinds[i][1], items);
    }
    dado_part *table =
        dado_table(answer, "pages", DADO_FIELD(NUMBER, "page", "page"),
                   DADO_FIELD(WORDS, "what", "what"), DADO_FIELD(NUMBER, "items", "items"));
    for (int i = 0; i < pages->count; i++) {
        dado_put(table, i + 1, pages->pages[i].what, pages->pages[i].items);
    }
}

// Adds what to know before printing.
static void put_remarks(dado_document *answer, const dado_print_kit *kit, int watched,
                        int missing_signs)
{
    if (kit->board_scene.things) {
        dado_document_text(answer, "boards",
                           "Chance lays the board out: this is the one of the first match. "
                           "Another --seed gives another one.");
    }
    if (kit->token_count) {
        dado_document_textf(answer, "tokens",
                            "There are as many tokens as lay on the table at once in %d match%s "
                            "played at random. A match may need more.",
                            watched, watched == 1 ? "" : "es");
    }
    for (int i = 0; i < kit->dice_count; i++) {
        int sides = kit->dice[i].sides;
        if (sides == 0) {
            dado_document_text(answer, "dice",
                               "The game does not say what is on the sides of a die: it is not "
                               "printed.");
        } else if (sides != 6) {
            dado_document_textf(answer, "dice",
                                "A die with %d side%s is no cube: its numbers are printed to draw "
                                "from.",
                                sides, sides == 1 ? "" : "s");
        }
    }
    if (missing_signs) {
        dado_document_textf(answer, "fonts",
                            "%d characters are in no font of this machine, and are left out. A "
                            "font of signs, such as Noto Emoji, has most of them.",
                            missing_signs);
    }
    if (kit->cut) {
        dado_document_text(answer, "limits",
                           "The game has more components than can be printed; some are missing.");
    }
}

static bool draw(dado_job_run *job_run, const dado_game_source *source, const dado_game *game)
{
    const paper *sheet = &papers[dado_job_run_choice_index(job_run, "paper")];
    dado_print_settings set = { .title = game->rules->title,
                                .width = sheet->width,
                                .height = sheet->height,
                                .backs = !dado_job_run_is_given(job_run, "no-backs") };
    DADO_CLEANUP(dado_print_kit_free) dado_print_kit kit = { 0 };
    DADO_CLEANUP(dado_print_pages_free) dado_print_pages pages = { 0 };
    int watched = 0, missing_signs = 0;
    if (!read_card_size(job_run, &set) || !find_components(job_run, game, &kit, &watched) ||
        !dado_print_draw(&kit, &set, &pages, job_run->err)) {
        return false;
    }
    if (pages.count == 0) {
        return dado_job_run_usage_error(job_run,
                                        "%s shows no cards, dice, boards or tokens: there is "
                                        "nothing to print",
                                        source->name);
    }
    if (!write_pdf(job_run, source, &kit, &set, &pages, &missing_signs)) return false;
    put_pages(job_run->answer, &pages);
    put_remarks(job_run->answer, &kit, watched, missing_signs);
    const char *file = dado_job_run_text(job_run, "output");
    if (file) {
        dado_job_run_message(job_run, "wrote %s: %d pages of %g by %g mm", file, pages.count,
                             set.width, set.height);
    }
    return true;
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_game_source source;
    dado_game game;
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &source) ||
        !dado_job_run_open_game(job_run, &source, &game)) {
        return false;
    }
    answer->title = dado_document_copy(answer, game.rules->title);
    answer->rules = dado_game_source_hash(&source);
    return draw(job_run, &source, &game);
}

const dado_job dado_job_print = {
    .name = "print",
    .about = "makes sheets to print and cut: cards, boards, tokens, dice",
    .details =
        "Writes a PDF with everything that lies on the table: cards with their backs, boards "
        "without pieces, tokens, dice to fold, and score sheets. Cards look as they do in the "
        "studio. They lie edge to edge; their ground runs 3 mm beyond the outer edges, and cut "
        "marks show where to cut. A page of backs follows each page of fronts, mirrored for "
        "printing on both sides with paper turned on the long edge. How many tokens are needed "
        "is counted in matches played at random.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(FILE, "output", 'o', .beside = true,
                               .unset = "pages are counted, and nothing is written",
                               .about = "Where the PDF is written."),
                    DADO_PARAM(CHOICE, "paper", .value = "SIZE", .choices = "a4 letter",
                               .usual = "a4", .about = "The paper of the printer."),
                    DADO_PARAM(TEXT, "card", .value = "WIDTHxHEIGHT", .usual = "63x88",
                               .about = "How large a card is, in millimetres."),
                    DADO_PARAM(FLAG, "no-backs", .about = "Prints no backs."),
                    DADO_PARAM(WHOLE, "matches", 'n', .usual = "20", .least = 0, .most = 1e6,
                               .about =
                                   "How many matches are played at random, to count tokens and to "
                                   "find what players write down."),
                    DADO_PARAM_SEED),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado print homestead -o homestead.pdf", "cards with their backs, and score sheets" },
        { "dado print fourinarow --paper letter -o four.pdf", "a board and its tokens" },
        { "dado print hearts --card 57x87 --no-backs -o hearts.pdf",
          "narrower cards, for one side of the paper" }),
    .run = run,
};
