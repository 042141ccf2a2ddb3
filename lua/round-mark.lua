-- Purpose: decide once between "the result is shown or credited" and "the round is cancelled".
--   Whoever comes first sets the mark; everyone after is told which it is.
-- KEYS[1]  the player state (see round-open)
-- ARGV[1]  game id
-- ARGV[2]  round id
-- ARGV[3]  'shown', 'cancelled', or 'shown anyway': by a driver that has saved the round since it
--   learned that the mark may have been lost
-- ARGV[4]  the run of Redis the caller is connected to, '' when it does not know
-- Returns  the mark that stands; 'lost' when the player state does not hold this round as open; 'rebuilt'
--   when the round was put back after a loss, or was opened on another run of Redis, of which this one
--   may hold an older copy: the mark that was lost may have said anything
local field = 'o:' .. ARGV[1]
local open = redis.call('HGET', KEYS[1], field)
if not open then return 'lost' end
local round, opened, mark = string.match(open, '^([^:]+)(:%d+:[^:]*:[^:]*:)(.*)$')
if round ~= ARGV[2] then return 'lost' end
if mark == 'shown' or mark == 'cancelled' then return mark end
local wanted, run = ARGV[3], ARGV[4]
if wanted == 'shown anyway' then
  wanted = 'shown'
elseif run == '' or mark ~= run then
  return 'rebuilt'
end
redis.call('HSET', KEYS[1], field, round .. opened .. wanted)
return wanted
