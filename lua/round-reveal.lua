-- Purpose: decide once between "the result is revealed or credited" and "the round is cancelled".
--   The first caller decides; later callers get that decision.
-- Includes include/player-state.lua
-- KEYS[1]  the player state (see round-open)
-- KEYS[2]  the player's recent rounds (see round-open)
-- ARGV[1]  game id
-- ARGV[2]  round id
-- ARGV[3]  'revealed', 'cancelled', or 'revealed-after-save': from a driver that has saved the
--   round since it found that an earlier decision may have been lost
-- ARGV[4]  win, minor units, digits; '' where a decision of the player comes first
-- Returns  the decision, 'revealed' or 'cancelled'; 'lost' when the player state does not hold this
--   round as open; 'rebuilt' when the round was put back after a loss, or was opened on another run
--   of Redis: this run may hold an older copy, so it is unknown whether the round was decided
local field = 'o:' .. ARGV[1]
local open = redis.call('HGET', KEYS[1], field)
if not open then return 'lost' end
local round, sequence, spin, outcome, decision = parse_open_round(open)
if round ~= ARGV[2] then return 'lost' end
if decision == 'revealed' or decision == 'cancelled' then return decision end
local wanted = ARGV[3]
if wanted == 'revealed-after-save' then
  wanted = 'revealed'
elseif decision ~= this_run() then
  return 'rebuilt'
end
redis.call('HSET', KEYS[1], field, print_open_round(round, sequence, spin, outcome, wanted))
note_recent_round(KEYS[2], round, wanted == 'revealed' and 'r' or 'c', ARGV[4])
return wanted
