// Where the wallet commands take a project's key from. Never prints it.

import { readFileSync } from 'node:fs'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { readEnvironment } from '../../environment.ts'
import { createCommand } from '../command-line.ts'

/** A wallet command, with the options that name a project's key. */
export function createWalletCommand(name: string, about: string) {
  return createCommand(name, about)
    .option(
      '--key-file <file>',
      "file that holds the project's key and nothing else; also WALLET_KEY",
    )
    .option(
      '--key <key>',
      'the key itself: seen in the list of processes; better WALLET_KEY or a file',
    )
}

/** The key by option, file or WALLET_KEY, in this order; undefined when none is given. */
export function readWalletKey(values: {
  key?: string | undefined
  keyFile?: string | undefined
}): string | undefined {
  if (values.key !== undefined || values.keyFile === undefined) {
    return values.key ?? readEnvironment().WALLET_KEY
  }
  return readKeyFile(values.keyFile)
}

/** What the file holds; undefined without one. */
export function readKeyFile(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new SetupProblem(`The key file can't be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
