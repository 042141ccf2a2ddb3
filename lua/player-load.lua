-- Purpose: put a player's hot state in place from the ledger, after a loss or for the first time.
--   A state that is behind the ledger (an old replica came back) is dropped first; one that is ahead
--   keeps its number, so a sequence is never handed out twice by the same Redis.
-- KEYS[1]  the player's hot state (see round-open)
-- ARGV[1]  last sequence number in the ledger
-- ARGV[2]  milliseconds the hot state outlives its last use
-- ARGV[3…] pairs: game id, "<round id>:<sequence>" of each open round in the ledger
-- Returns  the sequence number that stands
local player = KEYS[1]
local current = redis.call('HGET', player, 'seq')
if not current or tonumber(current) < tonumber(ARGV[1]) then
  redis.call('DEL', player)
  redis.call('HSET', player, 'seq', ARGV[1])
  current = ARGV[1]
end
for i = 3, #ARGV, 2 do
  -- The ledger allows one open round a game, so any other round here was never written there.
  local field, open = 'o:' .. ARGV[i], ARGV[i + 1]
  local known = redis.call('HGET', player, field)
  if not known or string.sub(known, 1, #open + 1) ~= open .. ':' then
    -- Its mark, if it had one, is lost: see round-mark.
    redis.call('HSET', player, field, open .. ':rebuilt')
  end
end
redis.call('PEXPIRE', player, ARGV[2])
return current
