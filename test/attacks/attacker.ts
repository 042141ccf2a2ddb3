// The attacker as a separate program, so that its work does not slow the neighbour's: plays one
// attack of the list until stopped, and reports its results and its cost.

import { once } from 'node:events'
import { Client } from 'undici'
import { playAttack, type Target } from './attack.ts'
import { ATTACKS } from './list.ts'

/** The program's report at the end. */
export interface Attacked {
  wrong: string | null
  tried: string
  /** Of one core. */
  cpuShare: number
  /** Results: requests, sockets. */
  perSecond: number
}

/** The control of an attack: its cost, without the attack. */
const LOAD = 'load'
export interface Load {
  baseUrl: string
  cpuShare: number
  perSecond: number
}
const CLIENTS = 16

// Its parent is gone, which would have stopped it.
process.once('disconnect', () => process.exit(1))

const [name, target] = process.argv.slice(2)
if (name === LOAD) loadOnly(JSON.parse(target!) as Load)
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
  const ms = performance.now() - startedMs
  const cpuShare = (user + system) / 1_000 / ms
  const tried = Object.entries(tally)
    .map(([seen, times]) => `${times} x ${seen}`)
    .join(', ')
  const times = Object.values(tally).reduce((sum, one) => sum + one, 0)
  const perSecond = (1_000 * times) / ms
  process.send!({ wrong, tried, cpuShare, perSecond } satisfies Attacked, () => process.exit(0))
}

/** As much of a core, and as many requests of the cheapest sort. */
function loadOnly({ baseUrl, cpuShare, perSecond }: Load): void {
  const clients = Array.from({ length: CLIENTS }, () => new Client(baseUrl))
  const everyMs = 5
  let asked = 0
  const before = process.cpuUsage()
  const startedMs = performance.now()
  const usedMs = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  setInterval(() => {
    const ms = performance.now() - startedMs
    for (; asked < (perSecond * ms) / 1_000; asked++) void askCheaply(clients[asked % CLIENTS]!)
    while (usedMs() < cpuShare * (performance.now() - startedMs));
  }, everyMs)
}

async function askCheaply(client: Client): Promise<void> {
  try {
    const { body } = await client.request({ method: 'GET', path: '/games/health' })
    await body.dump()
  } catch {
    // It is a load, and its answers are ignored.
  }
}
