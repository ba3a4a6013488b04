-- noise.lua - valleys of smooth random heights, joined by tunnels.
-- Use it as a generator: dado map gen library/scripts/noise.lua
params {
  width = {42, 8, 200}, height = {27, 8, 200}, enemies = {8, 0, 100}, items = {5, 0, 100},
  gold_piles = {8, 0, 100}, start_safe = {4, 0, 100}, exit_far = {0.9, 0, 1},
  scale = {6, 2, 40}, rough = {0.35, 0, 2}, level = {0.5, 0.1, 0.95}
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

-- Random heights on a lattice, blended between.
local function layer(rng, w, h, scale)
  local cols = math.floor(w / scale) + 2
  local heights = {}
  for i = 0, cols * (math.floor(h / scale) + 2) - 1 do heights[i] = rng:unit() end
  return function(x, y)
    local fx, fy = x / scale, y / scale
    local x0, y0 = math.floor(fx), math.floor(fy)
    local u, v = fx - x0, fy - y0
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    local i = y0 * cols + x0
    local top = heights[i] * (1 - u) + heights[i + 1] * u
    local bottom = heights[i + cols] * (1 - u) + heights[i + cols + 1] * u
    return top * (1 - v) + bottom * v
  end
end

function generate(map, p, rng)
  local w, h = p.width, p.height
  map:resize(w, h)
  local coarse, fine = layer(rng, w, h, p.scale), layer(rng, w, h, p.scale / 2.5)
  local all = {}
  for y = 1, h - 2 do
    for x = 1, w - 2 do
      all[#all + 1] = { x = x, y = y, z = coarse(x, y) + p.rough * fine(x, y) }
    end
  end
  table.sort(all, function(a, b) return a.z < b.z end)
  for i = 1, math.floor(#all * p.level) do map:set(all[i].x, all[i].y, 1) end
  -- A straight tunnel with a bend from the first cell of every valley to the largest.
  local regions, best = map:regions(), 1
  for i, r in ipairs(regions) do
    if #r > #regions[best] then best = i end
  end
  for i, r in ipairs(regions) do
    if i ~= best and #r >= 12 then
      local a, b = r[1], regions[best][1]
      map:line(a.x, a.y, b.x, a.y, 1)
      map:line(b.x, a.y, b.x, b.y, 1)
    end
  end
  furnish(map, p, rng)
end
