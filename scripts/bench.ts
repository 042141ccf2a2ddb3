// `npm run bench [-- <program>]`: the measurements of bench/; without a name, the suite.

import path from 'node:path'
import { printLines, type Runnable } from '../src/cli/command-line.ts'
import { PROJECT_ROOT } from '../src/environment.ts'

/** The files of bench/ that are programs. */
export const BENCHES: Readonly<Record<string, string>> = {
  all: 'the suite: every row beside its floor and its peers',
  stream: 'sessions and spins against a whole platform; checks the books at the end',
  rising: 'paid rounds by the clock, more with every step, until it no longer follows',
  soak: 'paid rounds at a share of the peak for long: whether memory grows',
  'far-wallet': 'rounds a second while every wallet call takes its time, by connections',
  places: 'rows a group commit, by whether links name the place of their player',
  sizing: 'nodes, Redis masters and databases for a rate of spins, from measured figures',
  mathematics: 'the games alone: rounds a second on one core, and the floor',
  'key-timing': 'whether the time of a refusal distinguishes an unknown partner from a wrong key',
  fill: 'an empty database filled with rounds of a year, for the next two',
  reports: 'the reports, against a plain scan',
  'admin-pages': 'every GET of the admin API',
}

const LIST = Object.entries(BENCHES).map(([name, about]) => `  ${name.padEnd(14)}${about}`)

export const command: Runnable = {
  async run(args) {
    const [first = '', ...rest] = args
    if (first === '--help' || first === '-h') {
      printLines(`Programs (npm run bench -- <program> --help):\n${LIST.join('\n')}\n`)
    }
    const isNamed = Object.hasOwn(BENCHES, first)
    const file = path.join(PROJECT_ROOT, 'dist', 'bench', `${isNamed ? first : 'all'}.js`)
    const { command } = (await import(file)) as { command: Runnable }
    // The exit handlers end the platforms and stores that a program has started.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => process.exit(130))
    return command.run(isNamed ? rest : args)
  },
}

if (process.argv[1] === import.meta.filename) process.exit(await command.run(process.argv.slice(2)))
