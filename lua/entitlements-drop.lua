-- Purpose: the player's entitlements (grants, targets, level, limits) changed in the ledger, so the
--   next round reads them again. This only avoids a refusal: the ledger checks the revision itself.
-- KEYS[1]  the player state (see round-open)
-- Returns  1 when the player state had a revision, else 0
return redis.call('HDEL', KEYS[1], 'rev')
