-- Purpose: open a round for a player, in one atomic step for writers on any node. Checks that the
--   session is alive, that no round is open in this game, and that the round was made for the
--   player's current entitlements. Frees the slot of the game's last round if that is over. Counts
--   a paid spin toward target outcomes, picks the due one, and takes a sequence number.
-- Includes include/player-state.lua
-- KEYS[1]  the player state (hash): seq, born = seq it was made with, rev = revision of the
--          player's entitlements, more = 1 when not all ready targets are here, ended = sequence of
--          the last counted round that was settled, last = start of the last spin in ms where spins
--          have a pace, and the packed strings s:<session>, o:<game>, t:<game> (see
--          include/player-state.lua)
-- KEYS[2]  the player's recent rounds (list), oldest first: what a refund needs if the ledger loses
--          them
-- ARGV[1]  session id
-- ARGV[2]  token version the socket was opened with
-- ARGV[3]  game id
-- ARGV[4]  round id; also the operation id: opening the same round again returns the same answer
-- ARGV[5]  milliseconds the player state is kept after its last use
-- ARGV[6]  revision of the entitlements the round was made for
-- ARGV[7]  'free' for a free spin, else the mode's kind: 'base' | 'ante' | 'buy'
-- ARGV[8]  mode id
-- ARGV[9]  least milliseconds between the starts of two spins of the player, '0' for no pace
-- ARGV[10] what a refund of this round needs and only this round has, JSON; '' keeps no record
-- ARGV[11] its setup: what else a refund needs, JSON
-- ARGV[12] recent rounds kept
-- ARGV[13] milliseconds they are kept after the last of them
-- ARGV[14] the time by which sessions and targets expire, milliseconds since 1970
-- ARGV[15] a round of the game that is over according to the ledger and may still hold the slot, ''
--          for none
-- Returns  {'opened', sequence, target outcome id or ''} | {'open', round id} | {'not-loaded'} |
--          {'too-soon'} (within the pace of the player's last spin) | {'outdated'} (the
--          entitlements changed) | {'no-session'} | {'expired'} | {'revoked'}
local player = KEYS[1]
local game, spin, mode = ARGV[3], ARGV[7], ARGV[8]
local found = redis.call('HMGET', player, 'seq', 's:' .. ARGV[1], 'o:' .. game, 'rev',
  't:' .. game, 'more', 'last')
if not found[1] then return {'not-loaded'} end
if not found[2] then return {'no-session'} end

local expires, version = parse_session(found[2])
if version ~= ARGV[2] then return {'revoked'} end

if found[3] then
  local round, sequence, _, outcome = parse_open_round(found[3])
  if round == ARGV[4] then return {'opened', sequence, outcome} end
  if round ~= ARGV[15] then return {'open', round} end
  -- As round-close does.
  if found[5] then redis.call('HSET', player, 'ended', sequence) end
end

if is_past(expires, ARGV[14]) then return {'expired'} end
local pace = tonumber(ARGV[9])
local started = 0
if pace > 0 then
  -- By the clock of Redis, which is the same for all nodes.
  local time = redis.call('TIME')
  started = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  if started - tonumber(found[7] or '0') < pace then return {'too-soon'} end
end
if found[4] ~= ARGV[6] then return {'outdated'} end

-- The rule is pickDue of core/target-outcome; a test compares the two.
local due = ''
if found[5] and spin ~= 'free' then
  local kept = {}
  for id, kind, number, counted, expiry, modes in each_target(found[5]) do
    if not is_past(expiry, ARGV[14]) then
      local count = tonumber(counted) + 1
      local fits = spin == 'base' or (spin == 'buy' and kind == 'bonus')
      fits = fits and string.find('|' .. modes .. '|', '|' .. mode .. '|', 1, true)
      if due == '' and fits and count >= tonumber(number) then
        due = id
      else
        kept[#kept + 1] = print_target(id, kind, number, count, expiry, modes)
      end
    end
  end
  if #kept > 0 then
    redis.call('HSET', player, 't:' .. game, table.concat(kept))
  else
    redis.call('HDEL', player, 't:' .. game)
  end
end
-- The targets here were valid for this spin only: the next round reads them again.
if found[6] and spin ~= 'free' then redis.call('HDEL', player, 'rev') end

-- Printed as a whole number: Lua writes numbers from 1e14 on with an exponent.
local sequence = string.format('%.0f', redis.call('HINCRBY', player, 'seq', 1))
local payment = spin == 'free' and 'free' or 'paid'
local open = print_open_round(ARGV[4], sequence, payment, due, this_run())
redis.call('HSET', player, 'o:' .. game, open)
if pace > 0 then redis.call('HSET', player, 'last', string.format('%.0f', started)) end
redis.call('PEXPIRE', player, ARGV[5])
if ARGV[10] ~= '' then
  add_recent_round(KEYS[2], tonumber(ARGV[12]), ARGV[4], sequence, ARGV[10], ARGV[11])
  redis.call('PEXPIRE', KEYS[2], ARGV[13])
end
return {'opened', sequence, due}
