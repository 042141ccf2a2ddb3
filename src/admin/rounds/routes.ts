// The routes of rounds: searches and one round for everyone who is signed in, actions for owners.

import { findAnyGrant } from '../../ledger/entitlements/grants.ts'
import { refuse } from '../errors.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { bringBack, cancel, push } from './actions.ts'
import { describeRound, readStory, requireRound } from './detail.ts'
import { exportPack } from './dispute-pack.ts'
import { drawAgain, isResultSecret, RESULT_NOT_REVEALED, whyNotDrawn } from './drawn-again.ts'
import { findDriver } from './known-round.ts'
import { makeReplayFeed } from './replay-feed.ts'
import {
  CancelledAnswer,
  DriverAnswer,
  PackRequest,
  PushedAnswer,
  PutBackAnswer,
  ReplayFeed,
  RoundDetail,
  RoundSearchAnswer,
  RoundSearchQuery,
  WithReason,
} from './schema.ts'
import { search } from './search.ts'

const OF_A_ROUND = ['ROUND_NOT_FOUND', 'ROUND_ARCHIVED'] as const

export const ROUND_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /rounds', ['round.read', 'query projectId'], {
    summary: 'Rounds, newest first',
    description:
      'By the id of a round or of one of its wallet transactions, or by project, player, state ' +
      'and time.',
    query: RoundSearchQuery,
    answer: RoundSearchAnswer,
    errors: ['INVALID_CURSOR'],
    run: (deps, { query }) => search(deps, query),
  }),
  defineRoute('GET /rounds/:roundId', ['round.read', 'round'], {
    summary: 'One round with its timeline',
    answer: RoundDetail,
    errors: OF_A_ROUND,
    run: async (deps, { params, within }) => {
      const found = await requireRound(deps.pools, params.roundId)
      return found.ok ? answered(describeRound(await readStory(deps, found, within))) : found
    },
  }),
  defineRoute('POST /rounds/:roundId/driver', ['round.driver', 'platform'], {
    summary: 'Which node drives the round now',
    description:
      'Asks all nodes and waits up to 1.5 s for the one that drives it; an account may ask ' +
      'sixty times a minute. Changes nothing.',
    answer: DriverAnswer,
    errors: [...OF_A_ROUND, 'TOO_MANY_ATTEMPTS'],
    run: async ({ pools, signInLimits }, { account, params }) => {
      const held = await signInLimits.takeQuestion(account!.accountId)
      if (held !== null) return held
      const found = await requireRound(pools, params.roundId)
      return found.ok ? answered({ driver: await findDriver(found.pool, found.known) }) : found
    },
  }),
  defineRoute('GET /rounds/:roundId/replay', ['round.read', 'round'], {
    summary: 'The round as its player saw it',
    description:
      'Each command with the messages of the play protocol, drawn again from the record by the ' +
      'version of the game that drew it. Works for a cancelled round too, whose result was ' +
      'never shown.',
    answer: ReplayFeed,
    errors: [...OF_A_ROUND, 'RESULT_NOT_REVEALED', 'GAME_VERSION_GONE'],
    run: async ({ pools }, { params }) => {
      const found = await requireRound(pools, params.roundId)
      if (!found.ok) return found
      const { round } = found.known
      if (isResultSecret(round)) return RESULT_NOT_REVEALED
      const drawn = drawAgain(round)
      if (drawn.kind !== 'drawn') return refuse('GAME_VERSION_GONE', whyNotDrawn(drawn))
      const grantId = round.intent.freeSpin?.grantId
      const grant = grantId === undefined ? null : await findAnyGrant(found.pool, grantId)
      return answered(makeReplayFeed(round, drawn, grant))
    },
  }),
  defineRoute('POST /rounds/:roundId/push', ['round.push', 'round'], {
    summary: 'Make the next attempt now',
    description:
      'The same operation with the same body, sent by the node that drives the round; a refund ' +
      'not before its time. Waits for the result of the attempt. Audited.',
    answer: PushedAnswer,
    errors: [...OF_A_ROUND, 'ROUND_NOT_PUSHABLE'],
    run: (deps, { params, by }) => push(deps, params.roundId, by),
  }),
  defineRoute('POST /rounds/:roundId/put-back', ['round.put-back', 'platform'], {
    summary: 'Bring a round that was set aside back in play',
    description:
      'Use it once the cause is mended; nodes then send what the round still owes. Audited.',
    answer: PutBackAnswer,
    errors: [...OF_A_ROUND, 'ROUND_NOT_SET_ASIDE', 'GAME_BUSY'],
    run: (deps, { params, by }) => bringBack(deps, params.roundId, by),
  }),
  defineRoute('POST /rounds/:roundId/cancel', ['round.cancel', 'round'], {
    summary: 'Cancel a round and give its bet back',
    description:
      'By the rule of the operator’s `round_cancel`: as long as the bet is not confirmed, or ' +
      'the result was not shown. The refund is repeated until the wallet answers ok. Audited.',
    body: WithReason,
    answer: CancelledAnswer,
    errors: [...OF_A_ROUND, 'ROUND_NOT_CANCELLABLE', 'ROUND_BUSY'],
    run: (deps, { params, body, by }) => cancel(deps, params.roundId, body.reason, by),
  }),
  defineRoute('POST /rounds/:roundId/dispute-pack', ['round.read', 'round'], {
    summary: 'Everything known about a round, as one HTML file',
    description: 'Self-contained, without any key. In English if no language is given. Audited.',
    body: PackRequest,
    streams: 'text/html; charset=utf-8',
    errors: [...OF_A_ROUND, 'RESULT_NOT_REVEALED'],
    run: (deps, { params, body, by, within }) =>
      exportPack(deps, params.roundId, by, body.language ?? 'en', within),
  }),
]
