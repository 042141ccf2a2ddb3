// The books after a stream: ledger, wallet and what the players saw must show the same money. Reads
// only.

import type { Pool } from 'pg'
import { formatAmount } from '../src/core/money.ts'

export interface Check {
  name: string
  ok: boolean
  detail: string
}

/** Confirmed money of a currency, minor units. */
export type Sums = Record<'bets' | 'wins' | 'refunds', bigint>

/** Minor units by currency. */
type PlayersSaw = { rounds: number } & Record<'bets' | 'wins', ReadonlyMap<string, number>>

export interface StreamIdentity {
  projectIds: readonly string[]
  /** Every player of this stream has an id that starts with it. */
  playerPrefix: string
}

/** @param wallet its sums, by currency */
export async function checkBooks(
  pool: Pool,
  wallet: ReadonlyMap<string, Sums>,
  stream: StreamIdentity,
  saw: PlayersSaw,
): Promise<Check[]> {
  const own = await readLedger(pool, stream)
  const all = await readLedger(pool, { ...stream, playerPrefix: '' })
  return [
    await checkRounds(pool, stream, saw.rounds),
    ...[...own].map(([currency, sums]) => {
      const [bets, wins] = [saw.bets, saw.wins].map(each => BigInt(each.get(currency) ?? 0))
      const seen = { bets: bets!, wins: wins!, refunds: 0n }
      return compare(`${currency}: ledger = players`, sums, seen)
    }),
    ...[...wallet].map(([currency, held]) =>
      compare(`${currency}: ledger = wallet`, all.get(currency) ?? NOTHING, held),
    ),
  ]
}

const NOTHING: Sums = { bets: 0n, wins: 0n, refunds: 0n }

/**
 * Every round is settled, and there are as many as were played. One request cannot make two: the
 * table forbids it.
 */
async function checkRounds(
  pool: Pool,
  { projectIds, playerPrefix }: StreamIdentity,
  played: number,
): Promise<Check> {
  const { rows } = await pool.query<{ state: string; rounds: number }>(
    `SELECT state, count(*)::int AS rounds FROM round JOIN player USING (player_key)
     WHERE round.project_id = ANY($1) AND starts_with(player_id, $2) GROUP BY state ORDER BY state`,
    [projectIds, playerPrefix],
  )
  const states = rows.map(({ state, rounds }) => `${rounds} ${state}`).join(', ')
  const ok = states === `${played} settled`
  return { name: 'every round settled, once', ok, detail: `${states} of ${played} played` }
}

/**
 * Confirmed money by currency. A free spin's stake moved no money, and a refund returns a bet that
 * may never have been debited.
 */
async function readLedger(
  pool: Pool,
  { projectIds, playerPrefix }: StreamIdentity,
): Promise<Map<string, Sums>> {
  const { rows } = await pool.query<Record<'currency' | keyof Sums, string>>(
    `SELECT currency,
       coalesce(sum(stake_minor) FILTER (WHERE bet_status = 'confirmed' AND grant_id IS NULL), 0)
         AS bets,
       coalesce(sum(win_minor) FILTER (WHERE win_status = 'confirmed'), 0) AS wins,
       coalesce(sum(stake_minor) FILTER (WHERE refund_status = 'confirmed'
         AND bet_status = 'confirmed'), 0) AS refunds
     FROM round JOIN player USING (player_key)
     WHERE round.project_id = ANY($1) AND starts_with(player_id, $2) GROUP BY currency`,
    [projectIds, playerPrefix],
  )
  return new Map(
    rows.map(({ currency, bets, wins, refunds }) => [
      currency,
      { bets: BigInt(bets), wins: BigInt(wins), refunds: BigInt(refunds) },
    ]),
  )
}

function compare(name: string, one: Sums, other: Sums): Check {
  const ok = one.bets === other.bets && one.wins === other.wins && one.refunds === other.refunds
  const show = ({ bets, wins, refunds }: Sums) =>
    `bets ${formatAmount(bets)}, wins ${formatAmount(wins)}` +
    (refunds === 0n ? '' : `, refunds ${formatAmount(refunds)}`)
  return { name, ok, detail: ok ? show(one) : `${show(one)} but ${show(other)}` }
}

/** round_info that the wallet has not answered yet; the recovery job repeats them until it does. */
export async function notificationsOwed(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ owed: string }>('SELECT count(*) AS owed FROM notification')
  return Number(rows[0]!.owed)
}
