// `npm run mutate`: changes the pure code one small piece at a time and runs the tests that reach
// it; a change that no test notices is a survivor. Touches no source file and no store.

import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { Stryker } from '@stryker-mutator/core'
import { createCommand, defineCommand, printLines, say } from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { PROJECT_ROOT } from '../src/environment.ts'
import { type MutatedRoom, roomsNamed } from './mutation/rooms.ts'
import { judgeMutants, relative } from './mutation/verdict.ts'

/** The folders from which the test bundles are made. */
const COPIED = new Set(['src', 'test', 'package.json'])
const OUT = 'dist/mutation'

export const command = defineCommand(
  createCommand(
    'npm run mutate --',
    `Mutation tests of the pure rooms: docs/mutation.md. Exit code 1 when a room scores below 90 %.
    Survivors that test/mutation/survivors.json does not explain are listed.`,
  )
    .option(
      '--only <rooms>',
      'with commas: core,games/lines; "games" is all of them (default: every room)',
      readRooms,
    )
    .option('--files <parts>', 'only files whose path contains one of these, with commas')
    .option('--again', 'all mutants (default: those whose code or tests have changed)')
    .option('--jobs <count>', 'mutants at once', countUpTo(64), 1)
    .option(
      '--spare-s <seconds>',
      'what a mutant may take beyond four times the time of the code itself',
      countUpTo(600),
      60,
    )
    .addHelpText('after', `\nReports: ${OUT}/report.html and report.json.`),
  ({ only = roomsNamed([]), files, ...options }) =>
    mutate(only, files?.split(',') ?? [''], options),
)

function readRooms(text: string): readonly MutatedRoom[] {
  const rooms = roomsNamed(text.split(','))
  if (rooms.length > 0) return rooms
  throw new InvalidArgumentError('There is no such room.')
}

async function mutate(
  rooms: readonly MutatedRoom[],
  parts: readonly string[],
  { again = false, jobs, spareS }: { again?: boolean | undefined; jobs: number; spareS: number },
): Promise<number> {
  process.chdir(PROJECT_ROOT)
  const code = filesOf(rooms, 'code').filter(file => parts.some(part => file.includes(part)))
  const startedMs = performance.now()
  const mutants = await new Stryker({
    mutate: code,
    ignorePatterns: readdirSync('.').filter(name => !COPIED.has(name)),
    plugins: [path.join(PROJECT_ROOT, 'dist/scripts/mutation/pure-test-runner.js')],
    testRunner: 'pure',
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
    pureTests: filesOf(rooms, 'tests').filter(file => file.endsWith('.test.ts')),
    ignorers: ['error-texts'],
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: `${OUT}/incremental.json`,
    force: again,
    concurrency: jobs,
    disableTypeChecks: false,
    checkers: [],
    timeoutMS: spareS * 1000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 30,
    tempDirName: `${OUT}/sandbox`,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'html', 'json'],
    htmlReporter: { fileName: `${OUT}/report.html` },
    jsonReporter: { fileName: `${OUT}/report.json` },
    thresholds: { high: 95, low: 90, break: null },
    warnings: false,
    allowConsoleColors: process.stdout.isTTY === true,
  }).runMutationTest()
  say(`${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes`)
  const { lines, isGood } = judgeMutants(
    mutants.filter(({ fileName }) => code.includes(relative(fileName))),
    rooms,
  )
  for (const line of lines) printLines(line)
  return isGood ? 0 : 1
}

/** TypeScript files of the rooms in their order, each once. */
function filesOf(rooms: readonly MutatedRoom[], kind: 'code' | 'tests'): string[] {
  const files = rooms.flatMap(room => room[kind]).flatMap(filesUnder)
  return [...new Set(files)]
}

function filesUnder(place: string): string[] {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => path.posix.join(place, name))
}
