-- caves.lua - caves from a cellular automaton.
-- Use it as a generator: dado map gen library/scripts/caves.lua
params {
  width = {42, 8, 200}, height = {27, 8, 200}, enemies = {8, 0, 100}, items = {5, 0, 100},
  gold_piles = {8, 0, 100}, start_safe = {4, 0, 100}, exit_far = {0.9, 0, 1},
  fill = {0.45, 0, 1}, rounds = {5, 0, 20}, birth = {5, 0, 9}
}

function generate(map, p, rng)
  local w, h = p.width, p.height
  map:resize(w, h)
  local wall = {}
  for i = 0, w * h - 1 do
    local x, y = i % w, i // w
    local inner = x > 0 and y > 0 and x < w - 1 and y < h - 1
    wall[i] = not inner or rng:chance(p.fill)
  end
  for round = 1, p.rounds do
    local next = {}
    for i = 0, w * h - 1 do next[i] = true end
    for y = 1, h - 2 do
      for x = 1, w - 2 do
        local walls = 0
        for dy = -1, 1 do
          for dx = -1, 1 do
            if wall[(y + dy) * w + x + dx] then walls = walls + 1 end
          end
        end
        next[y * w + x] = walls >= p.birth
      end
    end
    wall = next
  end
  for i = 0, w * h - 1 do
    if not wall[i] then map:set(i % w, i // w, 1) end
  end
  furnish(map, p, rng)
end
