// How commands name what a pause covers, and how they report its effect on the nodes.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { EVERYTHING, PAUSE_SCOPES, type PausedScope } from '../../core/pauses.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import type { PauseState } from '../../ledger/pauses/node-pauses.ts'
import type { Pause } from '../../ledger/pauses/pauses.ts'
import { PROVIDERS } from '../../operator/common-schema.ts'
import { printLine } from '../command-line.ts'

export const SCOPE_HELP = 'game:ID, provider:ID, project:ID or all'

export function readScope(text: string): PausedScope {
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

export function printScope({ scope, subject }: PausedScope): string {
  return scope === 'all' ? scope : `${scope}:${subject}`
}

export function describePause({ pausedBy, pausedAt, reason, ...scope }: Pause) {
  return { what: printScope(scope), reason, by: pausedBy, at: pausedAt.toISOString() }
}

export function describeNodes({ nodes, isInForce }: PauseState) {
  const listed = nodes.map(({ node, applies, seenAt }) => ({
    node,
    obeys: applies,
    seen_at: seenAt?.toISOString() ?? null,
  }))
  return { in_force: isInForce, nodes: listed }
}

/** Exit code 1: a node has not confirmed the pause yet. */
export function printPauseState(pauseState: PauseState): void {
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
