-- Purpose: the player's entitlements (grants, targets, level, limits) changed in the ledger: the next round
--   reads them anew. Only saves a refusal by the ledger, which checks the revision itself.
-- KEYS[1]  the player state (see round-open)
-- Returns  1 when the player state knew a revision, else 0
return redis.call('HDEL', KEYS[1], 'rev')
