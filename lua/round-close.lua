-- Purpose: the round is over (or was never written): the game is free for the next one.
-- KEYS[1]  the player's hot state (see round-open)
-- ARGV[1]  game id
-- ARGV[2]  round id; another round's place is left alone
-- Returns  1 when this call closed it, 0 when it was closed already
local field = 'o:' .. ARGV[1]
local open = redis.call('HGET', KEYS[1], field)
if open and string.match(open, '^([^:]+):') == ARGV[2] then
  return redis.call('HDEL', KEYS[1], field)
end
return 0
