// The points of a round at which a process may die, players brought there, and a check of their
// books afterwards.

import type tap from 'tap'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import type { Bet } from '../../src/wire/play-commands.ts'
import { BET, type OperatorSetup } from './operator-setup.ts'
import { AGAIN_MS, codeOf, newRequestId, type PlayClient, roundOf } from './play-client.ts'
import { createGate, type Method, OPENING, type Rule, type WalletCall } from './scripted-wallet.ts'
import { moment } from './until.ts'
import { findRoundFaults } from './written-rounds.ts'

/** While the wallet holds this call, before or after it moved the money. */
export interface Point {
  name: string
  method: Rule['method']
  event?: 'start' | 'finish'
  applied?: boolean
  needsWin?: boolean
}
export const POINTS: readonly Point[] = [
  { name: 'bet-sent', method: 'bet' },
  { name: 'bet-applied', method: 'bet', applied: true },
  { name: 'start-sent', method: 'round_info', event: 'start' },
  { name: 'win-sent', method: 'win', needsWin: true },
  { name: 'win-applied', method: 'win', needsWin: true, applied: true },
  { name: 'finish-sent', method: 'round_info', event: 'finish' },
]

export interface Victim {
  playerId: string
  point: Point
  client: PlayClient
  link: string
  /** The call that the wallet holds, and its round. */
  call: WalletCall
  /** Of the spin, or of the collect where the point needs a win. */
  requestId: string
  /** The final answer to the command in flight. */
  answer: ReturnType<PlayClient['send']>
}

export async function spinToDecision(client: PlayClient, bet: Bet = BET) {
  for (let spin = 0; spin < 500; spin++) {
    const round = roundOf(await client.spin(bet))
    if (round.status === 'awaiting') return round
  }
  throw new Error('500 spins without a win')
}

/** Runs `work` while the wallet holds the player's next call of this kind. */
export function whileHeld(
  wallet: OperatorSetup['wallet'],
  method: Method,
  playerId: string,
  work: () => Promise<unknown>,
): void {
  const { arrived, open } = wallet.hold({ method, playerId })
  void arrived.then(work).then(open)
}

/**
 * Spins beside other sockets of the player, up to so many rounds or until the grant is finished;
 * collects any round that waits. Resolves with the own rounds.
 */
export async function playBeside(
  client: PlayClient,
  spin: (requestId: string) => Promise<ServerMessage>,
  spins = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const rounds: string[] = []
  let requestId = newRequestId()
  for (let tries = 0; rounds.length < spins && tries < 5_000; tries++) {
    const answer = await spin(requestId)
    const code = codeOf(answer)
    if (answer.type === 'round') {
      rounds.push(answer.round.roundId)
      requestId = newRequestId()
      if (answer.round.status === 'awaiting') await client.collect(answer.round.roundId)
    } else if (code === 'ROUND_OPEN') {
      const welcome = await client.hello()
      const open = welcome.type === 'welcome' ? welcome.round : null
      if (open?.status === 'awaiting') await client.collect(open.roundId)
    } else if (code === 'FREE_SPINS_OVER') return rounds
    else if (answer.type === 'error' && !answer.retry) throw new Error(JSON.stringify(answer))
  }
  return rounds
}

/** A player's round whose win the wallet refuses so many times; its id. */
export async function oweWin(
  { wallet, openGame }: Pick<OperatorSetup, 'wallet' | 'openGame'>,
  at: { baseUrl: string },
  playerId: string,
  times = 1,
): Promise<string> {
  const { client } = await openGame(at, playerId)
  const { roundId } = await spinToDecision(client)
  wallet.rule({ method: 'win', playerId, act: 'http-500-before-apply', times })
  await client.collect(roundId)
  return roundId
}

/** Brings a player to the point; the wallet holds the call for ever. */
export async function bring(
  { wallet, openGame }: Pick<OperatorSetup, 'wallet' | 'openGame'>,
  at: { baseUrl: string },
  point: Point,
  playerId: string,
): Promise<Victim> {
  const { client, link } = await openGame(at, playerId)
  const round = point.needsWin ? await spinToDecision(client) : null
  const { method, event } = point
  const rule: Rule = { method, playerId, ...(event ? { event } : {}) }
  wallet.rule(
    point.applied ? { ...rule, act: 'hang-after-apply' } : { ...rule, before: createGate().pass },
  )
  const arrived = wallet.nextCall(
    c => c.method === method && c.playerId === playerId && (event ?? c.event) === c.event,
  )
  const requestId = `${playerId}-last`
  const answer =
    round === null ? spinToTheEnd(client, requestId) : client.collect(round.roundId, requestId)
  return { playerId, point, client, link, call: await arrived, requestId, answer }
}

/** A round finishes at once or after a collect, so every draw reaches this point. */
async function spinToTheEnd(client: PlayClient, requestId: string) {
  const answer = await client.spin(BET, requestId)
  if (answer.type !== 'round' || answer.round.status !== 'awaiting') return answer
  const { roundId } = answer.round
  return client.collect(roundId, collectId(roundId))
}

/**
 * Sends again while the answer says that it may be repeated, or that the round is not known yet.
 */
async function untilKnown(send: () => ReturnType<PlayClient['send']>) {
  for (;;) {
    const answer = await send()
    const isOpen = answer.type === 'error' ? answer.retry : isUnderWay(answer)
    if (!isOpen) return roundOf(answer)
    await moment(AGAIN_MS)
  }
}

const isUnderWay = (answer: ServerMessage) =>
  answer.type === 'round' && ['pending', 'crediting'].includes(answer.round.status)

const collectId = (roundId: string) => `${roundId}-collect`

/** Drives the round of a request to its end, through any failure; its win is collected. */
export async function playToTheEnd(client: PlayClient, requestId: string) {
  const round = await untilKnown(() => client.spin(BET, requestId))
  return round.status === 'awaiting' ? collectToTheEnd(client, round.roundId) : round
}

export const collectToTheEnd = (client: PlayClient, roundId: string, requestId?: string) =>
  untilKnown(() => client.collect(roundId, requestId ?? collectId(roundId)))

/** Repeats the command: it must be the same round, which continues to its end. */
export async function repeat(t: Tap, { client, call, requestId, playerId, point }: Victim) {
  const round = point.needsWin
    ? await collectToTheEnd(client, call.roundId, requestId)
    : await playToTheEnd(client, requestId)
  t.equal(round.roundId, call.roundId, `${playerId}: the request repeated is the same round`)
  t.equal(round.status, 'settled')
}

/** Compares every round of the player in ledger and wallet, once it is over in both. */
export async function checkBooks(
  t: Tap,
  { pool, wallet }: Pick<OperatorSetup, 'pool' | 'wallet'>,
  playerId: string,
): Promise<void> {
  const { rows } = await pool.query<Row>(
    `SELECT round_id, state, refund_status, stake_minor, win_minor
     FROM round JOIN player USING (player_key) WHERE player_id = $1`,
    [playerId],
  )
  const operations = { bet: wallet.operations('bet'), win: wallet.operations('win') }
  /** Amounts of the round's operations of a kind, repeats counted once. */
  const amounts = (method: 'bet' | 'win', id: string) =>
    operations[method].flatMap(call => (call.roundId === id ? [call.amountMinor] : []))
  let balance = OPENING
  for (const row of rows) {
    t.equal(row.state, 'settled', playerId)
    t.equal(row.refund_status, null)
    const bets = amounts('bet', row.round_id)
    const wins = amounts('win', row.round_id)
    t.strictSame(bets, [BigInt(row.stake_minor)], 'one bet, equal to the stake')
    t.strictSame(
      wins,
      row.win_minor === '0' ? [] : [BigInt(row.win_minor)],
      "one win, equal to the round's win",
    )
    balance += BigInt(row.win_minor) - BigInt(row.stake_minor)
  }
  t.ok(rows.length > 0)
  t.strictSame(await findRoundFaults(pool), [], 'the report lists the rounds as they are')
  t.equal(wallet.balance(playerId), balance, `${playerId}: the money of wallet and ledger agrees`)
}
type Tap = Pick<typeof tap, 'equal' | 'strictSame' | 'ok'>
interface Row {
  round_id: string
  state: string
  refund_status: string | null
  stake_minor: string
  win_minor: string
}
