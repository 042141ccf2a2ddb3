// The attacker as a program of its own, so that its work is not the neighbour's: plays one attack of the
// list until it is told to stop, and says what it saw and what that took.

import { once } from 'node:events'
import { playAttack, type Target } from './attack.ts'
import { ATTACKS } from './list.ts'

/** What this program says at the end. */
export interface Attacked {
  wrong: string | null
  tried: string
  /** Of one core. */
  cpuShare: number
}

const [name, target] = process.argv.slice(2)
if (name === 'spin a core') spinCore(Number(target))
else await attack(name!, JSON.parse(target!) as Target)

async function attack(named: string, at: Target): Promise<void> {
  const stop = new AbortController()
  void once(process, 'message').then(() => stop.abort())
  const startedMs = performance.now()
  const before = process.cpuUsage()
  const chosen = ATTACKS.find(one => one.name === named)!
  const { tally, wrong } = await playAttack(chosen, {
    target: at,
    isFull: true,
    stop: stop.signal,
  })
  const { user, system } = process.cpuUsage(before)
  const cpuShare = (user + system) / 1_000 / (performance.now() - startedMs)
  const tried = Object.entries(tally)
    .map(([seen, times]) => `${times} x ${seen}`)
    .join(', ')
  process.send!({ wrong, tried, cpuShare } satisfies Attacked, () => process.exit(0))
}

/** The control: as much of a core, and nothing sent. */
function spinCore(share: number): void {
  const everyMs = 4
  setInterval(() => {
    const untilMs = performance.now() + share * everyMs
    while (performance.now() < untilMs);
  }, everyMs)
}
