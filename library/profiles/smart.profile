# smart: weighs risks and refuses unfavourable fights.
extra         = 6        # iterations of the search after the first that found something
greed_singlet = 2        # steps it would go out of its way for a lone unseen cell
greed_item    = 4        # ... for an item
greed_gold    = 2        # ... for gold
greed_enemy   = 2        # ... for a fight; never: none is sought
greed_tile    = 0        # ... for unexplored ground
greed_exit    = 0        # ... for the exit, where it is weighed
exit_mode     = weighed  # weighed with the rest, last of all, or at first sight
risk_max      = 0.5      # share of its health a fight may cost
reward_scale  = 0        # gold that makes one more unit of risk acceptable; 0: none does
risk_cap      = 0.5      # risk accepted for any reward
avoid         = risky    # none, risky or all: enemies it keeps away from
avoid_dist    = 1        # how far it keeps away from them
heal_below    = 0.6      # share of health below which it wants to heal
greed_heal    = 20       # steps it would then go out of its way for a cure
noise         = 0        # share of steps that are slips
