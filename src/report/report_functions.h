// report_functions.h - turns results into parts of a document, with one function per kind of
// answer.
//
// Other rooms decide what is true. Here it is put into reading order, with tables and charts, and
// parts are marked for pages, terminals or programs if only these need them.
#pragma once

#include "agents/exploitability.h"
#include "arena/league.h"
#include "arena/season_ratings.h"
#include "arena/tournament.h"
#include "evolve/suggest_change.h"
#include "evolve/map_elites.h"
#include "evolve/genetic_algorithm.h"
#include "evolve/expressive_range.h"
#include "evolve/generated_level_comparison.h"
#include "evolve/level_species.h"
#include "judge/card_pairs.h"
#include "judge/exact_measures.h"
#include "judge/card_verdicts.h"
#include "judge/questions_for_designer.h"
#include "judge/comparison.h"
#include "judge/doctor_checkup.h"
#include "judge/example_matches.h"
#include "judge/level_evaluation.h"
#include "judge/map_evaluation.h"
#include "judge/how_often_options_are_right.h"
#include "judge/pacing_verdicts.h"
#include "judge/game_opinions.h"
#include "judge/people_beside_programs.h"
#include "judge/strategies.h"
#include "judge/solved_boards.h"
#include "judge/sweep.h"
#include "core/match_cursor.h"
#include "lab/match_sums.h"
#include "report/document.h"
#include "rulebook/rulebook.h"
#include "solve/equilibrium_summary.h"
#include "solve/exact_equilibrium.h"
#include "solve/merged_infosets.h"
#include "solve/odds.h"
#include "solve/response_by_walk.h"
#include "solve/sampled_regret.h"
#include "solve/solution_tree.h"
#include "solve/strategy_in_words.h"

// ---- rules in words

// Adds the sections of the first book, and what the others say differently: they are the rules
// for other numbers of players.
void dado_report_rulebook(dado_document *document, const dado_rulebook *books, int count,
                          dado_rulebook_language language);
// Adds how many clauses of the description are in words.
void dado_report_rulebook_coverage(dado_document *document, const dado_rulebook *book,
                                   dado_rulebook_language language);
// Adds the first round of a match, which has this many steps, and goes through it. `scores` has
// room for all seats.
void dado_report_first_round(dado_document *document, dado_match_cursor *match, int steps,
                             dado_rulebook_language language, int32_t *scores);

// ---- questions for a designer

// Adds the questions about one file.
void dado_report_questions(dado_document *document, const char *file,
                           const dado_questions *questions);

// ---- what people played

// Adds the verdicts about the matches of people, and how they differ from those of programs.
void dado_report_people_beside_programs(dado_document *document,
                                        const dado_people_beside_programs *result,
                                        const dado_findings *people);

// What people said about several games, and which measures go with it.
void dado_report_game_opinions(dado_document *document, const dado_game_opinions *opinions,
                               const dado_rating_predictors *predictors, int count);

// ---- an experiment

// Adds an experiment, of one cell or of a grid. `findings` has one entry per cell with matches,
// in their order. If `results` is NULL there is one entry, and it is all that is known.
void dado_report_experiment(dado_document *document, const dado_results *results,
                            const dado_findings *findings);

// ---- check-ups, comparisons and sweeps ----

// What terminals print below the worst findings: the matches that show them, and how to
// see more.
typedef struct dado_checkup_hints {
    const dado_example_match *examples;
    int example_count;
    const char *const *show;  // per example, the command that draws its match
    const char *all;          // the command that prints every finding
    const char *more;         // flags to add for more matches; NULL: it has the most
    const char *advice;       // the command that looks for a change; NULL: that was done
} dado_checkup_hints;

// Adds the symptoms, advice, the shares of luck and choice, the ladder, what players do,
// and the random matches.
void dado_report_checkup(dado_document *document, const dado_checkup *checkup,
                         const dado_symptom *symptoms, int count,
                         const dado_change_suggestion *advice, const dado_checkup_hints *hints);

// Adds what cards are worth. `line` and `attribute` are NULL if the user did not ask for costs.
// `show` has the command that draws each card's example.
void dado_report_card_worth(dado_document *document, const dado_card_worths *worths,
                            const dado_cost_line *line, const char *attribute,
                            const char *const *show, dado_region *region);

// Adds what two cards are worth together. `show` has the command that draws each pair's
// example.
void dado_report_card_pairs(dado_document *document, const dado_card_pairs *pairs,
                            const char *const *show);

// Adds which strategies beat which.
void dado_report_strategies(dado_document *document, const dado_strategies *strategies);

// Adds how often each option is right.
void dado_report_option_values(dado_document *document, const dado_option_values *values);

// Adds how a match proceeds, and what that means. `show` has three commands, or is NULL:
// they draw the matches that were decided earliest, were played longest without hope, and
// have a kingmaking decision.
void dado_report_pacing(dado_document *document, const dado_pacing *pacing,
                        const char *const *show);

// What a check-up found with one number of players.
typedef struct dado_player_count {
    int players;
    dado_symptom *symptoms;
    int count;
    bool refused;  // the game does not allow this number
} dado_player_count;

void dado_report_player_counts(dado_document *document, const dado_player_count *counts, int count);

typedef struct dado_comparison_sides {
    const char *before, *after;  // names of the sides
    int64_t before_matches, after_matches;
    const char *before_text, *after_text;  // descriptions, if both sides have one; or NULL
} dado_comparison_sides;

void dado_report_comparison(dado_document *document, const dado_comparison_table *table,
                            const dado_comparison_sides *story);

void dado_report_sweep(dado_document *document, const dado_sweep *sweep, const char *game,
                       const int *measures, int count);

// ---- tournaments, single and in seasons ----

// `replays` is the path from the page to the folder of match pages, with a slash at the
// end; NULL if there are none.
void dado_report_tournament(dado_document *document, const dado_tournament *tournament,
                            const dado_tournament_result *league, const char *replays);

// Writes the file name of a match's page.
void dado_replay_name(const dado_tournament_match *played, dado_text *out);

void dado_report_seasons(dado_document *document, const dado_seasons *seasons);

// ---- a league

// `rows` is the table of the league, one row per team. With `pages`, names of teams are
// links to their pages.
void dado_report_league(dado_document *document, const char *name, const dado_league_log *log,
                        const dado_league_row *rows, bool pages);

// The page of one team: its submissions, opponents and matches, with links to the pages
// match-N.html, team-N.html and index.html beside it.
void dado_report_league_team(dado_document *document, const dado_league_log *log,
                             const dado_rating *ratings, int team);

// ---- sums over very many matches

void dado_report_match_sums(dado_document *document, const dado_match_sums *sums, bool lowest_wins);

// ---- odds that were computed, not sampled

void dado_report_odds(dado_document *document, const dado_game *game, const dado_odds *odds,
                      dado_region *region);
// Adds the statistics of a run beside the odds. Returns the largest distance, in standard
// errors.
double dado_report_odds_check(dado_document *document, const dado_game *game, const dado_odds *odds,
                              const dado_exact_measures *measures, const dado_match_stats *sums);
// Adds metrics that were worked out by walking through all matches.
void dado_report_exact_measures(dado_document *document, const dado_exact_measures *exact);
// Reports odds and metrics of players who tell their odds.
void dado_report_walked_odds(dado_document *document, const dado_game *game,
                             const dado_exact_measures *exact);

// ---- equilibria

typedef struct dado_equilibrium_found {
    const dado_game *game;
    const dado_infosets *sets;
    const dado_equilibrium_gap *proof;
    const dado_exact_equilibrium *exact;
    const dado_merged_infosets *merged;
    const dado_equilibrium_summary *summary;
    uint64_t iterations;
    const dado_strategy_table *strategy;
    int rows;                 // rows of the strategy that terminals show
    const char *flag_prefix;  // what precedes the name of a parameter: "--"
} dado_equilibrium_found;

void dado_report_equilibrium(dado_document *document, const dado_equilibrium_found *found);
// Writes the strategy as a file: for programs, or as a player that needs nothing else.
// Fails if the game was walked with `watch` and players who look only at their own turns
// cannot tell two sets apart.
typedef enum dado_strategy_form {
    DADO_STRATEGY_JSON,
    DADO_STRATEGY_LUA,
    DADO_STRATEGY_PYTHON
} dado_strategy_form;
bool dado_strategy_export(const dado_equilibrium_found *found, dado_strategy_form form,
                          dado_text *out, dado_error *err);
// Shows a position that comes up when everybody plays so, drawn by a number from 0 to 1.
// With a choice, a move in words, it says what that costs; without, choice is NULL.
bool dado_report_drill(dado_document *document, const dado_equilibrium_found *found, double drawn,
                       const char *choice, dado_error *err);
// Parts of that report: what it means for a designer, and how hands and moves are played.
void dado_report_equilibrium_meaning(dado_document *document, const dado_equilibrium_found *found);
void dado_report_equilibrium_charts(dado_document *document, const dado_equilibrium_found *found);

typedef struct dado_exploited_player {
    const char *typed;
    dado_exploitability found;
    bool exact[DADO_SOLVE_PLAYERS_MAX];  // per seat: nothing was sampled
} dado_exploited_player;

void dado_report_exploited_players(dado_document *document, const dado_equilibrium_found *found,
                                   const dado_exploited_player *players, int count);

// A strategy that samples found, with a proof of how good it is or without.
typedef struct dado_sampled_row {  // how a player chooses for the first time
    int player;
    const char *sees, *does;
    double reach;
} dado_sampled_row;

typedef struct dado_sampled_found {
    const dado_game *game;
    dado_payoff payoff;
    dado_sampled_stats stats;
    bool proved;
    const char *why_not;       // why there is no proof
    dado_walk_response by[2];  // the best reply of each player, if it is proved
    const dado_sampled_row *rows;
    int row_count;
    int64_t left_out;         // first choices that are not in `rows`
    const char *flag_prefix;  // what precedes the name of a parameter: "--"
} dado_sampled_found;

void dado_report_sampled_equilibrium(dado_document *document, const dado_sampled_found *found);

// ---- a game solved by perfect play

void dado_report_solved_game(dado_document *document, const dado_solver *solver,
                             const dado_game *game, const dado_value *value);

// Adds the line of best play for programs: a row per alternative of each step.
dado_part *dado_report_best_line(dado_document *document, const dado_game *game);
void dado_report_best_line_step(dado_part *line, const dado_solution_tree_step *step);

// ---- solved boards

void dado_report_solved_boards(dado_document *document, const dado_solved_boards *solutions,
                               int count);

// Adds a line per board, with scores as the game displays them.
void dado_report_boards(dado_document *document, const dado_solve_all *survey, const char *name);

// ---- maps and their players ----

typedef struct dado_map_report_options {
    bool campaign;   // also judge the maps as a progression
    bool brief;      // leave out what only pages and programs read
    unsigned heats;  // kinds of heat maps that terminals show, one bit each
} dado_map_report_options;

// Adds everything that was found: first what is wrong, then player types, measures and maps. Heat
// maps are made by replaying the games of the best map.
bool dado_report_map_evaluation(dado_document *document, const dado_map_evaluation *eval,
                                const dado_map_report_options *asked, dado_error *err);

// Writes one line per game, for statistics programs.
void dado_map_evaluation_csv(const dado_map_evaluation *eval, dado_text *out);

// Makes a heat map of what happened on the map, drawn over its walls, with a scale and
// axes.
dado_heatmap dado_map_heatmap(const dado_map_heat *found, dado_map_heat_kind kind,
                              const char *title);

// ---- levels and their players ----

typedef struct dado_level_report_options {
    bool only_levels;  // only the table of levels
    bool brief;        // leave out what only pages and programs read
    dado_planner_settings planner;
} dado_level_report_options;

void dado_report_level_evaluation(dado_document *document, const dado_level_evaluation *eval,
                                  const dado_level_report_options *asked, dado_region *region);

// Returns the levels as a sample of what a generator makes.
dado_generator_sample dado_level_evaluation_sample(const dado_level_evaluation *eval,
                                                   const char *name);

// Adds how similar the tiles of two sets are, by windows of this many tiles and more.
void dado_report_level_windows(dado_document *document, const dado_divergence *found, int least,
                               int count);

// ---- what a player chooses: a row per move

dado_part *dado_report_choices(dado_document *document);
void dado_report_choice(dado_part *table, const char *move, int64_t times, int64_t tries,
                        bool recorded);

// ---- sets of levels or maps beside examples: a row per set

// The table of certificates, and a row of it: the route that was replayed, or NULL if the level
// carries none.
dado_part *dado_report_certificates(dado_document *document);
void dado_report_certificate(dado_part *table, const char *path, const dado_level *level,
                             const dado_route *route);
dado_part *dado_report_level_sets(dado_document *document);
void dado_report_level_set(dado_part *table, const char *name, const dado_level_set_metrics *set);
dado_part *dado_report_map_sets(dado_document *document);
enum { DADO_MAP_STYLE_MEASURES = 6 };  // floor, path, linearity, dead ends, openness, chokes
void dado_report_map_set(dado_part *table, const char *name, int count,
                         const dado_moments style[DADO_MAP_STYLE_MEASURES],
                         const dado_moments *novelty);

// ---- what generators make

// Adds how often each pair of values occurred; `things` are "maps" or "levels". The part
// "range" draws it.
void dado_report_range(dado_document *document, const dado_expressive_range *range,
                       const dado_generator_sample *sample, const char *things);
void dado_report_sample_differences(dado_document *document,
                                    const dado_measure_difference *contrasts, int count,
                                    const dado_generator_sample *a, const dado_generator_sample *b);

// ---- what was bred

// If there are two traits, the part "kinds" draws fitness by them.
void dado_report_archive(dado_document *document, const dado_archive *archive);

typedef struct dado_variant {
    const void *genome;  // NULL: there is none
    double fitness;
    double traits[DADO_TRAITS_MOST];  // traits of its species
    dado_estimate fresh;              // quality on luck that played no part in choosing; or none
    const char *text;                 // the content of its file
    const char *steps;                // the steps from its ancestor, one per line; or NULL
    const char *file;                 // the file it was written to, or NULL
    const char *again;                // a command that gives its figures again, or NULL
} dado_variant;

typedef struct dado_evolved_variants {
    const dado_species *species;
    const char *const *columns;  // traits that tables show; the last is NULL
    const char *notation;        // title of the printed genomes, if they are worth showing; or NULL
    dado_variant ancestor;
    dado_variant *variants;  // best first
    int count;
} dado_evolved_variants;

// Adds fitness by generation: the best, and the mean in a band of one standard deviation.
dado_part *dado_report_fitness(dado_document *document, const char *name, const char *title,
                               const dado_generation *rows, int count);

// `rows` are the generations; none if there were no generations.
void dado_report_variants(dado_document *document, const dado_evolved_variants *brood,
                          const dado_generation *rows, int row_count);
