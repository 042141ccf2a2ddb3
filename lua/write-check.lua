-- Purpose: a script and a write run here, so this server takes what play sends it. Repeating it changes
--   nothing.
-- KEYS[1]  a key of the asking connection
-- ARGV[1]  milliseconds it outlives its last write
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
return 1
