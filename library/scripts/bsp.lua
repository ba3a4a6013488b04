-- bsp.lua - splits the ground, digs a room in every part, joins upward.
-- Use it as a generator: dado map gen library/scripts/bsp.lua
params {
  width = {42, 8, 200}, height = {27, 8, 200}, enemies = {8, 0, 100}, items = {5, 0, 100},
  gold_piles = {8, 0, 100}, start_safe = {4, 0, 100}, exit_far = {0.9, 0, 1},
  leaf_max = {12, 4, 200}, leaf_min = {6, 3, 100}
}

-- Start, exit and things, as the built-in generators place them: the exit far away, no enemy near
-- the start, kinds drawn by weight.
local enemies = { { "rat", 4 }, { "goblin", 3 }, { "wolf", 2 }, { "ogre", 2 } }
local items = { { "potion", 4 }, { "elixir", 1 }, { "sword", 2 }, { "shield", 2 } }

local function draw(list, rng)
  local total = 0
  for _, t in ipairs(list) do total = total + t[2] end
  local left = rng:unit() * total
  for _, t in ipairs(list) do
    if left < t[2] then return t[1] end
    left = left - t[2]
  end
  return list[#list][1]
end

local function keep_largest(map)
  local regions, best = map:regions(), 1
  for i, r in ipairs(regions) do
    if #r > #regions[best] then best = i end
  end
  for i, r in ipairs(regions) do
    if i ~= best then
      for _, c in ipairs(r) do map:set(c.x, c.y, 0) end
    end
  end
  return regions[best] or {}
end

local function furnish(map, p, rng)
  local floor = keep_largest(map)
  if #floor < 2 then
    map:rect(1, 1, 3, 3, 1)
    floor = keep_largest(map)
  end
  local start = rng:pick(floor)
  map:start(start.x, start.y)
  -- Distances from the start, ring by ring.
  local w, dist, queue, head = map:width(), {}, { start }, 1
  dist[start.y * w + start.x] = 0
  while queue[head] do
    local c = queue[head]
    local d = dist[c.y * w + c.x] + 1
    for _, s in ipairs { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } } do
      local x, y = c.x + s[1], c.y + s[2]
      if map:get(x, y) ~= 0 and not dist[y * w + x] then
        dist[y * w + x] = d
        queue[#queue + 1] = { x = x, y = y }
      end
    end
    head = head + 1
  end
  local last = queue[#queue]
  local farthest, far = dist[last.y * w + last.x], {}
  for _, c in ipairs(queue) do
    local d = dist[c.y * w + c.x]
    if d > 0 and d >= p.exit_far * farthest then far[#far + 1] = c end
  end
  local exit = rng:pick(far)
  map:exit(exit.x, exit.y)
  for i = 1, p.enemies do
    for try = 1, 40 do
      local x, y = map:random_free(rng)
      if not x then break end
      if dist[y * w + x] > p.start_safe then
        map:put(draw(enemies, rng), x, y)
        break
      end
    end
  end
  for i = 1, p.items do
    local x, y = map:random_free(rng)
    if x then map:put(draw(items, rng), x, y) end
  end
  for i = 1, p.gold_piles do
    local x, y = map:random_free(rng)
    if x then map:gold(x, y, rng:int(1, 40)) end
  end
end

local function corridor(map, a, b, rng)
  local bend = rng:chance(0.5) and { x = b.x, y = a.y } or { x = a.x, y = b.y }
  map:line(a.x, a.y, bend.x, bend.y, 1)
  map:line(bend.x, bend.y, b.x, b.y, 1)
end

local function divide(map, p, rng, x, y, w, h)
  local across = w > h
  if math.max(w, h) / math.min(w, h) < 1.25 then across = rng:chance(0.5) end
  local side = across and w or h
  local at = math.floor(side * (0.35 + 0.3 * rng:unit()))
  if (w < p.leaf_max and h < p.leaf_max) or at < p.leaf_min or side - at < p.leaf_min then
    local rw = math.max(1, math.floor((w - 1) * (0.5 + 0.4 * rng:unit())))
    local rh = math.max(1, math.floor((h - 1) * (0.5 + 0.4 * rng:unit())))
    local rx, ry = x + rng:int(0, w - rw - 1), y + rng:int(0, h - rh - 1)
    map:rect(rx, ry, rw, rh, 1)
    return { x = rng:int(rx, rx + rw - 1), y = rng:int(ry, ry + rh - 1) }
  end
  local a, b
  if across then
    a = divide(map, p, rng, x, y, at, h)
    b = divide(map, p, rng, x + at, y, w - at, h)
  else
    a = divide(map, p, rng, x, y, w, at)
    b = divide(map, p, rng, x, y + at, w, h - at)
  end
  corridor(map, a, b, rng)
  return rng:chance(0.5) and a or b
end

function generate(map, p, rng)
  map:resize(p.width, p.height)
  divide(map, p, rng, 1, 1, p.width - 2, p.height - 2)
  furnish(map, p, rng)
end
