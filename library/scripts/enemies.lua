-- The enemies that generators put on maps. Copy this file, change it, and name your copy with
-- -D templates=@FILE; `weight` says how often each is drawn.
enemy { id = "rat",    hp = 4,  atk = 3, def = 0, range = 4, cost = 150, sprite = {2, 0}, weight = 4 }
enemy { id = "goblin", hp = 8,  atk = 4, def = 1, range = 5, cost = 150, sprite = {1, 0}, weight = 3 }
enemy { id = "wolf",   hp = 6,  atk = 4, def = 0, range = 6, cost = 120, sprite = {0, 0}, weight = 2 }
enemy { id = "ogre",   hp = 14, atk = 6, def = 2, range = 5, cost = 200, sprite = {3, 0}, weight = 2 }
enemy { id = "troll",  hp = 24, atk = 8, def = 2, range = 6, cost = 200, sprite = {4, 0}, weight = 0 }
