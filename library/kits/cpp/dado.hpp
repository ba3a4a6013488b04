// dado.hpp - plays any game of dado from C++ (17) over pipes; copy it beside your agent.
//
//     #include "dado.hpp"
//     int main() { return dado::play([](const dado::turn &t) { return 0; }); }  // -1 gives up
//
// The view is handed over as the JSON text it came in: bring the reader you
// like. Remarks go to std::cerr: standard output belongs to the conversation.
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

struct turn {
    std::string game, view, error;  // the view is JSON; error: why the last answer was refused
    int seat = 0, players = 0;
    std::vector<std::string> moves;  // legal, in words
    std::mt19937_64 *random = nullptr;
};

// What follows a member's name in the outermost object; empty if there is none.
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
            if (here && json.compare(begin, i - begin, name) == 0) return json.substr(i + 2);
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
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

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
                t.moves.clear();
                std::string list = member(line, "moves");
                for (std::size_t at = 1; at < list.size() && list[at] != ']';) {
                    if (list[at] == '"') t.moves.push_back(text(list, at));
                    else at++;
                }
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
