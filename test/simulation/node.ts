// A node of the simulated platform: the real host of a lane with its real actors and mailboxes, and
// every call with a fate. A node can be killed, or stopped and continued later; the calls it waits
// for then never return, or return late.

import type { PlayerRef } from '../../src/core/player.ts'
import type { WalletAnswer } from '../../src/core/wallet-operation.ts'
import type { LaneTracing } from '../../src/lanes/followed-deps.ts'
import { createLaneHost } from '../../src/lanes/host.ts'
import type { EntitlementsReader } from '../../src/ledger/entitlements/entitlements-reader.ts'
import { readBetweenRounds } from '../../src/ledger/rounds/round-reader.ts'
import type { PlayerDeps } from '../../src/player/deps.ts'
import type { Round } from '../../src/round/round.ts'
import type { WalletClient } from '../../src/wallet/client.ts'
import { createWalletOperations } from '../../src/wallet/operations.ts'
import { type AnswerReader, createAnswerReader } from '../../src/wire/answer-reader.ts'
import {
  ANSWERED,
  type CancelAnswer,
  type LanePush,
  type LaneTask,
  type PlaySession,
} from '../../src/wire/lane.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import type { LaneMessage } from '../../src/wire/play-commands.ts'
import { isUnpayable } from './fake-game.ts'
import type { Fate, Route } from './fates.ts'
import type { LedgerModel } from './ledger-model.ts'
import type { PlayerStateModel } from './player-state-model.ts'
import { readCallback, type WalletModel } from './wallet-model.ts'

/** A store failure that is allowed: the simulation tests how the platform handles it. */
export class InjectedFault extends Error {}

/** A mistake of our own, made on purpose. */
export class UnpayableWin extends RangeError {
  override readonly name = 'RangeError'
}

/** What a node gets from its setup, and whom it notifies. */
export interface Surroundings {
  readonly redisState: PlayerStateModel
  readonly ledger: LedgerModel
  readonly wallet: WalletModel
  readonly constants: Pick<
    PlayerDeps,
    | 'findProject'
    | 'findGame'
    | 'newRounds'
    | 'gameIdsOf'
    | 'newRoundId'
    | 'newSeed'
    | 'jitter'
    | 'nowMs'
  >
  after(delayMs: number, run: () => void): void
  /** A call in flight, which continues after its node's death. */
  travel(delayMs: number, arrive: () => void): void
  fateOf(route: Route): Fate
  trace(line: string): void
  onSend(node: string, method: string, body: string): void
  onAnswered(node: string, method: string, body: string): void
  onMessage(player: PlayerRef, message: string): void
  onFault(error: unknown, round: Round | null): void
  onRoundEnded(round: Round): void
  /** A wallet that is behind; absent: it never is. */
  readonly walletRoom?: Pick<WalletClient, 'hasRoom' | 'takeRetry'>
  readonly atWork?: PlayerDeps['atWork']
  readonly observe?: Partial<PlayerDeps['observe']>
  readonly tracing?: LaneTracing
}

/** Few and soon, so that rounds are given up in a short run. */
const BET_CANCEL = { afterMs: 20_000, attempts: 4 }

const PROJECT = {
  callbackUrl: 'https://wallet.example',
  apiKey: 'key',
  internal: false,
  settings: { walletConnections: 1, finalRefusals: true },
} as const

export function createNode(name: string, around: Surroundings) {
  const { redisState, ledger, wallet, trace } = around
  /** Raised by a kill: answers for an earlier life are dropped. */
  let life = 0
  let isUp = true
  let isStanding = false
  const held: (() => void)[] = []
  /** In flight and not yet at its store: a kill may lose them too. */
  let sendsDie = -1

  /** Runs in this life of the node, later when the node is stopped, never when it was killed. */
  function deliver(delayMs: number, run: () => void, bornIn = life): void {
    const arrive = () => {
      if (life !== bornIn) return
      if (isStanding) held.push(arrive)
      else run()
    }
    around.after(delayMs, arrive)
  }

  function call<Answer>(
    route: Route,
    what: string,
    apply: () => Answer,
    failed: () => Answer = () => {
      throw new InjectedFault(what)
    },
  ): Promise<Answer> {
    const fate = around.fateOf(route)
    const bornIn = life
    const reach = () => {
      if (sendsDie < bornIn) return apply()
      trace(`${name}.${bornIn} ${what} died with its node`)
      return null
    }
    trace(`${name}.${bornIn} ${what} ${fate.name}`)
    return new Promise((resolve, reject) => {
      const settle = (work: () => Answer) => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      }
      const { appliedMs, knownMs, fails, againMs } = fate
      if (fails !== undefined) {
        if (appliedMs !== null) around.travel(appliedMs, reach)
        deliver(knownMs, () => settle(failed))
        return
      }
      around.travel(appliedMs!, () => {
        const answer = attempt(reach)
        deliver(knownMs - appliedMs!, () => settle(answer as () => Answer), bornIn)
      })
      if (againMs !== undefined) around.travel(againMs, reach)
    })
  }

  const redis = <Answer>(what: string, apply: () => Answer) => call('redisState', what, apply)
  const write = <Answer>(what: string, apply: () => Answer) => call('write', what, apply)
  const read = <Answer>(what: string, apply: () => Answer) => call('read', what, apply)
  const never = (what: string) => (): never => {
    throw new Error(`${what} is not part of a simulated setup`)
  }
  const { nowMs } = around.constants

  const client: WalletClient = {
    call(_target, _currency, method, body, extra) {
      const bornIn = life
      around.onSend(`${name}.${bornIn}`, method, body)
      const callback = readCallback(body)
      const what = `${method} ${callback.roundId.slice(-4)}`
      const unknown: WalletAnswer = { kind: 'unknown', reason: 'timeout', detail: 'no answer' }
      const answer = call(
        'wallet',
        what,
        () => wallet.take(callback, extra?.takesFinalRefusals),
        () => unknown,
      )
      return answer.finally(() => around.onAnswered(`${name}.${bornIn}`, method, body))
    },
    hasRoom: projectId => around.walletRoom?.hasRoom(projectId) ?? true,
    takeRetry: projectId => around.walletRoom?.takeRetry(projectId) ?? true,
    close: async () => {},
  }

  const redisCalls: PlayerDeps['redisState'] = {
    openRound: (player, session, spin) =>
      redis(`opens ${spin.roundId.slice(-4)}`, () =>
        redisState.openRound(player, session, spin, nowMs()),
      ),
    decideReveal: (player, gameId, roundId, as) =>
      redis(`decides ${roundId.slice(-4)} ${as}`, () =>
        redisState.decideReveal(player, gameId, roundId, as),
      ),
    closeRound: (player, gameId, roundId, how) =>
      redis(`closes ${roundId.slice(-4)}`, () =>
        redisState.closeRound(player, gameId, roundId, how),
      ),
    noteOpening: (_player, roundId, as) =>
      redis(`notes ${roundId.slice(-4)} ${as}`, () => redisState.noteOpening(roundId, as)),
    load: (player, from) => redis('loads', () => redisState.load(player, from)),
    putSession: (player, id, expiresAtMs, version) =>
      redis('puts session', () => redisState.putSession(player, id, expiresAtMs, version)),
    readMark: (player, at) => redis('reads mark', () => redisState.readMark(player, at)),
    dropEntitlements: player => redis('drops terms', () => redisState.dropEntitlements(player)),
    settleRound: never('settleRound'),
    loadWindow: never('loadWindow'),
    dropWindows: never('dropWindows'),
  }

  const rounds: PlayerDeps['ledger'] = {
    open(round, entitlements) {
      const by = `${name}.${life}`
      const what = `writes ${round.intent.roundId.slice(-4)}`
      return write(what, () => ledger.open(round, entitlements, by))
    },
    save(round) {
      const by = `${name}.${life}`
      const what = `saves ${round.intent.roundId.slice(-4)} ${round.progress.state}`
      return write(what, () => ledger.save(round, by))
    },
    loadPlayer: (projectId, playerId) =>
      readBetweenRounds(async () => {
        const openRounds = await read('reads open', () => ledger.readOpen(projectId, playerId))
        const found = await read('reads player', () => ledger.readPlayer(projectId, playerId))
        if (found === null) return null
        const { playerKey, sequence, entitlements } = found
        const grants = await read('reads grants', () => ledger.readGrants(playerKey))
        return { playerKey, sequence, openRounds, entitlements: { ...entitlements, grants } }
      }),
    findRound: (key, id) => read(`finds ${id.slice(-4)}`, () => ledger.findRound(key, id)),
    findRoundByRequest: (key, id) =>
      read(`finds by request ${id}`, () => ledger.findRoundByRequest(key, id)),
    findDecidedRound: async () => null,
    findSession: id => read('finds session', () => ledger.findSession(id)),
    findSessionPlay: async () => ({ startedAtMs: 0, netMinor: 0n }),
    findLastBalance: (key, { currency }) =>
      read('finds balance', () => ({
        balanceMinor: ledger.findLastBalance(key, currency),
        atMs: 0,
      })),
    noteBalance: never('noteBalance'),
    findAnyGrant: id => read('finds grant', () => ledger.findAnyGrant(id)),
    oweNotification: ({ roundId }, event, delayMs) =>
      write(`owes ${event} ${roundId.slice(-4)}`, () =>
        ledger.oweNotification(roundId, event, delayMs),
      ),
    notificationAnswered: (id, event, accepted) =>
      write(`notified ${event} ${id.slice(-4)}`, () =>
        ledger.notificationAnswered(id, event, accepted),
      ),
    noteFailure: ({ roundId: id }, failure) =>
      write(`notes a failure of ${id.slice(-4)}`, () => ledger.noteFailure(id, failure)),
    setAside({ roundId: id }) {
      const by = `${name}.${life}`
      return write(`sets ${id.slice(-4)} aside`, () => ledger.setAside(id, by))
    },
    findWindow: never('findWindow') as EntitlementsReader['findWindow'],
    stepLevel: never('stepLevel'),
  }

  const operations = createWalletOperations(client, async projectId => ({ ...PROJECT, projectId }))
  /** Some rounds have a win that can never be paid, however often it is tried. */
  const payWin: PlayerDeps['wallet']['win'] = async (player, round) => {
    if (isUnpayable(round.intent.seed)) throw new UnpayableWin('a win that no body can carry')
    return operations.win(player, round)
  }
  const readers = new Map<string, AnswerReader>()
  const readerOf = (sessionId: string) => {
    const reader = readers.get(sessionId) ?? createAnswerReader()
    readers.set(sessionId, reader)
    return reader
  }
  /** Pushed messages that answer a command, by session and request id. */
  const answered = new Map<string, string>()
  const actors = {
    ...around.constants,
    redisState: redisCalls,
    ledger: rounds,
    wallet: { ...operations, win: payWin },
    atWork: around.atWork ?? (<Answer>(_roundId: string, work: () => Answer) => work()),
    betCancel: BET_CANCEL,
    push({ sessionId, message }: LanePush) {
      if (message === null) return
      const session = ledger.findSession(sessionId)
      if (session === null) return
      around.onMessage(session, message)
      const read = readerOf(sessionId).read(JSON.parse(message) as ServerMessage)
      if (read?.requestId) answered.set(`${sessionId} ${read.requestId}`, JSON.stringify(read))
    },
    observe: {
      roundEnded: around.onRoundEnded,
      retry: () => {},
      setAside: () => {},
      fault: around.onFault,
      ...around.observe,
    },
  }
  const startHost = () =>
    createLaneHost({
      actors,
      ledgerOf: () => rounds,
      after(delayMs, run) {
        let isTakenBack = false
        deliver(delayMs, () => {
          if (!isTakenBack) run()
        })
        return () => {
          isTakenBack = true
        }
      },
      readMetrics: () => '',
      readCounts: () => '',
      checkStores: async () => ({}),
      setLogLevel() {},
      setPauses() {},
      setPlaced() {},
      setClock() {},
      onFault: error => around.onFault(error, null),
      ...(around.tracing === undefined ? {} : { tracing: around.tracing }),
    })
  let host = startHost()

  /** How the front end and the recovery job handle a task that fails. */
  async function runTask(task: LaneTask, otherwise: string): Promise<string> {
    try {
      return await host.run(task)
    } catch (error) {
      around.onFault(error, null)
      return otherwise
    }
  }

  return {
    name,
    isUp: () => isUp,
    isStanding: () => isStanding,
    life: () => life,
    redis,
    ledger: rounds,
    findStalledRounds: () => read('finds stalled', ledger.findStalledRounds),
    findOverdueDecisions: async (minutes: number | null) =>
      minutes === null ? [] : read('finds overdue', () => ledger.findOverdueDecisions(minutes)),
    findDueNotifications: () => read('finds due', ledger.findDueNotifications),
    redisState: redisCalls,

    async play(session: PlaySession, message: LaneMessage): Promise<string> {
      const direct = await runTask({ kind: 'play', session, message }, '')
      const key = `${session.sessionId} ${message.requestId}`
      const answer = direct === ANSWERED ? answered.get(key) : direct
      answered.delete(key)
      if (answer === undefined) throw new Error('the front end hears no answer')
      around.onMessage(session, answer)
      return answer
    },
    async resume(owned: PlayerRef & { roundId: string }): Promise<void> {
      await runTask({ kind: 'resume', ...owned }, '')
    },
    async decide(owned: PlayerRef & { roundId: string }): Promise<void> {
      await runTask({ kind: 'decide', ...owned }, '')
    },
    async notify(owed: PlayerRef & { roundId: string; event: 'start' | 'finish' }): Promise<void> {
      await runTask({ kind: 'notify', ...owed }, '')
    },
    async cancel(owned: PlayerRef & { roundId: string }): Promise<CancelAnswer> {
      return (await runTask(
        { kind: 'cancel', requestId: 'simulated', ...owned },
        'busy',
      )) as CancelAnswer
    },

    /** @param takesCalls the calls that it has sent and that have not arrived are lost too */
    kill(takesCalls: boolean): void {
      if (takesCalls) sendsDie = life
      life++
      isUp = false
      isStanding = false
      held.length = 0
      host = startHost()
    },
    start(): void {
      isUp = true
    },
    forgetIdle: () => host.forgetIdle(),
    /** As its front end would, which reads no answer. */
    ask: (task: LaneTask) => host.run(task),
    actorCount: () => host.actorCount(),
    mailboxes: () => host.mailboxes(),
    standStill(): void {
      isStanding = true
    },
    goOn(): void {
      if (!isStanding) return
      isStanding = false
      for (const arrive of held.splice(0)) around.after(0, arrive)
    },
  }
}

export type SimulatedNode = ReturnType<typeof createNode>

/** Runs now, and gives its answer or its failure later. */
function attempt<Answer>(work: () => Answer): () => Answer {
  try {
    const answer = work()
    return () => answer
  } catch (error) {
    return () => {
      throw error
    }
  }
}
