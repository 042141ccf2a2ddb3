// `npm run simulate-rounds`: the real actors on virtual time, while stores, wallets and nodes fail
// by a seed, or by every possible choice. Touches no store and no network.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import {
  createCommand,
  defineCommand,
  printLine,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { countUpTo, listOf, numberUpTo, oneOf } from '../src/cli/option-values.ts'
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

const FAULT_NAMES = Object.keys(FAULTS) as Fault[]
const SHAPE_NAMES = Object.keys(SHAPES) as Shape[]

export const command = defineCommand(
  createCommand(
    'npm run simulate-rounds --',
    `Plays rounds with the code that serves play, on virtual time and in one thread: nodes, stores
    and the operator's wallet are models that fail as real ones may. After every event the
    guarantees on rounds are checked (docs/guarantees.md). Exit code 1 when one is broken, with the
    shortest way there that was found.`,
  )
    .option(
      '--seed <number>',
      'setup N, then N+1 …; the same seed is the same trace',
      countUpTo(Number.MAX_SAFE_INTEGER),
      1,
    )
    .option('--rounds <count>', 'stop after so many; 1 plays one setup', countUpTo(1e12), 20_000)
    .option('--minutes <minutes>', 'stop after so many minutes instead', numberUpTo(10_000))
    .option(
      '--faults <list>',
      `which may happen: ${FAULT_NAMES.join(', ')}; or "none" (default: all)`,
      readFaults,
    )
    .option(
      '--exhaustive <faults>',
      'in place of seeds: all setups of one round that differ by at most so many faults',
      countUpTo(4, 0),
    )
    .option(
      '--shape <shape>',
      `of that round: ${SHAPE_NAMES.join(', ')} (default: each of them)`,
      oneOf(SHAPE_NAMES),
    )
    .option(
      '--choices <list>',
      'one setup again with its whole trace: as printed with a broken rule, with its --seed or ' +
        '--shape',
      readChoices,
    )
    .option('--trace', 'print the trace of the last setup')
    .option('--as-found', 'do not look for a shorter way to a broken rule'),
  ({ seed, faults = FAULT_NAMES, shape, choices, exhaustive, ...run }) => {
    const ofShape = (name: Shape) => withFaults(smallScenario(name), faults)
    const ofSeed = (number: number) => withFaults(scenarioOfSeed(number), faults)
    if (choices !== undefined) {
      return repeat(shape === undefined ? ofSeed(seed) : ofShape(shape), choices)
    }
    if (exhaustive !== undefined) {
      return exhaust(shape === undefined ? SHAPE_NAMES : [shape], ofShape, exhaustive)
    }
    return simulate(ofSeed, seed, run)
  },
)

function readFaults(text: string): Fault[] {
  return text === 'none' ? [] : listOf(FAULT_NAMES)(text)
}

function readChoices(text: string) {
  const choices = parseChoices(text)
  if (choices !== null) return choices
  throw new InvalidArgumentError('It is a list as printed: 17:2,40:1.')
}

interface Run {
  rounds: number
  minutes?: number | undefined
  trace?: true | undefined
  asFound?: true | undefined
}

async function simulate(
  scenarioOf: (seed: number) => Scenario,
  firstSeed: number,
  { rounds, minutes, trace, asFound }: Run,
): Promise<number> {
  const endsMs = performance.now() + (minutes ?? 0) * 60_000
  const isEnough = (sum: Simulated) =>
    minutes === undefined ? sum.rounds >= rounds : performance.now() >= endsMs
  const before = process.cpuUsage()
  const sum = await simulateSeeds(scenarioOf, firstSeed, isEnough)
  report(sum, before)
  if (trace === true) printLines(sum.lastTrace.join('\n'))
  if (sum.broken === null) return 0
  const seed = sum.broken.seed!
  printLine(`seed ${seed}: ${sum.broken.ending.broken}`)
  printLine(`again: npm run simulate-rounds -- --seed ${seed} --rounds 1 --trace`)
  if (asFound !== true) await printShortest(scenarioOf(seed), sum.broken, `--seed ${seed}`)
  return 1
}

async function exhaust(
  shapes: readonly Shape[],
  scenarioOf: (shape: Shape) => Scenario,
  faults: number,
): Promise<number> {
  for (const shape of shapes) {
    const before = process.cpuUsage()
    const scenario = scenarioOf(shape)
    const sum = await simulateAll(scenario, faults)
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

async function repeat(
  scenario: Scenario,
  choices: ReturnType<typeof readChoices>,
): Promise<number> {
  const ending = await runSimulation(scenario, choicesOfList(choices))
  printLines(ending.trace.join('\n'))
  printLine(`trace ${ending.traceHash}`)
  printLine(ending.broken === null ? 'No rule is broken.' : `broken: ${ending.broken}`)
  return ending.broken === null ? 0 : 1
}

/** Speed is measured by processor time, because the machine may do other work too. */
function report(sum: Simulated, before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system) / 1e6
  const states = [...sum.states].map(([state, count]) => `${count} ${state}`).join(', ')
  printLine(`${sum.setups} setups, ${sum.rounds} rounds (${states}), ${sum.events} events`)
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
  printLines(ending.trace.join('\n'))
  printLine(`broken: ${ending.broken}`)
  printLine(`again: npm run simulate-rounds -- ${setup} --choices ${printChoices(choices)}`)
}
