-- Purpose: one call of the built-in wallet on one account, in one atomic step, once per transaction
--   id: a repeat gets its first answer. Amounts are digits and are only added by HINCRBY, which
--   counts in 64-bit integers; Lua's doubles are used only to test their sign.
--   Transactions are kept in two generations. Every ARGV[4] seconds of Redis time the older one is
--   cleared and filled anew, so no hash grows for longer and each record is kept at least that
--   long.
-- KEYS[1]  the account (hash): <currency>:balance, :bets, :wins, :refunds; generation, turned,
--          listed
-- KEYS[2]  transactions of generation 0 (hash): id -> "<kind>:<currency>:<amount>", where kind is
--          bet (debited) | short (refused) | void (cancelled, never to be debited) | win | refund
-- KEYS[3]  transactions of generation 1
-- ARGV[1]  'read' | 'bet' | 'win' | 'refund'
-- ARGV[2]  currency
-- ARGV[3]  opening balance of a new account, minor units
-- ARGV[4]  seconds a transaction is kept
-- ARGV[5]  seconds an account is kept after its last use
-- ARGV[6]  amount, minor units, digits (not for 'read')
-- ARGV[7]  transaction id (not for 'read')
-- ARGV[8]  the bet's transaction id (for 'refund')
-- Returns  {code, balance, listed}: code is 'ok', 'INSUFFICIENT_FUNDS', 'TRANSACTION_CANCELLED',
--          'INVALID_AMOUNT' (known transaction, other amount or currency), 'INVALID_TRANSACTION'
--          (of another kind) or 'BALANCE_LIMIT'; balance in digits; listed is '1' or '' (see
--          built-in-wallet.ts)
local account = KEYS[1]
local operation, currency, amount = ARGV[1], ARGV[2], ARGV[6]
local balance = currency .. ':balance'
local found = redis.call('HMGET', account, balance, 'listed', 'generation', 'turned')

if not found[1] then
  redis.call('HSET', account, balance, ARGV[3])
  redis.call('EXPIRE', account, ARGV[5])
end

local function answer(code)
  return {code, redis.call('HGET', account, balance), found[2] or ''}
end

if operation == 'read' then return answer('ok') end

local generation, turned = found[3] or '0', found[4]
local now = redis.call('TIME')[1]
local isTurn = not turned or tonumber(now) - tonumber(turned) >= tonumber(ARGV[4])
if isTurn then
  if turned then generation = generation == '0' and '1' or '0' end
  redis.call('HSET', account, 'generation', generation, 'turned', now)
  redis.call('EXPIRE', account, ARGV[5])
  redis.call('DEL', generation == '0' and KEYS[2] or KEYS[3])
end
local current = generation == '0' and KEYS[2] or KEYS[3]
local previous = generation == '0' and KEYS[3] or KEYS[2]

local function recall(id)
  return redis.call('HGET', current, id) or redis.call('HGET', previous, id)
end

local function remember(id, kind)
  redis.call('HSET', current, id, kind .. ':' .. currency .. ':' .. amount)
  if isTurn then redis.call('EXPIRE', current, 2 * tonumber(ARGV[4])) end
end

-- Adds to the balance and to a total, both or neither: an overflow of either changes nothing.
local function move(signed, total)
  if amount == '0' then return 'ok' end
  local moved = redis.pcall('HINCRBY', account, balance, signed)
  if type(moved) == 'table' then return 'BALANCE_LIMIT' end
  local code = 'ok'
  if moved < 0 then
    code = 'INSUFFICIENT_FUNDS'
  elseif type(redis.pcall('HINCRBY', account, currency .. ':' .. total, amount)) == 'table' then
    code = 'BALANCE_LIMIT'
  end
  if code ~= 'ok' then
    redis.call('HINCRBY', account, balance, signed == amount and '-' .. amount or amount)
  end
  return code
end

-- Answers what a known transaction returns to this call: its first answer, or a mismatch.
local function repeated(record, answers)
  local kind, paid = string.match(record, '^(%l+):(.*)$')
  if kind == 'void' and operation == 'bet' then return 'TRANSACTION_CANCELLED' end
  if not answers[kind] then return 'INVALID_TRANSACTION' end
  if paid ~= currency .. ':' .. amount then return 'INVALID_AMOUNT' end
  return answers[kind]
end

local transaction = ARGV[7]
local record = recall(transaction)

if operation == 'bet' then
  if record then
    return answer(repeated(record, {bet = 'ok', short = 'INSUFFICIENT_FUNDS'}))
  end
  local code = move('-' .. amount, 'bets')
  if code == 'ok' then remember(transaction, 'bet') end
  if code == 'INSUFFICIENT_FUNDS' then remember(transaction, 'short') end
  return answer(code)
end

if operation == 'win' then
  if record then return answer(repeated(record, {win = 'ok'})) end
  local code = move(amount, 'wins')
  if code == 'ok' then remember(transaction, 'win') end
  return answer(code)
end

if record then return answer(repeated(record, {refund = 'ok'})) end
local bet = recall(ARGV[8])
if bet then
  local kind, paid = string.match(bet, '^(%l+):(.*)$')
  if kind ~= 'bet' and kind ~= 'short' and kind ~= 'void' then
    return answer('INVALID_TRANSACTION')
  end
  if paid ~= currency .. ':' .. amount then return answer('INVALID_AMOUNT') end
  if kind == 'bet' then
    local code = move(amount, 'refunds')
    if code ~= 'ok' then return answer(code) end
  end
end
remember(ARGV[8], 'void')
remember(transaction, 'refund')
return answer('ok')
