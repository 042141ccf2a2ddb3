// The list of all commands of `reelhouse`. A command's file is loaded only when the command is
// started, so that --help does not take a second.

import type { Runnable } from './command-line.ts'

export interface CommandEntry {
  /** As typed: one word, or its group and one word. */
  name: string
  about: string
  load(): Promise<{ command: Runnable }>
}

/** What each group of commands is about. */
export const GROUPS: Readonly<Record<string, string>> = {
  project: 'create, show, change an operator project',
  wallet: 'a mock wallet, a check of yours',
  admin: 'who may sign in to the admin panel',
  audit: 'who did what',
  session: 'end sessions of players',
  pause: 'kill switches: no new rounds of a game, a provider, a project or all',
  rounds: 'what rounds owe and why; try one now; rounds set aside',
  ledger: 'months of finished rounds: write them to files, drop them, read them',
  lanes: 'more or fewer while players play',
  node: 'settings of running nodes',
  keys: 'reveal, sign, rotate the master key',
  outcomes: 'rounds for target outcomes',
}

export const COMMANDS: readonly CommandEntry[] = [
  { name: 'up', about: 'everything on this machine', load: () => import('./node/up.ts') },
  { name: 'serve', about: 'one node on given stores', load: () => import('./node/serve.ts') },
  {
    name: 'migrate',
    about: 'bring a database up to date',
    load: () => import('./node/migrate.ts'),
  },
  {
    name: 'project create',
    about: 'a new operator with its api key',
    load: () => import('./project/create.ts'),
  },
  {
    name: 'project show',
    about: 'everything but the key',
    load: () => import('./project/show.ts'),
  },
  {
    name: 'project set',
    about: 'levels, limits, what is off, quotas, networks, callback',
    load: () => import('./project/set.ts'),
  },
  {
    name: 'project rotate-key',
    about: 'a new key; the old one stops at once',
    load: () => import('./project/rotate-key.ts'),
  },
  {
    name: 'session revoke',
    about: "end a player's sessions at once",
    load: () => import('./session/revoke.ts'),
  },
  {
    name: 'pause set',
    about: 'no new rounds of a game, provider, project or all; audited',
    load: () => import('./pauses/set.ts'),
  },
  {
    name: 'pause lift',
    about: 'new rounds again; audited',
    load: () => import('./pauses/lift.ts'),
  },
  {
    name: 'pause list',
    about: 'what is paused, by whom and why; which nodes apply it',
    load: () => import('./pauses/list.ts'),
  },
  {
    name: 'keys reveal',
    about: "an operator's key; audited",
    load: () => import('./keys/reveal.ts'),
  },
  {
    name: 'keys signing',
    about: 'sign wallet callbacks, exchange the key',
    load: () => import('./keys/signing.ts'),
  },
  {
    name: 'keys rotate-master',
    about: 'seal everything under a new master key',
    load: () => import('./keys/rotate-master.ts'),
  },
  {
    name: 'admin create',
    about: 'somebody who may sign in to the admin panel; a one-time link',
    load: () => import('./admin/create.ts'),
  },
  {
    name: 'admin reset',
    about: 'a new one-time link for somebody, who is signed out',
    load: () => import('./admin/reset.ts'),
  },
  {
    name: 'admin list',
    about: 'who may sign in',
    load: () => import('./admin/list.ts'),
  },
  {
    name: 'audit show',
    about: 'who did what, from where',
    load: () => import('./audit/show.ts'),
  },
  {
    name: 'audit verify',
    about: 'whether the audit log is whole',
    load: () => import('./audit/verify.ts'),
  },
  {
    name: 'wallet check',
    about: 'whether yours keeps the contract',
    load: () => import('./wallet/check.ts'),
  },
  {
    name: 'wallet mock',
    about: 'a wallet that misbehaves on demand',
    load: () => import('./wallet/mock.ts'),
  },
  {
    name: 'lanes set',
    about: 'how many lanes nodes have, changed while they run; audited',
    load: () => import('./nodes/lanes.ts'),
  },
  {
    name: 'node show',
    about: 'the nodes that run and the settings they act on',
    load: () => import('./nodes/show.ts'),
  },
  {
    name: 'node set',
    about: 'a setting of running nodes; audited',
    load: () => import('./nodes/set.ts'),
  },
  {
    name: 'node unset',
    about: 'a setting of running nodes as usual again',
    load: () => import('./nodes/unset.ts'),
  },
  {
    name: 'rounds stuck',
    about: 'which rounds owe something, and why',
    load: () => import('./rounds/stuck.ts'),
  },
  {
    name: 'rounds show',
    about: 'everything the ledger knows of a round',
    load: () => import('./rounds/show.ts'),
  },
  {
    name: 'rounds push',
    about: 'the next attempt of a round, now; audited',
    load: () => import('./rounds/push.ts'),
  },
  {
    name: 'rounds set-aside',
    about: 'which rounds were set aside, and why',
    load: () => import('./rounds/set-aside.ts'),
  },
  {
    name: 'rounds put-back',
    about: 'a round set aside, back in play; audited',
    load: () => import('./rounds/put-back.ts'),
  },
  {
    name: 'rounds orphaned',
    about: 'which rounds a failover lost',
    load: () => import('./rounds/orphaned.ts'),
  },
  {
    name: 'rounds refund-orphan',
    about: 'their bets given back; audited',
    load: () => import('./rounds/refund-orphan.ts'),
  },
  {
    name: 'ledger months',
    about: 'which months of rounds are here, which are in files',
    load: () => import('./ledger/months.ts'),
  },
  {
    name: 'ledger archive',
    about: 'write a month of finished rounds to a file, drop it; audited',
    load: () => import('./ledger/archive.ts'),
  },
  {
    name: 'ledger read',
    about: 'the rounds of an archived month',
    load: () => import('./ledger/read.ts'),
  },
  { name: 'replay', about: 'draw a round again', load: () => import('./rounds/replay.ts') },
  {
    name: 'simulate',
    about: 'what a game returns',
    load: () => import('./mathematics/simulate.ts'),
  },
  { name: 'draw', about: 'one round from a seed', load: () => import('./mathematics/draw.ts') },
  { name: 'par', about: 'PAR sheets', load: () => import('./mathematics/par.ts') },
  {
    name: 'outcomes index',
    about: 'the index of natural rounds that targets are found in',
    load: () => import('./mathematics/outcomes-index.ts'),
  },
  {
    name: 'outcomes table',
    about: 'how soon targets are ready, and what they hit',
    load: () => import('./mathematics/outcomes-table.ts'),
  },
  {
    name: 'rng',
    about: 'random bytes for test batteries',
    load: () => import('./mathematics/rng.ts'),
  },
]
