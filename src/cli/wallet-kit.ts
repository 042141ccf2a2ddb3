// SPDX-License-Identifier: Apache-2.0
// The wallet commands as a program without the platform, for the developer of a wallet: the
// package @reelhouse/wallet-kit, which scripts/packages.mjs bundles from this file.

import { EXIT_USAGE, printLines, type Runnable, say } from './command-line.ts'
import { command as check } from './wallet/check.ts'
import { command as mock } from './wallet/mock.ts'

const COMMANDS: ReadonlyMap<string, Runnable> = new Map([
  ['check', check],
  ['mock', mock],
])

const ABOUT = `Usage: wallet-kit <command> [options]

  check <callback-url>  whether a wallet keeps the contract of a Reelhouse platform
  mock                  a wallet on this machine that misbehaves on demand

wallet-kit <command> --help says more. TEST_ONLY: no real payments exist.`

const [name = '', ...args] = process.argv.slice(2)
const command = COMMANDS.get(name)
if (command !== undefined) {
  process.exit(await command.run(args, `wallet-kit ${name}`))
} else if (name === '--help' || name === '-h' || name === 'help') {
  printLines(ABOUT)
} else {
  say(ABOUT)
  process.exitCode = EXIT_USAGE
}
