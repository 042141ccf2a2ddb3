// One simulated setup: nodes, players, an operator and the stores between them, on virtual time. In
// the first phase anything may fail; then all works again, and everything open must come to its
// end. The same scenario with the same choices is the same setup, to the last line of its trace.

import { createHash } from 'node:crypto'
import { DEFAULT_SETTINGS, type ProjectSettings } from '../../src/core/project-settings.ts'
import { SEED_BYTES } from '../../src/games/engine/contract.ts'
import { NOTIFICATION_RETRY_MAX_MS } from '../../src/ledger/rounds/recovery-work.ts'
import { RECOVERY_EVERY_MS } from '../../src/recovery/recovery-job.ts'
import type { PlaySession } from '../../src/wire/lane.ts'
import { newGrant } from '../support/grant-samples.ts'
import { type Choices, type Table, tableOf } from './choices.ts'
import { createClock } from './clock.ts'
import { createFakeGame, SHAPES, type Shape } from './fake-game.ts'
import type { Fate, Fates } from './fates.ts'
import { createLedgerModel } from './ledger-model.ts'
import { createNode, InjectedFault, type SimulatedNode } from './node.ts'
import { createPlayer, type Habit } from './player.ts'
import { createPlayerStateModel } from './player-state-model.ts'
import { type Counts, createRules } from './rules.ts'
import { createWalletModel } from './wallet-model.ts'

/** What may happen to the setup between two events. */
export type Trouble =
  | 'nothing'
  | 'player state is lost'
  | 'player state loses its last write'
  | 'player state loses its last 3 writes'
  | 'player state loses its last 12 writes'
  | 'a node is killed'
  | 'a node is killed with its calls'
  | 'a node stands still'
  | 'a node stands still for long'
  | 'the wallet is away for a while'
  | 'idle actors are forgotten'
  | 'the operator cancels a round'
  | 'a recovery pass'
  | 'a grant'
  | 'a grant is cancelled'
  | 'a target outcome'

export interface Scenario {
  readonly nodes: number
  readonly players: number
  readonly games: number
  /** Of each player in each game. */
  readonly spins: number
  readonly startMinor: Table<bigint>
  readonly levels: Table<boolean>
  readonly shapes: Table<Shape>
  readonly habits: Table<Habit>
  /** Index among the options that a player is offered. */
  readonly options: Table<number>
  readonly nodeOfPlayer: Table<number>
  readonly fates: Fates
  /** The fate of calls to a wallet that is down. */
  readonly walletAway: Table<Fate>
  readonly troubles: Table<Trouble>
  /** For every fifth round paying the win always throws. */
  readonly hasUnpayableWins?: boolean
  /**
   * After so long an open decision is made for its player; the shortest of real projects is five
   * minutes.
   */
  readonly decisionDeadlineMinutes?: number
  /** The wallet refuses one bet in so many for good. */
  readonly blocksOneIn?: number
}

export interface Ending {
  /** The first rule that was broken; null: none. */
  readonly broken: string | null
  readonly rounds: number
  /** Rounds by their state; cancelled ones by the reason. */
  readonly states: ReadonlyMap<string, number>
  readonly events: number
  readonly counts: Counts
  readonly traceHash: string
  readonly trace: readonly string[]
}

const START_MS = 1_800_000_000_000
const FOREVER_MS = START_MS + 365 * 24 * 3_600_000
const STANDS_MS = 700
const STANDS_LONG_MS = 14_000
const AWAY_MS = 15_000
const RESTARTS_MS = 3_000
/**
 * By then everything has ended: the longest delay of a notification, and time to send those that
 * wait behind it.
 */
const QUIET_MS = NOTIFICATION_RETRY_MAX_MS + 60_000
const EVENTS_MAX = 60_000
const PROJECT = 'casino'

const CALM = tableOf<Trouble>([['nothing', 1]])

/**
 * Resolves once all pending work has progressed as far as it can without an event: a tick comes
 * after every promise that is settled by now, and costs a fraction of a turn of the event loop.
 */
const settle = () => new Promise<void>(resolve => process.nextTick(resolve))
/** Once a setup, so that the process still handles its signals. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

export async function runSimulation(scenario: Scenario, choices: Choices): Promise<Ending> {
  const { pick } = choices
  const clock = createClock(START_MS)
  const { nowMs, after } = clock
  const trace: string[] = []
  const say = (line: string) => {
    trace.push(`${nowMs() - START_MS} ${line}`)
  }
  const redisState = createPlayerStateModel()
  const rules = createRules(
    () => ({ ledger, wallet }),
    by => nodes.some(node => `${node.name}.${node.life()}` === by && !node.isStanding()),
  )
  const ledger = createLedgerModel(nowMs, rules.onCommit)
  const startMinor = pick(scenario.startMinor)
  const wallet = createWalletModel(startMinor, scenario.blocksOneIn)
  const { decisionDeadlineMinutes = null } = scenario
  const settings = { ...settingsOf(pick(scenario.levels)), decisionDeadlineMinutes }
  const games = Array.from({ length: scenario.games }, (_, at) => createFakeGame(`game-${at + 1}`))
  let isTroubled = true
  let awayUntilMs = 0
  let serial = 0
  /** Calls in flight to a store or a wallet. */
  let inFlight = 0

  const uuid = () => {
    const time = nowMs().toString(16).padStart(12, '0')
    const count = (++serial).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count}`
  }
  const newSeed = () => {
    const seed = seedOf(isTroubled ? pick(scenario.shapes) : 'pays', ++serial)
    if (isTroubled && scenario.hasUnpayableWins === true && serial % 5 === 0) seed[3] = 1
    return seed
  }

  const nodes: SimulatedNode[] = Array.from({ length: scenario.nodes }, (_, at) =>
    createNode(`node-${at + 1}`, {
      redisState,
      ledger,
      wallet,
      constants: {
        nowMs,
        newRoundId: uuid,
        newSeed,
        // The same for all: retries of several nodes run in step, which must not block them.
        jitter: () => 0.5,
        findGame: id => games.find(game => game.id === id),
        newRounds: () => 'allowed',
        gameIdsOf: () => games.map(({ id }) => id),
        findProject: async () => ({ settings, revision: 1 }),
      },
      after,
      travel(delayMs, arrive) {
        inFlight++
        after(delayMs, () => {
          inFlight--
          arrive()
        })
      },
      fateOf: route => {
        const isAway = route === 'wallet' && nowMs() < awayUntilMs
        const table = isAway ? scenario.walletAway : scenario.fates[route]
        return isTroubled ? pick(table) : table.things[0]!
      },
      trace: say,
      onSend: rules.onSend,
      onAnswered: rules.onAnswered,
      onMessage(player, message) {
        say(`${player.playerId} gets ${message.slice(0, 120)}`)
        rules.onMessage(player, message)
      },
      onFault: rules.onFault,
      onRoundEnded: () => {},
    }),
  )
  const upNodes = () => nodes.filter(node => node.isUp())

  const refs = Array.from({ length: scenario.players }, (_, at) => ({
    projectId: PROJECT,
    playerId: `player-${at + 1}`,
  }))
  const keys = refs.map(({ projectId, playerId }) => ledger.addPlayer(projectId, playerId))
  const sessions: PlaySession[] = refs.flatMap(ref =>
    games.map(game => ({
      ...ref,
      sessionId: uuid(),
      tokenVersion: 1,
      gameId: game.id,
      currency: 'EUR' as const,
      language: 'en',
      expiresAtMs: FOREVER_MS,
    })),
  )
  for (const session of sessions) ledger.addSession({ ...session, clientPlatform: 'desktop' })

  const sleep = (ms: number) => new Promise<void>(resolve => after(ms, resolve))
  const table = {
    findNode() {
      const up = upNodes()
      const place = isTroubled ? pick(scenario.nodeOfPlayer) : 0
      return up[place % Math.max(1, up.length)] ?? null
    },
    habit: () => pick(scenario.habits),
    option(options: readonly string[]) {
      const place = isTroubled ? pick(scenario.options) : 0
      return options[place % options.length]!
    },
    sleep,
    within: <Answer>(ms: number, work: Promise<Answer>): Promise<Answer | null> =>
      Promise.race([work, sleep(ms).then(() => null)]),
  }
  const players = sessions.map(session => createPlayer(session, table))

  // What happens to the setup
  // -----------------------------------------------------------------------

  function kill(takesCalls: boolean) {
    const [node] = upNodes()
    if (node === undefined) return
    node.kill(takesCalls)
    after(RESTARTS_MS, node.start)
  }

  function standStill(ms: number) {
    const node = nodes.find(one => one.isUp() && !one.isStanding())
    if (node === undefined) return
    node.standStill()
    after(ms, node.goOn)
  }

  /** The operator's call arrives at any node. */
  async function cancelRound(): Promise<void> {
    const row = ledger
      .openRows()
      .find(({ intent, progress }) => progress.state === 'debit_pending' && !intent.freeSpin)
    const up = upNodes()
    const node = up[serial % Math.max(1, up.length)]
    if (row === undefined || node === undefined) return
    const { playerKey, roundId } = row.intent
    const { projectId, playerId } = ledger.ownerOf(playerKey)
    const answer = await node.cancel({ projectId, playerId, roundId })
    say(`the operator gets ${answer} of ${roundId.slice(-4)}`)
    const { state } = ledger.row(roundId)!.progress
    if (answer === 'cancelled') rules.must(state === 'cancelled', `cancelled, but ${state}`)
  }

  async function recoverOnce(): Promise<void> {
    const node = upNodes().find(one => !one.isStanding())
    if (node === undefined) return
    ledger.expireGrants()
    const rounds = await node.findStalledRounds()
    const owed = await node.findDueNotifications()
    const overdue = await node.findOverdueDecisions(settings.decisionDeadlineMinutes)
    await Promise.all([
      ...rounds.map(node.resume),
      ...owed.map(node.notify),
      ...overdue.map(node.decide),
    ])
  }

  const orFail = (work: Promise<void>) => {
    work.catch(error => {
      if (!(error instanceof InjectedFault)) rules.onFault(error)
    })
  }

  let isStill = false
  function recoverAgain(): void {
    const overdue = ledger.findOverdueDecisions(settings.decisionDeadlineMinutes)
    isStill = inFlight === 0 && !ledger.owesAnything() && overdue.length === 0
    orFail(recoverOnce())
    after(RECOVERY_EVERY_MS, recoverAgain)
  }

  /**
   * After a change of entitlements is committed, some node drops them from the player state; it may
   * fail.
   */
  function dropEntitlements(at: number): void {
    const [node] = upNodes()
    node?.redisState.dropEntitlements(refs[at]!).catch(rules.onFault)
  }

  function giveGrant(): void {
    const at = serial++ % refs.length
    const grant = newGrant({
      grantId: uuid(),
      externalId: null,
      playerId: refs[at]!.playerId,
      gameId: games[serial % games.length]!.id,
      provider: 'provider_c',
      total: 1 + (serial % 3),
      betMinor: 20n,
      betTerms: '{"level":1}',
      createdAtMs: nowMs(),
      expiresAtMs: nowMs() + 60_000,
    })
    ledger.addGrant(keys[at]!, grant)
    dropEntitlements(at)
  }

  function cancelGrant() {
    for (const { grant, playerKey } of ledger.grants()) {
      if (grant.status !== 'active') continue
      ledger.cancelGrant(grant.grantId)
      return dropEntitlements(keys.indexOf(playerKey))
    }
  }

  function scheduleTarget(): void {
    const at = serial++ % refs.length
    const seed = Buffer.from(seedOf('pays', serial)).toString('hex')
    ledger.addTarget(keys[at]!, {
      targetOutcomeId: uuid(),
      gameId: games[serial % games.length]!.id,
      kind: 'spin',
      spinNumber: 1 + (serial % 3),
      expiresAtMs: FOREVER_MS,
      modes: ['base'],
      found: [{ mode: 'base', seed, reelSet: 'natural' }],
      foundVersion: '1',
    })
    dropEntitlements(at)
  }

  const troubles: Record<Exclude<Trouble, 'nothing'>, () => void> = {
    'player state is lost': () => redisState.flush(),
    'player state loses its last write': () => redisState.forgetWrites(1),
    'player state loses its last 3 writes': () => redisState.forgetWrites(3),
    'player state loses its last 12 writes': () => redisState.forgetWrites(12),
    'a node is killed': () => kill(false),
    'a node is killed with its calls': () => kill(true),
    'a node stands still': () => standStill(STANDS_MS),
    'a node stands still for long': () => standStill(STANDS_LONG_MS),
    'the wallet is away for a while': () => {
      awayUntilMs = nowMs() + AWAY_MS
    },
    'idle actors are forgotten': () => {
      for (const node of nodes) node.forgetIdle()
    },
    'the operator cancels a round': () => orFail(cancelRound()),
    'a recovery pass': () => orFail(recoverOnce()),
    'a grant': giveGrant,
    'a grant is cancelled': cancelGrant,
    'a target outcome': scheduleTarget,
  }

  function happen(trouble: Trouble) {
    if (trouble === 'nothing') return
    say(trouble)
    troubles[trouble]()
  }

  // The setup's time
  // --------------------------------------------------------------------------------

  let events = 0
  /** Until the condition is true, or a rule is broken. */
  async function runUntil(isSo: () => boolean) {
    await settle()
    while (!isSo() && rules.broken() === null) {
      happen(pickTrouble())
      const run = clock.next()
      if (run === null) return rules.must(false, 'nothing happens any more')
      if (++events > EVENTS_MAX) return rules.must(false, 'it never ends')
      run()
      await settle()
    }
  }
  const pickTrouble = () => (isTroubled ? pick(scenario.troubles) : CALM.things[0]!)

  /** True once they have all ended. */
  function allDone(works: readonly Promise<unknown>[]): () => boolean {
    let left = works.length
    for (const work of works) {
      work.catch(rules.onFault).finally(() => left--)
    }
    return () => left === 0
  }

  await turn()
  recoverAgain()
  await runUntil(allDone(players.map(player => player.play(scenario.spins))))
  isTroubled = false
  awayUntilMs = 0
  for (const node of nodes) {
    node.goOn()
    node.start()
  }
  await runUntil(allDone(players.map(player => player.playOn())))
  const quietAtMs = nowMs() + QUIET_MS
  isStill = false
  await runUntil(() => isStill || nowMs() >= quietAtMs)
  if (rules.broken() === null) rules.checkQuiet(refs, startMinor)

  const states = new Map<string, number>()
  for (const { progress } of ledger.rows()) {
    const state = progress.cancelReason ?? progress.state
    states.set(state, (states.get(state) ?? 0) + 1)
  }
  const rounds = [...states.values()].reduce((sum, count) => sum + count, 0)
  const { counts, broken } = rules
  return {
    broken: broken(),
    rounds,
    states,
    events,
    counts,
    traceHash: createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16),
    trace,
  }
}

function settingsOf(hasLevels: boolean): ProjectSettings {
  if (!hasLevels) return DEFAULT_SETTINGS
  const rtp = { provider_c: { providerBps: 9_450, personal: true, adaptive: null } }
  return { ...DEFAULT_SETTINGS, rtp }
}

/** Its shape, a number that distinguishes rounds, and the results of its gambles. */
function seedOf(shape: Shape, serial: number): Uint8Array {
  const seed = new Uint8Array(SEED_BYTES)
  seed[0] = SHAPES[shape]
  seed[1] = serial & 0xff
  seed[2] = (serial * 37) >> 2
  return seed
}
