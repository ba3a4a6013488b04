-- rooms.lua - rooms and corridors in a grid of blocks, as Rogue had them.
-- Use it as a generator: dado map gen library/scripts/rooms.lua
params {
  width = {42, 8, 200}, height = {27, 8, 200}, enemies = {8, 0, 100}, items = {5, 0, 100},
  gold_piles = {8, 0, 100}, start_safe = {4, 0, 100}, exit_far = {0.9, 0, 1},
  cols = {3, 1, 12}, rows = {3, 1, 12}, gone = {0.1, 0, 1}, room_min = {3, 1, 50}, loops = {0.25, 0, 1}
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

local function cell_of(room, rng)
  return { x = rng:int(room.x, room.x + room.w - 1), y = rng:int(room.y, room.y + room.h - 1) }
end

function generate(map, p, rng)
  map:resize(p.width, p.height)
  local w, h = p.width - 2, p.height - 2
  local cols, rows = math.max(1, math.min(p.cols, w // 3)), math.max(1, math.min(p.rows, h // 3))
  local rooms, root, pairs_ = {}, {}, {}
  for i = 0, cols * rows - 1 do
    local left, right = 1 + i % cols * w // cols, 1 + (i % cols + 1) * w // cols
    local top, bottom = 1 + i // cols * h // rows, 1 + (i // cols + 1) * h // rows
    local rw, rh = 1, 1
    if not rng:chance(p.gone) then
      rw = rng:int(math.min(p.room_min, math.max(1, right - left - 2)), math.max(1, right - left - 2))
      rh = rng:int(math.min(p.room_min, math.max(1, bottom - top - 2)), math.max(1, bottom - top - 2))
    end
    local fx, fy = right - left - rw, bottom - top - rh
    local room = { w = rw, h = rh, x = left + (fx > 1 and rng:int(1, fx - 1) or 0),
                   y = top + (fy > 1 and rng:int(1, fy - 1) or 0) }
    map:rect(room.x, room.y, rw, rh, 1)
    rooms[i], root[i] = room, i
    if i % cols + 1 < cols then table.insert(pairs_, { i, i + 1 }) end
    if i // cols + 1 < rows then table.insert(pairs_, { i, i + cols }) end
  end
  local function find(i)
    while root[i] ~= i do i = root[i] end
    return i
  end
  rng:shuffle(pairs_)
  for _, pair in ipairs(pairs_) do
    local a, b = find(pair[1]), find(pair[2])
    if a ~= b or rng:chance(p.loops) then
      root[a] = b
      corridor(map, cell_of(rooms[pair[1]], rng), cell_of(rooms[pair[2]], rng), rng)
    end
  end
  furnish(map, p, rng)
end
