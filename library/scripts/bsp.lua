-- bsp.lua - splits the ground, digs a room in every part, joins upward.
-- Use it as a generator: dado map gen library/scripts/bsp.lua
params {
  width = {42, 8, 200}, height = {27, 8, 200}, enemies = {8, 0, 100}, items = {5, 0, 100},
  gold_piles = {8, 0, 100}, start_safe = {4, 0, 100}, exit_far = {0.9, 0, 1},
  leaf_max = {12, 4, 200}, leaf_min = {6, 3, 100}
}

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
