// Plants the listed mistakes one after another, in several copies of the checkout at once, and
// reports those that nothing finds that is named. What fails without a mistake proves nothing about
// one.

import { rmSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { type Mistake, SIMULATOR } from '../support/mistakes.ts'
import { type Checkout, copyCheckout, type Verdict } from './checkout.ts'

export interface Planting {
  /** How many copies run at once. */
  jobs: number
  /** How many rounds the simulator plays before a mistake counts as not found. */
  rounds: number
  /** What test/support/real-stores.ts reads. */
  env: Record<string, string>
  onTried(mistake: Mistake, trial: Trial): void
}

/** `unsound`: what is named fails without the mistake too. */
export type Trial =
  | { kind: 'noticed' | 'unsound'; by: string; failure: string }
  | { kind: 'unnoticed' }

/** Tries mistakes until all are done, or `stop` is called. */
export function plantMistakes(
  mistakes: readonly Mistake[],
  { jobs, rounds, env, onTried }: Planting,
) {
  const folder = path.join(PROJECT_ROOT, '.data', `mistakes-${process.pid}`)
  const copies: Checkout[] = []
  const sound = new Map<string, Promise<Verdict>>()
  const waiting = [...mistakes]
  let stopped = false

  const judge = (copy: Checkout, by: string, testEnv: Record<string, string>) =>
    by === SIMULATOR ? copy.simulate(rounds) : copy.runTest(by, testEnv)

  /** Each file runs once without a mistake, and so does the simulator. */
  function runSound(copy: Checkout, by: string): Promise<Verdict> {
    const verdict = sound.get(by) ?? judge(copy, by, env)
    sound.set(by, verdict)
    return verdict
  }

  async function tryOne(copy: Checkout, mistake: Mistake): Promise<Trial> {
    for (const by of mistake.foundBy) {
      const failure = await runSound(copy, by)
      if (failure !== null) return { kind: 'unsound', by, failure }
    }
    return copy.withMistake(mistake, async testEnv => {
      for (const by of mistake.foundBy) {
        const failure = stopped ? null : await judge(copy, by, testEnv)
        if (failure !== null) return { kind: 'noticed', by, failure }
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
