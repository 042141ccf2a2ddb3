// The command line: which commands there are. Each is a file in src/cli/ with a `run`.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Command, EXIT_USAGE, printLine, say } from './cli/command-line.ts'
import { PROJECT_ROOT } from './config.ts'
import { SetupProblem } from './embedded/setup-problem.ts'
import { WrongMasterKey } from './ledger/api-key.ts'

const COMMANDS: Record<string, { about: string; load: () => Promise<Command> }> = {
  up: { about: 'everything on this machine', load: () => import('./cli/up.ts') },
  serve: { about: 'one node on given stores', load: () => import('./cli/serve.ts') },
  migrate: { about: 'bring a database up to date', load: () => import('./cli/migrate.ts') },
  project: {
    about: 'create, show, change an operator project',
    load: () => import('./cli/project.ts'),
  },
  wallet: { about: 'a mock wallet, a check of yours', load: () => import('./cli/wallet.ts') },
  replay: { about: 'draw a round again', load: () => import('./cli/replay.ts') },
  simulate: { about: 'what a game returns', load: () => import('./cli/simulate.ts') },
  'simulate-rounds': {
    about: 'rounds on virtual time, while everything fails',
    load: () => import('./cli/simulate-rounds.ts'),
  },
  draw: { about: 'one round from a seed', load: () => import('./cli/draw.ts') },
  par: { about: 'PAR sheets', load: () => import('./cli/par.ts') },
  outcomes: { about: 'rounds for target outcomes', load: () => import('./cli/outcomes.ts') },
  rng: { about: 'random bytes for test batteries', load: () => import('./cli/rng.ts') },
  'plant-bugs': {
    about: 'mistakes the simulator must find',
    load: () => import('./cli/plant-bugs.ts'),
  },
  chaos: { about: 'break everything; no money goes wrong', load: () => import('./cli/chaos.ts') },
  bench: { about: 'measure it', load: () => import('./cli/bench.ts') },
  'run-tests': { about: 'the tests (npm test)', load: () => import('./cli/run-tests.ts') },
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
