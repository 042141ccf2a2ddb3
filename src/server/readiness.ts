// Whether this node can play now: every lane and the front end can write to both stores, the master
// key opens what is sealed, and the node is not about to stop. A timer looks at the parts; a probe
// is answered from what was seen last and does no work. Reports which part is the obstacle, never
// why: that is logged.

import type { Lanes } from '../lanes/routing.ts'
import { databasePart } from '../ledger/database/shard-map.ts'
import { checkLedgerDisk } from '../ledger/database/write-check.ts'
import { checkMasterKey } from '../ledger/projects/secrets.ts'
import { withDeadline } from '../limits/deadline.ts'
import { createWriteCheck, type RedisChecked } from '../redis/write-check.ts'
import type { FailingStores } from '../wire/lane.ts'
import type { LedgerDatabase } from './databases/ledger-databases.ts'
import { CLOCK_LINES } from './node-clock.ts'
import type { Parts } from './parts.ts'
import { BUSY_AFTER_MS, FAILED_AFTER_MS, type Ready } from './readiness-bounds.ts'
import { masterKeysOf } from './settings/master-keys.ts'

/** Each part is asked this often, unless its last answer is still missing. */
const LOOK_EVERY_MS = 1_000
/** How long a start waits for the first answers: a lane starts in about a second. */
const FIRST_ANSWERS_MS = 3_000

export interface Readiness {
  /** Begins to look; resolves once every part has answered, or some seconds later. */
  start(): Promise<void>
  /** What was seen last. A part that never answered is an obstacle. */
  now(): Ready
  /** The age of the oldest answer that counts. */
  ageMs(): number
  /** The masters of a Redis Cluster; empty for one server. */
  masters(): readonly string[]
  stop(): void
}

/** A part as it was seen last. */
interface Seen {
  failing: FailingStores
  /** When it last answered; null: never. */
  answeredMs: number | null
  isAsked: boolean
}

type Check = () => Promise<FailingStores>

export function createReadiness(parts: Parts, lanes: Pick<Lanes, 'checkStores'>): Readiness {
  const seen = new Map<string, Seen>()
  const write = createReporter(parts.log)
  let masters: readonly string[] = []
  const checkRedis = createWriteCheck(parts.redis)
  const checks = (): Map<string, Check> =>
    new Map([
      ...parts.databases.all.map(each => [databasePart(each), checkDatabase(each)] as const),
      ['redis', async () => failingOf(await checkRedis())],
      ['master key', fails(() => checkMasterKey(parts.pool, masterKeysOf(parts.config)))],
      ['clock', fails(() => checkClock(parts))],
      ...lanes.checkStores().map((check, lane) => [`lane ${lane}`, check] as const),
    ])

  function failingOf(checked: RedisChecked): FailingStores {
    masters = checked.masters
    return Object.fromEntries([...checked.lost].map(([name, cause]) => [`redis ${name}`, cause]))
  }

  function look(): Promise<unknown> {
    const wanted = checks()
    for (const part of seen.keys()) if (!wanted.has(part)) seen.delete(part)
    return Promise.all([...wanted].map(([part, check]) => ask(part, check)))
  }

  /** One question at a time: an answer that is missing is not asked for again. */
  async function ask(part: string, check: Check): Promise<void> {
    const of = seen.get(part) ?? { failing: {}, answeredMs: null, isAsked: false }
    seen.set(part, of)
    if (of.isAsked) return
    of.isAsked = true
    const failing = await check().catch((error: Error) => ({ [part]: error.message }))
    of.isAsked = false
    if (Object.entries(failing).some(([name, cause]) => isLate(part, name, cause))) return
    of.failing = failing
    of.answeredMs = performance.now()
  }

  function now(): Ready {
    const found = findNow()
    return {
      obstacles: [...found.obstacles.keys()],
      away: [...found.away.keys()],
      busy: found.busy,
    }
  }

  /** Obstacles and what is away, with their causes. */
  function findNow() {
    const obstacles = new Map<string, string>()
    const away = new Map<string, string>()
    const busy: string[] = []
    const cause = timer === undefined ? 'node' : ofNode(parts)
    if (cause !== null) return { obstacles: new Map([[cause, cause]]), away, busy }
    for (const [part, { failing, answeredMs }] of seen) {
      const ageMs = answeredMs === null ? Number.POSITIVE_INFINITY : performance.now() - answeredMs
      const isFailed = ageMs > FAILED_AFTER_MS
      if (ageMs > BUSY_AFTER_MS && !isFailed) busy.push(part)
      const causes = isFailed ? { [part]: 'no answer in time' } : failing
      for (const [name, text] of Object.entries(causes)) {
        if (isOfSome(name)) away.set(name, text)
        else obstacles.set(part, text)
      }
    }
    // `away` excludes the home database, so this is only possible if it has no players.
    const { carriers } = parts.databases
    const lost = carriers.map(databasePart).filter(part => away.has(part))
    if (lost.length === carriers.length)
      for (const part of lost) obstacles.set(part, away.get(part)!)
    return { obstacles, away, busy }
  }

  let timer: NodeJS.Timeout | undefined
  return {
    async start() {
      timer = setInterval(() => {
        write(findNow())
        void look()
      }, LOOK_EVERY_MS)
      timer.unref()
      await withDeadline(look(), FIRST_ANSWERS_MS)
    },
    now,
    ageMs: () =>
      Math.max(0, ...[...seen.values()].map(of => performance.now() - (of.answeredMs ?? 0))),
    masters: () => masters,
    stop: () => clearInterval(timer),
  }
}

/** What keeps the whole node from playing, whatever its parts answer. */
function ofNode({ stage, databases }: Parts): string | null {
  if (stage !== 'serving') return 'node'
  return databases.home.gate.isReplaced() ? 'ledger changed' : null
}

/** A master of a Cluster, or a database other than the home database: others play on. */
const isOfSome = (name: string) => /^(redis|postgres) /.test(name)

/**
 * The client gave up waiting: on a busy node its timer runs before the answer is read. One of
 * several masters that is late while the others have answered is away.
 */
function isLate(part: string, name: string, cause: string): boolean {
  return (name === part || !isOfSome(name)) && /time-?out|timed out/i.test(cause)
}

const fails = (work: () => Promise<unknown>) => async (): Promise<FailingStores> => {
  await work()
  return {}
}

const checkDatabase = ({ pool, gate, isHome }: LedgerDatabase): Check =>
  fails(async () => {
    await checkLedgerDisk(pool)
    // A home database that was replaced keeps the whole node from playing.
    if (!isHome && gate.isClosed()) {
      throw new Error(
        'it is being moved, or is another ledger than before that is not reconciled yet',
      )
    }
  })

async function checkClock({ clock }: Parts): Promise<void> {
  if (clock.isOff()) throw new Error(CLOCK_LINES.off)
}

type Causes = ReadonlyMap<string, string>

/** Logs once, when it changes. */
function createReporter(log: Pick<Parts['log'], 'warn'>) {
  let written = ''
  return ({ obstacles, away }: { obstacles: Causes; away: Causes }): void => {
    const now = [...obstacles.keys(), ...away.keys()].join()
    if (now === written) return
    written = now
    if (now === '') log.warn('ready again')
    else if (obstacles.size > 0) {
      log.warn({ obstacles: Object.fromEntries([...obstacles, ...away]) }, 'not ready')
    } else {
      log.warn(
        { away: Object.fromEntries(away) },
        'ready, but not for the players of a store that is away',
      )
    }
  }
}
