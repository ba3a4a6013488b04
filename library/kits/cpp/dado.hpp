// dado.hpp - plays any game of dado from C++ (17) over pipes; copy it beside your agent.
//
//     #include "dado.hpp"
//     int main() { return dado::play([](const dado::turn &t) { return 0; }); }  // -1 gives up
//
// The view is handed over as the JSON text it came in: bring the reader you
// like. Remarks go to std::cerr: standard output belongs to the conversation.
//
// Protocol 2: the budget of a turn is processor time, all threads added up. The clock on the wall
// stands behind it, five times as long. Rest while others think: a player that is busy then is
// frozen until it is asked again.
#ifndef DADO_HPP
#define DADO_HPP

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace dado {

// Where the value that begins at `at` ends.
inline std::size_t value_end(const std::string &json, std::size_t at)
{
    int depth = 0;
    for (; at < json.size(); at++) {
        char c = json[at];
        if (c == '"') {
            for (at++; at < json.size() && json[at] != '"';) at += json[at] == '\\' ? 2 : 1;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
            break;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return at;
}

// The value of a member of the outermost object, as JSON; empty if there is none.
inline std::string member(const std::string &json, const std::string &name)
{
    int depth = 0;
    for (std::size_t i = 0; i < json.size(); i++) {
        char c = json[i];
        if (c == '{' || c == '[') depth++;
        else if (c == '}' || c == ']') depth--;
        else if (c == '"') {
            std::size_t begin = ++i;
            while (i < json.size() && json[i] != '"') i += json[i] == '\\' ? 2 : 1;
            bool here = depth == 1 && i + 1 < json.size() && json[i + 1] == ':';
            if (here && json.compare(begin, i - begin, name) == 0) {
                return json.substr(i + 2, value_end(json, i + 2) - i - 2);
            }
        }
    }
    return "";
}

// The string that begins at `at`, which is left behind its end.
inline std::string text(const std::string &json, std::size_t &at)
{
    std::string out;
    for (at++; at < json.size() && json[at] != '"'; at++) {
        if (json[at] != '\\') {
            out += json[at];
            continue;
        }
        char c = json[++at];
        if (c == 'u') {
            out += static_cast<char>(std::strtol(json.substr(at + 1, 4).c_str(), nullptr, 16));
            at += 4;
        } else {
            out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
        }
    }
    at++;
    return out;
}

inline std::string text_of(const std::string &json, const std::string &name)
{
    std::string value = member(json, name);
    std::size_t at = 0;
    return !value.empty() && value[0] == '"' ? text(value, at) : "";
}

inline std::string quoted(const std::string &words)
{
    std::string out = "\"";
    for (char c : words) {
        if (c == '\n') out += "\\n";
        else if (c == '"' || c == '\\') (out += '\\') += c;
        else out += c;
    }
    return out + "\"";
}

// The strings of a list.
inline std::vector<std::string> texts(const std::string &list)
{
    std::vector<std::string> out;
    for (std::size_t at = 1; at < list.size();) {
        if (list[at] == '"') out.push_back(text(list, at));
        else at++;
    }
    return out;
}

struct turn {
    std::string game, view, error;  // the view is JSON; error: why the last answer was refused
    int seat = 0, players = 0;
    std::vector<std::string> moves;  // legal, in words
    std::mt19937_64 *random = nullptr;

    // What would happen? From world number `world` that fits the view (the same number, the same
    // world and luck), after these moves in words, of whoever is to move; then `on` more at random.
    // The answer is JSON, empty if dado has gone: view, actor, over, scores (more is better), places
    // once it is over, made, left (of the budget), with `list` the legal moves there, and, where it
    // went no further, error: BUDGET once that is spent. `member` finds each.
    std::string what_if(const std::vector<std::string> &tried, long world = 0, long on = 0,
                        bool list = false) const
    {
        std::cout << "{\"t\":\"if\",\"world\":" << world << ",\"on\":" << on
                  << ",\"list\":" << (list ? "true" : "false") << ",\"moves\":[";
        for (std::size_t i = 0; i < tried.size(); i++) std::cout << (i ? "," : "") << quoted(tried[i]);
        std::cout << "]}" << std::endl;
        for (std::string line; std::getline(std::cin, line);) {
            if (text_of(line, "t") == "then") return line;
        }
        return "";
    }
};

// Território: the six neighbours of a tile, N NE SE S SW NW, those off the map left out.
inline std::vector<std::pair<int, int>> neighbours(int x, int y, int width, int height)
{
    static const int steps[2][6][2] = { { { 0, -1 }, { 1, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 }, { -1, -1 } },
                                        { { 0, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 } } };
    std::vector<std::pair<int, int>> out;
    for (const auto &s : steps[x % 2]) {
        int nx = x + s[0], ny = y + s[1];
        if (nx >= 0 && ny >= 0 && nx < width && ny < height) out.emplace_back(nx, ny);
    }
    return out;
}

// Território: steps between two tiles.
inline int distance(int x1, int y1, int x2, int y2)
{
    int dx = std::abs(x2 - x1), up = x1 % 2 == 0 ? (dx + 1) / 2 : dx / 2, down = dx - up;
    int above = y1 - up - y2, below = y2 - y1 - down, rest = above > below ? above : below;
    return dx + (rest > 0 ? rest : 0);
}

inline int play(const std::function<int(const turn &)> &choose, const std::string &name = "c++ agent")
{
    turn t;
    std::mt19937_64 random;
    std::string line, code;
    t.random = &random;
    while (std::getline(std::cin, line)) {
        std::string kind = text_of(line, "t");
        if (kind == "hello") {
            t.game = text_of(line, "game");
            t.seat = std::atoi(member(line, "seat").c_str());
            t.players = std::atoi(member(line, "players").c_str());
            random.seed(std::strtoull(member(line, "seed").c_str(), nullptr, 10));
            std::cout << "{\"t\":\"ready\",\"moves\":true,\"name\":" << quoted(name) << "}" << std::endl;
        } else if (kind == "turn" || kind == "err") {
            t.error = kind == "err" ? text_of(line, "error") : "";
            if (kind == "turn") {
                code = text_of(line, "code");
                t.view = member(line, "view");
                t.moves = texts(member(line, "moves"));
            }
            int chosen = choose(t);
            if (chosen < 0 || chosen >= static_cast<int>(t.moves.size())) {
                std::cout << "{\"t\":\"resign\"}" << std::endl;
            } else {
                std::cout << "{\"t\":\"move\",\"code\":" << quoted(code)
                          << ",\"move\":" << quoted(t.moves[static_cast<std::size_t>(chosen)]) << "}"
                          << std::endl;
            }
        }
    }
    return 0;
}

}  // namespace dado

#endif
