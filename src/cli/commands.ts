// The list of all commands of `reelhouse`. A command's file is loaded only when the command is
// started, so that --help does not take a second.

import type { Runnable } from './command-line.ts'

/** A command that is one word. */
export interface SingleCommand {
  about: string
  load(): Promise<{ command: Runnable }>
}

/** Commands that are a word of the group and one more word. */
export interface CommandGroup<Word extends string = string> {
  about: string
  /** Each word, and what its command does. */
  commands: Readonly<Record<Word, string>>
  load(): Promise<Readonly<Record<Word, Runnable>>>
}

/** A word without its command does not compile. */
const group = <Word extends string>(commands: CommandGroup<Word>): CommandGroup => commands

export const COMMANDS: Readonly<Record<string, SingleCommand | CommandGroup>> = {
  up: { about: 'everything on this machine', load: () => import('./node/up.ts') },
  serve: { about: 'one node on given stores', load: () => import('./node/serve.ts') },
  migrate: { about: 'bring a database up to date', load: () => import('./node/migrate.ts') },
  project: group({
    about: 'create, show, change an operator project',
    commands: {
      create: 'a new operator with its api key',
      show: 'everything but the key',
      set: 'levels, limits, what is off, quotas, networks, callback',
      'rotate-key': 'a new key; the old one stops at once',
    },
    load: async () => (await import('./project.ts')).commands,
  }),
  session: group({
    about: 'end sessions of players',
    commands: { revoke: "end a player's sessions at once" },
    load: async () => (await import('./session.ts')).commands,
  }),
  player: group({
    about: 'what the platform knows of a player',
    commands: { erase: 'the name goes, the money stays; audited' },
    load: async () => (await import('./player.ts')).commands,
  }),
  pause: group({
    about: 'kill switches: no new rounds of a game, a provider, a project or all',
    commands: {
      set: 'no new rounds of a game, provider, project or all; audited',
      lift: 'new rounds again; audited',
      list: 'what is paused, by whom and why; which nodes apply it',
    },
    load: async () => (await import('./pauses.ts')).commands,
  }),
  keys: group({
    about: 'reveal, sign, certify, rotate the master key',
    commands: {
      reveal: "an operator's key; audited",
      signing: 'sign wallet callbacks, exchange the key',
      'client-certificate': 'what a wallet with mutual TLS is shown',
      'rotate-master': 'seal everything under a new master key',
    },
    load: async () => (await import('./keys.ts')).commands,
  }),
  admin: group({
    about: 'who may sign in to the admin panel',
    commands: {
      create: 'a person who may sign in to the admin panel; a one-time link',
      reset: 'a new one-time link for a person, who is signed out',
      list: 'who may sign in',
    },
    load: async () => (await import('./admin.ts')).commands,
  }),
  audit: group({
    about: 'who did what',
    commands: {
      show: 'who did what, from where',
      verify: 'whether the audit log is whole',
    },
    load: async () => (await import('./audit.ts')).commands,
  }),
  wallet: group({
    about: 'a mock wallet, a check of yours',
    commands: {
      check: 'whether yours keeps the contract',
      mock: 'a wallet that misbehaves on demand',
    },
    load: async () => ({
      check: (await import('./wallet/check.ts')).command,
      mock: (await import('./wallet/mock.ts')).command,
    }),
  }),
  lanes: group({
    about: 'more or fewer while players play',
    commands: { set: 'how many lanes nodes have, changed while they run; audited' },
    load: async () => (await import('./nodes.ts')).laneCommands,
  }),
  node: group({
    about: 'settings of running nodes',
    commands: {
      show: 'the nodes that run and the settings they act on',
      set: 'a setting of running nodes; audited',
      unset: 'a setting of running nodes as usual again',
    },
    load: async () => (await import('./nodes.ts')).commands,
  }),
  rounds: group({
    about: 'what rounds owe and why; try one now; rounds set aside',
    commands: {
      stuck: 'which rounds owe something, and why',
      show: 'everything the ledger knows of a round',
      push: 'the next attempt of a round, now; audited',
      'set-aside': 'which rounds were set aside, and why',
      'put-back': 'a round set aside, back in play; audited',
      orphaned: 'which rounds a failover lost',
      'refund-orphan': 'their bets given back; audited',
    },
    load: async () => ({
      ...(await import('./rounds/lists.ts')).lists,
      ...(await import('./rounds/changes.ts')).changes,
      show: (await import('./rounds/show.ts')).show,
    }),
  }),
  ledger: group({
    about: 'months of finished rounds: write them to files, drop them, read them',
    commands: {
      months: 'which months of rounds are here, which are in files',
      archive: 'write a month of finished rounds to a file, drop it; audited',
      read: 'the rounds of an archived month',
    },
    load: async () => (await import('./ledger.ts')).commands,
  }),
  places: group({
    about: "move players' rows to another Postgres server, or divide them, while they play",
    commands: {
      list: 'where each place is, and its last move',
      move: 'a place to another server; audited',
      split: 'a place into several on its server; audited',
      drop: 'what a move or a split left behind; audited',
    },
    load: async () => (await import('./places.ts')).commands,
  }),
  replay: { about: 'draw a round again', load: () => import('./rounds/replay.ts') },
  simulate: { about: 'what a game returns', load: () => import('./mathematics/simulate.ts') },
  draw: { about: 'one round from a seed', load: () => import('./mathematics/draw.ts') },
  par: { about: 'PAR sheets', load: () => import('./mathematics/par.ts') },
  outcomes: group({
    about: 'rounds for target outcomes',
    commands: {
      index: 'the index of natural rounds that targets are found in',
      table: 'how soon targets are ready, and what they hit',
    },
    load: async () => (await import('./mathematics/outcomes.ts')).commands,
  }),
  rng: { about: 'random bytes for test batteries', load: () => import('./mathematics/rng.ts') },
}
