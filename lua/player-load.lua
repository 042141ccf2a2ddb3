-- Purpose: put the player state from the ledger into Redis. What is newer here than in the ledger
--   stays: one Redis never issues a sequence number twice, and a round that another node is writing
--   at this moment keeps its slot and its count.
-- Includes include/player-state.lua
-- KEYS[1]  the player state (see round-open)
-- ARGV[1]  last sequence number in the ledger
-- ARGV[2]  milliseconds the player state is kept after its last use
-- ARGV[3]  revision of the player's entitlements in the ledger
-- ARGV[4]  '1' when the player has more ready target outcomes than the list below: the list is
--          valid for one paid spin
-- ARGV[5]  number of open rounds that follow
-- ARGV[6…] pairs: game id, its open round in the ledger, packed, with the decision 'rebuilt';
--          then
--          pairs: game id, its ready target outcomes, packed
-- Returns  the sequence number now in the player state
local player = KEYS[1]
local current = redis.call('HGET', player, 'seq')
if not current or tonumber(current) < tonumber(ARGV[1]) then
  redis.call('DEL', player)
  redis.call('HSET', player, 'seq', ARGV[1], 'born', ARGV[1])
  current = ARGV[1]
end

local targets, written = {}, {}
local first = 6 + 2 * tonumber(ARGV[5])
for i = 6, first - 1, 2 do
  -- The ledger allows one open round a game, so a different round here was never written to the
  -- ledger.
  local field, open = 'o:' .. ARGV[i], ARGV[i + 1]
  local known = redis.call('HGET', player, field)
  local round, sequence, spin, outcome = parse_open_round(known or '')
  if not round or print_open_round(round, sequence, spin, outcome, 'rebuilt') ~= open then
    -- Its reveal decision, if there was one, is lost: see round-reveal.
    redis.call('HSET', player, field, open)
  end
  written[field] = true
end
for i = first, #ARGV, 2 do targets['t:' .. ARGV[i]] = ARGV[i + 1] end

-- Counts are the ledger's, plus rounds open here with a sequence number above the ledger's last: a
-- node may be writing those at this moment.
local all = redis.call('HGETALL', player)
for i = 1, #all, 2 do
  local kind, game = string.sub(all[i], 1, 2), string.sub(all[i], 3)
  if kind == 't:' and not targets[all[i]] then redis.call('HDEL', player, all[i]) end
  local listed = targets['t:' .. game]
  if kind == 'o:' and listed and not written[all[i]] then
    local _, sequence, spin, outcome = parse_open_round(all[i + 1])
    if spin == 'paid' and tonumber(sequence) > tonumber(ARGV[1]) then
      local kept = {}
      for id, what, number, counted, expires, modes in each_target(listed) do
        if id ~= outcome then
          kept[#kept + 1] = print_target(id, what, number, tonumber(counted) + 1, expires, modes)
        end
      end
      targets['t:' .. game] = table.concat(kept)
    end
  end
end
for field, listed in pairs(targets) do
  if listed ~= '' then
    redis.call('HSET', player, field, listed)
  else
    redis.call('HDEL', player, field)
  end
end
-- A round counted here was written and closed after the ledger was read: the next round reads it
-- again.
if tonumber(redis.call('HGET', player, 'ended') or '0') > tonumber(ARGV[1]) then
  redis.call('HDEL', player, 'rev')
else
  redis.call('HSET', player, 'rev', ARGV[3])
end
if ARGV[4] == '1' then
  redis.call('HSET', player, 'more', '1')
else
  redis.call('HDEL', player, 'more')
end
redis.call('PEXPIRE', player, ARGV[2])
return current
