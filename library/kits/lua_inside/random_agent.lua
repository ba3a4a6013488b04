-- A whole agent that runs inside dado: any legal move, each as likely as the next.
--
--     dado sim kuhn --seat 1=./random_agent.lua
--
-- turn.view: what you may know, as tables; turn.moves: your legal moves in words; answer with one
-- of them, or with nil to give up. Lists count from 1, seats from 0. turn.rng:int(a, b),
-- turn.rng:unit() and turn.rng:pick(list) are this seat's luck: the match repeats with its seed.
-- split("move 47 3,4") gives the words of a move, numbers as numbers.
-- There are no files, no clock and no other luck. The budget of a turn is steps, not time, so a
-- busy machine takes nothing from you.
function choose(turn)
  return turn.rng:pick(turn.moves)
end
