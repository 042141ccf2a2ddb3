// The command line: finds the requested command in the list and starts it. Independent of the
// commands' options.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { PROJECT_ROOT } from '../environment.ts'
import { createCommand, EXIT_USAGE, exitCodeOf, type Runnable } from './command-line.ts'
import { COMMANDS } from './commands.ts'

/** Runs one command; resolves to the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0
  const program = createProgram(code => {
    exitCode = code
  })
  const [first, ...rest] = args
  if (first === undefined) {
    program.outputHelp()
    return EXIT_USAGE
  }
  const asked = first === 'help' ? [...rest, '--help'] : args
  return exitCodeOf(async () => {
    await program.parseAsync(asked, { from: 'user' })
    return exitCode
  })
}

function createProgram(onExit: (code: number) => void): CommandUnknownOpts {
  const program = createGroup('reelhouse', 'A slot-game platform (TEST_ONLY: no real money).')
    .version(readVersion(), '--version', 'the version of this checkout')
    .addHelpText('after', '\nreelhouse <command> --help says more.')
  for (const [name, entry] of Object.entries(COMMANDS)) {
    if (!('commands' in entry)) {
      const load = async () => (await entry.load()).command
      program.addCommand(createStarter(name, entry.about, load, onExit))
      continue
    }
    const group = createGroup(name, entry.about)
    for (const [word, about] of Object.entries(entry.commands)) {
      const load = async () => (await entry.load())[word]!
      group.addCommand(createStarter(word, about, load, onExit))
    }
    program.addCommand(group)
  }
  return program
}

function createGroup(name: string, about: string) {
  return createCommand(name, about)
    .usage('<command> [options]')
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: command => command.name() })
}

/** Passes all further arguments, --help too, to the command's file. */
function createStarter(
  name: string,
  about: string,
  load: () => Promise<Runnable>,
  onExit: (code: number) => void,
) {
  return createCommand(name, about)
    .helpOption(false)
    .argument('[arguments...]')
    .allowUnknownOption()
    .passThroughOptions()
    .action(async args => onExit(await (await load()).run(args)))
}

function readVersion(): string {
  return JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8')).version
}

if (process.argv[1] === import.meta.filename) process.exit(await main(process.argv.slice(2)))
