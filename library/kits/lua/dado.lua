-- dado.lua - plays any game of dado from Lua over pipes; copy it beside your agent.
--
--     local dado = require "dado"
--     dado.play(function(turn) return turn.moves[1] end)   -- nil gives up
--
-- Remarks go to io.stderr: standard output belongs to the conversation.
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
