// `reelhouse pause`: starts no new round of a game, a provider, a project or the whole platform, on
// every node, until the pause is lifted; and reports which nodes apply it.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { EVERYTHING, PAUSE_SCOPES, type PausedScope } from '../core/pauses.ts'
import { REASON_MAX_CHARS, readReason } from '../core/reason.ts'
import { SetupProblem } from '../embedded/setup-problem.ts'
import { GAMES } from '../games/catalogue/games.ts'
import { type PauseState, readPauseState, waitUntilApplied } from '../ledger/pauses/node-pauses.ts'
import { liftPause, listPauses, type Pause, setPause } from '../ledger/pauses/pauses.ts'
import { PROVIDERS } from '../operator/common-schema.ts'
import { printJson, printLine } from './command-line.ts'
import { defineLedgerCommand } from './ledger-command.ts'
import { createStoreCommand } from './node/store-access.ts'

const SCOPE_HELP = 'game:ID, provider:ID, project:ID or all'

function readScope(text: string): PausedScope {
  if (text === 'all') return { scope: 'all', subject: EVERYTHING }
  const [name, subject = ''] = text.split(':', 2)
  const scope = PAUSE_SCOPES.find(known => known === name)
  if (scope === undefined || scope === 'all' || subject === '') {
    throw new InvalidArgumentError(`It is ${SCOPE_HELP}.`)
  }
  const known = { game: GAMES.map(({ id }) => id), provider: PROVIDERS, project: null }[scope]
  if (known !== null && !known.some(id => id === subject)) {
    throw new InvalidArgumentError(
      `There is no ${scope} ${subject}: it is one of ${known.join(', ')}.`,
    )
  }
  return { scope, subject }
}

function printScope({ scope, subject }: PausedScope): string {
  return scope === 'all' ? scope : `${scope}:${subject}`
}

function describePause({ pausedBy, pausedAt, reason, ...scope }: Pause) {
  return { what: printScope(scope), reason, by: pausedBy, at: pausedAt.toISOString() }
}

function describeNodes({ nodes, isInForce }: PauseState) {
  const listed = nodes.map(({ node, applies, seenAt }) => ({
    node,
    obeys: applies,
    seen_at: seenAt?.toISOString() ?? null,
  }))
  return { in_force: isInForce, nodes: listed }
}

function printPauseState(pauseState: PauseState): void {
  const late = pauseState.nodes.filter(({ applies }) => !applies)
  if (late.length === 0) printLine('Every node that runs acts on it.')
  for (const { node, seenAt } of late) {
    printLine(
      seenAt === null
        ? `${node} is of a version that knows no pauses: it starts rounds until it is replaced.`
        : `${node} has not said yet that it acts on it; last heard of ${seenAt.toISOString()}.`,
    )
  }
}

/** Exit code 1: a node has not confirmed the pauses yet. */
function report(change: object, text: string, pauseState: PauseState, asJson: boolean): number {
  if (asJson) printJson({ ...change, ...describeNodes(pauseState) })
  else {
    printLine(text)
    printPauseState(pauseState)
  }
  return pauseState.isInForce ? 0 : 1
}

function readOption(text: string): string {
  const reason = readReason(text)
  if (reason !== null) return reason
  throw new InvalidArgumentError(`It has 1 to ${REASON_MAX_CHARS} characters.`)
}

const pause = defineLedgerCommand(
  createStoreCommand(
    'reelhouse pause set',
    `Starts no new round of what is named, on every node, until it is lifted: paid spins, bought
    features and free spins. Rounds that have started go on to their end. Answers once every node
    applies it; exit code 1 when one is not known to. Audited.`,
  )
    .argument('<what>', SCOPE_HELP, readScope)
    .requiredOption('--reason <text>', 'for the audit log; players do not see it', readOption)
    .option('--json', 'one line: {"pause":{…},"in_force":true,"nodes":[…]}'),
  async ({ pool, by }, what, { reason, json }) => {
    const result = await setPause(pool, what, reason, by)
    if (result.kind === 'unknown-project') {
      throw new SetupProblem(`There is no project ${what.subject} (UNKNOWN_PROJECT).`)
    }
    const { pausedBy, pausedAt } = result.pause
    const since = `by ${pausedBy} since ${pausedAt.toISOString()}, with the reason given then`
    const done =
      result.kind === 'paused'
        ? `Paused: ${printScope(what)}.`
        : `${printScope(what)} is paused already, ${since}.`
    const pauseState = await waitUntilApplied(pool, result.revision)
    return report({ pause: describePause(result.pause) }, done, pauseState, json === true)
  },
)

const lift = defineLedgerCommand(
  createStoreCommand(
    'reelhouse pause lift',
    `Takes a pause back: players go on without opening the game again. Other pauses that cover a
    game still hold. Audited.`,
  )
    .argument('<what>', SCOPE_HELP, readScope)
    .option('--json', 'one line: {"lifted":{…},"in_force":true,"nodes":[…]}'),
  async ({ pool, by }, what, { json }) => {
    const result = await liftPause(pool, what, by)
    if (result.kind !== 'lifted') throw new SetupProblem(`${printScope(what)} is not paused.`)
    const pauseState = await waitUntilApplied(pool, result.revision)
    const done = `New rounds again: ${printScope(what)}.`
    return report({ lifted: describePause(result.pause) }, done, pauseState, json === true)
  },
)

const list = defineLedgerCommand(
  createStoreCommand(
    'reelhouse pause list',
    'Shows what starts no new round just now, since when, by whom and why.',
  ).option('--json', 'one line: {"pauses":[…],"in_force":true,"nodes":[…]}'),
  async ({ pool }, { json }) => {
    const { revision, pauses } = await listPauses(pool)
    const pauseState = await readPauseState(pool, revision)
    const listed = pauses.map(describePause)
    if (json === true) {
      printJson({ pauses: listed, ...describeNodes(pauseState) })
      return 0
    }
    if (listed.length === 0) printLine('Nothing is paused.')
    for (const { what, reason, by, at } of listed) printLine(`${what}  ${at}  ${by}  ${reason}`)
    if (listed.length > 0) printPauseState(pauseState)
    return 0
  },
)

export const commands = { set: pause, lift, list }
