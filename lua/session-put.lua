-- Purpose: add a session to the player state. An older token version never replaces a newer one.
--   Expired sessions are removed here, so the hash stays small.
-- Includes include/player-state.lua
-- KEYS[1]  the player state (see round-open)
-- ARGV[1]  session id
-- ARGV[2]  expiry, milliseconds since 1970
-- ARGV[3]  token version
-- ARGV[4]  the time, milliseconds since 1970
-- Returns  'put' | 'newer' (a newer version is stored) | 'not-loaded' (load the player state first)
local player = KEYS[1]
if redis.call('HEXISTS', player, 'seq') == 0 then return 'not-loaded' end
local field = 's:' .. ARGV[1]
local current = redis.call('HGET', player, field)
if current then
  local _, version = parse_session(current)
  if tonumber(version) > tonumber(ARGV[3]) then return 'newer' end
end
if redis.call('HLEN', player) > 64 then
  local all = redis.call('HGETALL', player)
  for i = 1, #all, 2 do
    local expires = string.sub(all[i], 1, 2) == 's:' and parse_session(all[i + 1])
    if expires and is_past(expires, ARGV[4]) then redis.call('HDEL', player, all[i]) end
  end
end
redis.call('HSET', player, field, print_session(ARGV[2], ARGV[3]))
return 'put'
