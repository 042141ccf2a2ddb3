// The host of a lane's actors: which players' actors are in memory, each with its mailbox, and how
// they carry out lane tasks. Testable without a thread: timers and stores arrive as arguments.
// Contains no rule of a round.

import type { PlayerRef } from '../core/player.ts'
import type { PlayerDeps } from '../player/deps.ts'
import { encodeError } from '../player/views.ts'
import type {
  CancelAnswer,
  FailingStores,
  Holding,
  LanePauses,
  LanePlaced,
  LaneTask,
  RetryAnswer,
} from '../wire/lane.ts'
import { followedDeps, type LaneTracing } from './followed-deps.ts'
import { adopt, listPlayers, release, resumeNow, tryNow } from './handoff.ts'
import { actorOf, type HostState, idOf, isIdle } from './hosted-actors.ts'
import { type After, addWithin } from './mailbox.ts'
import { createRetries } from './retries.ts'

/**
 * How long a cancel waits for its turn behind the player's other rounds: one and a half wallet
 * calls.
 */
const CANCEL_TURN_MS = 3_000

export interface LaneHostDeps {
  /** What actors are given, except the retries, which the host puts into their mailboxes. */
  actors: Omit<PlayerDeps, 'after' | 'scheduleRetry' | 'ledger'>
  /** The ledger in the database that has the player's rows. */
  ledgerOf(player: PlayerRef): PlayerDeps['ledger']
  after: After
  /**
   * This thread's metrics, as JSON.
   * @param projects those that have separate series from now on; null: no change
   */
  readMetrics(projects: readonly string[] | null): string
  /** The counts that only this thread has, as JSON. */
  readCounts(): string
  /** Those of the lane's stores that do not accept a write. */
  checkStores(): Promise<FailingStores>
  setLogLevel(level: string): void
  setPauses(pauses: LanePauses): void
  setPlaced(placed: LanePlaced): void
  setClock(offsetMs: number): void
  onFault: HostState['onFault']
  /** Absent: no command is traced. */
  tracing?: LaneTracing
}

export interface LaneHost {
  /** Answers one task. Rejects when a task failed whose answer no player waits for. */
  run(task: LaneTask): Promise<string>
  /** Actors in memory. */
  actorCount(): number
  /** Commands waiting or running: in all mailboxes, and in the fullest. */
  mailboxes(): { queued: number; deepest: number }
  /** Forgets every idle actor whose memory can be rebuilt from the ledger. */
  forgetIdle(): void
}

type TaskOf<Kind extends LaneTask['kind']> = Extract<LaneTask, { kind: Kind }>

export function createLaneHost({
  actors,
  ledgerOf,
  after,
  onFault,
  ...lane
}: LaneHostDeps): LaneHost {
  const depsOf = oncePerLedger(ledgerOf, ledger => ({
    ...actors,
    ledger,
    after,
    scheduleRetry: (player, roundId, delayMs) => scheduleRetry(state, player, roundId, delayMs),
  }))
  const retries = createRetries(after, actors.nowMs)
  const state: HostState = {
    hosted: new Map(),
    depsOf,
    after,
    retries,
    onFault,
    tracing: lane.tracing,
  }
  return {
    async run(task) {
      switch (task.kind) {
        case 'play':
          return play(state, task)
        case 'resume':
        case 'decide':
        case 'notify':
          return recover(state, task)
        case 'cancel':
          return cancel(state, task)
        case 'look':
          return JSON.stringify(look(state, task))
        case 'push':
          return push(state, task)
        case 'players':
          return JSON.stringify(listPlayers(state))
        case 'release':
          return JSON.stringify(await release(state, task))
        case 'adopt':
          adopt(state, task)
          return ''
        case 'log-level':
          lane.setLogLevel(task.level)
          return ''
        case 'pauses':
          lane.setPauses(task.pauses)
          return ''
        case 'placed':
          lane.setPlaced(task.placed)
          return ''
        case 'clock':
          lane.setClock(task.offsetMs)
          return ''
        case 'in-round':
          return state.hosted.get(idOf(task))?.actor.isInRound() === true ? 'yes' : 'no'
        case 'metrics':
          return lane.readMetrics(task.projects)
        case 'counts':
          return lane.readCounts()
        case 'check-stores':
          return JSON.stringify(await lane.checkStores())
        case 'ping':
          return ''
      }
    },
    actorCount: () => state.hosted.size,
    mailboxes: () => readMailboxes(state),
    forgetIdle() {
      for (const [id, each] of state.hosted) if (isIdle(each)) state.hosted.delete(id)
    },
  }
}

function readMailboxes({ hosted }: HostState): ReturnType<LaneHost['mailboxes']> {
  const depths = [...hosted.values()].map(({ mailbox }) => mailbox.depth())
  return depths.reduce(
    ({ queued, deepest }, depth) => ({ queued: queued + depth, deepest: Math.max(deepest, depth) }),
    { queued: 0, deepest: 0 },
  )
}

/** One deps object for each database, not one for each player. */
function oncePerLedger(
  ledgerOf: LaneHostDeps['ledgerOf'],
  make: (ledger: PlayerDeps['ledger']) => PlayerDeps,
): (player: PlayerRef) => PlayerDeps {
  const made = new Map<PlayerDeps['ledger'], PlayerDeps>()
  return player => {
    const ledger = ledgerOf(player)
    const deps = made.get(ledger) ?? make(ledger)
    made.set(ledger, deps)
    return deps
  }
}

function scheduleRetry(
  state: HostState,
  player: PlayerRef,
  roundId: string,
  delayMs: number,
): void {
  state.retries.schedule(idOf(player), roundId, delayMs, () => {
    const { mailbox, actor } = actorOf(state, player)
    const queued = mailbox.add(() => actor.retry(roundId))
    // The mailbox is full, and the round has no other driver in this memory.
    if (queued === null) scheduleRetry(state, player, roundId, delayMs)
    queued?.catch(error => state.onFault(error, 'a retry failed', { roundId }))
  })
}

async function play(state: HostState, task: TaskOf<'play'>): Promise<string> {
  const { session, message, traceparent } = task
  const { requestId } = message
  const { mailbox, actor } = actorOf(state, session)
  const answer =
    traceparent === undefined || state.tracing === undefined
      ? mailbox.add(() => actor.play(session, message))
      : playFollowed(state, state.tracing, traceparent, task)
  if (answer === null) return encodeError(requestId, 'BUSY', { retry: true })
  try {
    return await answer
  } catch (error) {
    state.onFault(error, 'a command failed', { requestId })
    return encodeError(requestId, 'REQUEST_FAILED', { retry: true })
  }
}

/** The recorded steps are the wait for its turn, and every call of a store or the wallet. */
function playFollowed(
  state: HostState,
  { goOn, walletWith }: LaneTracing,
  traceparent: string,
  { session, message }: TaskOf<'play'>,
): Promise<string> {
  const { mailbox, actor } = actorOf(state, session)
  return goOn(traceparent, `lane ${message.type}`, async step => {
    const deps = state.depsOf(session)
    const own = step === null ? deps : followedDeps(deps, step, walletWith)
    let begin = () => {}
    const turn = new Promise<void>(resolve => {
      begin = resolve
    })
    void step?.run('mailbox', () => turn)
    const answer = mailbox.add(() => {
      begin()
      return actor.play(session, message, own)
    })
    if (answer === null) begin()
    return answer ?? encodeError(message.requestId, 'BUSY', { retry: true })
  })
}

/** A full mailbox means that work is under way; the recovery job finds again what did not fit. */
async function recover(
  state: HostState,
  task: TaskOf<'resume' | 'decide' | 'notify'>,
): Promise<string> {
  const { mailbox, actor } = actorOf(state, task)
  await mailbox.add<unknown>(() => {
    if (task.kind === 'resume') return resumeNow(state, actor, task)
    if (task.kind === 'decide') return actor.decideOverdue(task.roundId)
    return actor.notify(task.roundId, task.event)
  })
  return ''
}

/** An operator never waits for a wallet call of the round itself, and not long for other rounds. */
async function cancel(state: HostState, task: TaskOf<'cancel'>): Promise<CancelAnswer> {
  const { mailbox, actor } = actorOf(state, task)
  const refusal = actor.refuseCancel(task.roundId)
  if (refusal !== null) return refusal
  const { roundId, requestId } = task
  const cancelled = () => actor.cancel(roundId, requestId)
  const turn = addWithin(mailbox, CANCEL_TURN_MS, state.after, cancelled)
  return (await turn) ?? 'busy'
}

function look({ hosted, retries }: HostState, task: TaskOf<'look' | 'push'>): Holding {
  const { roundId } = task
  const work = hosted.get(idOf(task))?.actor.workOn(roundId) ?? 'resting'
  const dueInMs = retries.dueInMs(idOf(task), roundId)
  if (work === 'driving') return { work: 'driving' }
  return work === 'resting' && dueInMs === null
    ? { work: 'none' }
    : { work: 'waiting', dueInMs: dueInMs ?? 0 }
}

/**
 * Runs in the player's turn and replaces the round's timer, so that a round is never tried twice at
 * once.
 */
async function push(state: HostState, task: TaskOf<'push'>): Promise<RetryAnswer> {
  if (!task.resumes && look(state, task).work === 'none') return 'not-waiting'
  const { mailbox, actor } = actorOf(state, task)
  const turn = mailbox.add(() => tryNow(state, actor, task))
  return (await turn) ?? 'not-waiting'
}
