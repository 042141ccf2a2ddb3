// `reelhouse wallet <action>`: which actions there are. Each is a file wallet-<action>.ts.

import { type Command, printLine, refuseUse } from '../command-line.ts'

const ACTIONS: Record<string, { about: string; load: () => Promise<Command> }> = {
  check: { about: 'does yours keep the contract?', load: () => import('./check.ts') },
  mock: { about: 'a wallet that misbehaves on demand', load: () => import('./mock.ts') },
}

export async function run(args: string[]): Promise<number> {
  const [name = ''] = args
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (action !== undefined) return (await action.load()).run(args.slice(1))
  if (!args.includes('--help') && !args.includes('-h')) {
    return refuseUse(`The actions of "wallet" are ${Object.keys(ACTIONS).join(', ')}.`).exitCode
  }
  printLine('reelhouse wallet <action> [options]\n')
  for (const [each, { about }] of Object.entries(ACTIONS)) {
    printLine(`  ${each.padEnd(12)} ${about}`)
  }
  printLine('\n--help after an action tells its options.')
  return 0
}
