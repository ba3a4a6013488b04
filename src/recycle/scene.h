// scene.h - the table of a described game as items to draw and to touch; see
// core/game_extras.h.
#pragma once

#include "recycle/state_text.h"
#include "recycle/rule_coverage.h"

struct dado_scene;

void rcy_scene(const dado_game *game, const void *state, int eyes, struct dado_scene *out);
// What (look ...) says, and the text of the description without it; in look.c.
dado_game_look rcy_described_look(const dado_game *game);
bool rcy_play_text(const char *text, dado_text *out);
void rcy_look_name(const dado_game *game, int look, dado_text *out);
bool rcy_component_side(const dado_game *game, uint32_t id, int which, dado_scene_item *out);
bool rcy_card_attribute(const dado_game *game, int look, int which, dado_text *name,
                        dado_text *value);
int rcy_move_things(const dado_game *game, const void *state, dado_move move, uint32_t *ids,
                    int most);
extern const dado_card_rules rcy_card_rules;  // in track_card_draws.c
