// random_agent.cpp - a whole agent: any legal move, each as likely as the next.
// c++ -std=c++17 -O2 -o random_agent random_agent.cpp
#include "dado.hpp"

int main()
{
    return dado::play([](const dado::turn &t) {
        return static_cast<int>((*t.random)() % t.moves.size());
    }, "random");
}
