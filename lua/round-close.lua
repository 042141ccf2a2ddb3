-- Purpose: free a game's open-round slot once its round is over (or was never written).
-- Includes include/player-state.lua
-- KEYS[1]  the player state (see round-open)
-- KEYS[2]  the player's recent rounds (see round-open)
-- ARGV[1]  game id
-- ARGV[2]  round id; the slot of another round is left alone
-- ARGV[3]  'over'; 'undone' for a round that was not a paid spin after all: the next round reads
--          the counts of target outcomes from the ledger again; 'unwritten' for a round that is in
--          no ledger: as 'undone', the pace of spins does not count it, and if no reveal decision
--          was made it is noted as cancelled: with its slot it loses the proof of that
-- ARGV[4]  what became of it (see include/player-state.lua), '' when that is noted already
-- ARGV[5]  win, minor units, digits, or ''
-- Returns  1 when this call closed it, 0 when it was closed already
local player, field = KEYS[1], 'o:' .. ARGV[1]
if ARGV[4] ~= '' then note_recent_round(KEYS[2], ARGV[2], ARGV[4], ARGV[5]) end
local open = redis.call('HGET', player, field)
if not open then return 0 end
local round, sequence, spin, outcome, decision = parse_open_round(open)
if round ~= ARGV[2] then return 0 end
if ARGV[3] == 'unwritten' and decision == this_run() then
  note_recent_round(KEYS[2], round, 'c', '', 'ot')
end
if ARGV[3] ~= 'over' and spin == 'paid' then
  local counted = outcome ~= '' or redis.call('HEXISTS', player, 't:' .. ARGV[1]) == 1
  if counted then redis.call('HDEL', player, 'rev') end
end
if ARGV[3] == 'unwritten' then redis.call('HDEL', player, 'last') end
-- Read by a load whose view of the ledger is older than this round.
if ARGV[3] == 'over' and redis.call('HEXISTS', player, 't:' .. ARGV[1]) == 1 then
  redis.call('HSET', player, 'ended', sequence)
end
return redis.call('HDEL', player, field)
