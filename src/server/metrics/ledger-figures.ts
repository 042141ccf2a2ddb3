// What /metrics reads from the ledger: at most one count of the unfinished rounds and of the kept
// answers in five seconds, and the names of the projects once a minute. Readers wait at most a
// second; figures that take longer are left out.

import { listFirstProjects } from '../../ledger/projects/first-projects.ts'
import { listMostKept } from '../../ledger/projects/kept-answers.ts'
import { addUnfinished, countUnfinishedRounds } from '../../ledger/rounds/unfinished-rounds.ts'
import { withDeadline } from '../../limits/deadline.ts'
import { METRICS_PROJECTS } from '../../limits.ts'
import type { LedgerDatabases } from '../databases/ledger-databases.ts'

/** A new project gets its series after this time. */
const METRICS_PROJECTS_KEPT_MS = 60_000
/** One count answers all readers of /metrics within this time. */
const UNFINISHED_ROUNDS_KEPT_MS = 5_000
/** Projects whose kept answers are shown: those that have most, each once or twice. */
const KEPT_ANSWERS_SHOWN = 20
/**
 * How long a reader of /metrics waits for the ledger; after that the answer comes without its
 * figures.
 */
const METRICS_LEDGER_MS = 1_000

export type LedgerFigures = ReturnType<typeof createLedgerFigures>

/** Uses the connections of the reports, so that no launch waits for them. */
export function createLedgerFigures(
  databases: Pick<LedgerDatabases, 'home' | 'carriers'>,
  onFault: (error: unknown) => void,
) {
  const { home } = databases
  const rounds = keepFor(UNFINISHED_ROUNDS_KEPT_MS, async () =>
    addUnfinished(
      await Promise.all(
        databases.carriers.map(({ reportPool }) => countUnfinishedRounds(reportPool)),
      ),
    ),
  )
  const projects = keepFor(METRICS_PROJECTS_KEPT_MS, () =>
    listFirstProjects(home.reportPool, METRICS_PROJECTS),
  )
  const answers = keepFor(UNFINISHED_ROUNDS_KEPT_MS, () =>
    listMostKept(home.reportPool, KEPT_ANSWERS_SHOWN),
  )
  async function inTime<Value>(read: Promise<Value>): Promise<Value | null> {
    try {
      return (await withDeadline(read, METRICS_LEDGER_MS)) ? await read : null
    } catch (error) {
      onFault(error)
      return null
    }
  }
  return {
    /** Null: the ledger did not answer in time. */
    unfinishedRounds: () => inTime(rounds()),
    /** Null: the ledger did not answer in time. */
    keptAnswers: () => inTime(answers()),
    /** Null: the ledger did not answer in time. */
    firstProjects: () => inTime(projects()),
  }
}

/** One reading at a time; a new one once the last is older than `keptMs`. */
function keepFor<Value>(keptMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { untilMs: number; isUnderWay: boolean; value: Promise<Value> } | null = null
  return () => {
    const nowMs = performance.now()
    if (kept !== null && (kept.isUnderWay || nowMs < kept.untilMs)) return kept.value
    const reading = { untilMs: nowMs + keptMs, isUnderWay: true, value: read() }
    const done = () => {
      reading.isUnderWay = false
    }
    reading.value.then(done, done)
    kept = reading
    return reading.value
  }
}
