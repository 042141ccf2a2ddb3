// `npm run prove`: every long proof one after the other, each as a separate program, and one table
// at the end. Must never hide a failure: its whole output is printed.

import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  createCommand,
  defineCommand,
  printLine,
  printLines,
  printTable,
  refuseUse,
} from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { PROJECT_ROOT, readEnvironment } from '../src/environment.ts'
import { type Proof, proofsOf, SEED_MAX } from './proofs.ts'

const OUTPUTS = path.join(PROJECT_ROOT, '.data', 'prove')
const PROGRESS_MS = 1_000

interface Proved {
  proof: Proof
  isGood: boolean
  seconds: number
}

export const command = defineCommand(
  createCommand(
    'npm run prove --',
    `Plays the proofs at full size: the simulator, every setup and every state of one round, planted
    faults, the mistakes that the simulator must find, chaos, fuzz, attacks, statistics, returns,
    and every game in a browser. Exit code 1 when one fails; its output is printed, and all outputs
    are kept in .data/prove.`,
  )
    .option('--seed <number>', 'of all that draw (default: a new one)', countUpTo(SEED_MAX))
    .option('--only <list>', `only these, with commas: ${nameProofs(false).join(', ')}`)
    .option('--short', 'the harnesses at a small size, one or two minutes'),
  async ({ seed = 1 + Math.floor(Math.random() * SEED_MAX), only, short: isShort = false }) => {
    const names = only?.split(',') ?? nameProofs(isShort)
    const unknown = names.find(name => !nameProofs(isShort).includes(name))
    if (unknown !== undefined) refuseUse(`There is no proof "${unknown}"`)
    const proofs = proofsOf(seed, isShort).filter(({ name }) => names.includes(name))
    mkdirSync(OUTPUTS, { recursive: true })
    printLine(`Seed ${seed}`)
    const proved: Proved[] = []
    for (const proof of proofs) proved.push(await prove(proof))
    printProved(proved)
    return proved.every(({ isGood }) => isGood) ? 0 : 1
  },
)

function nameProofs(isShort: boolean): string[] {
  return proofsOf(1, isShort).map(({ name }) => name)
}

async function prove(proof: Proof): Promise<Proved> {
  const file = path.join(OUTPUTS, `${proof.name}.txt`)
  const startedMs = performance.now()
  const seconds = () => Math.round((performance.now() - startedMs) / 1_000)
  const progress = showProgress(() => `${describe(proof)} … ${seconds()} s`)
  const exitCode = await runProgram(proof, file)
  progress.end()
  const isGood = exitCode === 0
  if (!isGood || proof.isShown === true) printLines(readFileSync(file, 'utf8').trimEnd())
  printLine(`${isGood ? 'ok  ' : 'FAIL'} ${describe(proof)}: ${seconds()} s`)
  return { proof, isGood, seconds: seconds() }
}

function describe({ name, size }: Proof): string {
  return `${name} (${size})`
}

/** Resolves with the exit code once all its output is in the file. */
async function runProgram({ program, args, env }: Proof, file: string): Promise<number> {
  const output = createWriteStream(file)
  // The program that started this one starts the harnesses, too.
  const child = spawn(process.execPath, [process.argv[1]!, program, ...args], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...readEnvironment(), ...env },
  })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve(code ?? 1))
  })
  process.off('SIGINT', pass).off('SIGTERM', pass)
  await new Promise<void>(resolve => output.end(resolve))
  return exitCode
}

/** On a terminal a line that is overwritten; elsewhere it is printed once. */
function showProgress(text: () => string): { end(): void } {
  if (!process.stderr.isTTY) {
    process.stderr.write(`${text()}\n`)
    return { end: () => {} }
  }
  const timer = setInterval(() => process.stderr.write(`\r\x1b[K${text()}`), PROGRESS_MS)
  return {
    end() {
      clearInterval(timer)
      process.stderr.write('\r\x1b[K')
    },
  }
}

function printProved(proved: readonly Proved[]): void {
  printLine('')
  printTable(
    ['proof', 'size', 'seed', 'result', 'time'],
    proved.map(({ proof: { name, size, seed }, isGood, seconds }) => [
      name,
      size,
      String(seed ?? '-'),
      isGood ? 'ok' : 'FAIL',
      `${seconds} s`,
    ]),
  )
}
