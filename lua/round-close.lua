-- Purpose: the round is over (or was never written): the game is free for the next one.
-- Includes include/player-state.lua
-- KEYS[1]  the player state (see round-open)
-- KEYS[2]  the player's recent rounds (see round-open)
-- ARGV[1]  game id
-- ARGV[2]  round id; another round's slot is left alone
-- ARGV[3]  'over', or 'undone' for a round that was no paid spin after all: what it counted toward
--          target outcomes is read anew from the ledger before the next round; or 'unwritten' for one
--          that is in no ledger: as 'undone', and the pace of spins does not count it
-- ARGV[4]  what became of it (see include/player-state.lua), '' when that is known already
-- ARGV[5]  win, minor units, digits, or ''
-- Returns  1 when this call closed it, 0 when it was closed already
local player, field = KEYS[1], 'o:' .. ARGV[1]
if ARGV[4] ~= '' then note_recent_round(KEYS[2], ARGV[2], ARGV[4], ARGV[5]) end
local open = redis.call('HGET', player, field)
if not open then return 0 end
local round, sequence, spin, outcome = parse_open_round(open)
if round ~= ARGV[2] then return 0 end
if ARGV[3] ~= 'over' and spin == 'paid' then
  local counted = outcome ~= '' or redis.call('HEXISTS', player, 't:' .. ARGV[1]) == 1
  if counted then redis.call('HDEL', player, 'rev') end
end
if ARGV[3] == 'unwritten' then redis.call('HDEL', player, 'last') end
-- For a load whose read of the ledger is older than this round.
if ARGV[3] == 'over' and redis.call('HEXISTS', player, 't:' .. ARGV[1]) == 1 then
  redis.call('HSET', player, 'ended', sequence)
end
return redis.call('HDEL', player, field)
