-- Purpose: parse and print the packed strings of the player state, for every script that includes
--   this file. src/redis/packed.ts prints the same strings; a test compares the two.
--   o:<game>  "<round id>:<sequence>:<spin>:<target outcome or nothing>:<decision>", where spin is
--             'paid' or 'free' and the reveal decision is 'revealed', 'cancelled', 'rebuilt' (an
--             earlier decision may be lost), or, while undecided, the run of Redis the round was
--             opened on
--   s:<session>  "<expires ms>:<token version>"
--   t:<game>  ready target outcomes, oldest first, each
--             "<id>,<kind>,<spin number>,<counted>,<expires ms>,<mode|mode…>;"
--   a window's rounds, each "<stake>:<win>", minor units
--   a recent round, "<state>:<win>:<round id>:<sequence>:<own part>\n<setup>": what its refund
--             needs, JSON. The setup is empty where the next round has the same one. The win is
--             digits in minor units, or empty where it is not known. The state is 'o' opened, 't'
--             opened and taken up by another driver, 'r' revealed, 'c' cancelled, 'e' ended and
--             paid, 'x' nothing was sent or taken
-- Ids of rounds and sessions are shortened here: see packId of src/redis/packed.ts.
-- A string in another form parses as nil.

-- Answers round id, sequence, spin, target outcome, decision.
local function parse_open_round(packed)
  return string.match(packed, '^([^:]+):(%d+):([^:]*):([^:]*):(.*)$')
end

local function print_open_round(round, sequence, spin, outcome, decision)
  return table.concat({round, sequence, spin, outcome, decision}, ':')
end

-- Answers the run of Redis: the start of the replication id, which a server changes when it starts
-- and when it takes over. A new run may hold an older copy that lacks what an earlier run decided.
local function this_run()
  local info = redis.call('INFO', 'replication')
  return string.match(info, 'master_replid:(%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x)')
end

-- The rule of isPast in core/expiry; a test compares the two.
local function is_past(expires, now)
  return tonumber(now) >= tonumber(expires)
end

-- Answers the expiry in ms and the token version.
local function parse_session(packed)
  return string.match(packed, '^(%d+):(%d+)$')
end

local function print_session(expires, version)
  return expires .. ':' .. version
end

-- Goes through id, kind, spin number, counted, expiry in ms, modes.
local function each_target(packed)
  return string.gmatch(packed, '([^,;]+),([^,;]+),(%d+),(%d+),(%d+),([^,;]*);')
end

-- `counted` is a number, printed whole, because Lua writes numbers from 1e14 on with an exponent.
local function print_target(id, kind, number, counted, expires, modes)
  local fields = {id, kind, number, string.format('%.0f', counted), expires, modes}
  return table.concat(fields, ',') .. ';'
end

-- Answers stake and win.
local function parse_window_round(packed)
  return string.match(packed, '^(%d+):(%d+)$')
end

-- Whether the sums of a window come near the 64 bits that HINCRBY counts in; doubles are exact
-- enough.
local function is_too_large(stake, win)
  return stake > 9.2e18 or win > 9.2e18
end

local function print_window_round(stake, win)
  return stake .. ':' .. win
end

local function print_recent_round(state, win, round, sequence, rest)
  return table.concat({state, win, round, sequence, rest}, ':')
end

-- Adds an opened round to the recent ones and keeps the last `keeps`. An equal setup is removed
-- from the round before.
local function add_recent_round(list, keeps, round, sequence, own, setup)
  local last = redis.call('LINDEX', list, -1)
  if last then
    local head, known = string.match(last, '^(.*\n)(.*)$')
    if known == setup then redis.call('LSET', list, -1, head) end
  end
  redis.call('RPUSH', list, print_recent_round('o', '', round, sequence, own .. '\n' .. setup))
  redis.call('LTRIM', list, -keeps, -1)
end

-- Answers state, win, round id, sequence, and the rest.
local function parse_recent_round(packed)
  return string.match(packed, '^(%l):(%d*):([^:]+):(%d+):(.*)$')
end

-- Writes what became of a round into the player's recent rounds, of which it is mostly the last.
-- `over`: the states that may be overwritten; nil: any.
local function note_recent_round(list, round, state, win, over)
  local function note_at(at, packed)
    local known, _, id, sequence, rest = parse_recent_round(packed or '')
    if id ~= round then return false end
    if over and not string.find(over, known, 1, true) then return true end
    local noted = print_recent_round(state, win, id, sequence, rest)
    if noted ~= packed then redis.call('LSET', list, at, noted) end
    return true
  end
  if note_at(-1, redis.call('LINDEX', list, -1)) then return end
  for at, packed in ipairs(redis.call('LRANGE', list, 0, -1)) do
    if note_at(at - 1, packed) then return end
  end
end
