-- playerExplorer.lua - the bot as a script: it plays as the built-in one does without persist,
-- step by step.
--
-- Searching (bot:expand), building routes (bot:go) and estimating fights (bot:risk, bot:limit)
-- are given. What is here is what makes a character: which target to take, when to plan again,
-- whom to avoid, and in how many passes. Copy it and change what you like.

local priority = { singlet = 1, item = 2, enemy = 3, tile = 4, exit = 5 }

-- Goes for the best of what was found: nearest after greed, then by kind, then by lot.
local function choose(bot, found, rng)
  local best, ties = nil, {}
  for _, list in ipairs { found.singlets, found.items, found.enemies, found.tiles, found.exits } do
    for _, t in ipairs(list) do
      local rank = (t.dist - t.greed) * 5 + priority[t.kind]
      if best == nil or rank < best then
        best, ties = rank, {}
      end
      if rank == best then
        table.insert(ties, t)
      end
    end
  end
  if #ties == 0 then
    return false
  end
  local t = ties[1]
  if #ties > 1 then
    t = ties[rng:int(1, #ties)]
  end
  return bot:go(t.x, t.y)
end

local function avoided(bot, view)
  if bot.param.avoid == "none" then
    return false
  end
  for _, e in ipairs(view:enemies()) do
    if bot.param.avoid == "all" or not (bot:risk(e) <= bot:limit(e)) then
      return true
    end
  end
  return false
end

local function pass(bot, rng, zone, forced)
  local p = bot.param
  local exits = { zone = zone, forced = forced, exits_only = true }
  if p.exit_mode == "sight" and choose(bot, bot:expand(0, exits), rng) then
    return true
  end
  if choose(bot, bot:expand(p.extra, { zone = zone, forced = forced }), rng) then
    return true
  end
  return p.exit_mode == "last" and choose(bot, bot:expand(0, exits), rng)
end

local function plan(bot, view, rng)
  bot:planned()
  bot:drop()
  if bot.idle < bot.patience and avoided(bot, view) and pass(bot, rng, true, false) then
    return true
  end
  return pass(bot, rng, false, false) or pass(bot, rng, false, true)
end

local function enemy_at(view, x, y)
  for _, e in ipairs(view:enemies()) do
    if e.visible and e.x == x and e.y == y then
      return e
    end
  end
end

-- Where an enemy was last known to be: still at the target?
local function still_there(view, target)
  for _, e in ipairs(view:enemies()) do
    if e.id == target.enemy then
      return e.x == target.x and e.y == target.y
    end
  end
  return false
end

local function must_plan(bot, view)
  local ev, t = bot.events, bot.target
  if not bot.route or ev.new_enemy or ev.hurt then
    return true -- R1, R2, R7
  end
  local next = bot.route[1]
  local unknown = t.kind == "tile" or t.kind == "singlet"
  if unknown and view:state(t.x, t.y) ~= "unseen" and ev.new_cells == 0 then
    return true -- R3
  end
  if t.kind == "enemy" and not still_there(view, t) then
    return true -- R4
  end
  if t.kind == "item" and not view:gold(t.x, t.y) and not view:item(t.x, t.y) then
    return true -- R5: the thing is gone,
  end
  if view:id(t.x, t.y) == 0 or view:id(next.x, next.y) == 0 then
    return true -- or there is a wall
  end
  local holder = enemy_at(view, next.x, next.y)
  if holder and not (t.kind == "enemy" and t.enemy == holder.id) then
    return true -- R6
  end
  return avoided(bot, view) -- R8
end

-- A slip: any step that is seen to be possible, and the route is forgotten.
local function slip(bot, view, rng)
  local ways = {}
  local w, h = view:width(), view:height()
  local function free(x, y)
    if x < 0 or y < 0 or x >= w or y >= h then
      return false
    end
    local id = view:id(x, y)
    return id ~= nil and id ~= 0
  end
  local steps = { { "n", 0, -1 }, { "e", 1, 0 }, { "s", 0, 1 }, { "w", -1, 0 } }
  if bot.diagonals then
    for _, s in ipairs { { "ne", 1, -1 }, { "se", 1, 1 }, { "sw", -1, 1 }, { "nw", -1, -1 } } do
      table.insert(steps, s)
    end
  end
  for _, s in ipairs(steps) do
    local x, y = bot.x + s[2], bot.y + s[3]
    local corner = s[2] ~= 0 and s[3] ~= 0 and not (free(x, bot.y) and free(bot.x, y))
    if free(x, y) and not corner then
      table.insert(ways, s[1])
    end
  end
  if #ways == 0 then
    return nil
  end
  bot:drop()
  return ways[rng:int(1, #ways)]
end

function decide(bot, view, rng)
  if bot.param.noise > 0 and rng:unit() < bot.param.noise then
    local step = slip(bot, view, rng)
    if step then
      return step
    end
  end
  if must_plan(bot, view) and not plan(bot, view, rng) then
    return nil -- nothing to do: gives up
  end
  return bot:next()
end
