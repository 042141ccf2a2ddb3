// Plants the listed mistakes one after another, in several copies of the checkout at once, and
// reports those that no named test finds. A file that fails without a mistake proves nothing about
// one.

import { rmSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { type Checkout, copyCheckout, type Verdict } from './checkout.ts'
import type { Mistake } from './mistake.ts'

export interface Planting {
  /** How many copies run at once. */
  jobs: number
  /** What test/support/real-stores.ts reads. */
  env: Record<string, string>
  onTried(mistake: Mistake, trial: Trial): void
}

/** `unsound`: a named file fails without the mistake too. */
export type Trial =
  | { kind: 'noticed' | 'unsound'; file: string; failure: string }
  | { kind: 'unnoticed' }

/** Tries mistakes until all are done, or `stop` is called. */
export function plantMistakes(mistakes: readonly Mistake[], { jobs, env, onTried }: Planting) {
  const folder = path.join(PROJECT_ROOT, '.data', `mistakes-${process.pid}`)
  const copies: Checkout[] = []
  const soundFiles = new Map<string, Promise<Verdict>>()
  const waiting = [...mistakes]
  let stopped = false

  /** Each file runs once without a mistake. */
  function runSound(copy: Checkout, file: string): Promise<Verdict> {
    const verdict = soundFiles.get(file) ?? copy.runTest(file, env)
    soundFiles.set(file, verdict)
    return verdict
  }

  async function tryOne(copy: Checkout, mistake: Mistake): Promise<Trial> {
    for (const file of mistake.tests) {
      const failure = await runSound(copy, file)
      if (failure !== null) return { kind: 'unsound', file, failure }
    }
    return copy.withMistake(mistake, async testEnv => {
      for (const file of mistake.tests) {
        const failure = stopped ? null : await copy.runTest(file, testEnv)
        if (failure !== null) return { kind: 'noticed', file, failure }
      }
      return { kind: 'unnoticed' }
    })
  }

  async function workThrough(copy: Checkout): Promise<void> {
    for (let next = waiting.shift(); next !== undefined && !stopped; next = waiting.shift()) {
      const trial = await tryOne(copy, next)
      if (!stopped) onTried(next, trial)
    }
  }

  function stop(): void {
    stopped = true
    for (const copy of copies) copy.stop()
  }

  async function run(): Promise<void> {
    try {
      for (let n = 0; n < jobs; n++) copies.push(copyCheckout(path.join(folder, `${n}`), env))
      await Promise.all(copies.map(workThrough))
    } finally {
      stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }

  return { run, stop }
}
