-- rooms.lua - rooms and corridors in a grid of blocks, as Rogue had them.
-- Use it as a generator: dado map gen library/scripts/rooms.lua
params {
  width = {42, 8, 200}, height = {27, 8, 200}, enemies = {8, 0, 100}, items = {5, 0, 100},
  gold_piles = {8, 0, 100}, start_safe = {4, 0, 100}, exit_far = {0.9, 0, 1},
  cols = {3, 1, 12}, rows = {3, 1, 12}, gone = {0.1, 0, 1}, room_min = {3, 1, 50}, loops = {0.25, 0, 1}
}

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
