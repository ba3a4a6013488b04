// dado.go - plays any game of dado from Go over pipes; copy it beside your agent.
//
//	play(func(t *turn) int { return 0 }, "first") // which move; -1 gives up
//
// Remarks go to os.Stderr: standard output belongs to the conversation.
//
// Protocol 2: the budget of a turn is processor time, all threads added up. The clock on the wall
// stands behind it, five times as long. Rest while others think: a player that is busy then is
// frozen until it is asked again.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
)

type turn struct {
	Game          string
	Seat, Players int
	View          json.RawMessage
	Moves         []string // legal, in words
	Error         string   // why the last answer was refused
	Random        *rand.Rand
}

type message struct {
	T, Game, Code, Error string
	Seat, Players        int
	Seed                 uint64
	View                 json.RawMessage
	Moves                []string
}

// then is what would happen: what you would see, who is to move, everybody's scores (more is
// better) and, once it is over, places; moves made and what is left of the budget; with a list the
// legal moves there; and, where it went no further, why: BUDGET once that is spent.
type then struct {
	T, Error         string
	View             json.RawMessage
	Over             bool
	Actor            int
	Scores, Places   []int
	Made, Left       int
	Moves            []string
}

var input = bufio.NewReaderSize(os.Stdin, 1<<20)

// whatIf: from world number `world` that fits the view (the same number, the same world and luck),
// after these moves in words, of whoever is to move; then `on` more at random. With `list` the
// answer has the legal moves there. It is nil if dado has gone.
func (t *turn) whatIf(moves []string, world, on int, list bool) *then {
	say(map[string]any{"t": "if", "world": world, "moves": append([]string{}, moves...), "on": on, "list": list})
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return nil
		}
		var answer then
		if json.Unmarshal(line, &answer) == nil && answer.T == "then" {
			return &answer
		}
	}
}

// neighbours: of a tile of Território, N NE SE S SW NW, those off the map left out.
func neighbours(x, y, width, height int) [][2]int {
	steps := [2][6][2]int{{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 0}, {-1, -1}},
		{{0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}}
	var out [][2]int
	for _, s := range steps[x%2] {
		nx, ny := x+s[0], y+s[1]
		if nx >= 0 && ny >= 0 && nx < width && ny < height {
			out = append(out, [2]int{nx, ny})
		}
	}
	return out
}

// distance: steps between two tiles of Território.
func distance(x1, y1, x2, y2 int) int {
	dx := x2 - x1
	if dx < 0 {
		dx = -dx
	}
	up := dx / 2
	if x1%2 == 0 {
		up = (dx + 1) / 2
	}
	rest := 0
	if above := y1 - up - y2; above > rest {
		rest = above
	}
	if below := y2 - y1 - (dx - up); below > rest {
		rest = below
	}
	return dx + rest
}

func say(value map[string]any) {
	line, _ := json.Marshal(value)
	fmt.Println(string(line))
}

func play(choose func(t *turn) int, name string) {
	t, code := &turn{}, ""
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		switch m.T {
		case "hello":
			t = &turn{Game: m.Game, Seat: m.Seat, Players: m.Players,
				Random: rand.New(rand.NewSource(int64(m.Seed)))}
			say(map[string]any{"t": "ready", "moves": true, "name": name})
		case "turn", "err":
			t.Error = m.Error
			if m.T == "turn" {
				t.View, t.Moves, code = m.View, m.Moves, m.Code
			}
			if chosen := choose(t); chosen < 0 || chosen >= len(t.Moves) {
				say(map[string]any{"t": "resign"})
			} else {
				say(map[string]any{"t": "move", "code": code, "move": t.Moves[chosen]})
			}
		}
	}
}
