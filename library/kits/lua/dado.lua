-- dado.lua - plays any game of dado from Lua over pipes; copy it beside your agent.
--
--     local dado = require "dado"
--     dado.play(function(turn) return turn.moves[1] end)   -- nil gives up
--
-- Remarks go to io.stderr: standard output belongs to the conversation.
--
-- Protocol 2: the budget of a turn is processor time, all threads added up. The clock on the wall
-- stands behind it, five times as long. Rest while others think: a player that is busy then is
-- frozen until it is asked again.
local dado = {}

-- A reader of JSON: what dado says is well formed, so it need not doubt.
local function reader(text)
  local at = 1
  local value
  local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
  local function skip() at = text:find("%S", at) or #text + 1 end
  local function string()
    local parts = {}
    at = at + 1
    while true do
      local stop = text:find('["\\]', at)
      parts[#parts + 1] = text:sub(at, stop - 1)
      if text:sub(stop, stop) == '"' then at = stop + 1 break end
      local mark = text:sub(stop + 1, stop + 1)
      if mark == "u" then
        parts[#parts + 1] = utf8.char(tonumber(text:sub(stop + 2, stop + 5), 16))
        at = stop + 6
      else
        parts[#parts + 1] = escapes[mark] or mark
        at = stop + 2
      end
    end
    return table.concat(parts)
  end
  local function members(close, one)
    at = at + 1
    skip()
    while text:sub(at, at) ~= close do
      one()
      skip()
      if text:sub(at, at) == "," then at = at + 1 skip() end
    end
    at = at + 1
  end
  function value()
    skip()
    local c = text:sub(at, at)
    if c == '"' then return string() end
    if c == "{" then
      local object = {}
      members("}", function()
        local name = string()
        skip()
        at = at + 1
        object[name] = value()
      end)
      return object
    end
    if c == "[" then
      local list = {}
      members("]", function() list[#list + 1] = value() end)
      return list
    end
    local word = text:match("^[%w%.%+%-]+", at)
    at = at + #word
    if word == "true" then return true end
    if word == "false" then return false end
    if word ~= "null" then return tonumber(word) end
  end
  return value
end

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return string.format("\\u%04x", c:byte()) end) .. '"'
end

local function say(line)
  io.stdout:write(line, "\n")
  io.stdout:flush()
end

function dado.read(text) return reader(text)() end

-- Território: the legal moves without new orders for buildings that are at work already.
function dado.lean(turn)
  local busy, moves = {}, {}
  for _, b in ipairs(turn.view.buildings) do busy[b.id] = b.production ~= nil end
  for _, move in ipairs(turn.moves) do
    local id = move:match("^produce (%d+)")
    if not (id and busy[tonumber(id)]) then moves[#moves + 1] = move end
  end
  return moves
end

-- Território: the six neighbours of a tile, N NE SE S SW NW, those off the map left out.
function dado.neighbours(x, y, width, height)
  local steps = x % 2 == 0 and { { 0, -1 }, { 1, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 }, { -1, -1 } }
    or { { 0, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 } }
  local found = {}
  for _, step in ipairs(steps) do
    local nx, ny = x + step[1], y + step[2]
    if nx >= 0 and ny >= 0 and nx < width and ny < height then found[#found + 1] = { nx, ny } end
  end
  return found
end

-- Território: steps between two tiles.
function dado.distance(x1, y1, x2, y2)
  local dx = math.abs(x2 - x1)
  local up = (dx + (x1 % 2 == 0 and 1 or 0)) // 2
  return dx + math.max(0, y1 - up - y2, y2 - y1 - (dx - up))
end

local function set_of(stops, width)
  local set = {}
  for _, s in ipairs(stops or {}) do set[s[2] * width + s[1]] = true end
  return set
end

-- Território: what it costs to march from a tile to every other, -1 where it is too far. `prices`
-- has for every tile, row by row from index 1, what entering it costs, 0 where one may not; `stops`
-- are tiles { x, y } where a march ends, such as buildings of others. Costs are listed as prices are.
function dado.reach(width, height, prices, x, y, moves, stops)
  local costs, ends = {}, set_of(stops, width)
  for i = 1, width * height do costs[i] = -1 end
  costs[y * width + x + 1] = 0
  for cost = 0, moves - 1 do
    for tile = 0, width * height - 1 do
      if costs[tile + 1] == cost and not (cost > 0 and ends[tile]) then
        for _, n in ipairs(dado.neighbours(tile % width, tile // width, width, height)) do
          local to = n[2] * width + n[1] + 1
          local sum, known = cost + prices[to], costs[to]
          if prices[to] > 0 and sum <= moves and not (known >= 0 and known <= sum) then
            costs[to] = sum
          end
        end
      end
    end
  end
  return costs
end

-- Território: the cheapest march, tile by tile without the first; empty where there is none.
function dado.route(width, height, prices, x, y, to_x, to_y, stops)
  local start, goal, ends = y * width + x, to_y * width + to_x, set_of(stops, width)
  local path, rest, waiting = {}, { [goal] = 0 }, { goal }  -- rest: to pay from a tile on
  if start == goal or prices[goal + 1] <= 0 then return path end
  local function around(tile) return dado.neighbours(tile % width, tile // width, width, height) end
  local i = 1
  while waiting[i] do
    local tile = waiting[i]
    for _, n in ipairs(tile == start and {} or around(tile)) do
      local before, cost = n[2] * width + n[1], rest[tile] + prices[tile + 1]
      local usable = before == start or (prices[before + 1] > 0 and not ends[before])
      if usable and (rest[before] or cost + 1) > cost then
        rest[before] = cost
        waiting[#waiting + 1] = before
      end
    end
    i = i + 1
  end
  local here = start
  while rest[start] and here ~= goal do
    for _, n in ipairs(around(here)) do
      local to = n[2] * width + n[1]
      if to ~= start and rest[to] and (to == goal or not ends[to]) and prices[to + 1] > 0
        and rest[to] + prices[to + 1] == rest[here] then
        path[#path + 1] = n
        here = to
        break
      end
    end
  end
  return path
end

-- Território: what an attack, a defence or an influence comes to. `least` is the unit's min_random,
-- `luck` between 0 and 1; `group` is the bonus of a group where it stands in one, `domain` the bonus
-- of domain times one's share of the tile.
function dado.force(attribute, least, luck, group, domain)
  return attribute * (1 + (group or 0)) * (1 + (domain or 0)) * (least + luck * (1 - least))
end

-- Território: the damage of two forces, to the one attacked and back (if it may strike back).
function dado.fight(attack, defence, power)
  local both = attack + defence
  if both == 0 then return 0, 0 end
  if power == 1 then return attack / both, defence / both end
  return attack * attack / both, defence * defence / both
end

-- Território: everybody's shares of a tile, from index 1, after `seat` (from 0) exerted so much on it.
function dado.influence(shares, seat, exerted)
  local after, whole = {}, 0
  for p, share in ipairs(shares) do
    after[p] = p == seat + 1 and share + exerted or share
    whole = whole + after[p]
  end
  for p in ipairs(after) do after[p] = whole ~= 0 and after[p] / whole or after[p] end
  return after
end

-- What would happen? From a world that fits your view, after these moves (in words, of whoever is to
-- move): asked = { moves = {...}, world = 0, on = 0, list = true }, all of it optional. The same
-- world is the same number, with the same luck; `on` plays so many more at random, `list` asks for the
-- legal moves there. Answers view, actor, over, scores (more is better), places once it is over, made,
-- left (of the budget) and, where it went no further, error: BUDGET once that is spent.
function dado.what_if(asked)
  local moves = {}
  for i, move in ipairs(asked.moves or {}) do moves[i] = quoted(move) end
  say(string.format('{"t":"if","world":%d,"on":%d,"list":%s,"moves":[%s]}', asked.world or 0,
    asked.on or 0, asked.list and "true" or "false", table.concat(moves, ",")))
  while true do
    local line = io.read("l")
    if not line then error("dado has gone") end
    local message = dado.read(line)
    if message.t == "then" then return message end
  end
end

function dado.play(choose, name)
  local hello, turn
  for line in io.lines() do
    local message = dado.read(line)
    if message.t == "hello" then
      hello = message
      math.randomseed(message.seed)
      say('{"t":"ready","moves":true,"name":' .. quoted(name or "lua agent") .. "}")
    elseif message.t == "turn" or message.t == "err" then
      if message.t == "turn" then
        turn = message
        turn.seat, turn.players, turn.game = hello.seat, hello.players, hello.game
      else
        turn.error = message.error
      end
      local move = choose(turn)
      if move then
        say('{"t":"move","code":' .. quoted(turn.code) .. ',"move":' .. quoted(move) .. "}")
      else
        say('{"t":"resign"}')
      end
    end
  end
end

return dado
