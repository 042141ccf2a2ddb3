// A lane with faults on demand: workers/lane.ts, and also whatever fault a command's request id
// asks for (harmId). For startNode's `lane.file`; production never uses it.

import { isMainThread } from 'node:worker_threads'
import type { LaneTask } from '../../src/wire/lane.ts'
import { hang } from './size.ts'

export const HARMS = ['throw', 'exit', 'memory', 'hang'] as const
export type Harm = (typeof HARMS)[number]

/** The built file. */
export const FAULTY_LANE = new URL(import.meta.url).pathname

/** Bundled as in production: it starts in a third of the time. */
const LANE = new URL('../../threads/lane.js', import.meta.url).href

/** Tests import this file for its names only. */
const started: typeof import('../../workers/lane.ts') | null = isMainThread
  ? null
  : await import(LANE)

let counter = 0

/** A request id that does this to the thread of the player who sends it, at once. */
export const harmId = (harm: Harm) => `harm-${harm}-${process.pid}-${++counter}`

function doHarm(harm: Harm): void {
  switch (harm) {
    case 'throw':
      setImmediate(() => {
        throw new Error('harmed')
      })
      return
    case 'exit':
      process.exit(3)
      return
    case 'memory':
      for (const kept: unknown[] = []; ; ) kept.push(new Array(10_000).fill(0.5))
    case 'hang':
      hang()
  }
}

async function run(task: LaneTask): Promise<string> {
  const wish =
    task.kind === 'play' ? /^harm-([a-z]+)-/.exec(task.message.requestId)?.[1] : undefined
  const harm = HARMS.find(known => known === wish)
  if (harm === undefined) return started!.lane.run(task)
  doHarm(harm)
  // The thread ends first.
  return new Promise(() => {})
}

export default started?.server.serving(run)
