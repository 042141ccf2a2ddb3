-- Purpose: open a round for a player, in one atomic step for writers on any node: the session is
--   alive, no round is open in this game, a sequence number is taken.
-- KEYS[1]  the player's hot state (hash): seq, s:<session> = "<expires ms>:<token version>",
--          o:<game> = "<round id>:<sequence>:<mark>"
-- ARGV[1]  session id
-- ARGV[2]  token version the socket was opened with
-- ARGV[3]  game id
-- ARGV[4]  round id; the operation id: the same round opened twice is answered twice the same
-- ARGV[5]  milliseconds the hot state outlives its last use
-- Returns  {'opened', sequence} | {'open', round id} | {'cold'} | {'no-session'} | {'expired'}
--          | {'revoked'}
local player = KEYS[1]
local found = redis.call('HMGET', player, 'seq', 's:' .. ARGV[1], 'o:' .. ARGV[3])
if not found[1] then return {'cold'} end
if not found[2] then return {'no-session'} end

local expires, version = string.match(found[2], '^(%d+):(%d+)$')
if version ~= ARGV[2] then return {'revoked'} end

if found[3] then
  local round, sequence = string.match(found[3], '^([^:]+):(%d+):')
  if round == ARGV[4] then return {'opened', sequence} end
  return {'open', round}
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if tonumber(expires) <= now then return {'expired'} end

-- Printed whole: Lua writes numbers from 1e14 on with an exponent.
local sequence = string.format('%.0f', redis.call('HINCRBY', player, 'seq', 1))
redis.call('HSET', player, 'o:' .. ARGV[3], ARGV[4] .. ':' .. sequence .. ':')
redis.call('PEXPIRE', player, ARGV[5])
return {'opened', sequence}
