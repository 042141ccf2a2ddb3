-- Purpose: put an adaptive window from the ledger into Redis, unless another round has been settled
--   since the one that found it missing: what was read from the ledger may lack that later round.
-- Includes include/player-state.lua
-- KEYS[1]  the player state (see round-open)
-- KEYS[2]  the window's sums (see round-settle)
-- KEYS[3]  the window's rounds
-- ARGV[1]  token of the round that found it missing
-- ARGV[2]  milliseconds a window is kept after its last use
-- ARGV[3]  the window holds rounds after this sequence
-- ARGV[4]  sum of the stakes
-- ARGV[5]  sum of the wins
-- ARGV[6]  revision of the project's settings it was read under
-- ARGV[7…] rounds, oldest first, packed (see include/player-state.lua)
-- Returns  'loaded' | 'too-large': its sums do not fit 64 bits; the next round finds it missing
--          again | 'superseded': a later round found it missing too and loads it, or the player
--          state is not loaded
local sums, list = KEYS[2], KEYS[3]
local born = redis.call('HGET', KEYS[1], 'born')
if not born or redis.call('HGET', sums, 'cold') ~= ARGV[1] then
  return 'superseded'
end
if is_too_large(tonumber(ARGV[4]), tonumber(ARGV[5])) then return 'too-large' end
redis.call('DEL', sums, list)
for first = 7, #ARGV, 1000 do
  redis.call('RPUSH', list, unpack(ARGV, first, math.min(first + 999, #ARGV)))
end
redis.call('HSET', sums, 'rounds', #ARGV - 6, 'after', ARGV[3], 'born', born)
redis.call('HSET', sums, 'stake', ARGV[4], 'win', ARGV[5], 'settings', ARGV[6])
redis.call('PEXPIRE', sums, ARGV[2])
redis.call('PEXPIRE', list, ARGV[2])
return 'loaded'
