// Free spins of a grant that are played on a node, and the books of the grant: its counts, its
// rounds and what the wallet was paid agree after every spin.

import type tap from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import type { FreeSpinGrant } from '../../src/operator/free-spins/schema.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import type { Operator } from './operator-calls.ts'
import type { OperatorSetup } from './operator-setup.ts'
import { newRequestId, type PlayClient, untilAnswered, untilCallsAreOver } from './play-client.ts'
import { OPENING } from './scripted-wallet.ts'

export const grantOf = (message: ServerMessage) =>
  'freeSpins' in message ? message.freeSpins : undefined

async function startSpin(client: PlayClient, grantId: string, requestId = newRequestId()) {
  const answer = await untilAnswered(() => client.freeSpin(grantId, requestId))
  return untilCallsAreOver(client, answer)
}

/** Plays one free spin to its end; a win is collected. */
export async function playFree(client: PlayClient, grantId: string, requestId?: string) {
  const spun = await startSpin(client, grantId, requestId)
  if (spun.round.status !== 'awaiting') return spun
  const decision = newRequestId()
  const answer = await untilAnswered(() => client.collect(spun.round.roundId, decision))
  return untilCallsAreOver(client, answer)
}

export async function playFreeToDecision(client: PlayClient, grantId: string) {
  for (let spin = 0; spin < 500; spin++) {
    const message = await startSpin(client, grantId)
    if (message.round.status === 'awaiting') return message
  }
  throw new Error('500 free spins without a win')
}

interface Books {
  total: number
  taken: number
  played: number
  status: string
  won: string
  open: number
  settled: number
  settled_win: string
  attempts: number
  answered: boolean
}

type Tap = Pick<typeof tap, 'equal'>

export function createGrantBooks(
  { pool, wallet }: Pick<OperatorSetup, 'pool' | 'wallet'>,
  operator: Operator,
) {
  const look = async (grant_id: string) =>
    (await operator.act('freespins_get', { grant_id })).grant as FreeSpinGrant

  /** A grant and its rounds, read in one snapshot. */
  async function booksOf(grantId: string): Promise<Books> {
    const { rows } = await pool.query<Books>(
      `SELECT total, taken, played, status, total_win_minor AS won, summary_attempts AS attempts,
         summary_answered_at IS NOT NULL AS answered,
         (SELECT count(*)::int FROM round r WHERE r.grant_id = g.grant_id
            AND state IN ('debit_pending', 'in_progress', 'credit_pending')) AS open,
         (SELECT count(*)::int FROM round r WHERE r.grant_id = g.grant_id
            AND state = 'settled') AS settled,
         (SELECT coalesce(sum(win_minor), 0)::text FROM round r WHERE r.grant_id = g.grant_id
            AND state = 'settled') AS settled_win
       FROM free_spin_grant g WHERE grant_id = $1`,
      [grantId],
    )
    return rows[0]!
  }

  return {
    give: (playerId: string, count: number, fields: object = {}) =>
      operator.giveSpins(playerId, { count, ...fields }),
    look,
    booksOf,
    /** The grant agrees with its rounds and with what the wallet paid. */
    async checkAddsUp(t: Tap, grantId: string): Promise<FreeSpinGrant> {
      const books = await booksOf(grantId)
      const grant = await look(grantId)
      t.equal(books.played, books.settled, 'played: the rounds that ended')
      t.equal(books.taken - books.played, books.open, 'in flight: the rounds that have not')
      t.equal(books.won, books.settled_win)
      t.equal(grant.played, books.settled)
      t.equal(grant.total_win, formatAmount(BigInt(books.settled_win)))
      const left = grant.status === 'active' ? grant.total - grant.played - books.open : 0
      t.equal(grant.remaining, left, 'remaining + played + in flight = total')
      return grant
    },
    /** One zero bet a round and one win a paying round, also after repeats; the amounts agree. */
    async checkWallet(t: Tap, playerId: string, rounds: number): Promise<void> {
      const bets = wallet.operations('bet', playerId)
      t.equal(bets.length, rounds)
      for (const { amountMinor } of bets) t.equal(amountMinor, 0n, 'a free spin costs nothing')
      const wins = wallet.operations('win', playerId)
      const won = wins.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      t.equal(wallet.balance(playerId), OPENING + won)
    },
  }
}
