-- Purpose: the ledger may have lost the player's last rounds. Returns what Redis holds about them,
--   and marks what was read from the ledger earlier to be read again. Repeating it changes nothing
--   more.
-- KEYS[1]  the player state (see round-open)
-- KEYS[2]  the player's recent rounds (see round-open)
-- ARGV[1]  identity of the ledger now; windows counted under another ledger are read again
-- Returns  {sequence or '', recent round…}
local player = KEYS[1]
local sequence = redis.call('HGET', player, 'seq')
if sequence then
  redis.call('HDEL', player, 'rev')
  redis.call('HSET', player, 'born', sequence .. '@' .. ARGV[1])
end
return {sequence or '', unpack(redis.call('LRANGE', KEYS[2], 0, -1))}
