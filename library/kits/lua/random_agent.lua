#!/usr/bin/env lua5.4
-- A whole agent: any legal move, each as likely as the next.
package.path = (arg[0]:match("^.*/") or "./") .. "?.lua"
local dado = require "dado"

dado.play(function(turn) return turn.moves[math.random(#turn.moves)] end)
