-- Purpose: take calls out of a project's token bucket, in one atomic step on Redis time. A call is
--   60,000,000 parts, and a quota of n calls a minute adds n parts a microsecond, so every number
--   here is an integer below 2^53: nothing is rounded and nothing drifts. The bucket never
--   overfills. Sent twice it takes twice. No record prevents that, because a bucket is full again
--   within a minute.
-- KEYS[1]  the bucket (hash): parts, at = microseconds since 1970. A missing bucket is full.
-- ARGV[1]  quota, calls a minute
-- ARGV[2]  calls asked for
-- Returns  {calls taken, calls left, whole seconds until the next call is free, 0 when all were
--          taken}
local bucket, quota = KEYS[1], tonumber(ARGV[1])
local CALL = 60000000
local full = quota * CALL

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local found = redis.call('HMGET', bucket, 'parts', 'at')
local parts = full
if found[1] then
  -- A clock that went back adds nothing. The quota may be smaller than it was.
  local elapsed = math.max(now - tonumber(found[2]), 0)
  parts = math.min(tonumber(found[1]) + elapsed * quota, full)
end

local taken = math.max(math.min(math.floor(parts / CALL), tonumber(ARGV[2])), 0)
parts = parts - taken * CALL
-- Printed as a whole number: Lua writes numbers from 1e14 on with an exponent.
redis.call('HSET', bucket, 'parts', string.format('%.0f', parts), 'at', string.format('%.0f', now))
-- Expires once it is full again, plus a second, because the expiry counts in milliseconds.
redis.call('PEXPIRE', bucket, math.ceil((full - parts) / quota / 1000) + 1000)

local wait = 0
if taken < tonumber(ARGV[2]) then wait = math.ceil((CALL - parts) / (quota * 1000000)) end
return {taken, math.floor(parts / CALL), wait}
