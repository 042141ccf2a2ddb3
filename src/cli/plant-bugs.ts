// `reelhouse plant-bugs` (npm run plant-bugs): breaks a copy of the compiled program in one place, lets
// the simulator play until it finds the mistake, and goes on with the next. The sources stay untouched.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { transformSync } from 'esbuild'
import { PLANTED_BUGS, type PlantedBug } from '../../test/simulation/planted-bugs.ts'
import { PROJECT_ROOT } from '../config.ts'
import { printLine, readArguments } from './command-line.ts'
import { readCount } from './mathematics-options.ts'

const HELP = `
reelhouse plant-bugs [options]

Puts each of ${PLANTED_BUGS.length} mistakes into a copy of the code that drives rounds (test/simulation/planted-bugs.ts) and
simulates rounds until one of them breaks a rule. Exit code 1 when a mistake is not found.

  --rounds R   rounds to play before a mistake counts as not found (default 20k)
  --only TEXT  those whose name contains it
  --help       this text
`

const OPTIONS = { rounds: { type: 'string' }, only: { type: 'string' } } as const
/** A simulation of 20,000 rounds takes a quarter of a minute. */
const SIMULATION_DEADLINE_MS = 10 * 60 * 1000

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS)
  if (!parsed.ok) return parsed.exitCode
  const rounds = readCount('rounds', parsed.values.rounds ?? '20k', 1e9)
  if (!rounds.ok) return rounds.exitCode
  const { only = '' } = parsed.values
  const copy = path.join(PROJECT_ROOT, '.data', `planted-${process.pid}`)
  let missed = 0
  try {
    for (const folder of ['src', 'test']) {
      fs.cpSync(path.join(PROJECT_ROOT, 'dist', folder), path.join(copy, folder), {
        recursive: true,
      })
    }
    for (const bug of PLANTED_BUGS.filter(({ name }) => name.includes(only))) {
      const found = plant(copy, bug, rounds.value)
      if (found === null) missed++
      printLine(`${bug.name}\n    ${found ?? 'NOT FOUND'}`)
    }
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
  }
  return missed === 0 ? 0 : 1
}

/** What the simulator said of the bug; null when it said nothing. */
function plant(copy: string, bug: PlantedBug, rounds: number): string | null {
  const target = path.join(copy, bug.file.replace(/\.ts$/, '.js'))
  const right = fs.readFileSync(target)
  fs.writeFileSync(target, compile(breakSource(bug)))
  try {
    return simulate(copy, rounds)
  } finally {
    fs.writeFileSync(target, right)
  }
}

function breakSource({ name, file, right, wrong }: PlantedBug): string {
  const source = fs.readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
  if (source.split(right).length !== 2) throw new Error(`"${name}" has no place in ${file}`)
  return source.replace(right, () => wrong)
}

function compile(source: string): string {
  const { code } = transformSync(source, { loader: 'ts', target: 'node20', format: 'esm' })
  return code.replace(/(from\s+["']\.[^"']*)\.ts(["'])/g, '$1.js$2')
}

function simulate(copy: string, rounds: number): string | null {
  const program = path.join(copy, 'test', 'cli', 'reelhouse.js')
  const args = [program, 'simulate-rounds', '--seed', '1', '--as-found', '--rounds', `${rounds}`]
  const said = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: SIMULATION_DEADLINE_MS,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (said.status === 0) return null
  return /^seed [0-9]+: .*$/m.exec(said.stdout)?.[0] ?? `it does not run: ${said.stderr}`
}
