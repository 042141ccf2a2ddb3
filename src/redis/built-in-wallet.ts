// The accounts of the built-in wallet (internal projects) in Redis: balances, transactions, totals.
// One script call for each wallet call; amounts are bigint here and digits in Redis, never a float.

import { CURRENCIES, type Currency } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import type { AccountCode } from '../core/wallet-accounts.ts'
import type { AccountOperation, AccountRef } from '../core/wallet-operation.ts'
import type { RedisClient } from './connection.ts'
import { loadScript } from './scripts.ts'

/**
 * 10,000.00 in each currency: a round number, and enough for an evening of play at the highest
 * usual bet.
 */
const OPENING_BALANCE_MINOR = 1_000_000n
/** Twice the time after which an unanswered operation is left to a person (24 h). */
const TRANSACTION_KEPT_S = 48 * 60 * 60
/** A demo account that has not been used for a quarter of a year starts again. */
const ACCOUNT_KEPT_S = 90 * 24 * 60 * 60
/** Accounts read at once when totals are summed. */
const TOTALS_BATCH = 500

interface AccountAnswer {
  readonly code: AccountCode | 'BALANCE_LIMIT'
  readonly balanceMinor: bigint
}

/** Confirmed money of one project and currency. */
interface AccountTotals {
  readonly betsMinor: bigint
  readonly winsMinor: bigint
  readonly refundsMinor: bigint
}

export function createBuiltInWalletAccounts(redis: RedisClient) {
  const walletApply = loadScript<[AccountAnswer['code'], string, string]>(redis, 'wallet-apply', 3)

  /**
   * Lists a player for `totals`, once. Not done in the script, because the list is in another slot
   * of a cluster. The account's field `listed` is set last, so that after a crash the next call
   * repeats the listing.
   */
  async function list({ projectId, playerId }: AccountRef): Promise<void> {
    await redis.sadd(playersKey(projectId), playerId)
    await redis.hset(accountKey(projectId, playerId), 'listed', '1')
  }

  async function apply(ref: AccountRef, operation: AccountOperation): Promise<AccountAnswer> {
    const key = accountKey(ref.projectId, ref.playerId)
    const [code, balance, listed] = await walletApply(
      key,
      `${key}:t0`,
      `${key}:t1`,
      operation.kind,
      ref.currency,
      OPENING_BALANCE_MINOR.toString(),
      TRANSACTION_KEPT_S,
      ACCOUNT_KEPT_S,
      ...argumentsOf(operation),
    )
    if (listed === '') await list(ref)
    return { code, balanceMinor: BigInt(balance) }
  }

  return {
    /** Idempotent by transaction id. */
    apply,

    async balance(projectId: string, playerId: string, currency: Currency): Promise<bigint> {
      const { balanceMinor } = await apply({ projectId, playerId, currency }, { kind: 'read' })
      return balanceMinor
    },

    /** Every currency; an account that was never used shows its opening balance. */
    balances: (projectId: string, playerId: string) => readBalances(redis, projectId, playerId),

    /**
     * The account under another player's name, with its balances and sums. Its transactions are
     * forgotten: call it when none can be repeated any more.
     */
    rename: (player: PlayerRef, newId: string) => renameAccount(redis, player, newId),

    /** What all players of a project bet, won and were refunded; for comparison with the ledger. */
    totals: (projectId: string) => sumAccounts(redis, projectId),
  }
}

async function renameAccount(
  redis: RedisClient,
  { projectId, playerId }: PlayerRef,
  newId: string,
): Promise<void> {
  const [from, to] = [accountKey(projectId, playerId), accountKey(projectId, newId)]
  const fields = await redis.hgetall(from)
  // In another slot of a cluster: copied first and then deleted, so that an interrupted call can be
  // repeated.
  if (Object.keys(fields).length > 0) {
    await redis.hset(to, fields)
    await redis.expire(to, ACCOUNT_KEPT_S)
    await redis.sadd(playersKey(projectId), newId)
  }
  await redis.srem(playersKey(projectId), playerId)
  await redis.del(from, `${from}:t0`, `${from}:t1`)
}

async function readBalances(
  redis: RedisClient,
  projectId: string,
  playerId: string,
): Promise<Record<Currency, bigint>> {
  const fields = CURRENCIES.map(currency => `${currency}:balance`)
  const values = await redis.hmget(accountKey(projectId, playerId), ...fields)
  const pairs = CURRENCIES.map((currency, i) => [
    currency,
    BigInt(values[i] ?? OPENING_BALANCE_MINOR),
  ])
  return Object.fromEntries(pairs) as Record<Currency, bigint>
}

async function sumAccounts(
  redis: RedisClient,
  projectId: string,
): Promise<Record<Currency, AccountTotals>> {
  const sums = CURRENCIES.flatMap(() => [0n, 0n, 0n])
  const players = await redis.smembers(playersKey(projectId))
  for (let from = 0; from < players.length; from += TOTALS_BATCH) {
    const batch = players.slice(from, from + TOTALS_BATCH)
    for (const totals of await readTotals(redis, projectId, batch)) {
      totals.forEach((value, i) => {
        sums[i]! += BigInt(value ?? 0)
      })
    }
  }
  const pairs = CURRENCIES.map((currency, i) => [currency, totalsAt(sums, i * 3)])
  return Object.fromEntries(pairs) as Record<Currency, AccountTotals>
}

function readTotals(redis: RedisClient, projectId: string, playerIds: readonly string[]) {
  const fields = CURRENCIES.flatMap(c => [`${c}:bets`, `${c}:wins`, `${c}:refunds`])
  return Promise.all(
    playerIds.map(playerId => redis.hmget(accountKey(projectId, playerId), ...fields)),
  )
}

/** All keys of an account share one hash tag, so that a cluster keeps them in one slot. */
function accountKey(projectId: string, playerId: string): string {
  return `wallet:{${projectId}:${playerId}}`
}

function playersKey(projectId: string): string {
  return `wallet-players:${projectId}`
}

function argumentsOf(operation: AccountOperation): string[] {
  if (operation.kind === 'read') return []
  if (operation.amountMinor < 0n) throw new RangeError('an amount is never negative')
  const all = [operation.amountMinor.toString(), operation.transaction]
  return operation.kind === 'refund' ? [...all, operation.originalTransaction] : all
}

function totalsAt(sums: readonly bigint[], i: number): AccountTotals {
  return { betsMinor: sums[i]!, winsMinor: sums[i + 1]!, refundsMinor: sums[i + 2]! }
}
