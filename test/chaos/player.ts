// One player of a run, decided by the seed: plays rounds as fast as they are answered, disconnects,
// repeats, plays on two connections at once, cheats. Reports what it was shown; judges only what no
// record shows: a cheat that was answered like a valid command.

import { setTimeout as sleep } from 'node:timers/promises'
import { openPlaySocket } from '../../bench/play-socket.ts'
import { CURRENCIES } from '../../src/core/money.ts'
import { BET_REFUSALS } from '../../src/core/wallet-operation.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { type Bet, listBets } from '../../src/games/engine/bets.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import type { RoundView } from '../../src/wire/play-round.ts'
import type { Chance } from '../support/chance.ts'
import { type Harm, harmId } from '../support/faulty-lane.ts'
import { drawCheat, FORGED_TOKEN, JUNK } from './cheats.ts'
import {
  type Answer,
  type Command,
  createLine,
  type Heard,
  type Line,
  type Outcome,
  type Welcome,
} from './line.ts'

export interface PlayerDeps {
  index: number
  operator: number
  playerId: string
  chance: Chance
  baseUrls: readonly string[]
  /** Between two rounds, about. */
  pauseMs: number
  /** A new link's token and its session. */
  launch(fields: { symbol: string; currency: string }): Promise<string>
  onMessage(message: Heard): void
  onOutcome(message: Outcome): void
  /** Called when a spin is sent; the returned function is called with its answer. */
  onSpin(requestId: string): (answer: Answer) => void
  onError(code: string): void
  onReconnect(isOwn: boolean): void
  onRepeat(code: string): void
  onBehaviour(name: string): void
  /** A refusal after which nothing was started. `times`: how often the command had been sent. */
  onRefused(requestId: string, code: string, times: number): void
  onUndone(requestId: string, code: string): void
  /** Called with an answer that must not occur. */
  onCheated(what: string): void
  /** Some round of another player. */
  strangersRound(): string | null
  /** True: no new rounds; it never becomes false again. */
  isStopping(): boolean
  isOver(): boolean
}

export type Player = ReturnType<typeof createPlayer>

/** Codes after which nothing was started. */
const NOT_STARTED: ReadonlySet<string> = new Set([
  'INVALID_BET',
  'INVALID_MODE',
  'INVALID_REQUEST',
  'PROJECT_BET_LIMIT',
  'FREE_SPINS_ACTIVE',
  'FREE_SPINS_OVER',
  'GAME_MODE_DISABLED',
  'PROJECT_GAME_DISABLED',
  'ROUND_OPEN',
])
const UNDONE: ReadonlySet<string> = new Set([...BET_REFUSALS, 'BET_REFUSED'])
const ASK_AGAIN_MS = 400
const HARM_DEADLINE_MS = 15_000
const REMEMBERED = 20

type Spin = Extract<Command, { type: 'spin' | 'free-spin' }>

/** What a player does instead of a plain round, and how often. */
const BEHAVIOURS: readonly (readonly [name: string, share: number])[] = [
  ['vanish', 0.05],
  ['twice', 0.04],
  ['on-two-nodes', 0.03],
  ['two-sockets', 0.02],
  ['replay', 0.03],
  ['cheat', 0.04],
  ['relaunch', 0.01],
]

export function createPlayer(setup: PlayerDeps) {
  const { chance, index } = setup
  const currency = CURRENCIES[chance.below(CURRENCIES.length)]!
  const home = GAMES[index % GAMES.length]!
  let game = home
  let token = ''
  let freeSpins: { grantId: string } | null = null
  /** From the last welcome. */
  let open: RoundView | null = null
  let launching: Promise<void> | null = null
  let requests = 0
  let rounds = 0
  /** Since the last round: how often each command was sent. */
  const sent = new Map<string, number>()
  /** Finished rounds, whose commands a replay repeats. */
  const done: { command: Spin; roundId: string }[] = []
  const lines: Line[] = []
  const line = openLine(null)
  let second: Line | null = null

  const newId = () => `p${index}.${++requests}`

  function openLine(home: number | null): Line {
    const opened = createLine(
      {
        baseUrls: setup.baseUrls,
        chance,
        token: () => token,
        relaunch,
        onWelcome: (welcome: Welcome) => {
          freeSpins = welcome.freeSpins
          open = welcome.round
        },
        onOutcome: setup.onOutcome,
        onMessage: message => {
          if ('freeSpins' in message && message.freeSpins !== undefined) {
            freeSpins = message.freeSpins
          }
          setup.onMessage(message)
        },
        onReconnect: setup.onReconnect,
        onRepeat: setup.onRepeat,
        isOver: setup.isOver,
      },
      home,
    )
    lines.push(opened)
    return opened
  }

  /** Two connections may ask for a new link at the same time: one is enough. */
  function relaunch(): Promise<void> {
    launching ??= setup
      .launch({ symbol: game.id, currency })
      .then(fresh => {
        token = fresh
      })
      .finally(() => {
        launching = null
      })
    return launching
  }

  async function ask(through: Line, command: Command): Promise<Answer> {
    const isSpin = command.type === 'spin' || command.type === 'free-spin'
    const notify = isSpin ? setup.onSpin(command.requestId) : null
    const { answer, times } = await through.ask(command)
    sent.set(command.requestId, (sent.get(command.requestId) ?? 0) + times)
    if (answer?.type === 'error') setup.onError(answer.code)
    notify?.(answer)
    return answer
  }

  function nextSpin(): Spin {
    const requestId = newId()
    if (freeSpins !== null) return { type: 'free-spin', requestId, grantId: freeSpins.grantId }
    const bets = listBets(game, currency)
    // Mostly the smallest bets; now and then one above the balance.
    const at = chance.is(0.01) ? chance.next() : chance.next() ** 4 * 0.4
    const bet: Bet = bets[Math.floor(at * bets.length)]!
    const modes = game.modes.filter(({ kind }) => kind !== 'buy' || chance.is(0.05))
    return { type: 'spin', requestId, bet, mode: chance.pick(modes).id }
  }

  /** Finishes any open round, then sends a spin and plays its round to the end. */
  async function playRound(): Promise<void> {
    const command = nextSpin()
    const answer = await ask(line, command)
    await finish(line, command, answer)
    if (answer?.type === 'error' && answer.code === 'ROUND_OPEN') await continueOpenRound()
  }

  /** A new connection shows the open round; it is finished. */
  async function continueOpenRound(): Promise<void> {
    line.cut()
    await line.connected()
    if (open === null) return
    if (open.status !== 'awaiting') {
      await sleep(ASK_AGAIN_MS)
      return
    }
    const command = await decide(line, open)
    await finish(line, command, await ask(line, command))
  }

  /** From an answer to the end of its round; asks again while the wallet has not answered. */
  async function finish(through: Line, first: Command, answered: Answer): Promise<void> {
    let command = first
    let answer = answered
    while (answer !== null) {
      if (answer.type === 'error') return refused(first, command, answer.code)
      const { round } = answer
      if (round.status === 'settled' || round.status === 'rejected') return ended(first, round)
      if (round.status === 'awaiting') command = await decide(through, round)
      else await sleep(ASK_AGAIN_MS * chance.between(0.5, 1.5))
      answer = await ask(through, command)
    }
  }

  function refused(first: Command, command: Command, code: string): void {
    if (UNDONE.has(code)) setup.onUndone(first.requestId, code)
    else if (first === command && NOT_STARTED.has(code)) {
      setup.onRefused(first.requestId, code, sent.get(first.requestId) ?? 0)
    }
    sent.clear()
  }

  function ended(command: Command, round: RoundView): void {
    rounds++
    sent.clear()
    if (command.type !== 'spin' && command.type !== 'free-spin') return
    done.push({ command, roundId: round.roundId })
    if (done.length > REMEMBERED) done.shift()
  }

  /** The decision, after other things that a player may do while the round waits. */
  async function decide(through: Line, round: RoundView): Promise<Command> {
    const { roundId, awaiting } = round
    if (chance.is(0.03)) await spinBeside(through, roundId)
    if (chance.is(0.03)) through.cut()
    if (chance.is(0.02)) await cheatOnDecision(through, round)
    const requestId = newId()
    const option = chance.pick(awaiting!.options)
    if (awaiting!.kind === 'choice') return { type: 'choose', requestId, roundId, option }
    const command: Command = chance.is(0.25)
      ? { type: 'gamble', requestId, roundId, option }
      : { type: 'collect', requestId, roundId }
    if (chance.is(0.05)) await decideTwice(through, command)
    return command
  }

  async function spinBeside(through: Line, roundId: string): Promise<void> {
    setup.onBehaviour('spin-beside')
    const command = nextSpin()
    const answer = await ask(through, command)
    // The round was cancelled, or finished by another connection, meanwhile.
    if (answer?.type === 'round' && answer.round.roundId !== roundId) {
      await finish(through, command, answer)
    } else if (answer?.type === 'error') refused(command, command, answer.code)
  }

  /** Two decisions with two ids at the same time: one of them is taken. */
  async function decideTwice(through: Line, command: Command): Promise<void> {
    setup.onBehaviour('decide-twice')
    if (command.type !== 'gamble' && command.type !== 'collect') return
    const other: Command = { type: 'collect', requestId: newId(), roundId: command.roundId }
    await Promise.all([ask(through, command), ask(through, other)])
  }

  async function cheatOnDecision(through: Line, { roundId, awaiting }: RoundView): Promise<void> {
    setup.onBehaviour('cheat-decision')
    const requestId = newId()
    const wrong: Command =
      awaiting!.kind === 'choice'
        ? { type: 'gamble', requestId, roundId, option: 'red' }
        : { type: 'gamble', requestId, roundId, option: 'everything' }
    const answer = await ask(through, wrong)
    if (answer?.type === 'round' && answer.round.choices.includes('everything')) {
      setup.onCheated(`a gamble that was not offered was taken in round ${roundId}`)
    }
  }

  async function vanish(): Promise<void> {
    const command = nextSpin()
    const asked = ask(line, command)
    await sleep(chance.between(0, 40))
    line.cut()
    await finish(line, command, await asked)
  }

  async function twice(): Promise<void> {
    const command = nextSpin()
    const answers = await Promise.all([ask(line, command), ask(line, command)])
    compare(command, answers)
    await finish(line, command, answers[0]!)
  }

  async function onTwoNodes(): Promise<void> {
    const command = nextSpin()
    second ??= openLine(index % setup.baseUrls.length)
    const answers = await Promise.all([ask(line, command), ask(second, command)])
    compare(command, answers)
    await finish(line, command, answers[0]!)
  }

  function compare(command: Command, answers: readonly Answer[]): void {
    const ids = answers.flatMap(answer => (answer?.type === 'round' ? [answer.round.roundId] : []))
    if (new Set(ids).size > 1) {
      setup.onCheated(`request ${command.requestId} was answered with rounds ${ids.join(', ')}`)
    }
  }

  /** Two requests at once: one opens a round; the other follows it, or is refused. */
  async function twoSockets(): Promise<void> {
    second ??= openLine(index % setup.baseUrls.length)
    const [one, other] = [nextSpin(), nextSpin()]
    await Promise.all([
      ask(line, one).then(answer => finish(line, one, answer)),
      ask(second, other).then(answer => finish(second!, other, answer)),
    ])
  }

  /** An old request again, even with another bet: it must be the same round. */
  async function replay(): Promise<void> {
    if (done.length === 0) return playRound()
    const { command, roundId } = chance.pick(done)
    const changed = chance.is(0.3) ? { ...nextSpin(), requestId: command.requestId } : command
    const answer = await ask(line, changed)
    if (answer?.type === 'round' && answer.round.roundId !== roundId) {
      setup.onCheated(`request ${command.requestId} was ${roundId}, now ${answer.round.roundId}`)
    }
  }

  async function cheat(): Promise<void> {
    const trick = chance.below(8)
    if (trick === 0) return cheatToken()
    if (trick === 1) return garbage()
    if (trick === 2) return flood()
    const { what, command } = drawCheat(chance, {
      requestId: newId(),
      game,
      currency,
      strangersRound: setup.strangersRound(),
      finishedRound: done.at(-1)?.roundId ?? null,
    })
    const answer = await ask(line, command)
    if (answer?.type === 'round') setup.onCheated(`${what}: answered with ${answer.round.roundId}`)
    if (answer?.type === 'error') refused(command, command, answer.code)
  }

  async function cheatToken(): Promise<void> {
    let isRefused = false
    const stranger = createLine({
      baseUrls: setup.baseUrls,
      chance,
      token: () => FORGED_TOKEN,
      relaunch: async () => {
        isRefused = true
      },
      onWelcome: () => setup.onCheated('a forged token was welcomed'),
      onMessage: () => {},
      onOutcome: () => {},
      onReconnect: () => {},
      onRepeat: () => {},
      isOver: () => isRefused || setup.isOver(),
    })
    await stranger.connected()
    stranger.cut()
  }

  async function garbage(): Promise<void> {
    await line.connected()
    for (let i = 0; i < 3; i++) line.sendText(chance.pick(JUNK))
  }

  /** A frame past the bound ends the connection. */
  async function flood(): Promise<void> {
    await line.connected()
    line.sendText(`{"type":"spin","requestId":"${'x'.repeat(4_000)}"}`)
  }

  async function changeGame(): Promise<void> {
    game = game === home ? GAMES[(index * 5 + 3) % GAMES.length]! : home
    freeSpins = null
    await relaunch()
    line.cut()
    second?.cut()
  }

  const BY_NAME: Record<string, () => Promise<void>> = {
    vanish,
    twice,
    'on-two-nodes': onTwoNodes,
    'two-sockets': twoSockets,
    replay,
    cheat,
    relaunch: changeGame,
  }

  async function turn(): Promise<void> {
    let draw = chance.next()
    for (const [name, share] of BEHAVIOURS) {
      draw -= share
      if (draw >= 0) continue
      setup.onBehaviour(name)
      return BY_NAME[name]!()
    }
    await playRound()
  }

  return {
    operator: setup.operator,
    playerId: setup.playerId,
    currency,
    rounds: () => rounds,
    gameId: () => game.id,
    cut(): void {
      for (const one of lines) one.cut()
    },
    /** On a new connection: its lane's thread ends, with the rounds of all players on it. */
    harmLane(baseUrl: string, harm: Harm): Promise<void> {
      const bet = listBets(game, currency)[0]!
      const harmful: Command = { type: 'spin', requestId: harmId(harm), bet, mode: 'base' }
      const hello = { type: 'hello', requestId: newId(), token }
      return sayOnce(new URL('/play/socket', baseUrl), hello, harmful)
    },
    /** Plays until the run stops. */
    async play(): Promise<void> {
      await relaunch()
      while (!setup.isStopping() && !setup.isOver()) {
        await turn()
        if (setup.pauseMs > 0) await sleep(setup.pauseMs * chance.between(0.5, 1.5))
      }
    },
    /** Finishes the round that waits for this player in a game. */
    async finishGame(gameId: string): Promise<void> {
      game = GAMES.find(({ id }) => id === gameId)!
      await relaunch()
      await continueOpenRound()
    },
    close(): void {
      for (const one of lines) one.close()
    },
  }
}

/** Says hello and sends one message; resolves when that is answered or the connection ends. */
async function sayOnce(url: URL, hello: object, command: Command): Promise<void> {
  let notify = () => {}
  const ended = new Promise<void>(resolve => {
    notify = resolve
  })
  const socket = await openPlaySocket(url, {
    onMessage(text) {
      const message = JSON.parse(text) as ServerMessage
      if (message.type === 'welcome') socket.send(JSON.stringify(command))
      else notify()
    },
    onClose: notify,
  })
  socket.send(JSON.stringify(hello))
  await Promise.race([ended, sleep(HARM_DEADLINE_MS, undefined, { ref: false })])
  socket.close()
}
