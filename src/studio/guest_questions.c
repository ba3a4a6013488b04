// guest_questions.c - see guest_questions.h.
#include "studio/guest_questions.h"

#include <string.h>

#include "studio/playtest_recorder.h"

static bool is_question(const json_t *item)
{
    const char *name = json_string_value(json_object_get(item, "name"));
    const char *text = json_string_value(json_object_get(item, "text"));
    return name && text && json_object_size(item) == 2 && dado_playtest_is_question(name) &&
           *text && strlen(text) <= DADO_GUEST_QUESTION_TEXT;
}

static bool is_asked_before(const json_t *list, size_t index)
{
    const char *name = json_string_value(json_object_get(json_array_get(list, index), "name"));
    for (size_t i = 0; i < index; i++) {
        const json_t *other = json_object_get(json_array_get(list, i), "name");
        if (strcmp(json_string_value(other), name) == 0) return true;
    }
    return false;
}

bool dado_guest_questions_read(const json_t *list, char **questions, dado_error *err)
{
    *questions = NULL;
    if (!list) return true;
    size_t count = json_array_size(list);
    bool fine = json_is_array(list) && count > 0 && count <= DADO_GUEST_QUESTIONS;
    for (size_t i = 0; fine && i < count; i++) {
        fine = is_question(json_array_get(list, i)) && !is_asked_before(list, i);
    }
    if (!fine) {
        return dado_fail(err, DADO_INVALID,
                         "\"questions\" is a list of 1 to %d: {\"name\": a short word of small "
                         "letters, \"text\": up to %d letters}, no name twice",
                         DADO_GUEST_QUESTIONS, DADO_GUEST_QUESTION_TEXT);
    }
    *questions = json_dumps(list, JSON_COMPACT);
    return *questions || dado_fail(err, DADO_LIMIT, "no memory left for questions");
}
