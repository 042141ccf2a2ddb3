-- Purpose: check that this server runs scripts and takes writes, as play needs. Repeating it
--   changes nothing.
-- KEYS[1]  a key of the connection that checks
-- ARGV[1]  milliseconds the key is kept after its last write
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
return 1
