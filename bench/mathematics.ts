// Measures the mathematics of every game alone: rounds a second on one core by mode, what a round
// allocates, and the distance to its floor. Runs only the spin engines that serve play.

import { PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createCommand,
  defineCommand,
  printJson,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { GAME_IDS, readGame } from '../src/cli/mathematics/options.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { GAMES } from '../src/games/catalogue/games.ts'
import { SEED_BYTES } from '../src/games/engine/contract.ts'
import type { SpinEngine } from '../src/games/engine/mathematics.ts'
import { Draws } from '../src/games/engine/rng.ts'
import { alignRows } from './printing.ts'
import { collectGarbage } from './profile/probe.ts'

/** Rounds between two readings of the clock. */
const BATCH = 20_000
const FLOOR_TABLE = 4_096
/** The middle of the strip lengths. */
const FLOOR_RANGE = 40

export const command = defineCommand(
  createCommand(
    'npm run bench -- mathematics',
    `Rounds a second of CPU time on one core, natural reel set, by game and mode. The floor of a
    round is the cost of its draws, each with one read of a table, and nothing else; the ratio is
    the time of a round divided by its floor. Other load on the machine matters little, because CPU
    time is counted.`,
  )
    .argument('[game]', `${GAME_IDS} (default: all of them)`, readGame)
    .option('--seconds <seconds>', 'measured for each mode', numberUpTo(600, 0.001), 2)
    .option('--rounds <count>', 'counted for draws and memory', countUpTo(1e7), 50_000)
    .option('--json', 'one line a mode'),
  async (game, { seconds, rounds: countedRounds, json = false }) => {
    const drawNs = measureFloor(seconds)
    const timed = (game === undefined ? GAMES : [game]).flatMap(({ id, modes, spinEngines }) =>
      modes.map(({ id: mode }) => {
        say(`${id} ${mode} ...`)
        const spinEngine = spinEngines[mode]!.natural
        const roundNs = measureNs(seconds, createRounds(spinEngine))
        return { game: id, mode, spinEngine, roundNs }
      }),
    )
    // Counted after all measurements: once a second class of Draws has been used, the compiled code
    // checks which one it has.
    const rows: Row[] = []
    for (const one of timed) {
      const row = await countMode(one, countedRounds, drawNs)
      rows.push(row)
      if (json) printJson(row)
    }
    if (!json) printLines(printRows(rows, drawNs))
    return 0
  },
)

type Row = Awaited<ReturnType<typeof countMode>>

interface Timed {
  game: string
  mode: string
  spinEngine: SpinEngine
  roundNs: number
}

async function countMode(
  { game, mode, spinEngine, roundNs }: Timed,
  countedRounds: number,
  drawNs: number,
) {
  const draws = countDraws(spinEngine, countedRounds)
  const bytesARound = await measureAllocation(spinEngine, countedRounds * 4)
  const floorNs = draws * drawNs
  return {
    game,
    mode,
    millionASecond: 1_000 / roundNs,
    roundNs,
    /** Average number of draws a round. */
    draws,
    floorNs,
    ratio: roundNs / floorNs,
    bytesARound,
  }
}

function createRounds({ spin }: SpinEngine, draws = createDraws()): (count: number) => number {
  return count => {
    let units = 0
    for (let round = 0; round < count; round++) units += spin(draws, null, 0)
    return units
  }
}

function createDraws(): Draws {
  return new Draws(new Uint8Array(SEED_BYTES).fill(7))
}

/** CPU nanoseconds a round; the first tenth of the time warms up and is not counted. */
function measureNs(seconds: number, rounds: (count: number) => number): number {
  runFor(seconds / 10, rounds)
  const before = process.cpuUsage()
  const played = runFor(seconds, rounds)
  const { user, system } = process.cpuUsage(before)
  return ((user + system) * 1_000) / played
}

function runFor(seconds: number, rounds: (count: number) => number): number {
  const until = performance.now() + seconds * 1_000
  let played = 0
  while (performance.now() < until) {
    rounds(BATCH)
    played += BATCH
  }
  return played
}

/** Counts the ranges drawn; slower, so never measured. */
class CountingDraws extends Draws {
  count = 0

  override below(range: number): number {
    this.count++
    return super.below(range)
  }
}

function countDraws(spinEngine: SpinEngine, rounds: number): number {
  const draws = new CountingDraws(new Uint8Array(SEED_BYTES).fill(7))
  createRounds(spinEngine, draws)(rounds)
  return draws.count / rounds
}

/** One draw and one table read: the minimum of any round. */
function measureFloor(seconds: number): number {
  const draws = createDraws()
  const table = Uint8Array.from({ length: FLOOR_TABLE }, (_, at) => at % 11)
  return measureNs(seconds, count => {
    let sum = 0
    for (let i = 0; i < count; i++) sum += table[draws.below(FLOOR_RANGE)]!
    return sum
  })
}

/**
 * Bytes that a round leaves on the heap; a garbage collection in between would hide some, so none
 * may happen.
 */
async function measureAllocation(spinEngine: SpinEngine, rounds: number): Promise<number> {
  const play = createRounds(spinEngine)
  play(rounds)
  let collections = 0
  const observer = new PerformanceObserver(list => {
    collections += list.getEntries().length
  })
  observer.observe({ entryTypes: ['gc'] })
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  play(rounds)
  const after = process.memoryUsage().heapUsed
  // Entries arrive with a delay; by then the wanted one is among them.
  await sleep(20)
  observer.disconnect()
  return collections > 1 ? Number.NaN : Math.max(0, after - before) / rounds
}

function printRows(rows: readonly Row[], drawNs: number): string {
  const head = ['game', 'mode', 'M/s', 'ns', 'draws', 'floor ns', 'ratio', 'bytes']
  const cells = rows.map(row => [
    row.game,
    row.mode,
    row.millionASecond.toFixed(2),
    ...[row.roundNs, row.draws, row.floorNs, row.ratio].map(value => value.toFixed(1)),
    row.bytesARound.toFixed(2),
  ])
  const table = alignRows([head, ...cells], [0, 1])
  return [...table, '', `A draw with its read takes ${drawNs.toFixed(2)} ns.`].join('\n')
}
