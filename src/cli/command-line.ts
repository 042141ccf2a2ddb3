// How every command is defined and prints: commander reads the arguments and writes the help;
// results go to stdout, messages for a person to stderr. Must never mix the two, so that --json
// gives exactly one line.

import { Command, CommanderError, type OptionValues } from '@commander-js/extra-typings'
import { showInvisible } from '../core/visible-text.ts'
import { SetupProblem } from '../embedded/setup-problem.ts'
import { WrongMasterKey } from '../ledger/projects/seal.ts'

/** What can be started with arguments: a command, a bench, a harness. Resolves to the exit code. */
export interface Runnable {
  /** @param calledAs what was typed, for the help; by default the name of the command */
  run(args: readonly string[], calledAs?: string): Promise<number>
}

/** Wrong use of the command line; every other failure exits with 1. */
export const EXIT_USAGE = 2
const HELP_COLUMNS = 100

/**
 * A commander command that never ends the process. Arguments and options are added to it.
 * @param name as typed: "reelhouse draw"
 */
export function createCommand(name: string, about: string) {
  return new Command(name)
    .description(about.replace(/\s+/g, ' ').trim())
    .helpOption('-h, --help', 'this text')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      // Printed once, by exitCodeOf.
      outputError: () => {},
      getOutHelpWidth: () => HELP_COLUMNS,
      getErrHelpWidth: () => HELP_COLUMNS,
    })
}

/**
 * Connects a command with its work: `run` gets its arguments, then its options, both already read.
 */
export function defineCommand<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  run: (...given: [...Args, Options]) => Promise<number>,
): Runnable {
  let exitCode = 0
  command.action(async (...given) => {
    exitCode = await run(...(given.slice(0, -1) as [...Args, Options]))
  })
  return {
    run: (args, calledAs = command.name()) =>
      exitCodeOf(async () => {
        command.name(calledAs)
        await command.parseAsync(args, { from: 'user' })
        return exitCode
      }),
  }
}

/** Prints what went wrong: in one line if the reader can act on it, otherwise with the stack. */
export async function exitCodeOf(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    if (error instanceof WrongUse || error instanceof CommanderError) return sayWrongUse(error)
    const isPlain = error instanceof SetupProblem || error instanceof WrongMasterKey
    say(isPlain ? error.message : String((error as Error).stack ?? error))
    return 1
  }
}

class WrongUse extends Error {}

/**
 * Ends the command as wrongly used; for problems that only show when several options are combined.
 */
export function refuseUse(problem: string): never {
  throw new WrongUse(problem)
}

function sayWrongUse({ message }: Error): number {
  // A group without a command has printed its help.
  if (message === '(outputHelp)') return EXIT_USAGE
  const text = message.replace(/^error: /, '').replace(/\s+/g, ' ')
  say(`${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.?$/, '.')} See --help.`)
  return EXIT_USAGE
}

/** May have several lines: a stack or a list of problems. */
export function say(text: string): void {
  process.stderr.write(`${text.split('\n').map(showInvisible).join('\n')}\n`)
}

/** One line, whatever the text contains: operators choose ids, wallets choose their answers. */
export function printLine(line: string): void {
  process.stdout.write(`${showInvisible(line)}\n`)
}

/** For text whose line ends are ours. */
export function printLines(text: string): void {
  for (const line of text.split('\n')) printLine(line)
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value))
}

export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [header, ...rows].map(row => row.map(showInvisible))
  const widths = header.map((_, at) => Math.max(...all.map(row => row[at]!.length)))
  for (const row of all) {
    printLine(
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
  }
}
