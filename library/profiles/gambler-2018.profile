# gambler-2018, as published: weighs risks too, but takes one that guards a reward.
extra         = 6        # iterations of the search after the first that found something
greed_singlet = 1        # steps it would go out of its way for a lone unseen cell
greed_item    = 6        # ... for an item
greed_gold    = 6        # ... for gold
greed_enemy   = 4        # ... for a fight; never: none is sought
greed_tile    = 0        # ... for unexplored ground
greed_exit    = -8       # ... for the exit, where it is weighed
exit_mode     = weighed  # weighed with the rest, last of all, or at first sight
risk_max      = 0.5      # share of its health a fight may cost
reward_scale  = 60       # gold that makes one more unit of risk acceptable; 0: none does
risk_cap      = 1.2      # risk accepted for any reward
avoid         = risky    # none, risky or all: enemies it keeps away from
avoid_dist    = 1        # how far it keeps away from them
heal_below    = 0.25     # share of health below which it wants to heal
greed_heal    = 8        # steps it would then go out of its way for a cure
noise         = 0        # share of steps that are slips
