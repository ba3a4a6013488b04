-- miners.lua - miners that dig about at random and sometimes take on another.
-- Use it as a generator: dado map gen library/scripts/miners.lua
params {
  width = {42, 8, 200}, height = {27, 8, 200}, enemies = {8, 0, 100}, items = {5, 0, 100},
  gold_piles = {8, 0, 100}, start_safe = {4, 0, 100}, exit_far = {0.9, 0, 1},
  spawn = {0.08, 0, 1}, max_miners = {400, 1, 2000}, life = {200, 1, 5000}, target_floor = {0.35, 0.02, 0.8}
}

local steps = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } }

function generate(map, p, rng)
  local w, h = p.width, p.height
  map:resize(w, h)
  local dug, floor, target = 0, {}, math.floor(p.target_floor * w * h)
  local miners, active = {}, 0
  local function dig(x, y)
    if map:get(x, y) == 0 then
      map:set(x, y, 1)
      dug = dug + 1
      floor[dug] = { x = x, y = y }
    end
  end
  local function hire(x, y)
    miners[#miners + 1] = { x = x, y = y, dug = 0 }
    active = active + 1
    dig(x, y)
  end
  local function beside(x, y, walls)
    local found = {}
    for _, s in ipairs(steps) do
      local nx, ny = x + s[1], y + s[2]
      if nx > 0 and ny > 0 and nx < w - 1 and ny < h - 1 and (not walls or map:get(nx, ny) == 0) then
        found[#found + 1] = { x = nx, y = ny }
      end
    end
    return found
  end
  for i = 1, rng:int(1, 4) do hire(rng:int(1, w - 2), rng:int(1, h - 2)) end
  while active > 0 do
    for i = 1, #miners do
      local m = miners[i]
      if not m.done then
        if #miners < p.max_miners and rng:chance(p.spawn) then
          local c = rng:pick(beside(m.x, m.y, false))
          hire(c.x, c.y)
        end
        local ways = beside(m.x, m.y, true)
        if #ways == 0 and active == 1 and dug < target then
          -- The last one moves to where there is rock to dig.
          local edges = {}
          for k = 1, dug do
            if #beside(floor[k].x, floor[k].y, true) > 0 then edges[#edges + 1] = floor[k] end
          end
          local c = rng:pick(edges)
          if c then
            m.x, m.y = c.x, c.y
            ways = beside(m.x, m.y, true)
          end
        end
        local c = rng:pick(ways)
        if c then
          m.x, m.y, m.dug = c.x, c.y, m.dug + 1
          dig(c.x, c.y)
        end
        if not c or (m.dug >= p.life and not (active == 1 and dug < target)) then
          m.done = true
          active = active - 1
        end
      end
    end
  end
  furnish(map, p, rng)
end
