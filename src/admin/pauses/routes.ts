// Kill switches: what is paused and whether every node applies it; pausing and resuming. People of
// an operator pause their project only. The rules are in core/pauses.ts and the ledger.

import { EVERYTHING, type PausedScope } from '../../core/pauses.ts'
import { REASON_MAX_CHARS, readReason } from '../../core/reason.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import {
  type PauseState,
  readPauseState,
  waitUntilApplied,
} from '../../ledger/pauses/node-pauses.ts'
import {
  liftPause,
  listPauses,
  type Pause as StoredPause,
  setPause,
} from '../../ledger/pauses/pauses.ts'
import { listFirstProjects } from '../../ledger/projects/first-projects.ts'
import { PROVIDERS } from '../../operator/common-schema.ts'
import { type AdminRefused, refuse, unsupported } from '../errors.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { ChangedPause, LiftedPause, NewPause, Pauses } from './schema.ts'

/** What must be typed to pause everything. */
const CONFIRMATION = 'all'
/** How many the form offers; any other project can be named too. */
const PROJECTS_SHOWN = 1_000

const projectOf = ({ scope, subject }: PausedScope) => (scope === 'project' ? subject : null)

export const PAUSE_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /pauses', ['pause.read', 'within'], {
    summary: 'What may start no new round now',
    answer: Pauses,
    run: async ({ pool }, { within }) => {
      const { revision, pauses } = await listPauses(pool, within)
      const pauseState = await readPauseState(pool, revision)
      const choices = {
        projects: within === null ? await listFirstProjects(pool, PROJECTS_SHOWN) : [within],
        providers: [...PROVIDERS],
        games: GAMES.map(({ id: gameId, name, provider }) => ({ gameId, name, provider })),
      }
      return answered({
        pauses: pauses.map(describePause),
        ...describeNodes(pauseState, within),
        choices,
      })
    },
  }),
  defineRoute('POST /pauses', ['pause.set', projectOf], {
    summary: 'Start no new round of a game, a provider, a project or anything',
    description:
      'Answered once every node applies the pause, after at most five seconds. A node that has ' +
      'not confirmed it yet is named; it too starts no round once ten seconds have passed ' +
      'without a report from it. Started rounds finish.',
    body: NewPause,
    answer: ChangedPause,
    errors: [
      'UNKNOWN_PROJECT',
      'UNSUPPORTED_BY_RUNTIME',
      'CONFIRMATION_REQUIRED',
      'ALREADY_PAUSED',
    ],
    run: async ({ pool }, { body, by, within }) => {
      const wrong = findMistake(body)
      if (wrong !== null) return wrong
      const reason = readReason(body.reason)
      if (reason === null) return WRONG_REASON
      const { scope, subject } = body
      const set = await setPause(pool, { scope, subject }, reason, by)
      if (set.kind === 'unknown-project') {
        return refuse('UNKNOWN_PROJECT', `There is no project ${subject}.`, 'subject')
      }
      if (set.kind === 'paused-already') {
        const { pausedBy, pausedAt } = set.pause
        const since = `${pausedBy} paused it at ${pausedAt.toISOString()}`
        return refuse('ALREADY_PAUSED', `${since}: lift that pause first to give another reason.`)
      }
      const pauseState = await waitUntilApplied(pool, set.revision)
      return answered({ pause: describePause(set.pause), ...describeNodes(pauseState, within) })
    },
  }),
  defineRoute('POST /pauses/lift', ['pause.lift', projectOf], {
    summary: 'End a pause',
    body: LiftedPause,
    answer: ChangedPause,
    errors: ['NOT_PAUSED'],
    run: async ({ pool }, { body, by, within }) => {
      const lifted = await liftPause(pool, body, by, within)
      if (lifted.kind === 'of-platform') return NOT_YOURS
      if (lifted.kind === 'not-paused') {
        return refuse('NOT_PAUSED', 'It is not paused: someone may have lifted it just now.')
      }
      const pauseState = await waitUntilApplied(pool, lifted.revision)
      return answered({ pause: describePause(lifted.pause), ...describeNodes(pauseState, within) })
    },
  }),
]

const NOT_YOURS = refuse(
  'FORBIDDEN',
  'The platform paused your project: only its people lift this pause.',
)

const WRONG_REASON = refuse(
  'INVALID_REQUEST',
  `A reason has 1 to ${REASON_MAX_CHARS} characters.`,
  'reason',
)

function findMistake({ scope, subject, confirmation }: NewPause): AdminRefused | null {
  if (scope === 'all') {
    if (subject !== EVERYTHING) {
      return refuse('INVALID_REQUEST', `The subject of all is "${EVERYTHING}".`, 'subject')
    }
    if (confirmation === CONFIRMATION) return null
    return refuse('CONFIRMATION_REQUIRED', `Type "${CONFIRMATION}" to pause everything.`)
  }
  if (subject === EVERYTHING) {
    return refuse('INVALID_REQUEST', `"${EVERYTHING}" is the subject of all.`, 'subject')
  }
  if (isKnown({ scope, subject })) return null
  return unsupported(`has no ${scope} ${subject}`, 'subject')
}

/** A project is looked up later, in the ledger, when it is paused. */
function isKnown({ scope, subject }: PausedScope): boolean {
  if (scope === 'provider') return PROVIDERS.some(id => id === subject)
  if (scope === 'game') return GAMES.some(({ id }) => id === subject)
  return true
}

export function describePause({ scope, subject, reason, pausedBy, pausedAt }: StoredPause) {
  return { scope, subject, reason, by: pausedBy, at: pausedAt.toISOString() }
}

/** The names of nodes are the platform's. */
function describeNodes({ nodes, isInForce }: PauseState, within: string | null) {
  const listed = (within === null ? nodes : []).map(({ node, applies, seenAt }) => ({
    node,
    obeys: applies,
    seenAt: seenAt?.toISOString() ?? null,
  }))
  return { isInForce, nodes: listed }
}
