// The people of a run: players and operators, connected to its nodes, and the record of their
// answers. Injects no faults, and reports only contradictions that show at once.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Currency } from '../../src/core/money.ts'
import { createChance } from '../support/chance.ts'
import type { Figures } from './figures.ts'
import type { Heard, Outcome } from './line.ts'
import { createOperator } from './operator.ts'
import { LOST_CONNECTION, type PlayWatch } from './play-watch.ts'
import { createPlayer, type Player } from './player.ts'
import type { ChaosSetup } from './setup.ts'
import { createShown } from './shown.ts'

export interface CastOptions {
  seed: number
  players: number
  setup: ChaosSetup
  figures: Figures
  /** Between a player's rounds. */
  pauseMs: number
  watch: PlayWatch
  violate(guarantee: number, what: string, roundId?: string): void
  /** No new rounds. */
  isStopping(): boolean
  /** Open rounds are not finished either. */
  isOver(): boolean
}

const RECENT_ROUNDS = 200
const LAUNCH_PAUSE_MS = 200
/** Of a launch that has failed again and again. */
const LAUNCH_PAUSE_MAX_MS = 5_000

export type Cast = ReturnType<typeof createCast>

export function createCast(options: CastOptions) {
  const { seed, setup, figures, watch, violate, isStopping, isOver } = options
  const { projects } = setup
  const chance = createChance(seed, 'cast')
  const { baseUrls } = setup
  const shown = createShown((what, roundId) => violate(6, what, roundId))
  const recent = projects.map(() => [] as string[])
  const acknowledgedGrants = new Set<string>()
  const cancelledRounds = new Set<string>()
  const other = (operator: number) => (operator + 1) % projects.length

  /** Repeats until it succeeds: a wallet or a store may be unavailable. */
  async function launch(
    operator: number,
    playerId: string,
    fields: { symbol: string; currency: string },
  ): Promise<string> {
    for (let tried = 1; !isOver(); tried++) {
      const launched = await chance
        .pick(setup.clients[operator]!)
        .launch({ player_id: playerId, ...fields, currency: fields.currency as Currency })
        .catch(() => null)
      if (launched !== null) {
        if (launched.meta.mode !== 'TEST_ONLY') violate(17, 'a launch')
        figures.add('player launched')
        return new URL(launched.link).hash.replace('#token=', '')
      }
      figures.add('launch failed')
      // With growing pauses, as operators are asked to: hundreds that ask again at once, and again,
      // would keep a slow wallet from answering anyone in time.
      const pauseMs = Math.min(LAUNCH_PAUSE_MS * 2 ** (tried - 1), LAUNCH_PAUSE_MAX_MS)
      await sleep(pauseMs * chance.between(0.5, 1.5))
    }
    return ''
  }

  /** Every message to a player, whether requested or pushed. */
  function hear(index: number, operator: number, message: Heard | Outcome): void {
    // Pushes of the balance alone, and of other pages of the session, contain no round.
    if (message.type === 'error' || !('round' in message)) return
    if (message.type === 'welcome' && message.mode !== 'TEST_ONLY') violate(17, 'a welcome')
    const { round, balance, balanceAt, freeSpins } = message
    if (round === null) return
    const isAnswer = message.type !== 'welcome' && message.requestId !== undefined
    const requestId = isAnswer ? { requestId: message.requestId! } : {}
    shown.round(index, { type: 'round', ...requestId, round, balance, balanceAt, freeSpins })
    if (message.type !== 'welcome') remember(operator, round.roundId)
    if (isAnswer && round.status !== 'pending') watch.shown(index, message.requestId!)
  }

  function remember(operator: number, roundId: string): void {
    const own = recent[operator]!
    if (own.at(-1) === roundId) return
    own.push(roundId)
    if (own.length > RECENT_ROUNDS) own.splice(0, RECENT_ROUNDS / 2)
  }

  /** The newest ones may still be open. */
  function recentRound(operator: number): string | null {
    const from = recent[operator]!
    const youngest = Math.min(from.length, chance.is(0.7) ? 5 : 100)
    return from.at(-1 - chance.below(youngest)) ?? null
  }

  function addPlayer(index: number): Player {
    const operator = index % projects.length
    const playerId = `player-${index}`
    return createPlayer({
      index,
      operator,
      playerId,
      chance: createChance(seed, 'player', index),
      baseUrls,
      launch: fields => launch(operator, playerId, fields),
      onMessage: message => hear(index, operator, message),
      onOutcome: message => hear(index, operator, message),
      onSpin(requestId) {
        const answered = figures.beginSpin(operator)
        const watched = watch.beginSpin(index, requestId)
        return answer => {
          watched(answer)
          if (answer === null) return
          answered(answer.type === 'round' && answer.round.status === 'settled')
        }
      },
      onError: code => figures.add(`player got ${code}`),
      onReconnect(isOwn) {
        figures.add('player came back after a loss')
        if (!isOwn) watch.repeated(index, LOST_CONNECTION)
      },
      onRepeat(code) {
        figures.add(`player repeated after ${code}`)
        watch.repeated(index, code)
      },
      onBehaviour: name => figures.add(`player: ${name}`),
      onRefused: shown.refused,
      onUndone: shown.undone,
      onCheated: what => violate(6, what),
      strangersRound: () => recent[other(operator)]!.at(-1) ?? null,
      pauseMs: options.pauseMs,
      isStopping,
      isOver,
    })
  }

  const players = Array.from({ length: options.players }, (_, index) => addPlayer(index))
  const operators = projects.map((project, index) =>
    createOperator({
      index,
      chance: createChance(seed, 'operator', index),
      baseUrls,
      partner: project.projectId,
      apiKey: project.apiKey,
      players: () => players.filter(player => player.operator === index),
      recentRound: ofStranger => recentRound(ofStranger ? other(index) : index),
      onAction: (name, code) => figures.add(`operator: ${name}: ${code}`),
      onGrant: grantId => void acknowledgedGrants.add(grantId),
      onCancelled: roundId => void cancelledRounds.add(roundId),
      onWrong: what => violate(14, what),
      isStopping,
    }),
  )

  return {
    players,
    shown,
    acknowledgedGrants: acknowledgedGrants as ReadonlySet<string>,
    cancelledRounds: cancelledRounds as ReadonlySet<string>,
    /** Until the run stops; every round that was started is finished if possible. */
    play: () => Promise.all(players.map(player => player.play())),
    work: () => Promise.all(operators.map(operator => operator.work())),
    findPlayer: (projectId: string, playerId: string) =>
      players.find(p => p.playerId === playerId && projects[p.operator]!.projectId === projectId),
    cut(share: number): void {
      for (const player of players) if (chance.is(share)) player.cut()
    },
    pickPlayer: () => chance.pick(players),
    close(): void {
      for (const player of players) player.close()
    },
  }
}
