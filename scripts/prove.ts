// `npm run prove`: every long proof one after the other, each as a program of its own, and one table at
// the end. Must never hide what failed: its whole output is printed.

import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT_ROOT, readEnvironment } from '../src/environment.ts'
import { type Proof, proofsOf, SEED_MAX } from './proofs.ts'

const HELP = `
npm run prove -- [options]

Plays the proofs at full size: the simulator, every setup and every state of one round, planted bugs and
faults, chaos, fuzz, statistics, returns, and every game in a browser. About 40 minutes. Exit code 1 when
one fails; its output is printed, and all outputs are kept in .data/prove.

  --seed N       of the simulator, chaos and fuzz (default: a new one each time)
  --only A,B     only these: ${proofsOf(1, false)
    .map(({ name }) => name)
    .join(', ')}
  --short        the harnesses at a small size, one or two minutes
  --help         this text
`

const OPTIONS = {
  seed: { type: 'string' },
  only: { type: 'string' },
  short: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

const EXIT_USAGE = 2
const OUTPUTS = path.join(PROJECT_ROOT, '.data', 'prove')
const PROGRESS_MS = 1_000

interface Proved {
  proof: Proof
  isGood: boolean
  seconds: number
}

export async function run(args: readonly string[]): Promise<number> {
  const read = readWishes(args)
  if (typeof read === 'number') return read
  mkdirSync(OUTPUTS, { recursive: true })
  print(`Seed ${read.seed}`)
  const proved: Proved[] = []
  for (const proof of read.proofs) proved.push(await prove(proof))
  printTable(proved)
  return proved.every(({ isGood }) => isGood) ? 0 : 1
}

export const command = { run }

/** Answers the exit code when there is nothing to prove. */
function readWishes(args: readonly string[]): { seed: number; proofs: Proof[] } | number {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS })
    if (values.help === true) {
      print(HELP.trim())
      return 0
    }
    const seed = readSeed(values.seed)
    const all = proofsOf(seed, values.short === true)
    const names = values.only?.split(',') ?? all.map(({ name }) => name)
    const unknown = names.find(name => !all.some(proof => proof.name === name))
    if (unknown !== undefined) throw new RangeError(`There is no proof "${unknown}"`)
    return { seed, proofs: all.filter(({ name }) => names.includes(name)) }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}. See --help.\n`)
    return EXIT_USAGE
  }
}

function readSeed(text: string | undefined): number {
  if (text === undefined) return 1 + Math.floor(Math.random() * SEED_MAX)
  const seed = Number(text)
  if (/^[0-9]{1,9}$/.test(text) && seed >= 1) return seed
  throw new RangeError(`--seed wants a number from 1 to ${SEED_MAX}`)
}

async function prove(proof: Proof): Promise<Proved> {
  const file = path.join(OUTPUTS, `${proof.name}.txt`)
  const startedMs = performance.now()
  const seconds = () => Math.round((performance.now() - startedMs) / 1_000)
  const progress = showProgress(() => `${describe(proof)} … ${seconds()} s`)
  const exitCode = await runProgram(proof, file)
  progress.end()
  const isGood = exitCode === 0
  if (!isGood) print(readFileSync(file, 'utf8').trimEnd())
  print(`${isGood ? 'ok  ' : 'FAIL'} ${describe(proof)}: ${seconds()} s`)
  return { proof, isGood, seconds: seconds() }
}

function describe({ name, size }: Proof): string {
  return `${name} (${size})`
}

/** Resolves with the exit code once everything it printed is in the file. */
async function runProgram({ program, args, env }: Proof, file: string): Promise<number> {
  const output = createWriteStream(file)
  // Whatever started this program starts the harnesses, too.
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

/** A line that is written over on a terminal; elsewhere it is said once. */
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

function printTable(proved: readonly Proved[]): void {
  const rows = proved.map(({ proof: { name, size, seed }, isGood, seconds }) => [
    name,
    size,
    String(seed ?? '-'),
    isGood ? 'ok' : 'FAIL',
    `${seconds} s`,
  ])
  const table = [['proof', 'size', 'seed', 'result', 'time'], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map(row => row[column]!.length)))
  print('')
  for (const row of table) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
