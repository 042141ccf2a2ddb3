// One player of a stream: rounds one after another, and a check of every answer. Must not count a
// round whose money is wrong.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerMessage } from '../src/wire/play-answers.ts'
import {
  type Command,
  type ConnectionOptions,
  createConnection,
  type StreamConnection,
  type Welcome,
} from './stream-connection.ts'
import type { StreamFigures } from './stream-report.ts'

type RoundMessage = Extract<ServerMessage, { type: 'round' }>
type Round = RoundMessage['round']

/** How often the state of a round that waits for the wallet is requested again. */
const ASK_AGAIN_MS = 500
/** One of this many offered gambles is played; the others are collected. */
const GAMBLE_ONE_IN = 4

export type Player = ReturnType<typeof createPlayer>

/** What a player holds once it is connected. */
interface State {
  readonly connection: StreamConnection
  readonly figures: StreamFigures
  readonly random: () => number
  readonly welcome: Welcome
  /** According to the answers; every next answer must agree. */
  balanceMinor: number
}

export function createPlayer(options: Omit<ConnectionOptions, 'random'>, seed: number) {
  const { figures } = options
  const random = seededRandom(seed)
  const connection = createConnection({ ...options, random })
  let state: State | null = null
  return {
    async open() {
      const welcome = await connection.open()
      state ??= { connection, figures, random, welcome, balanceMinor: minor(welcome.balance) }
    },
    /** One round from spin to settled. Rejects when an answer is not as it must be. */
    play: () => playRound(state!),
    close: connection.close,
  }
}

async function playRound(state: State): Promise<void> {
  const { connection, figures, welcome } = state
  const { game } = welcome
  const mode = game.modes.find(({ kind }) => kind === 'base')!.id
  const requestId = connection.nextId()
  let command = { type: 'spin', requestId, bet: smallestBet(game), mode } as Command
  let { round } = check(state, await connection.ask(command, figures.spins), null)
  while (round.status !== 'settled') {
    if (round.status === 'awaiting') command = decide(state, round)
    else {
      figures.waits++
      await sleep(ASK_AGAIN_MS)
    }
    const answer = await connection.ask(command, figures.decisions)
    round = check(state, answer, round.roundId).round
  }
  settle(state, round)
}

/** The answer as a round with correct money; throws otherwise. */
function check(state: State, answer: ServerMessage, roundId: string | null): RoundMessage {
  const { connection, welcome, balanceMinor } = state
  if (answer.type !== 'round') throw connection.error('not a round', answer)
  const { round } = answer
  if (roundId !== null && round.roundId !== roundId) {
    throw connection.error('another round', answer)
  }
  if (round.status === 'rejected') throw connection.error('a rejected round', answer)
  if (round.status !== 'settled' && round.status !== 'awaiting') return answer
  const stake = minor(round.stake)
  const win = minor(round.win)
  if (win * welcome.game.unitsPerBet !== round.winUnits * minor(round.baseStake)) {
    throw connection.error('win and units differ', answer)
  }
  const expected = balanceMinor - stake + (round.status === 'settled' ? win : 0)
  if (answer.balance === null || minor(answer.balance) !== expected) {
    throw connection.error(`balance is not ${expected}`, answer)
  }
  return answer
}

function decide({ connection, random }: State, { roundId, awaiting }: Round): Command {
  const { kind, options } = awaiting!
  const option = options[Math.floor(random() * options.length)]!
  const requestId = connection.nextId()
  const command = { requestId, roundId, option }
  if (kind === 'choice') return { ...command, type: 'choose' }
  if (random() * GAMBLE_ONE_IN < 1) return { ...command, type: 'gamble' }
  return { type: 'collect', requestId, roundId } as Command
}

function settle(state: State, round: Round): void {
  const { figures, welcome } = state
  state.balanceMinor += minor(round.win) - minor(round.stake)
  add(figures.bets, welcome.currency, minor(round.stake))
  add(figures.wins, welcome.currency, minor(round.win))
  figures.rounds++
}

/** "12.34" as 1234: sums of a stream stay far below 2^53. */
function minor(amount: string): number {
  return Number(amount.replace('.', ''))
}

function add(sums: Map<string, number>, currency: string, amountMinor: number): void {
  sums.set(currency, (sums.get(currency) ?? 0) + amountMinor)
}

export function smallestBet({ bets }: Welcome['game']) {
  switch (bets.kind) {
    case 'denomination':
      return { denominationMinor: bets.denominationsMinor[0]!, credits: Math.min(...bets.credits) }
    case 'coin':
      return { coinMinor: bets.coinsMinor[0]!, lines: bets.lines }
    case 'level':
      return { level: Math.min(...bets.levels) }
  }
}

/** mulberry32: the same choices in every run with the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
