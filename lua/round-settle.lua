-- Purpose: settle a counted round: free its game for the next one, and add its stake and win to the
--   adaptive window. Both happen or neither, so that a round enters the window once. HINCRBY keeps
--   the sums in 64-bit integers; no stored amount is computed in Lua's doubles.
-- Includes include/player-state.lua
-- KEYS[1]  the player state (see round-open)
-- KEYS[2]  the window's sums (hash): rounds, stake, win, after = the window holds rounds after this
--          sequence, born = that of the player state it was counted with, settings = revision of
--          the project's settings it was counted under; or cold = how often it was missing (the
--          field keeps this name because nodes of earlier versions read it)
-- KEYS[3]  the window's rounds (list), oldest first (see include/player-state.lua)
-- KEYS[4]  the player's recent rounds (see round-open)
-- ARGV[1]  game id
-- ARGV[2]  round id; another round's slot is left alone
-- ARGV[3]  sequence of the round
-- ARGV[4]  stake, minor units, digits
-- ARGV[5]  win, minor units, digits
-- ARGV[6]  rounds a window holds
-- ARGV[7]  milliseconds a window is kept after its last use
-- ARGV[8]  revision of the project's settings
-- Returns  {'window', rounds, stake, win} | {'not-loaded', token}: read it from the ledger and load
--          it with the token | {'closed'}: the round was counted already
-- A window whose sums would not fit 64 bits is not kept here: each round finds it not loaded.
local player, sums, list = KEYS[1], KEYS[2], KEYS[3]
local field = 'o:' .. ARGV[1]
local found = redis.call('HMGET', player, field, 'born')
if not found[1] or parse_open_round(found[1]) ~= ARGV[2] then return {'closed'} end
redis.call('HDEL', player, field)
note_recent_round(KEYS[4], ARGV[2], 'e', ARGV[5])
-- As round-close does.
if redis.call('HEXISTS', player, 't:' .. ARGV[1]) == 1 then
  redis.call('HSET', player, 'ended', ARGV[3])
end

local known = redis.call('HMGET', sums, 'rounds', 'after', 'born', 'settings', 'stake', 'win')
local rounds, keeps = tonumber(known[1] or '-1'), tonumber(ARGV[6])
-- A player state that was older than the ledger was rebuilt, and windows counted before that miss
-- rounds. Under other settings the rule may have been off, or the window shorter: it may miss
-- rounds too.
local isLost = rounds ~= redis.call('LLEN', list) or known[3] ~= found[2]
local stakes = tonumber(known[5] or '0') + tonumber(ARGV[4])
local wins = tonumber(known[6] or '0') + tonumber(ARGV[5])
if isLost or known[4] ~= ARGV[8] or is_too_large(stakes, wins) then
  redis.call('DEL', list)
  redis.call('HDEL', sums, 'rounds', 'stake', 'win', 'after', 'born', 'settings')
  local token = redis.call('HINCRBY', sums, 'cold', 1)
  redis.call('PEXPIRE', sums, ARGV[7])
  return {'not-loaded', token}
end

if tonumber(ARGV[3]) > tonumber(known[2]) then
  redis.call('RPUSH', list, print_window_round(ARGV[4], ARGV[5]))
  redis.call('HINCRBY', sums, 'stake', ARGV[4])
  redis.call('HINCRBY', sums, 'win', ARGV[5])
  rounds = redis.call('HINCRBY', sums, 'rounds', 1)
end
while rounds > keeps do
  local stake, win = parse_window_round(redis.call('LPOP', list))
  redis.call('HINCRBY', sums, 'stake', '-' .. stake)
  -- "-0" is no integer to Redis.
  if win ~= '0' then redis.call('HINCRBY', sums, 'win', '-' .. win) end
  rounds = redis.call('HINCRBY', sums, 'rounds', -1)
end
redis.call('PEXPIRE', sums, ARGV[7])
redis.call('PEXPIRE', list, ARGV[7])
return {'window', rounds, redis.call('HGET', sums, 'stake'), redis.call('HGET', sums, 'win')}
