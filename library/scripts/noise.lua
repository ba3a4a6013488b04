-- noise.lua - valleys of smooth random heights, joined by tunnels.
-- Use it as a generator: dado map gen library/scripts/noise.lua
params {
  width = {42, 8, 200}, height = {27, 8, 200}, enemies = {8, 0, 100}, items = {5, 0, 100},
  gold_piles = {8, 0, 100}, start_safe = {4, 0, 100}, exit_far = {0.9, 0, 1},
  scale = {6, 2, 40}, rough = {0.35, 0, 2}, level = {0.5, 0.1, 0.95}
}

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
