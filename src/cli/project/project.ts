// `reelhouse project <action>`: which actions there are. Each is a file project-<action>.ts.

import { type Command, printLine, refuseUse } from '../command-line.ts'

const ACTIONS: Record<string, { about: string; load: () => Promise<Command> }> = {
  create: { about: 'a new operator with its api key', load: () => import('./create.ts') },
  show: { about: 'everything but the key', load: () => import('./show.ts') },
  set: {
    about: 'levels, limits, what is off, quotas, networks, callback',
    load: () => import('./set.ts'),
  },
  'rotate-key': {
    about: 'a new key; the old one stops at once',
    load: () => import('./rotate-key.ts'),
  },
}

export async function run(args: string[]): Promise<number> {
  const [name = ''] = args
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (action !== undefined) return (await action.load()).run(args.slice(1))
  if (!args.includes('--help') && !args.includes('-h')) {
    return refuseUse(`The actions of "project" are ${Object.keys(ACTIONS).join(', ')}.`).exitCode
  }
  printLine('reelhouse project <action> <id> [options]\n')
  for (const [each, { about }] of Object.entries(ACTIONS)) {
    printLine(`  ${each.padEnd(12)} ${about}`)
  }
  printLine('\n--help after an action tells its options.')
  return 0
}
