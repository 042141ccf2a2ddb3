// The command line: which commands there are. Each is a file in src/cli/ with a `run`.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SetupProblem } from '../embedded/setup-problem.ts'
import { PROJECT_ROOT } from '../environment.ts'
import { WrongMasterKey } from '../ledger/projects/api-key.ts'
import { type Command, EXIT_USAGE, printLine, say } from './command-line.ts'

const COMMANDS: Record<string, { about: string; load: () => Promise<Command> }> = {
  up: { about: 'everything on this machine', load: () => import('./node/up.ts') },
  serve: { about: 'one node on given stores', load: () => import('./node/serve.ts') },
  migrate: { about: 'bring a database up to date', load: () => import('./node/migrate.ts') },
  project: {
    about: 'create, show, change an operator project',
    load: () => import('./project/project.ts'),
  },
  wallet: { about: 'a mock wallet, a check of yours', load: () => import('./wallet/wallet.ts') },
  replay: { about: 'draw a round again', load: () => import('./rounds/replay.ts') },
  simulate: { about: 'what a game returns', load: () => import('./mathematics/simulate.ts') },
  'simulate-rounds': {
    about: 'rounds on virtual time, while everything fails',
    load: () => import('../../scripts/simulate-rounds.ts'),
  },
  draw: { about: 'one round from a seed', load: () => import('./mathematics/draw.ts') },
  par: { about: 'PAR sheets', load: () => import('./mathematics/par.ts') },
  outcomes: {
    about: 'rounds for target outcomes',
    load: () => import('./mathematics/outcomes.ts'),
  },
  rng: { about: 'random bytes for test batteries', load: () => import('./mathematics/rng.ts') },
  'plant-bugs': {
    about: 'mistakes the simulator must find',
    load: () => import('../../scripts/plant-bugs.ts'),
  },
  mutate: {
    about: 'small changes the tests must notice',
    load: () => import('../../scripts/mutate.ts'),
  },
  'plant-mistakes': {
    about: 'mistakes the tests must notice',
    load: () => import('../../scripts/plant-mistakes.ts'),
  },
  chaos: {
    about: 'break everything; no money goes wrong',
    load: () => import('../../scripts/chaos.ts'),
  },
  bench: { about: 'measure it', load: () => import('./bench.ts') },
  prove: { about: 'every proof at full size', load: () => import('../../scripts/prove.ts') },
  'run-tests': { about: 'the tests (npm test)', load: () => import('../../scripts/run-tests.ts') },
}

function printHelp(): void {
  const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(17)}${about}`)
  printLine(['reelhouse <command> [options]', '', ...lines, ''].join('\n'))
  printLine('reelhouse <command> --help says more.')
}

function readVersion(): string {
  return JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8')).version
}

/** Runs one command; the answer is the exit code. */
export async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    printHelp()
    return name === undefined ? EXIT_USAGE : 0
  }
  if (name === '--version') {
    printLine(readVersion())
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    say(`Unknown command "${name}". See reelhouse --help.`)
    return EXIT_USAGE
  }
  try {
    return await (await command.load()).run(rest)
  } catch (error) {
    const isPlain = error instanceof SetupProblem || error instanceof WrongMasterKey
    say(isPlain ? error.message : String((error as Error).stack ?? error))
    return 1
  }
}

if (process.argv[1] === import.meta.filename) process.exit(await main(process.argv.slice(2)))
