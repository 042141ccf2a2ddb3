-- Purpose: the ledger may have lost the player's last rounds: read what is known of them here, and make what
--   was read from the ledger before be read anew. Repeating it changes nothing more.
-- KEYS[1]  the player state (see round-open)
-- KEYS[2]  the player's recent rounds (see round-open)
-- ARGV[1]  what this ledger is now: windows made with another one are read anew
-- Returns  {sequence or '', recent round…}
local player = KEYS[1]
local sequence = redis.call('HGET', player, 'seq')
if sequence then
  redis.call('HDEL', player, 'rev')
  redis.call('HSET', player, 'born', sequence .. '@' .. ARGV[1])
end
return {sequence or '', unpack(redis.call('LRANGE', KEYS[2], 0, -1))}
