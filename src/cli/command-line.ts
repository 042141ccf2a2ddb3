// How every command reads its options and speaks: results on stdout, words to a person on stderr.
// Must never mix the two, so that --json gives exactly one line.

import { type ParseArgsConfig, parseArgs } from 'node:util'

export interface Command {
  run(args: string[]): Promise<number>
}

/** Wrong use of the command line; anything that failed for another reason is 1. */
export const EXIT_USAGE = 2

export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value))
}

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>
>

export type Arguments<T extends Options> =
  | { ok: true; values: Parsed<T>['values']; positionals: string[] }
  | { ok: false; exitCode: number }

/** Options of the commands that need the stores. */
export const STORE_OPTIONS = {
  'data-dir': { type: 'string' },
  'redis-url': { type: 'string' },
  'database-url': { type: 'string' },
} as const

export const STORE_HELP = `  --data-dir D         data folder of a running or stopped "up" (default .data)
  --redis-url URL      instead of a data folder; also REDIS_URL
  --database-url URL   instead of a data folder; also DATABASE_URL`

/** Reads the options, answers --help, refuses what it does not know. */
export function readArguments<T extends Options>(
  args: string[],
  help: string,
  options: T,
  positionalsMax = 0,
): Arguments<T> {
  if (args.includes('--help') || args.includes('-h')) {
    printLine(help.trim())
    return { ok: false, exitCode: 0 }
  }
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    const extra = parsed.positionals[positionalsMax]
    if (extra !== undefined) return refuseUse(`Unknown argument "${extra}".`)
    return { ok: true, values: parsed.values, positionals: parsed.positionals }
  } catch (error) {
    const first = (error as Error).message.split('. ')[0] ?? ''
    return refuseUse(`${first.replace(/\.$/, '')}.`)
  }
}

export function refuseUse(problem: string): { ok: false; exitCode: number } {
  say(`${problem} See --help.`)
  return { ok: false, exitCode: EXIT_USAGE }
}

/** A port from the command line; null when it is none. 0 means any free one. */
export function readPort(text: string): number | null {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null
}
