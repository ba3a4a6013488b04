# brave-2018, as published: leaves no enemy it meets behind.
extra         = 8        # iterations of the search after the first that found something
greed_singlet = 0        # steps it would go out of its way for a lone unseen cell
greed_item    = 0        # ... for an item
greed_gold    = 0        # ... for gold
greed_enemy   = 12       # ... for a fight; never: none is sought
greed_tile    = 0        # ... for unexplored ground
greed_exit    = 0        # ... for the exit, where it is weighed
exit_mode     = weighed  # weighed with the rest, last of all, or at first sight
risk_max      = inf      # share of its health a fight may cost
reward_scale  = 0        # gold that makes one more unit of risk acceptable; 0: none does
risk_cap      = inf      # risk accepted for any reward
avoid         = none     # none, risky or all: enemies it keeps away from
avoid_dist    = 0        # how far it keeps away from them
heal_below    = 0        # share of health below which it wants to heal
greed_heal    = 0        # steps it would then go out of its way for a cure
noise         = 0        # share of steps that are slips
