-- Território: makes lieutenants, explores, attacks what it meets, marches on buildings.
local goals, seen = {}, {}  -- by tile: enemy buildings, and every tile ever looked at

-- Steps between two tiles, {x, y} each: odd columns sit half a tile lower.
local function apart(a, b)
  local dq, dr = a[1] - b[1], a[2] - a[1] // 2 - (b[2] - b[1] // 2)
  return math.max(math.abs(dq), math.abs(dr), math.abs(dq + dr))
end

local function nearest(tile, aims)  -- steps are counted: no tile is measured twice
  local key = tile[1] .. "," .. tile[2]
  if aims[key] then return aims[key] end
  aims[key] = 1000
  for _, aim in ipairs(aims) do aims[key] = math.min(aims[key], apart(tile, aim)) end
  return aims[key]
end

function choose(turn)
  local view, unseen, known, place, idle = turn.view, {}, {}, {}, {}
  for y, row in ipairs(view.terrain) do
    for x = 1, #row do
      local key = (x - 1) .. "," .. (y - 1)
      if row:sub(x, x) ~= "?" then seen[key], goals[key] = true, nil
      elseif not seen[key] then unseen[#unseen + 1] = { x - 1, y - 1 } end
    end
  end
  for _, b in ipairs(view.buildings) do
    idle[b.id] = b.owner == turn.seat and not b.production
    if b.owner ~= turn.seat then goals[b.x .. "," .. b.y] = { b.x, b.y } end
  end
  for _, goal in pairs(goals) do known[#known + 1] = goal end
  for _, u in ipairs(view.units) do place[u.id] = { u.x, u.y } end
  local aims, best, most = #known > 0 and known or unseen, "end", 0
  for _, move in ipairs(turn.moves) do
    local verb, id, what, y = table.unpack(split(move))
    if verb == "attack" or (verb == "produce" and what == "lieutenant" and idle[id]) then return move end
    if verb == "move" and #aims > 0 then
      local nearer = nearest(place[id], aims) - nearest({ what, y }, aims)
      if nearer > most then best, most = move, nearer end
    end
  end
  return best
end
