// One player of a stream: a connection, rounds one after another, and a check of every answer. A lost
// connection is opened again and the unanswered command repeated with its own requestId.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerMessage } from '../src/wire/play.ts'
import type { Histogram } from './histogram.ts'
import { openPlaySocket, type PlaySocket } from './play-socket.ts'

type Welcome = Extract<ServerMessage, { type: 'welcome' }>
type RoundMessage = Extract<ServerMessage, { type: 'round' }>
type Round = RoundMessage['round']

const ANSWER_DEADLINE_MS = 30_000
const RECONNECT_DEADLINE_MS = 120_000
const RECONNECT_EVERY_MS = 200
const RETRY_AFTER_MS = 50
/** A round that waits for the wallet is asked for again this often. */
const ASK_AGAIN_MS = 500
/** One gamble in this many offers; the others are collected. */
const GAMBLE_ONE_IN = 4

/** What all players of a stream count together. */
export interface StreamFigures {
  /** Spins answered without a lost connection, in microseconds. */
  spins: Histogram
  /** The same, cleared by its reader every second. */
  window: Histogram
  /** Choices, gambles and collects. */
  decisions: Histogram
  /** Commands answered only after a lost connection. */
  resumed: Histogram
  rounds: number
  /** Answers with `retry: true`, by code. */
  retries: Map<string, number>
  reconnects: number
  /** Rounds that were pending or crediting when they were first answered. */
  waits: number
  /** Minor units by currency, as the players saw it. */
  bets: Map<string, number>
  wins: Map<string, number>
}

export interface PlayerOptions {
  index: number
  socketUrl: URL
  token: string
  sessionId: string
  seed: number
  figures: StreamFigures
  /** False: a lost connection is an error. */
  mayReconnect: boolean
}

export interface Player {
  open(): Promise<void>
  /** One round from spin to settled. Rejects when an answer is not as it must be. */
  play(): Promise<void>
  close(): void
}

interface Command {
  type: string
  requestId: string
}

export function createPlayer(options: PlayerOptions): Player {
  const { figures } = options
  const random = seededRandom(options.seed)
  let socket: PlaySocket | null = null
  let isClosing = false
  let welcome: Welcome | null = null
  let balanceMinor = 0
  let commands = 0
  /** At most one command is under way: its answer, or null when the connection ended. */
  let unanswered: { requestId: string; resolve: (answer: ServerMessage | null) => void } | null =
    null

  const fail = (what: string, seen?: unknown) =>
    new Error(`player ${options.index}: ${what}${seen ? `: ${JSON.stringify(seen)}` : ''}`)

  function onMessage(text: string): void {
    const message = JSON.parse(text) as ServerMessage
    // News of a pending round has no requestId: the player asks again soon and needs none.
    if (unanswered === null || message.requestId !== unanswered.requestId) return
    const { resolve } = unanswered
    unanswered = null
    resolve(message)
  }

  function onClose(): void {
    socket = null
    const lost = unanswered
    unanswered = null
    lost?.resolve(null)
  }

  function send(through: PlaySocket, command: Command): Promise<ServerMessage | null> {
    return new Promise((resolve, reject) => {
      const late = () => reject(fail(`no answer to ${command.type}`))
      const timer = setTimeout(late, ANSWER_DEADLINE_MS)
      unanswered = {
        requestId: command.requestId,
        resolve(answer) {
          clearTimeout(timer)
          resolve(answer)
        },
      }
      through.send(JSON.stringify(command))
    })
  }

  const nextId = () => `${options.index}.${++commands}`

  /** Null when the connection was lost or the platform asks to come again. */
  async function sayHello(): Promise<PlaySocket | null> {
    const opened = await openPlaySocket(options.socketUrl, { onMessage, onClose })
    const hello = { type: 'hello', requestId: nextId(), token: options.token }
    const answer = await send(opened, hello)
    if (answer === null) return null
    if (answer.type === 'error' && answer.retry) {
      opened.close()
      return null
    }
    if (answer.type !== 'welcome') throw fail('hello was refused', answer)
    if (answer.mode !== 'TEST_ONLY') throw fail('a welcome without TEST_ONLY')
    if (answer.sessionId !== options.sessionId) throw fail("somebody else's session")
    if (welcome === null) balanceMinor = minor(answer.balance)
    welcome = answer
    return opened
  }

  async function connected(): Promise<PlaySocket> {
    if (socket !== null) return socket
    const deadline = performance.now() + RECONNECT_DEADLINE_MS
    for (;;) {
      const opened = await sayHello().catch(error => {
        if (!options.mayReconnect || String(error.message).startsWith('player')) throw error
        return null
      })
      if (opened !== null) {
        socket = opened
        return opened
      }
      if (!options.mayReconnect) throw fail('the connection was lost during hello')
      if (performance.now() > deadline) throw fail('could not reconnect')
      await sleep(RECONNECT_EVERY_MS * (0.5 + random()))
    }
  }

  /** One command until it is answered, repeated with the same requestId when it must be. */
  async function ask(command: Command, times: Histogram): Promise<ServerMessage> {
    const startedMs = performance.now()
    let wasLost = false
    for (;;) {
      if (socket === null && welcome !== null) {
        if (!options.mayReconnect) throw fail('the connection was lost')
        figures.reconnects++
        wasLost = true
      }
      const answer = await send(await connected(), command)
      if (answer === null) {
        wasLost = true
        continue
      }
      if (answer.type === 'error' && answer.retry) {
        figures.retries.set(answer.code, (figures.retries.get(answer.code) ?? 0) + 1)
        await sleep(RETRY_AFTER_MS)
        continue
      }
      const us = (performance.now() - startedMs) * 1000
      if (wasLost) figures.resumed.record(us)
      else times.record(us)
      if (!wasLost && times === figures.spins) figures.window.record(us)
      return answer
    }
  }

  /** The answer as a round whose money is right, or an error. */
  function check(answer: ServerMessage, roundId: string | null): RoundMessage {
    if (answer.type !== 'round') throw fail('not a round', answer)
    const { round } = answer
    if (roundId !== null && round.roundId !== roundId) throw fail('another round', answer)
    if (round.status === 'rejected') throw fail('a rejected round', answer)
    if (round.status !== 'settled' && round.status !== 'awaiting') return answer
    const stake = minor(round.stake)
    const win = minor(round.win)
    const { unitsPerBet } = welcome!.game
    if (win * unitsPerBet !== round.winUnits * minor(round.baseStake)) {
      throw fail('win and units differ', answer)
    }
    const expected = balanceMinor - stake + (round.status === 'settled' ? win : 0)
    if (answer.balance === null || minor(answer.balance) !== expected) {
      throw fail(`balance is not ${expected}`, answer)
    }
    return answer
  }

  function decide({ roundId, awaiting }: Round): Command {
    const options = awaiting!.options
    const option = options[Math.floor(random() * options.length)]!
    const requestId = nextId()
    if (awaiting!.kind === 'choice')
      return { type: 'choose', requestId, roundId, option } as Command
    if (random() * GAMBLE_ONE_IN < 1)
      return { type: 'gamble', requestId, roundId, option } as Command
    return { type: 'collect', requestId, roundId } as Command
  }

  function settle({ currency }: Welcome, round: Round): void {
    balanceMinor += minor(round.win) - minor(round.stake)
    add(figures.bets, currency, minor(round.stake))
    add(figures.wins, currency, minor(round.win))
    figures.rounds++
  }

  return {
    async open() {
      await connected()
    },
    async play() {
      const { game } = welcome!
      const mode = game.modes.find(({ kind }) => kind === 'base')!.id
      let command = { type: 'spin', requestId: nextId(), bet: smallestBet(game), mode } as Command
      let { round } = check(await ask(command, figures.spins), null)
      while (round.status !== 'settled') {
        if (round.status === 'awaiting') command = decide(round)
        else {
          figures.waits++
          await sleep(ASK_AGAIN_MS)
        }
        round = check(await ask(command, figures.decisions), round.roundId).round
      }
      settle(welcome!, round)
    },
    close() {
      if (isClosing) return
      isClosing = true
      socket?.close()
    },
  }
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
