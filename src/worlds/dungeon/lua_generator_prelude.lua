-- lua_generator_prelude.lua - what generators written in Lua may use besides the map itself. It is run before
-- every such script.
--
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

function furnish(map, p, rng)
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

function corridor(map, a, b, rng)
  local bend = rng:chance(0.5) and { x = b.x, y = a.y } or { x = a.x, y = b.y }
  map:line(a.x, a.y, bend.x, bend.y, 1)
  map:line(bend.x, bend.y, b.x, b.y, 1)
end
