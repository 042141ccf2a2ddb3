// Breaks a copy of the compiled program in one place, runs the simulator until it finds the
// mistake, and continues with the next. The sources stay untouched.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts'

/** A simulation of 20,000 rounds takes a quarter of a minute. */
const SIMULATION_DEADLINE_MS = 10 * 60 * 1000

/** How many were not found. `tell` gets the name of each, with the simulator's report or null. */
export function plantBugs(
  only: string,
  rounds: number,
  tell: (name: string, found: string | null) => void,
): number {
  const copy = path.join(PROJECT_ROOT, '.data', `planted-${process.pid}`)
  let missed = 0
  try {
    for (const folder of ['src', 'scripts', 'test', 'workers']) {
      const compiled = path.join(PROJECT_ROOT, 'dist', folder)
      fs.cpSync(compiled, path.join(copy, folder), { recursive: true })
    }
    const bugs = PLANTED_BUGS.filter(({ name }) => name.includes(only))
    if (bugs.length === 0) throw new Error(`no planted bug has "${only}" in its name`)
    for (const bug of bugs) {
      const found = plant(copy, bug, rounds)
      if (found === null) missed++
      tell(bug.name, found)
    }
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
  }
  return missed
}

/** The simulator's report of the bug; null when it found nothing. */
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
  const program = pathToFileURL(path.join(copy, 'scripts', 'simulate-rounds.js')).href
  const args = ['--seed', '1', '--as-found', '--rounds', `${rounds}`]
  const code = `const { command } = await import('${program}')
    process.exit(await command.run(${JSON.stringify(args)}))`
  const said = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
    timeout: SIMULATION_DEADLINE_MS,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (said.status === 0) return null
  const found = /^seed [0-9]+: .*$/m.exec(said.stdout)?.[0]
  // A simulator that does not run has found nothing.
  if (found === undefined) throw new Error(`the simulator does not run: ${said.stderr}`)
  return found
}
