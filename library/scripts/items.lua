-- The items that generators put on maps: those that recover health and mana, and those that
-- raise attack and defence until the level ends.
item { id = "potion", kind = "recover",   hp = 8,  mp = 0, sprite = {1, 2}, weight = 4 }
item { id = "elixir", kind = "recover",   hp = 16, mp = 4, sprite = {2, 2}, weight = 1 }
item { id = "sword",  kind = "attribute", atk = 1, def = 0, sprite = {0, 1}, weight = 2 }
item { id = "shield", kind = "attribute", atk = 0, def = 1, sprite = {1, 1}, weight = 2 }
