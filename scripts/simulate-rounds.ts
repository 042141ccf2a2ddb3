// `reelhouse simulate-rounds` (npm run simulate-rounds): the real actors on virtual time, while stores,
// wallets and nodes fail by a seed, or by every choice there is. Touches no store and no network.

import { EXIT_USAGE, printLine, readArguments, refuseUse, say } from '../src/cli/command-line.ts'
import { readCount } from '../src/cli/mathematics/options.ts'
import { choicesOfList, parseChoices, printChoices } from '../test/simulation/choices.ts'
import { SHAPES, type Shape } from '../test/simulation/fake-game.ts'
import {
  FAULTS,
  type Fault,
  scenarioOfSeed,
  smallScenario,
  withFaults,
} from '../test/simulation/scenarios.ts'
import {
  type Broken,
  type Simulated,
  shrink,
  simulateAll,
  simulateSeeds,
} from '../test/simulation/simulate.ts'
import { runSimulation, type Scenario } from '../test/simulation/simulated-deps.ts'

const HELP = `
reelhouse simulate-rounds [options]
reelhouse simulate-rounds --exhaustive N      every setup with at most N faults in one round
reelhouse simulate-rounds --choices LIST      one setup again, with its whole trace

Plays rounds with the code that serves play, on virtual time and in one thread: nodes, stores and the
operator's wallet are models that fail as real ones may. After every event the guarantees on rounds are
checked (docs/guarantees.md). Exit code 1 when one is broken, with the shortest way there that was found.

  --seed N        setup N, then N+1 … (default 1); the same seed is the same trace
  --rounds R      stop after so many rounds (default 20k); 1 plays one setup
  --minutes M     stop after so many minutes instead
  --faults LIST   which may happen: ${Object.keys(FAULTS).join(', ')}; or "none" (default: all)
  --exhaustive N  in place of seeds: all worlds of one round that differ by at most N faults
  --shape S       of that round: ${Object.keys(SHAPES).join(', ')} (default: each of them)
  --choices LIST  as printed with a broken rule, with its --seed or its --shape
  --trace         print the trace of the last setup
  --as-found      do not look for a shorter way to a broken rule
  --help          this text
`

const OPTIONS = {
  seed: { type: 'string' },
  rounds: { type: 'string' },
  minutes: { type: 'string' },
  faults: { type: 'string' },
  exhaustive: { type: 'string' },
  shape: { type: 'string' },
  choices: { type: 'string' },
  trace: { type: 'boolean' },
  'as-found': { type: 'boolean' },
} as const

type Values = { [Name in keyof typeof OPTIONS]?: string | boolean }

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS)
  if (!parsed.ok) return parsed.exitCode
  const { values } = parsed
  const faults = readFaults(values.faults)
  if (faults === null) return refuseUse('--faults: there is no such fault.').exitCode
  const { shape } = values
  if (shape !== undefined && !Object.hasOwn(SHAPES, shape)) {
    return refuseUse('--shape: there is no such shape.').exitCode
  }
  const seed = readCount('seed', values.seed ?? '1', Number.MAX_SAFE_INTEGER)
  if (!seed.ok) return seed.exitCode
  const ofShape = (name: string) => withFaults(smallScenario(name as Shape), faults)
  const ofSeed = (number: number) => withFaults(scenarioOfSeed(number), faults)
  if (values.choices !== undefined) {
    return repeat(shape === undefined ? ofSeed(seed.value) : ofShape(shape), values.choices)
  }
  if (values.exhaustive !== undefined) {
    const shapes = shape === undefined ? Object.keys(SHAPES) : [shape]
    return exhaust(shapes, ofShape, values.exhaustive)
  }
  return simulate(ofSeed, seed.value, values)
}

/** Null for a name that means none. */
function readFaults(text: string | undefined): readonly Fault[] | null {
  if (text === undefined) return Object.keys(FAULTS) as Fault[]
  if (text === 'none') return []
  const names = text.split(',')
  return names.every(name => Object.hasOwn(FAULTS, name)) ? (names as Fault[]) : null
}

async function simulate(
  scenarioOf: (seed: number) => Scenario,
  firstSeed: number,
  values: Values,
): Promise<number> {
  const rounds = readCount('rounds', String(values.rounds ?? '20k'), 1e12)
  if (!rounds.ok) return rounds.exitCode
  const minutes = readCount('minutes', String(values.minutes ?? '1'), 10_000)
  if (!minutes.ok) return minutes.exitCode
  const endsMs = performance.now() + minutes.value * 60_000
  const isEnough = (sum: Simulated) =>
    values.minutes === undefined ? sum.rounds >= rounds.value : performance.now() >= endsMs
  const before = process.cpuUsage()
  const sum = await simulateSeeds(scenarioOf, firstSeed, isEnough)
  report(sum, before)
  if (values.trace === true) printLine(sum.lastTrace.join('\n'))
  if (sum.broken === null) return 0
  const seed = sum.broken.seed!
  printLine(`seed ${seed}: ${sum.broken.ending.broken}`)
  printLine(`again: npm run simulate-rounds -- --seed ${seed} --rounds 1 --trace`)
  if (values['as-found'] !== true) {
    await printShortest(scenarioOf(seed), sum.broken, `--seed ${seed}`)
  }
  return 1
}

async function exhaust(
  shapes: readonly string[],
  scenarioOf: (shape: string) => Scenario,
  depth: string,
): Promise<number> {
  const faults = readCount('exhaustive', depth, 4, 0)
  if (!faults.ok) return faults.exitCode
  for (const shape of shapes) {
    const before = process.cpuUsage()
    const scenario = scenarioOf(shape)
    const sum = await simulateAll(scenario, faults.value)
    printLine(
      `a round that ${shape === 'pays' || shape === 'loses' ? shape : `asks for a ${shape}`}:`,
    )
    report(sum, before)
    if (sum.broken === null) continue
    printLine(`broken: ${sum.broken.ending.broken}`)
    await printShortest(scenario, sum.broken, `--shape ${shape}`)
    return 1
  }
  return 0
}

async function repeat(scenario: Scenario, text: string): Promise<number> {
  const choices = parseChoices(text)
  if (choices === null) {
    say('--choices is a list as printed: 17:2,40:1. See --help.')
    return EXIT_USAGE
  }
  const ending = await runSimulation(scenario, choicesOfList(choices))
  printLine(ending.trace.join('\n'))
  printLine(`trace ${ending.traceHash}`)
  printLine(ending.broken === null ? 'No rule is broken.' : `broken: ${ending.broken}`)
  return ending.broken === null ? 0 : 1
}

/** On a machine that does other things too, the processor's time says how fast it is. */
function report(sum: Simulated, before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system) / 1e6
  const states = [...sum.states].map(([state, count]) => `${count} ${state}`).join(', ')
  printLine(`${sum.worlds} worlds, ${sum.rounds} rounds (${states}), ${sum.events} events`)
  printLine(
    `${sum.storeFaults} calls to stores failed, ${sum.driverConflicts} drivers gave way, ` +
      `${sum.betsAfterCancel} bets left a node after another one's cancel`,
  )
  const aMinute = Math.round((sum.rounds / seconds) * 60)
  printLine(`trace ${sum.traceHash}`)
  printLine(`${seconds.toFixed(1)} s of one core: ${aMinute} rounds a minute`)
}

async function printShortest(scenario: Scenario, broken: Broken, setup: string): Promise<void> {
  say('Looking for a shorter way there …')
  const { choices, ending } = await shrink(scenario, broken)
  printLine(ending.trace.join('\n'))
  printLine(`broken: ${ending.broken}`)
  printLine(`again: npm run simulate-rounds -- ${setup} --choices ${printChoices(choices)}`)
}
